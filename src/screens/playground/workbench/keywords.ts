import { placesAt } from '../../../core/dialect/editors.ts';
import { definedPlace, type Place } from '../../../core/dialect/walk/place.ts';
import { fieldTypes } from '../../../field-types/definitions.ts';
import { playgroundText } from './texts.ts';

/** A keyword of the dialect as the meta-schema describes it. */
export interface Keyword {
  readonly name: string;
  readonly description: string;
  /** Values that it takes, where they are few. */
  readonly values: readonly string[];
}

/** Steps from the root of an entity file to a place in it. */
export type JsonPath = readonly (string | number)[];

function valuesOf({ node, marks, branches }: Place): readonly string[] {
  if (branches.length > 0) return branches.flatMap(valuesOf);
  if (marks.names === 'fieldType') return Object.keys(fieldTypes);
  if (Array.isArray(node.enum)) return node.enum.map(String);
  return node.type === 'boolean' ? ['true', 'false'] : [];
}

function keyword(name: string, place: Place): Keyword {
  return { name, description: place.description, values: valuesOf(place) };
}

/** The keyword at a place: its description and values; undefined where the meta-schema knows nothing of it. */
export function keywordAt(path: JsonPath): Keyword | undefined {
  const step = path.at(-1);
  if (step === undefined) return undefined;
  const [place] = placesAt(path.slice(0, -1)).flatMap(
    ({ properties, entries, items }) => (typeof step === 'number' ? items : (properties.get(step) ?? entries)) ?? [],
  );
  return place === undefined ? undefined : keyword(String(step), place);
}

function keywordsOf({ properties }: Place): readonly Keyword[] {
  return [...properties].map(([name, place]) => keyword(name, place));
}

/** Whether an expression stands at a place. */
export function takesExpression(path: JsonPath): boolean {
  return placesAt(path).some(({ marks }) => marks.expression === true);
}

/** Keywords that may stand in the object at a place. */
export function keywordsIn(path: JsonPath): readonly Keyword[] {
  return placesAt(path).flatMap(keywordsOf);
}

/** Keywords of one part of the dialect. */
interface KeywordGroup {
  readonly title: string;
  readonly keywords: readonly Keyword[];
}

const PARTS = [
  'property',
  'items',
  'option',
  'pattern',
  'rule',
  'case',
  'reference',
  'serial',
  'recordSchema',
  'section',
  'form',
  'detail',
  'page',
  'permissions',
  'example',
] as const;

/** The whole reference: what implementers write most comes first. */
const keywordReference: readonly KeywordGroup[] = [
  ...PARTS.map((part) => ({
    title: playgroundText(`group.${part}`),
    keywords: [definedPlace(part) ?? []].flat().flatMap(keywordsOf),
  })),
  { title: playgroundText('group.entity'), keywords: keywordsIn([]) },
];

/** The reference, with what stands beside it, narrowed to what holds a text in its name or description. */
export function searchKeywords(text: string, beside: readonly KeywordGroup[] = []): readonly KeywordGroup[] {
  const wanted = text.trim().toLowerCase();
  return [...keywordReference, ...beside]
    .map((group) => ({
      ...group,
      keywords: group.keywords.filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ keywords }) => keywords.length > 0);
}
