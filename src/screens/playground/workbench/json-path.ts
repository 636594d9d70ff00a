import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import type { JsonPath } from './keywords.ts';

/** A place in JSON text: its path, and whether it is a member's name or the value. */
interface JsonPlace {
  readonly path: JsonPath;
  readonly part: 'name' | 'value';
  readonly from: number;
  readonly to: number;
}

/** Nodes of the syntax tree that are one word of the text. */
const WORDS: readonly string[] = ['PropertyName', 'String', 'Number', 'True', 'False', 'Null'];

/** Milliseconds for which the text is read up to a position before an answer goes by what has been read. */
const READ_WITHIN = 500;

/** The syntax tree up to a position: what the editor has read by itself may end before it on a busy machine. */
function treeTo(state: EditorState, position: number) {
  return ensureSyntaxTree(state, position, READ_WITHIN) ?? syntaxTree(state);
}

/** The place at a position of the text; undefined between members. */
export function placeAt(state: EditorState, position: number): JsonPlace | undefined {
  const tree = treeTo(state, position);
  // A cursor in front of a word means the word, as one behind it does.
  const node = [tree.resolveInner(position, -1), tree.resolveInner(position, 1)].find(({ name }) =>
    WORDS.includes(name),
  );
  if (node === undefined) return undefined;
  const part = node.name === 'PropertyName' ? 'name' : 'value';
  return { path: pathOf(state, node), part, from: node.from, to: node.to };
}

/** Path of the object or list around a position. */
export function containerAt(state: EditorState, position: number): JsonPath {
  let node: SyntaxNode | null = treeTo(state, position).resolveInner(position, -1);
  while (node !== null && node.name !== 'Object' && node.name !== 'Array') node = node.parent;
  return node === null ? [] : pathOf(state, node);
}

function pathOf(state: EditorState, node: SyntaxNode): JsonPath {
  const path: (string | number)[] = [];
  for (let current: SyntaxNode | null = node; current !== null; current = current.parent) {
    if (current.name === 'Property') {
      const name = current.getChild('PropertyName');
      if (name !== null) path.unshift(textOf(state, name));
    } else if (current.parent?.name === 'Array') path.unshift(indexOf(current));
  }
  return path;
}

function indexOf(node: SyntaxNode): number {
  let index = 0;
  for (let before = node.prevSibling; before !== null; before = before.prevSibling) {
    if (!['[', ',', '⚠'].includes(before.name)) index += 1;
  }
  return index;
}

function textOf(state: EditorState, node: SyntaxNode): string {
  const text = state.sliceDoc(node.from, node.to);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
