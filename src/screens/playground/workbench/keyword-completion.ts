import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { Entity } from '../../../core/dialect/entity.generated.ts';
import type { LintWorld } from '../../../core/dialect/lint-context.ts';
import { readLoosely } from '../../../core/dialect/read-json.ts';
import { offeredNames } from '../../../core/dialect/walk/offers.ts';
import { fieldTypes } from '../../../field-types/definitions.ts';
import { pageKinds } from '../../../page-kinds/definitions.generated.ts';
import { completeFunction } from './expression-help.ts';
import { containerAt, placeAt } from './json-path.ts';
import { type JsonPath, keywordAt, keywordsIn } from './keywords.ts';

/** Offers the keywords and names that may stand here, the values of those that have few, and the functions of expressions. */
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
    const keywords = keywordsIn(place.path.slice(0, -1)).map(({ name, description }) => ({
      label: name,
      info: description,
      type: 'property',
    }));
    const options = [...keywords, ...namesAt(state, place.path, true)];
    return options.length === 0 ? null : { ...inner, options, validFor: /^\w*$/ };
  }
  const functions = completeFunction(state, pos, context.explicit);
  if (functions !== undefined) return functions;
  const values = (keywordAt(place.path)?.values ?? []).map((label) => ({ label, type: 'enum' }));
  const options = [...values, ...namesAt(state, place.path, false)];
  if (options.length === 0) return null;
  const quoted = state.sliceDoc(place.from, place.from + 1) === '"';
  return {
    from: quoted ? inner.from : place.from,
    to: quoted ? inner.to : place.to,
    options,
    validFor: /^[\w-]*$/,
  };
}

/** Names that the marks of the meta-schema offer at a place of the text, which may be unfinished. */
function namesAt(state: EditorState, path: JsonPath, isKey: boolean): readonly Completion[] {
  const entity = readLoosely(state.doc.toString());
  if (typeof entity !== 'object' || entity === null || !isEntity(entity)) return [];
  return offeredNames(entity, path, isKey, ALONE).map(({ name, called }) => ({
    label: name,
    detail: called,
    type: 'variable',
  }));
}

/** Whether a value has what the names of a record are looked for in; what is wrong with the rest is for the linter. */
function isEntity(value: object): value is Entity {
  const record: unknown = Reflect.get(value, 'record');
  const properties: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'properties') : null;
  return typeof properties === 'object' && properties !== null;
}

/** The files that the browser knows: the text alone. Names of other files are found by the linter. */
const ALONE: LintWorld = {
  entities: new Map(),
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  settings: new Map(),
};
