import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { walk } from '../../src/core/dialect/walk/walk.ts';
import { collectReferences, parseExpression } from '../../src/core/expression/index.ts';
import { isReservedKey } from '../../src/core/model/base-fields.ts';
import { cloneJson, type Draft, isDraft } from '../../src/core/overlay/draft.ts';
import { clauseOf } from '../../src/core/overlay/locks.ts';
import type { OverlayAddress, OverlayEdit, OverlayPlace } from '../../src/core/overlay/overlay.ts';
import { renameField } from '../../src/core/overlay/rename.ts';
import { FIELDS, SECTIONS } from '../outline/groups.ts';
import { isFieldTaken } from '../palette/beginnings.ts';
import type { Clip } from './clip.ts';

/** Something that a pasted field could not bring along. */
export interface Dropped {
  /** Title of the field. */
  readonly field: string;
  readonly keyword: string;
  /** Name of what is not there, or the clause of a standard that only the shipped file says. */
  readonly name: string;
  readonly reason: 'missing' | 'clause';
}

/** What pasting comes to. */
interface PastedThings {
  readonly edits: readonly OverlayEdit[];
  /** What was pasted: the sections, else the fields. */
  readonly things: readonly OverlayAddress[];
  readonly fields: number;
  readonly dropped: readonly Dropped[];
}

/**
 * The command that pastes a clip: keys that are taken get a number, in what refers to them too; what refers to a field that
 * is neither pasted nor there is left out and told, and so is a rule that names a clause. Codes of dictionaries hold everywhere.
 */
export function pasteOf(clip: Clip, entity: Entity, place: OverlayPlace): PastedThings {
  const keys = newKeys(clip, entity);
  const draft = renamed(clip, keys);
  const properties = draft.record.properties;
  const dropped = [...dropClauses(properties), ...dropMissing(draft, entity)];
  const keyOf = (key: string) => keys.get(key) ?? key;
  const inSections = new Set(clip.sections.flatMap(({ fields }) => fields));
  const fieldEdits = (chosen: readonly string[], section: OverlayPlace): readonly OverlayEdit[] => {
    const copied = clip.fields.filter(({ key }) => chosen.includes(key));
    return copied.flatMap(({ key, required }, index): readonly OverlayEdit[] => {
      const at = [...FIELDS, keyOf(key)];
      const before = copied[index - 1];
      const after = before === undefined ? section.after : keyOf(before.key);
      const value = properties[keyOf(key)];
      const add: OverlayEdit = { edit: 'add', at, ...section, after, value };
      return required ? [add, { edit: 'set', at, property: 'required', base: false, value: true }] : [add];
    });
  };
  const taken = new Set(Object.keys(entity.form?.sections ?? {}));
  const sections = clip.sections.map((section, index) => {
    const key = free(section.key, (other) => taken.has(other));
    taken.add(key);
    const previous = index === 0 ? (place.section ?? null) : null;
    return { section, key, previous };
  });
  const edits = [
    ...sections.flatMap(({ section, key, previous }, index): readonly OverlayEdit[] => [
      {
        edit: 'add',
        at: [...SECTIONS, key],
        after: index === 0 ? previous || null : (sections[index - 1]?.key ?? null),
        value: { ...section.value, fields: [] },
      },
      ...fieldEdits(section.fields, { section: key, after: null }),
    ]),
    ...fieldEdits(
      clip.fields.map(({ key }) => key).filter((key) => !inSections.has(key)),
      place,
    ),
  ];
  const things =
    sections.length > 0
      ? sections.map(({ key }) => [...SECTIONS, key])
      : clip.fields.map(({ key }) => [...FIELDS, keyOf(key)]);
  return { edits, things, fields: clip.fields.length, dropped };
}

