import type { CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { FUNCTIONS, isFunctionName } from '../../../core/expression/index.ts';
import { placeAt } from './json-path.ts';
import { type Keyword, takesExpression } from './keywords.ts';

/** Every function as the reference shows it. */
export const functionReference: readonly Keyword[] = Object.values(FUNCTIONS).map(({ signature, doc, example }) => ({
  name: signature,
  description: `${doc}例：${example}`,
  values: [],
}));

/** Where the expression around a position stands, its quotes left out; undefined where there is none. */
function expressionAt(
  state: EditorState,
  position: number,
): { readonly from: number; readonly to: number } | undefined {
  const place = placeAt(state, position);
  if (place === undefined || place.part !== 'value' || !takesExpression(place.path)) return undefined;
  const inner = { from: place.from + 1, to: Math.max(place.from + 1, place.to - 1) };
  const isText = state.sliceDoc(place.from, place.from + 1) === '"';
  return isText && position >= inner.from && position <= inner.to ? inner : undefined;
}

/** Whether a place is within a text of the expression, where words are no functions. */
function isQuoted(before: string): boolean {
  return (before.replace(/\\\\./g, '').match(/'/g) ?? []).length % 2 === 1;
}

/** Offers the functions whose names begin as the word in front of the cursor does. */
export function completeFunction(
  state: EditorState,
  position: number,
  explicit: boolean,
): CompletionResult | undefined {
  const inner = expressionAt(state, position);
  if (inner === undefined) return undefined;
  const before = state.sliceDoc(inner.from, position);
  const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? '';
  // Behind a point stands a field of another record.
  if (isQuoted(before) || before.endsWith(`.${word}`) || (word === '' && !explicit)) return undefined;
  return {
    from: position - word.length,
    options: Object.values(FUNCTIONS).map(({ name, signature, doc, example }) => ({
      label: name,
      detail: signature.slice(name.length),
      info: `${doc}\n例：${example}`,
      type: 'function',
      apply: `${name}(`,
    })),
    validFor: /^\w*$/,
  };
}

/** What a function in an expression means, with where its name stands; undefined elsewhere. */
export function functionAt(
  state: EditorState,
  position: number,
): { readonly from: number; readonly to: number; readonly signature: string; readonly doc: string } | undefined {
  const inner = expressionAt(state, position);
  if (inner === undefined) return undefined;
  const source = state.sliceDoc(inner.from, inner.to);
  for (const found of source.matchAll(/(?<![\w.])([A-Za-z]\w*)\s*[(（]/g)) {
    const [, name = ''] = found;
    const from = inner.from + found.index;
    const to = from + name.length;
    if (position < from || position > to || !isFunctionName(name) || isQuoted(source.slice(0, found.index))) continue;
    const { signature, doc } = FUNCTIONS[name];
    return { from, to, signature, doc };
  }
  return undefined;
}
