import { Editor, type EditorOptions, type Extensions } from '@tiptap/core';
import { ListItem } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { sanitizeRichText } from '../../core/rich-text/parse-rich-text.ts';
import { safeAddress } from '../../core/rich-text/rich-node.ts';

// Tab leaves the field, as everywhere in a form: levels of a list have keys of their own.
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      'Mod-]': () => this.editor.commands.sinkListItem(this.name),
      'Mod-[': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

// In a table Tab goes from cell to cell, and out of it behind the last one instead of adding rows for ever.
const Cells = Table.extend({
  addKeyboardShortcuts() {
    const { Tab: _, ...rest } = this.parent?.() ?? {};
    return { ...rest, Tab: () => this.editor.commands.goToNextCell() };
  },
});

/** What can be written: exactly the elements that rich text may hold. */
const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    listItem: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeAddress(address) !== undefined,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Item,
  Cells.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
];

/** The editor's content as it is stored, without empty lines at its end; null where it holds no text. */
export function editedMarkup(editor: Editor): string | null {
  return sanitizeRichText(editor.getHTML().replace(/(?:<p><\/p>)+$/, ''));
}

/** How the editor's element is described, and what it takes: what is pasted or dropped is cleaned before it is read. */
export function editorProps(attributes: Readonly<Record<string, string>>): NonNullable<EditorOptions['editorProps']> {
  return { attributes, transformPastedHTML: (markup) => sanitizeRichText(markup) ?? '' };
}

/** An editor in an element of the page. Its styles are ours: none are put into the page. */
export function createEditor(element: HTMLElement, markup: string): Editor {
  const content = sanitizeRichText(markup) ?? '';
  return new Editor({ element, extensions, content, injectCSS: false, editorProps: editorProps({}) });
}
