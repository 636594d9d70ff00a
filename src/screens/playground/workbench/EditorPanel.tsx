import {
  BookOutlined,
  CopyOutlined,
  LinkOutlined,
  RedoOutlined,
  RollbackOutlined,
  ToolOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { App, Button, Space } from 'antd';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { printJson } from '../../../core/dialect/print-json.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { lazyPiece } from '../../../ui/lazy-piece.tsx';
import { ToolButton } from '../../../ui/ToolButton.tsx';
import { FindingList } from './FindingList.tsx';
import type { JsonEditorHandle } from './JsonEditor.tsx';
import { KeywordHelp } from './KeywordHelp.tsx';
import type { Keyword } from './keywords.ts';
import { exampleHash, textHash } from './share-link.ts';
import { usePlaygroundText } from './texts.ts';
import type { JudgedDraft } from './useDraft.ts';

// The editor is the heaviest part of the page; the form shows before it has come.
const JsonEditor = lazyPiece(() => import('./JsonEditor.tsx').then((module) => module.JsonEditor));

interface EditorPanelProps {
  readonly text: string;
  readonly draft: JudgedDraft;
  /** The shipped text, and the name it has; undefined for a text that came with a link. */
  readonly shipped: { readonly name: string; readonly text: string } | undefined;
  /** Text that the editor begins again with whenever it changes. */
  readonly opened: string;
  readonly onChange: (text: string) => void;
}

/** The JSON with what can be done with it, what is wrong with it, and what its keywords mean. */
export function EditorPanel({ text: value, draft, shipped, opened, onChange }: EditorPanelProps) {
  const text = usePlaygroundText();
  const { message } = App.useApp();
  const editor = useRef<JsonEditorHandle>(null);
  const [keyword, setKeyword] = useState<Keyword>();
  const [help, setHelp] = useState(false);
  const start = useRef(opened);

  useEffect(() => {
    // The editor that comes later begins with the text of that moment.
    start.current = opened;
    editor.current?.replace(opened);
  }, [opened]);

  const format = useCallback(() => {
    const result = printJson(value);
    if ('fault' in result) void message.warning(text('editor.notJson'));
    else editor.current?.replace(result.printed);
  }, [value, message, text]);

  const copy = (content: string, done: string) =>
    copyText(content).then(
      () => void message.success(done),
      () => void message.warning(text('editor.copyFailed')),
    );

  const share = async () => {
    const hash = shipped?.text === value ? exampleHash(shipped.name) : await textHash(value);
    if (hash === undefined) void message.warning(text('editor.shareLong'));
    else await copy(`${window.location.origin}${window.location.pathname}${hash}`, text('editor.shared'));
  };

  return (
    <section className="anlan-pg-editor" aria-label={text('part.json')}>
      <Space wrap size={4} className="anlan-pg-bar">
        <ToolButton size="small" label={text('editor.format')} icon={<ToolOutlined />} onClick={format} />
        <ToolButton
          size="small"
          label={text('editor.undo')}
          icon={<UndoOutlined />}
          onClick={() => editor.current?.undo()}
        />
        <ToolButton
          size="small"
          label={text('editor.redo')}
          icon={<RedoOutlined />}
          onClick={() => editor.current?.redo()}
        />
        <ToolButton
          size="small"
          label={text('editor.reset')}
          icon={<RollbackOutlined />}
          disabled={shipped === undefined || shipped.text === value}
          onClick={() => shipped && editor.current?.replace(shipped.text)}
        />
        <ToolButton
          size="small"
          label={text('editor.copy')}
          icon={<CopyOutlined />}
          onClick={() => void copy(value, text('editor.copied'))}
        />
        <ToolButton size="small" label={text('editor.share')} icon={<LinkOutlined />} onClick={() => void share()} />
        <Button size="small" icon={<BookOutlined />} onClick={() => setHelp(true)}>
          {text('editor.help')}
        </Button>
      </Space>
      <Suspense fallback={<LoadingDelay loading rows={12} />}>
        <JsonEditor
          ref={editor}
          text={start.current}
          findings={draft.findings}
          onChange={onChange}
          onKeyword={setKeyword}
          onFormat={format}
        />
      </Suspense>
      <p className="anlan-pg-keyword" aria-live="polite">
        {keyword === undefined ? (
          text('keyword.idle')
        ) : (
          <>
            <code>{keyword.name}</code> {keyword.description}
          </>
        )}
      </p>
      <FindingList draft={draft} onGo={(line, column) => editor.current?.goTo(line, column)} />
      <KeywordHelp open={help} onClose={() => setHelp(false)} />
    </section>
  );
}
