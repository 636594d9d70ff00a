import type { Entity } from '../dialect/entity.generated.ts';
import type { OverlayAddress, OverlayPlace } from './overlay.ts';

/** A JSON object that is being changed. */
export type Draft = Record<string, unknown>;

/** Where the maps of each kind lie in an entity; created on demand. */
function mapOf(entity: Draft, at: OverlayAddress, create: boolean): Draft | undefined {
  switch (at.kind) {
    case 'entity':
      return undefined;
    case 'field':
      return child(child(entity, 'record', create), 'properties', create);
    case 'section':
      return child(child(entity, 'form', create), 'sections', create);
    case 'page':
      return child(entity, 'pages', create);
    case 'state':
      return child(entity, 'states', create);
    case 'transition':
      return child(entity, 'transitions', create);
    case 'option': {
      const field = find(entity, { kind: 'field', id: at.within ?? '' });
      return child(field?.value, 'options', create);
    }
  }
}

function child(parent: Draft | undefined, key: string, create: boolean): Draft | undefined {
  if (parent === undefined) return undefined;
  if (!Object.hasOwn(parent, key) && create) parent[key] = {};
  const found = Object.hasOwn(parent, key) ? parent[key] : undefined;
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Draft) : undefined;
}

/** A thing with the map that holds it. */
interface Located {
  readonly key: string;
  readonly value: Draft;
  readonly map: Draft;
}

/** Finds what an address names, by permanent id. */
export function find(entity: Draft, at: OverlayAddress): Located | undefined {
  if (at.kind === 'entity') return { key: '', value: entity, map: {} };
  const map = mapOf(entity, at, false);
  for (const [key, value] of Object.entries(map ?? {})) {
    if (map === undefined || typeof value !== 'object' || value === null) continue;
    const draft = value as Draft;
    // A page's code is its identity; it has no other.
    const id = at.kind === 'page' ? key : (draft.id ?? key);
    if (id === at.id) return { key, value: draft, map };
  }
  return undefined;
}

/** The map in which an address lies, made where it is missing; undefined where its field is. */
export function openMap(entity: Draft, at: OverlayAddress): Draft | undefined {
  return mapOf(entity, at, true);
}

/** Permanent id of an entry. */
export function entryId(map: Draft, key: string): string {
  const value = map[key];
  const id = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'string' ? id : key;
}

/** Puts the keys of a map into a new order, in place. */
export function reorder(map: Draft, keys: readonly string[]): void {
  const entries = keys.map((key) => [key, map[key]] as const);
  for (const key of Object.keys(map)) delete map[key];
  for (const [key, value] of entries) map[key] = value;
}

/** The keys with `key` behind the one whose id is `after`; appended where that one is gone. */
export function placed(
  keys: readonly string[],
  key: string,
  after: string | null,
  idOfKey: (key: string) => string,
): string[] {
  const rest = keys.filter((other) => other !== key);
  if (after === null) return [key, ...rest];
  const anchor = rest.findIndex((other) => idOfKey(other) === after);
  return anchor < 0 ? [...rest, key] : [...rest.slice(0, anchor + 1), key, ...rest.slice(anchor + 1)];
}

/** The form's sections as drafts. */
export function sectionsOf(entity: Draft): readonly Located[] {
  const map = mapOf(entity, { kind: 'section', id: '' }, false);
  return Object.entries(map ?? {}).map(([key, value]) => ({ key, value: value as Draft, map: map ?? {} }));
}

/** Section that holds a field, by the field's key. */
export function sectionOf(entity: Draft, field: string): Located | undefined {
  return sectionsOf(entity).find(({ value }) => fieldsOf(value).includes(field));
}

/** Fields of a section. */
export function fieldsOf(section: Draft): readonly string[] {
  return Array.isArray(section.fields) ? (section.fields as readonly string[]) : [];
}

/** Where a thing of the shipped entity stands. */
export function shippedPlace(shipped: Entity, at: OverlayAddress): OverlayPlace | undefined {
  const draft = shipped as unknown as Draft;
  const found = find(draft, at);
  if (found === undefined) return undefined;
  const section = at.kind === 'field' ? sectionOf(draft, found.key) : undefined;
  const ordered = at.kind === 'state' || at.kind === 'option' ? byOrder(found.map) : Object.keys(found.map);
  const keys = section === undefined ? ordered : fieldsOf(section.value);
  const before = keys[keys.indexOf(found.key) - 1];
  const after = before === undefined ? null : entryId(found.map, before);
  return section === undefined ? { after } : { section: entryId(section.map, section.key), after };
}

/** Keys of states or options by their `order`, which integer-like keys could not keep by themselves. */
export function byOrder(map: Draft): string[] {
  const order = (key: string): number => {
    const value = map[key];
    const found = typeof value === 'object' && value !== null ? Reflect.get(value, 'order') : undefined;
    return typeof found === 'number' ? found : Number.MAX_SAFE_INTEGER;
  };
  return Object.keys(map).sort((left, right) => order(left) - order(right));
}

/** A copy of a JSON value that shares nothing with it. */
export function cloneJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
