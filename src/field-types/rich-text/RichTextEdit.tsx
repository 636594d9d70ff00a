import type { Editor } from '@tiptap/core';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { parseRichText } from '../../core/rich-text/parse-rich-text.ts';
import { richPlainText, safeAddress } from '../../core/rich-text/rich-node.ts';
import { titled } from '../../core/text/punctuate.ts';
import { textLength } from '../../core/validation/text-checks.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { createEditor, editedMarkup, editorProps } from './create-editor.ts';
import { RICH_TEXT_LENGTH } from './definition.ts';
import { Toolbar } from './Toolbar.tsx';
import './rich-text.css';

/** Writing rich text. Alt+F10 goes to the tools, Escape back; Tab leaves the field. */
export function RichTextEdit({ id, value, onChange, onBlur, field, invalid, describedBy }: EditProps) {
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const reported = useRef<unknown>(value);
  const [editor, setEditor] = useState<Editor>();
  const [linking, setLinking] = useState(false);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const report = useEffectEvent((from: Editor) => {
    const markup = editedMarkup(from);
    if (markup === reported.current) return;
    reported.current = markup;
    onChange(markup);
  });
  const leave = useEffectEvent(onBlur);
  const first = useEffectEvent(() => (typeof value === 'string' ? value : ''));

  useEffect(() => {
    if (place.current === null) return;
    const made = createEditor(place.current, first());
    made.on('update', () => report(made));
    made.on('transaction', draw);
    made.on('blur', () => leave());
    setEditor(made);
    return () => made.destroy();
  }, []);

  useEffect(() => {
    if (editor === undefined || value === reported.current) return;
    reported.current = value;
    editor.commands.setContent(typeof value === 'string' ? value : '', { emitUpdate: false });
  }, [editor, value]);

  const lines = field.property.rows ?? 6;
  const placeholder = field.property.placeholder ?? fieldText('enter');
  useEffect(() => {
    editor?.setOptions({
      editorProps: editorProps({
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.title,
        'aria-invalid': String(invalid),
        'aria-placeholder': placeholder,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        class: 'anlan-rich anlan-rich-paper',
        style: `min-height: ${lines * 1.6 + 1}em`,
      }),
    });
  }, [editor, id, field.title, invalid, describedBy, placeholder, lines]);

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'F10' && event.altKey) {
      event.preventDefault();
      bar.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
    } else if (event.key === 'Escape' && bar.current?.contains(document.activeElement)) {
      event.stopPropagation();
      editor?.commands.focus();
    }
  };
  const length = typeof value === 'string' ? textLength(richPlainText(parseRichText(value)).replace(/[\n\t]/g, '')) : 0;
  const limit = field.property.maxTextLength ?? RICH_TEXT_LENGTH;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the tools and of the text within
    <div className="anlan-rich-edit" data-invalid={invalid || undefined} onKeyDown={keys}>
      {editor !== undefined && (
        <Toolbar
          editor={editor}
          label={titled(field.title, fieldText('rich.tools'))}
          bar={bar}
          linking={linking}
          onLink={() => setLinking((open) => !open)}
        />
      )}
      {editor !== undefined && linking && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
      <div ref={place} data-empty={editor?.isEmpty ? placeholder : undefined} className="anlan-rich-place" />
      {length > limit * 0.8 && (
        <span className="anlan-count" aria-hidden="true">
          {length} / {limit}
        </span>
      )}
    </div>
  );
}

function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof before === 'string' ? before : 'https://');
  const safe = safeAddress(address);
  const set = () => {
    if (safe === undefined) return;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && typeof before !== 'string') {
      chain.insertContent({ type: 'text', text: safe, marks: [{ type: 'link', attrs: { href: safe } }] }).run();
    } else chain.setLink({ href: safe }).run();
    onDone();
  };
  return (
    <div className="anlan-rich-link">
      <Input
        autoFocus
        aria-label={fieldText('rich.address')}
        value={address}
        status={safe === undefined && address !== 'https://' ? 'error' : ''}
        placeholder="https://"
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            editor.commands.focus();
            onDone();
          }
        }}
        onPressEnter={(event) => {
          event.preventDefault();
          set();
        }}
      />
      <Button type="primary" disabled={safe === undefined} onClick={set}>
        {fieldText('confirm')}
      </Button>
      {typeof before === 'string' && (
        <Button
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          {fieldText('rich.unlink')}
        </Button>
      )}
    </div>
  );
}
