import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import {
  type Completion,
  completionsAt,
  type ExpressionFault,
  type ExpressionScope,
} from '../../src/core/expression/index.ts';
import { editorLook } from '../../src/runtime/preview/editor-look.ts';
import { isLike } from '../texts/like.ts';
import { useExpressionText } from './texts.ts';

/** What stands around a box can do with it. */
export interface CodeBoxHandle {
  /** Writes a text in place of another, and goes on behind it. */
  replace(from: number, to: number, text: string): void;
  /** Goes to an offset. */
  goTo(offset: number): void;
}

interface CodeBoxProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly scope: ExpressionScope | undefined;
  readonly faults: readonly ExpressionFault[];
  readonly onChange: (text: string) => void;
  /** The text is meant: it was left, or Enter was pressed. */
  readonly onSettle: () => void;
  /** Told where the cursor is; undefined when the box is left. */
  readonly onCursor: (offset: number | undefined) => void;
  readonly ref?: Ref<CodeBoxHandle>;
}

/** Most names that are offered at once. */
const MOST_OFFERED = 60;

/** A box for one expression: completes by title, sound and key, and underlines what is wrong. */
export function CodeBox({
  id,
  label,
  value,
  disabled,
  scope,
  faults,
  onChange,
  onSettle,
  onCursor,
  ref,
}: CodeBoxProps) {
  const text = useExpressionText();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef({ onChange, onSettle, onCursor, scope, text });
  told.current = { onChange, onSettle, onCursor, scope, text };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is where the box begins; later ones are put in below.
  useEffect(() => {
    if (host.current === null) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          editorLook,
          history(),
          closeBrackets(),
          EditorView.lineWrapping,
          EditorView.editable.of(!disabled),
          placeholder(told.current.text('placeholder')),
          autocompletion({
            override: [(context) => offered(context, told.current.scope)],
            icons: false,
            // What is chosen by Enter is what is seen, however fast.
            interactionDelay: 0,
            addToOptions: [{ render: (option) => kindOf(option.type, told.current.text), position: 90 }],
          }),
          keymap.of([
            { key: 'Tab', run: acceptCompletion },
            { key: 'Shift-Enter', run: (box) => replaceSelection(box, '\n') },
            {
              key: 'Enter',
              run(box) {
                if (completionStatus(box.state) === 'active') acceptCompletion(box);
                else told.current.onSettle();
                return true;
              },
            },
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.contentAttributes.of({ id, 'aria-label': label, spellcheck: 'false' }),
          EditorView.domEventHandlers({
            blur() {
              told.current.onSettle();
              told.current.onCursor(undefined);
            },
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current.onChange(update.state.doc.toString());
            if (update.view.hasFocus && (update.selectionSet || update.docChanged || update.focusChanged))
              told.current.onCursor(update.state.selection.main.head);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      view.current = undefined;
      editor.destroy();
    };
  }, [disabled]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const end = editor.state.doc.length;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        faults.map((fault) => diagnosticOf(fault, end, text)),
      ),
    );
  }, [faults, text]);

  useImperativeHandle(ref, () => ({
    replace(from, to, insert) {
      const editor = view.current;
      if (editor === undefined) return;
      editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
      editor.focus();
    },
    goTo(offset) {
      const editor = view.current;
      if (editor === undefined) return;
      const anchor = Math.min(offset, editor.state.doc.length);
      editor.dispatch({ selection: { anchor }, scrollIntoView: true });
      editor.focus();
    },
  }));

  return <div ref={host} className="anlan-dx-code" data-disabled={disabled} />;
}

function replaceSelection(box: EditorView, insert: string): boolean {
  box.dispatch(box.state.replaceSelection(insert));
  return true;
}

function diagnosticOf({ from, to, message, instead }: ExpressionFault, end: number, text: Text): Diagnostic {
  // What is missing at the end is marked at the last character.
  const start = Math.max(0, Math.min(from, end - 1));
  return {
    from: start,
    to: Math.max(Math.min(to, end), Math.min(start + 1, end)),
    severity: 'error',
    message,
    ...(instead === undefined
      ? {}
      : {
          actions: [
            {
              name: text('fix.use', { text: instead.trim() }),
              apply: (box: EditorView) => box.dispatch({ changes: { from, to, insert: instead } }),
            },
          ],
        }),
  };
}

type Text = ReturnType<typeof useExpressionText>;

/** What may be written at the cursor, chosen by the word that is begun. */
function offered(context: CompletionContext, scope: ExpressionScope | undefined): CompletionResult | null {
  if (scope === undefined) return null;
  const source = context.state.doc.toString();
  const { from, to, word, options } = completionsAt(source, context.pos, scope);
  const isAsked = context.explicit || word !== '' || /[.'"]$/.test(source.slice(0, context.pos));
  if (!isAsked) return null;
  const fitting = options.filter(({ title = '', key }) => isLike(title, word) || isLike(key, word));
  const rank = ({ title = '', key }: Completion) => (key.startsWith(word) || title.startsWith(word) ? 0 : 1);
  const chosen = [...fitting].sort((left, right) => rank(left) - rank(right)).slice(0, MOST_OFFERED);
  if (chosen.length === 0) return null;
  return {
    from,
    to,
    filter: false,
    options: chosen.map(({ kind, insert, key, title, type }) => ({
      label: title ?? key,
      detail: [title === undefined ? '' : key, type ?? ''].filter((part) => part !== '').join(' · '),
      type: kind,
      apply: insert,
    })),
  };
}

function kindOf(kind: string | undefined, text: Text): Node {
  const element = document.createElement('span');
  element.className = 'anlan-dx-kind';
  element.textContent = text(`kind.${kind}` as Parameters<Text>[0]);
  return element;
}
