import { placesAt } from '../../src/core/dialect/editors.ts';
import { entityPlace, type Place } from '../../src/core/dialect/walk/place.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';

/** How the parts of a value are called. */
interface Called {
  keyword(keyword: string): string;
  /** A word of the dialect. */
  word(word: string): string;
  /** A thing of a kind by its key; undefined where nobody knows it. */
  thing(kind: string, key: string, place: Place): string | undefined;
  yesNo(value: boolean): string;
}

/** Longest value that is said whole, in characters. */
const LONGEST = 300;

let byKind: Map<string, Place[]> | undefined;

/** Places of things by what people call these, as `EntityChange.kind` does. */
export function placesByKind(): ReadonlyMap<string, readonly Place[]> {
  byKind ??= kindsBelow(entityPlace(), new Map([['实体', [entityPlace()]]]), new Set());
  return byKind;
}

const placesOfKind = (kind: string): readonly Place[] => placesByKind().get(kind) ?? [];

function kindsBelow(place: Place, found: Map<string, Place[]>, seen: Set<Place>): Map<string, Place[]> {
  if (seen.has(place)) return found;
  seen.add(place);
  const { keys, entries, items, properties, branches } = place;
  const kind = keys?.marks.defines === undefined ? undefined : (keys.marks.called ?? keys.marks.defines);
  if (kind !== undefined && entries !== undefined) found.set(kind, [...(found.get(kind) ?? []), entries]);
  for (const below of [...properties.values(), ...branches, ...(entries ? [entries] : []), ...(items ? [items] : [])]) {
    kindsBelow(below, found, seen);
  }
  return found;
}

/** The places that a keyword of a thing may mean: `permissions.fields` of an entity. */
export function placesOfProperty(kind: string, property: string): readonly Place[] {
  return placesOfKind(kind).flatMap((from) => placesAt(property.split('.'), from));
}

/** What a keyword of a thing is called, step by step: 权限·字段·隐患照片. */
export function propertyWords(kind: string, property: string, called: Called): string {
  let places = placesOfKind(kind);
  const steps = property.split('.').map((step) => {
    const keys = places.flatMap(({ keys }) => keys ?? [])[0];
    const isKeyword = places.some(({ properties }) => properties.has(step));
    places = places.flatMap((from) => placesAt([step], from));
    if (isKeyword || keys === undefined) return called.keyword(step);
    return nameOf(keys, step, called) ?? step;
  });
  return steps.join('·');
}

const nameOf = (place: Place, key: string, called: Called): string | undefined =>
  place.marks.names === undefined ? undefined : called.thing(place.marks.names, key, place);

/** What a value says, in words: 隐患照片：角色：安全总监，权限：只读. */
export function valueWords(value: unknown, places: readonly Place[], called: Called): string {
  const text = worded(value, places, called);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function worded(value: unknown, places: readonly Place[], called: Called): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return called.yesNo(value);
  if (Array.isArray(value)) {
    const items = places.flatMap((place) => (place.items === undefined ? [] : placesAt([], place.items)));
    const isList = value.some((entry) => isDraft(entry));
    return value.map((entry: unknown) => worded(entry, items, called)).join(isList ? '；' : '、');
  }
  if (!isDraft(value)) return plain(String(value), places, called);
  return Object.entries(value)
    .map(([key, held]) => {
      const below = places.flatMap((place) => placesAt([key], place));
      const keys = places.flatMap((place) => place.keys ?? [])[0];
      const isKeyword = places.some(({ properties }) => properties.has(key));
      const name =
        isKeyword || keys === undefined ? called.keyword(key) : (nameOf(keys, key, called) ?? called.word(key));
      return `${name}：${worded(held, below, called)}`;
    })
    .join('，');
}

function plain(text: string, places: readonly Place[], called: Called): string {
  for (const place of places) {
    const name = nameOf(place, text, called);
    if (name !== undefined) return name;
  }
  return places.some(({ node }) => Array.isArray(node.enum) && node.enum.includes(text)) ? called.word(text) : text;
}
