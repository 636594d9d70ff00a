import {
  BoldOutlined,
  DeleteColumnOutlined,
  DeleteOutlined,
  DeleteRowOutlined,
  InsertRowBelowOutlined,
  InsertRowRightOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { spoken } from '../../core/text/say.ts';

const TITLES = spoken({
  bold: '加粗',
  italic: '斜体',
  underline: '下划线',
  strike: '删除线',
  heading3: '标题',
  heading4: '小标题',
  bulletList: '项目列表',
  orderedList: '编号列表',
  blockquote: '引用',
  undo: '撤销',
  redo: '重做',
  table: '插入表格',
  addRow: '下方加一行',
  addColumn: '右侧加一列',
  deleteRow: '删除本行',
  deleteColumn: '删除本列',
  deleteTable: '删除表格',
  link: '链接',
});

type ToolKey = keyof typeof TITLES;

interface Tool {
  /** Also its key in `TITLES`. */
  readonly key: ToolKey;
  /** What it shows; its title where undefined. */
  readonly face: ReactNode;
  /** Whether the cursor stands in what the tool makes; undefined for tools that make nothing lasting. */
  readonly pressed?: (editor: Editor) => boolean;
  run(chain: ChainedCommands): ChainedCommands;
}

const TOOLS: readonly Tool[] = [
  mark('bold', <BoldOutlined />, (chain) => chain.toggleBold()),
  mark('italic', <ItalicOutlined />, (chain) => chain.toggleItalic()),
  mark('underline', <UnderlineOutlined />, (chain) => chain.toggleUnderline()),
  mark('strike', <StrikethroughOutlined />, (chain) => chain.toggleStrike()),
  heading(3),
  heading(4),
  mark('bulletList', <UnorderedListOutlined />, (chain) => chain.toggleBulletList()),
  mark('orderedList', <OrderedListOutlined />, (chain) => chain.toggleOrderedList()),
  mark('blockquote', undefined, (chain) => chain.toggleBlockquote()),
];

const UNDO: readonly Tool[] = [
  { key: 'undo', face: <UndoOutlined />, run: (chain) => chain.undo() },
  { key: 'redo', face: <RedoOutlined />, run: (chain) => chain.redo() },
];

const INSERT_TABLE: Tool = {
  key: 'table',
  face: <TableOutlined />,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};

const TABLE: readonly Tool[] = [
  { key: 'addRow', face: <InsertRowBelowOutlined />, run: (chain) => chain.addRowAfter() },
  { key: 'addColumn', face: <InsertRowRightOutlined />, run: (chain) => chain.addColumnAfter() },
  { key: 'deleteRow', face: <DeleteRowOutlined />, run: (chain) => chain.deleteRow() },
  { key: 'deleteColumn', face: <DeleteColumnOutlined />, run: (chain) => chain.deleteColumn() },
  { key: 'deleteTable', face: <DeleteOutlined />, run: (chain) => chain.deleteTable() },
];

function mark(key: ToolKey, face: ReactNode, run: Tool['run']): Tool {
  return { key, face, run, pressed: (editor) => editor.isActive(key) };
}

function heading(level: 3 | 4): Tool {
  return {
    key: `heading${level}`,
    face: undefined,
    pressed: (editor) => editor.isActive('heading', { level }),
    run: (chain) => chain.toggleHeading({ level }),
  };
}

interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly linking: boolean;
  readonly onLink: () => void;
}

/** The tools of the editor: one stop for Tab, arrow keys between them. */
export function Toolbar({ editor, label, bar, linking, onLink }: ToolbarProps) {
  const [stop, setStop] = useState<ToolKey>('bold');
  const rest = [...(editor.isActive('table') ? TABLE : [INSERT_TABLE]), ...UNDO];
  const keys = [...TOOLS, ...rest].map(({ key }) => key).concat('link');
  const current = keys.includes(stop) ? stop : 'bold';
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = document.activeElement instanceof HTMLButtonElement ? buttons.indexOf(document.activeElement) : -1;
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    buttons[(target + buttons.length) % buttons.length]?.focus();
  };
  const button = (tool: Pick<Tool, 'key' | 'face'>, pressed: boolean | undefined, onClick: () => void) => (
    <button
      key={tool.key}
      type="button"
      className="anlan-rich-tool"
      title={TITLES[tool.key]}
      aria-label={TITLES[tool.key]}
      aria-pressed={pressed}
      tabIndex={tool.key === current ? 0 : -1}
      onFocus={() => setStop(tool.key)}
      // The cursor stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {tool.face ?? TITLES[tool.key]}
    </button>
  );
  const run = (tool: Tool) =>
    button(tool, tool.pressed?.(editor), () => {
      tool.run(editor.chain().focus()).run();
    });
  return (
    <div ref={bar} role="toolbar" aria-label={label} className="anlan-rich-tools" onKeyDown={move}>
      {TOOLS.map(run)}
      {button({ key: 'link', face: <LinkOutlined /> }, linking || editor.isActive('link'), onLink)}
      {rest.map(run)}
    </div>
  );
}
