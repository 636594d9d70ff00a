import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const surroundings = EditorView.theme({
  '&': { color: 'var(--anlan-text)', backgroundColor: 'var(--anlan-container)' },
  '.cm-gutters': {
    color: 'var(--anlan-text-tertiary)',
    backgroundColor: 'var(--anlan-table-head)',
    borderRight: '1px solid var(--anlan-border-secondary)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { color: 'var(--anlan-text)', backgroundColor: 'var(--anlan-primary-ground)' },
  '.cm-content': { caretColor: 'var(--anlan-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--anlan-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--anlan-primary-ground-hover)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--anlan-primary-ground)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--anlan-primary-ground-hover)' },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--anlan-text)',
    backgroundColor: 'var(--anlan-elevated)',
    border: '1px solid var(--anlan-border)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--anlan-text)',
    backgroundColor: 'var(--anlan-primary-ground)',
  },
});

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--anlan-text)' },
  { tag: tags.string, color: 'var(--anlan-primary)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--anlan-code-value)' },
  { tag: tags.invalid, color: 'var(--anlan-red-text)' },
]);

/** How the editor looks: in the colours of the theme that is shown, which it follows by itself. */
export const editorLook = [surroundings, syntaxHighlighting(words)];
