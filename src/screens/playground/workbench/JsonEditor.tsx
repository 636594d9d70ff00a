import { autocompletion } from '@codemirror/autocomplete';
import { redo, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { DraftFinding } from '../../../core/wire/page.ts';
import { editorLook } from '../../../runtime/preview/editor-look.ts';
import { functionAt } from './expression-help.ts';
import { placeAt } from './json-path.ts';
import { completeKeyword } from './keyword-completion.ts';
import { type Keyword, keywordAt } from './keywords.ts';
import { playgroundText } from './texts.ts';

/** What the buttons around the editor do with it. */
export interface JsonEditorHandle {
  undo(): void;
  redo(): void;
  /** Replaces the whole text; it can be undone. */
  replace(text: string): void;
  /** Goes to a line and column, counted from 1. */
  goTo(line: number, column: number): void;
}

interface JsonEditorProps {
  /** Text at the start; later ones are put in by `replace`. */
  readonly text: string;
  readonly findings: readonly DraftFinding[];
  readonly onChange: (text: string) => void;
  /** Told the keyword at the cursor. */
  readonly onKeyword: (keyword: Keyword | undefined) => void;
  readonly onFormat: () => void;
  readonly ref?: Ref<JsonEditorHandle>;
}

const PHRASES = EditorState.phrases.of({
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  'by word': '全字匹配',
  regexp: '正则',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'Fold line': '折叠',
  'Unfold line': '展开',
  Diagnostics: '检查结果',
  'No diagnostics': '没有问题',
  Completions: '补全',
});

/** A code editor for the JSON of an entity: marks findings at their places, explains and completes keywords. */
export function JsonEditor({ text, findings, onChange, onKeyword, onFormat, ref }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef({ onChange, onKeyword, onFormat });
  told.current = { onChange, onKeyword, onFormat };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is where the editor begins; it keeps its own.
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          editorLook,
          basicSetup,
          json(),
          lintGutter(),
          autocompletion({ override: [completeKeyword] }),
          hoverTooltip((state, position) => keywordTooltip(state.state, position)),
          keymap.of([
            {
              key: 'Shift-Alt-f',
              run: () => {
                told.current.onFormat();
                return true;
              },
            },
          ]),
          PHRASES,
          EditorState.tabSize.of(2),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': playgroundText('editor.label') }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current.onChange(update.state.doc.toString());
            if (!update.selectionSet && !update.docChanged) return;
            const place = placeAt(update.state, update.state.selection.main.head);
            told.current.onKeyword(place === undefined ? undefined : keywordAt(place.path));
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = undefined;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state.doc, findings)));
  }, [findings]);

  useImperativeHandle(ref, () => ({
    undo: () => view.current && undo(view.current),
    redo: () => view.current && redo(view.current),
    replace(next) {
      const editor = view.current;
      if (editor === undefined || editor.state.doc.toString() === next) return;
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: next }, selection: { anchor: 0 } });
    },
    goTo(line, column) {
      const editor = view.current;
      if (editor === undefined) return;
      const anchor = offsetOf(editor.state.doc, line, column);
      editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      editor.focus();
    },
  }));

  return <div ref={host} className="anlan-pg-code" />;
}

function offsetOf(text: Text, line: number, column: number): number {
  const found = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** Findings as marks from their place to the end of the word or line. */
function diagnosticsOf(text: Text, findings: readonly DraftFinding[]): Diagnostic[] {
  return findings
    .map(({ line = 1, column = 1, severity, message, fix }): Diagnostic => {
      const from = offsetOf(text, line, column);
      const rest = text.sliceString(from, text.lineAt(from).to);
      const length = /^(?:"(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(rest)?.[0].length ?? Math.min(rest.length, 1);
      const told = fix === '' ? message : `${message}\n${playgroundText('finding.fix', { fix })}`;
      return { from, to: from + length, severity, message: told };
    })
    .sort((left, right) => left.from - right.from);
}

function keywordTooltip(state: EditorState, position: number) {
  const called = functionAt(state, position);
  if (called !== undefined) return tip(called, called.signature, called.doc);
  const place = placeAt(state, position);
  const keyword = place?.part === 'name' ? keywordAt(place.path) : undefined;
  if (place === undefined || keyword === undefined || keyword.description === '') return null;
  return tip(place, keyword.name, keyword.description);
}

function tip({ from, to }: { readonly from: number; readonly to: number }, name: string, description: string) {
  return {
    pos: from,
    end: to,
    above: true,
    create() {
      const dom = document.createElement('div');
      dom.className = 'anlan-pg-tip';
      const strong = document.createElement('strong');
      strong.textContent = name;
      dom.append(strong, ` ${description}`);
      return { dom };
    },
  };
}
