import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import { definedPlace, formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { addressed, fieldKey, fieldsOf, sectionsOf } from '../../src/core/overlay/address.ts';
import { cloneJson, type Draft, isDraft } from '../../src/core/overlay/draft.ts';
import { lockOf } from '../../src/core/overlay/locks.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import { FIELDS, SECTIONS } from '../outline/groups.ts';

/** A field as it is copied. */
interface ClipField {
  readonly key: string;
  readonly required: boolean;
  readonly property: Property;
}

/** A section as it is copied, with the keys of its fields. */
interface ClipSection {
  readonly key: string;
  readonly value: Draft;
  readonly fields: readonly string[];
}

/** What stands on the clipboard. */
export interface Clip {
  /** Tells it from any other text. */
  readonly anlan: 'design';
  readonly version: 1;
  readonly sections: readonly ClipSection[];
  /** Fields, of sections too. */
  readonly fields: readonly ClipField[];
}

/** Why something is not copied or pasted. */
export type ClipFault =
  | { readonly fault: 'nothing' | 'foreign' | 'version' | 'large' }
  | { readonly fault: 'locked'; readonly title: string; readonly clause?: string }
  | { readonly fault: 'wrong'; readonly at: string };

/** Longest text that is read, in characters; most fields in it. */
const LONGEST = 200_000;
const MOST = 200;

const KEY = /^[A-Za-z][A-Za-z0-9]{0,59}$/;

/** What is copied of an entity: fields and sections with their fields. What is locked is not. */
export function copiedThings(entity: Entity, shipped: Entity, things: readonly OverlayAddress[]): Clip | ClipFault {
  const here = addressed(entity);
  const chosen = things.flatMap((at): readonly (readonly [kind: 'field' | 'section', id: string])[] => {
    const holder = at.slice(0, -1).join('/');
    const id = at.at(-1) ?? '';
    if (holder === FIELDS.join('/')) return [['field', id]];
    return holder === SECTIONS.join('/') ? [['section', id]] : [];
  });
  const sections = sectionsOf(here.draft).flatMap(({ id, value }): readonly ClipSection[] => {
    if (!chosen.some(([kind, other]) => kind === 'section' && other === id)) return [];
    const { fields: _, ...rest } = value;
    return [{ key: id, value: ownPart(definedPlace('section'), rest) as Draft, fields: fieldsOf(value) }];
  });
  const keys = [
    ...sections.flatMap(({ fields }) => fields),
    ...chosen.flatMap(([kind, id]) => (kind === 'field' ? (fieldKey(here.draft, id) ?? []) : [])),
  ];
  if (keys.length === 0 && sections.length === 0) return { fault: 'nothing' };
  const fields: ClipField[] = [];
  for (const key of new Set(keys)) {
    const property = entity.record.properties[key];
    if (property === undefined) continue;
    const lock = lockOf(addressed(shipped), [...FIELDS, property.id ?? key]);
    if (lock !== undefined) return { fault: 'locked', ...lock };
    fields.push({
      key,
      required: entity.record.required?.includes(key) === true,
      property: ownPart(definedPlace('property'), property) as Property,
    });
  }
  return { anlan: 'design', version: 1, sections, fields };
}

/** A copy of a value without what only a shipped file says. */
function ownPart(place: Place | undefined, value: unknown): unknown {
  if (place === undefined || !isDraft(value)) return cloneJson(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) =>
      place.properties.get(key)?.marks.shipped === true ? [] : [[key, cloneJson(held)]],
    ),
  );
}

