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

interface Tool {
  readonly key: string;
  readonly title: string;
  readonly face: ReactNode;
  /** Whether the cursor stands in what the tool makes; undefined for tools that make nothing lasting. */
  readonly pressed?: (editor: Editor) => boolean;
  run(chain: ChainedCommands): ChainedCommands;
}

const TOOLS: readonly Tool[] = [
  mark('bold', '加粗', <BoldOutlined />, (chain) => chain.toggleBold()),
  mark('italic', '斜体', <ItalicOutlined />, (chain) => chain.toggleItalic()),
  mark('underline', '下划线', <UnderlineOutlined />, (chain) => chain.toggleUnderline()),
  mark('strike', '删除线', <StrikethroughOutlined />, (chain) => chain.toggleStrike()),
  heading(3, '标题'),
  heading(4, '小标题'),
  mark('bulletList', '项目列表', <UnorderedListOutlined />, (chain) => chain.toggleBulletList()),
  mark('orderedList', '编号列表', <OrderedListOutlined />, (chain) => chain.toggleOrderedList()),
  mark('blockquote', '引用', '引用', (chain) => chain.toggleBlockquote()),
];

const UNDO: readonly Tool[] = [
  { key: 'undo', title: '撤销', face: <UndoOutlined />, run: (chain) => chain.undo() },
  { key: 'redo', title: '重做', face: <RedoOutlined />, run: (chain) => chain.redo() },
];

const INSERT_TABLE: Tool = {
  key: 'table',
  title: '插入表格',
  face: <TableOutlined />,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};

const TABLE: readonly Tool[] = [
  { key: 'addRow', title: '下方加一行', face: <InsertRowBelowOutlined />, run: (chain) => chain.addRowAfter() },
  { key: 'addColumn', title: '右侧加一列', face: <InsertRowRightOutlined />, run: (chain) => chain.addColumnAfter() },
  { key: 'deleteRow', title: '删除本行', face: <DeleteRowOutlined />, run: (chain) => chain.deleteRow() },
  { key: 'deleteColumn', title: '删除本列', face: <DeleteColumnOutlined />, run: (chain) => chain.deleteColumn() },
  { key: 'deleteTable', title: '删除表格', face: <DeleteOutlined />, run: (chain) => chain.deleteTable() },
];

function mark(key: string, title: string, face: ReactNode, run: Tool['run']): Tool {
  return { key, title, face, run, pressed: (editor) => editor.isActive(key) };
}

function heading(level: 3 | 4, title: string): Tool {
  return {
    key: `heading${level}`,
    title,
    face: title,
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
  const [stop, setStop] = useState('bold');
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
  const button = (tool: Pick<Tool, 'key' | 'title' | 'face'>, pressed: boolean | undefined, onClick: () => void) => (
    <button
      key={tool.key}
      type="button"
      className="anlan-rich-tool"
      title={tool.title}
      aria-label={tool.title}
      aria-pressed={pressed}
      tabIndex={tool.key === current ? 0 : -1}
      onFocus={() => setStop(tool.key)}
      // The cursor stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {tool.face}
    </button>
  );
  const run = (tool: Tool) =>
    button(tool, tool.pressed?.(editor), () => {
      tool.run(editor.chain().focus()).run();
    });
  return (
    <div ref={bar} role="toolbar" aria-label={label} className="anlan-rich-tools" onKeyDown={move}>
      {TOOLS.map(run)}
      {button({ key: 'link', title: '链接', face: <LinkOutlined /> }, linking || editor.isActive('link'), onLink)}
      {rest.map(run)}
    </div>
  );
}
