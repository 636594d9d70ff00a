import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { containerAt, placeAt } from './json-path.ts';
import { keywordAt, keywordsIn } from './keywords.ts';

/** Offers the keywords that may stand here, and the values of those that have few. */
export function completeKeyword(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const place = placeAt(state, pos);
  if (place === undefined) {
    if (!context.explicit) return null;
    const keywords = keywordsIn(containerAt(state, pos));
    if (keywords.length === 0) return null;
    return {
      from: pos,
      options: keywords.map(({ name, description }) => ({
        label: name,
        info: description,
        type: 'property',
        apply: `${JSON.stringify(name)}: `,
      })),
    };
  }
  const inner = { from: place.from + 1, to: Math.max(place.from + 1, place.to - 1) };
  if (place.part === 'name') {
    const options = keywordsIn(place.path.slice(0, -1)).map(({ name, description }) => ({
      label: name,
      info: description,
      type: 'property',
    }));
    return options.length === 0 ? null : { ...inner, options, validFor: /^\w*$/ };
  }
  const values = keywordAt(place.path)?.values ?? [];
  if (values.length === 0) return null;
  const quoted = state.sliceDoc(place.from, place.from + 1) === '"';
  return {
    from: quoted ? inner.from : place.from,
    to: quoted ? inner.to : place.to,
    options: values.map((label) => ({ label, type: 'enum' })),
    validFor: /^[\w-]*$/,
  };
}