/** Reads what somebody pastes; undefined for a text that is none of ours, and nothing of a text is ever run. */
export function parseClip(text: string): Clip | ClipFault {
  if (!isClip(text)) return { fault: 'foreign' };
  if (text.length > LONGEST) return { fault: 'large' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'foreign' };
  }
  if (!isDraft(value) || value.anlan !== 'design') return { fault: 'foreign' };
  if (value.version !== 1) return { fault: 'version' };
  const { sections, fields } = value;
  if (!Array.isArray(sections) || !Array.isArray(fields)) return { fault: 'wrong', at: '' };
  if (sections.length > MOST || fields.length > MOST) return { fault: 'large' };
  const wrong = [...fields.map(fieldFault), ...sections.map(sectionFault)].find((at) => at !== undefined);
  if (wrong !== undefined) return { fault: 'wrong', at: wrong };
  return { anlan: 'design', version: 1, sections, fields } as Clip;
}

/** Whether a text says of itself that it is a part of a form. */
export function isClip(text: string): boolean {
  return /^\s*\{\s*"anlan"\s*:\s*"design"/.test(text.slice(0, 200));
}

function fieldFault(field: unknown): string | undefined {
  if (!isDraft(field) || !isKey(field.key) || typeof field.required !== 'boolean') return 'key';
  const place = definedPlace('property');
  const at = place === undefined ? undefined : misfitIn(place, field.property, field.key);
  const { title, field: type } = (isDraft(field.property) ? field.property : {}) as Readonly<Record<string, unknown>>;
  return at ?? (typeof title === 'string' && typeof type === 'string' ? undefined : field.key);
}

function sectionFault(section: unknown): string | undefined {
  if (!isDraft(section) || !isKey(section.key) || !isDraft(section.value)) return 'key';
  if (!Array.isArray(section.fields) || !section.fields.every(isKey)) return `${section.key}/fields`;
  const place = definedPlace('section');
  return place === undefined ? undefined : misfitIn(place, { ...section.value, fields: [] }, section.key);
}

const isKey = (key: unknown): key is string => typeof key === 'string' && KEY.test(key) && !(key in Object.prototype);

/** The first place in a value that the dialect has no room for, or that only a shipped file may say; undefined for none. */
function misfitIn(outer: Place, value: unknown, at: string): string | undefined {
  const place = formOf(outer, value);
  const { node, properties, entries, items, branches } = place;
  if (place === outer && branches.length > 0) return at;
  if (Array.isArray(value)) {
    if (node.type !== 'array' && node.type !== undefined) return at;
    if (value.length > numberOr(node.maxItems, 1_000)) return at;
    return first(value, (item, index) => (items === undefined ? undefined : misfitIn(items, item, `${at}/${index}`)));
  }
  if (isDraft(value)) {
    if (node.type !== 'object' && node.type !== undefined) return at;
    const needed: readonly unknown[] = Array.isArray(node.required) ? node.required : [];
    const missing = needed.find((name) => !Object.hasOwn(value, String(name)));
    if (missing !== undefined) return `${at}/${String(missing)}`;
    return first(Object.entries(value), ([key, held]) => {
      const below = properties.get(key) ?? entries;
      const isOpen = properties.size === 0 && entries === undefined && node.additionalProperties !== false;
      if (key in Object.prototype) return `${at}/${key}`;
      if (below === undefined) return isOpen ? undefined : `${at}/${key}`;
      const { shipped, authored } = below.marks;
      return shipped === true || authored === true ? `${at}/${key}` : misfitIn(below, held, `${at}/${key}`);
    });
  }
  return fitsNode(node, value) ? undefined : at;
}

function fitsNode(node: Place['node'], value: unknown): boolean {
  if (Array.isArray(node.enum)) return node.enum.includes(value);
  const types: readonly unknown[] = node.type === undefined ? [] : [node.type].flat();
  const kind = value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value;
  if (types.length > 0 && !types.includes(kind) && !(kind === 'integer' && types.includes('number'))) return false;
  if (typeof value !== 'string') return true;
  const isShort = value.length <= numberOr(node.maxLength, 10_000);
  return isShort && (typeof node.pattern !== 'string' || new RegExp(node.pattern, 'u').test(value));
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function first<T>(list: readonly T[], fault: (entry: T, index: number) => string | undefined): string | undefined {
  for (const [index, entry] of list.entries()) {
    const found = fault(entry, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
