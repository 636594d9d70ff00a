import type { Entity } from '../dialect/entity.generated.ts';
import { entityPlace, formOf, type Place } from '../dialect/walk/place.ts';
import { byOrder, type Draft, entryId, isDraft } from './draft.ts';
import { createIdentities, type Identities } from './identities.ts';
import type { OverlayAddress, OverlayPlace } from './overlay.ts';

/** An entity with the names by which its parts are addressed. */
export interface Addressed {
  readonly draft: Draft;
  readonly identities: Identities;
}

const known = new WeakMap<Entity, Addressed>();

/**
 * An entity by whose permanent ids edits find their way. The names of what a merge has added or changed stay those by
 * which the edits of that merge called it, so that whoever looks at its outcome calls it the same.
 */
export function addressed(entity: Entity): Addressed {
  const draft = entity as unknown as Draft;
  const found = known.get(entity) ?? { draft, identities: createIdentities(draft) };
  known.set(entity, found);
  return found;
}

/**
 * Calls the parts of an entity as those of another one that says the same, of whose parts it is not made: names stay with
 * the lists that a merge has made, and are lost where a copy takes their place.
 */
export function callAlike(entity: Entity, like: Entity): Entity {
  if (entity === like) return entity;
  const named = addressed(like).identities;
  const lists = new Map<unknown, readonly unknown[]>();
  pair(entity, like);
  known.set(entity, {
    draft: entity as unknown as Draft,
    identities: { of: (list) => named.of(lists.get(list) ?? list) },
  });
  return entity;

  function pair(one: unknown, other: unknown): void {
    if (one === other || typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
    if (Array.isArray(one) && Array.isArray(other)) lists.set(one, other);
    for (const [key, below] of Object.entries(one)) pair(below, Reflect.get(other, key));
  }
}

/** What stands at an address. */
export interface Located {
  /** What the dialect says of the place, in the form that the value has. */
  readonly place: Place;
  readonly value: unknown;
  /** What holds it; the entity itself holds itself. */
  readonly holder: Container;
}

/** A map or list with the place of one entry in it. */
export interface Container {
  readonly place: Place;
  readonly value: Draft | unknown[];
  /** Key in a map, undefined where the list or map has no such entry yet. */
  readonly key: string | number | undefined;
}

/** What stands at an address; undefined where there is no such thing. */
export function locate(addressed: Addressed, at: OverlayAddress): Located | undefined {
  const { draft } = addressed;
  let found: Located = { place: entityPlace(), value: draft, holder: { place: entityPlace(), value: draft, key: '' } };
  for (const step of at) {
    const holder = holderAt(addressed, found, step);
    const value = holder?.key === undefined ? undefined : Reflect.get(holder.value, holder.key);
    const below = holder === undefined ? undefined : placeBelow(holder.place, holder.value, step);
    if (holder === undefined || value === undefined || below === undefined) return undefined;
    found = { place: formOf(below, value), value, holder };
  }
  return found;
}

/**
 * The map or list in which an address lies, made with all that leads there where it is missing; undefined where a thing on
 * the way is, or where the dialect has no map or list there.
 */
export function openHolder(addressed: Addressed, at: OverlayAddress): Container | undefined {
  const last = at.at(-1) ?? '';
  const { draft } = addressed;
  let place = entityPlace();
  let value: unknown = draft;
  for (const step of at.slice(0, -1)) {
    const form = formOf(place, value);
    const below = placeBelow(form, value, step);
    const holder = holderAt(addressed, { place: form, value, holder: { place, value: draft, key: '' } }, step);
    const key = holder?.key ?? (form.keys?.marks.names === undefined ? undefined : keyFor(draft, form, step));
    if (holder === undefined || below === undefined || key === undefined) return undefined;
    // Keywords and keys that name something else are there as soon as something stands below them.
    if (Reflect.get(holder.value, key) === undefined) Reflect.set(holder.value, key, emptyOf(below));
    value = Reflect.get(holder.value, key);
    place = below;
  }
  const form = formOf(place, value);
  if (Array.isArray(value) ? form.items === undefined : form.entries === undefined) return undefined;
  return holderAt(addressed, { place: form, value, holder: { place, value: draft, key: '' } }, last);
}

function emptyOf(place: Place): Draft | unknown[] {
  const forms = place.branches.length > 0 ? place.branches : [place];
  return forms.some((form) => form.items !== undefined) ? [] : {};
}

function placeBelow(place: Place, value: unknown, step: string): Place | undefined {
  const form = formOf(place, value);
  return Array.isArray(value) ? form.items : (form.properties.get(step) ?? form.entries);
}

/** Where the next step of an address lies within what was found; undefined where it can lie nowhere. */
function holderAt({ draft, identities }: Addressed, { place, value }: Located, step: string): Container | undefined {
  if (Array.isArray(value)) {
    const index = identities.of(value).indexOf(step);
    return { place, value, key: index < 0 ? undefined : index };
  }
  if (!isDraft(value)) return undefined;
  if (place.properties.has(step)) return { place, value, key: step };
  if (place.entries === undefined) return undefined;
  return { place, value, key: Object.keys(value).find((key) => idOfKey(draft, place, value, key) === step) };
}

/** Permanent id of a key of a map: its own, or that of the field that it names. */
export function idOfKey(draft: Draft, { keys }: Place, map: Draft, key: string): string {
  if (keys?.marks.names !== 'field') return entryId(map, key);
  const properties = isDraft(draft.record) ? draft.record.properties : undefined;
  return isDraft(properties) && Object.hasOwn(properties, key) ? entryId(properties, key) : key;
}

/** The key under which a map holds what an id names: of maps by fields the field's key of the moment. */
export function keyFor(draft: Draft, { keys }: Place, id: string): string {
  return keys?.marks.names === 'field' ? (fieldKey(draft, id) ?? id) : id;
}

/** Key of the field with a permanent id; undefined where there is none. */
export function fieldKey(draft: Draft, id: string): string | undefined {
  const properties = isDraft(draft.record) ? draft.record.properties : undefined;
  return isDraft(properties) ? Object.keys(properties).find((key) => entryId(properties, key) === id) : undefined;
}

/** The names of what stands beside each other in a map or list, in the order in which people see it. */
export function namesWithin({ draft, identities }: Addressed, { place, value }: Container): readonly string[] {
  if (Array.isArray(value)) return identities.of(value);
  const keys = hasOrder(place) ? byOrder(value) : Object.keys(value);
  return keys.map((key) => idOfKey(draft, place, value, key));
}

/** Whether the entries of a map bear their place themselves. */
export function hasOrder({ entries }: Place): boolean {
  return entries?.properties.has('order') === true;
}

/** Whether an address is that of a field of the record. */
export function isFieldAddress(at: OverlayAddress): boolean {
  return at.length === 3 && at[0] === 'record' && at[1] === 'properties';
}

/** Where a thing stands; undefined where it does not. */
export function placeOfThing(addressed: Addressed, at: OverlayAddress): OverlayPlace | undefined {
  const found = locate(addressed, at);
  if (found === undefined || at.length === 0) return undefined;
  const id = at.at(-1) ?? '';
  const section = isFieldAddress(at) ? sectionOf(addressed.draft, String(found.holder.key)) : undefined;
  const properties = (addressed.draft.record as Draft | undefined)?.properties as Draft;
  const names =
    section === undefined
      ? namesWithin(addressed, found.holder)
      : fieldsOf(section.value).map((key) => entryId(properties, key));
  const after = names[names.indexOf(id) - 1] ?? null;
  return section === undefined ? { after } : { section: section.id, after };
}

/** A section of the form. */
interface Section {
  readonly id: string;
  readonly value: Draft;
}

/** The form's sections. */
export function sectionsOf(draft: Draft): readonly Section[] {
  const map = isDraft(draft.form) ? draft.form.sections : undefined;
  if (!isDraft(map)) return [];
  return Object.entries(map).flatMap(([key, value]) => (isDraft(value) ? [{ id: entryId(map, key), value }] : []));
}

/** Section that holds a field, by the field's key. */
export function sectionOf(draft: Draft, field: string): Section | undefined {
  return sectionsOf(draft).find(({ value }) => fieldsOf(value).includes(field));
}

/** Fields of a section. */
export function fieldsOf(section: Draft): readonly string[] {
  return Array.isArray(section.fields) ? (section.fields as readonly string[]) : [];
}