/** Keys that the pasted fields get, by those they had. */
function newKeys(clip: Clip, entity: Entity): ReadonlyMap<string, string> {
  const isTaken = isFieldTaken(entity);
  const given = new Set(clip.fields.map(({ key }) => key));
  const keys = new Map<string, string>();
  const made = new Set<string>();
  for (const { key } of clip.fields) {
    const isHeld = (other: string) =>
      isTaken(other) || isReservedKey(other) || made.has(other) || (other !== key && given.has(other));
    const next = free(key, isHeld);
    keys.set(key, next);
    made.add(next);
  }
  return keys;
}

function free(key: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(key)) return key;
  const stem = key.slice(0, 50);
  for (let count = 2; ; count += 1) if (!isTaken(`${stem}${count}`)) return `${stem}${count}`;
}

/** Names that expressions read besides fields. */
const AROUND: ReadonlySet<string> = new Set(['me', 'record', 'parent', 'outer']);

/** An entity of nothing but the pasted fields. */
type PastedDraft = Draft & { readonly record: { readonly properties: Draft } };

function renamed(clip: Clip, keys: ReadonlyMap<string, string>): PastedDraft {
  const properties = Object.fromEntries(clip.fields.map(({ key, property }) => [key, cloneJson(property)]));
  const draft: PastedDraft = { entity: '', record: { properties } };
  for (const [key, next] of keys) if (next !== key) renameField(draft, key, next);
  // The first key of a copy is its own.
  for (const property of Object.values(draft.record.properties)) if (isDraft(property)) delete property.id;
  return draft;
}

/** Takes out rules that name a clause of a standard: only the shipped file says them. */
function dropClauses(properties: Draft): readonly Dropped[] {
  const dropped: Dropped[] = [];
  for (const property of Object.values(properties)) {
    if (!isDraft(property)) continue;
    for (const [keyword, list] of Object.entries(property)) {
      if (!Array.isArray(list)) continue;
      const clauses = list.map((entry) => (isDraft(entry) ? clauseOf(entry) : undefined));
      for (const name of clauses) {
        if (name !== undefined) dropped.push({ field: String(property.title), keyword, name, reason: 'clause' });
      }
      property[keyword] = list.filter((_, index) => clauses[index] === undefined);
    }
  }
  return dropped;
}

/** Takes out what refers to fields that are not there. */
function dropMissing(draft: PastedDraft, entity: Entity): readonly Dropped[] {
  const known = new Set([...Object.keys(draft.record.properties), ...Object.keys(entity.record.properties)]);
  const isKnown = (name: string) => known.has(name) || isReservedKey(name) || AROUND.has(name);
  const wrong: { readonly path: readonly (string | number)[]; readonly name: string }[] = [];
  walk(draft, {
    key({ path }, name, kind, { over }) {
      if (kind === 'field' && over === 'self' && !isKnown(name)) wrong.push({ path, name });
    },
    expression({ path }, source, { over }) {
      if (over !== 'self') return;
      const parsed = parseExpression(source);
      const names = 'problems' in parsed ? [] : collectReferences(parsed.node).map((name) => name.split('.')[0] ?? '');
      const name = names.find((each) => !each.startsWith('@') && !isKnown(each));
      if (name !== undefined) wrong.push({ path, name });
    },
  });
  const dropped = new Map<string, Dropped>();
  // From the end, so that places in a list stay what they were.
  for (const { path, name } of wrong.toReversed()) {
    const [, , key = '', keyword = '', entry] = path.map(String);
    const property = draft.record.properties[key];
    if (!isDraft(property) || dropped.has(`${key}/${keyword}/${entry ?? ''}`)) continue;
    const held = property[keyword];
    if (Array.isArray(held) && entry !== undefined) held.splice(Number(entry), 1);
    else delete property[keyword];
    dropped.set(`${key}/${keyword}/${Array.isArray(held) ? entry : ''}`, {
      field: String(property.title),
      keyword,
      name,
      reason: 'missing',
    });
  }
  return [...dropped.values()].toReversed();
}
