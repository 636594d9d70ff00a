import type { Entity } from '../dialect/entity.generated.ts';
import { isReservedKey } from '../model/base-fields.ts';
import { sameJson } from '../validation/same-value.ts';
import {
  byOrder,
  cloneJson,
  type Draft,
  entryId,
  fieldsOf,
  find,
  openMap,
  placed,
  reorder,
  sectionOf,
  sectionsOf,
  shippedPlace,
} from './locate.ts';
import type { AddEdit, ConflictReason, MoveEdit, OverlayConflict, OverlayEdit, SetEdit } from './overlay.ts';
import { renameField, renameKey } from './rename.ts';

/** The entity with an overlay's edits, and the edits that met something else than they were made over. */
interface MergedOverlay {
  readonly entity: Entity;
  readonly conflicts: readonly OverlayConflict[];
}

/** Properties in which our value wins over a changed shipped one: titles, order and layout. */
const OURS: ReadonlySet<string> = new Set([
  'key',
  'title',
  'description',
  'hint',
  'placeholder',
  'purpose',
  'confirm',
  'message',
  'unit',
  'order',
  'color',
  'icon',
  'span',
  'rows',
  'folded',
  'layout',
  'hidden',
  'columns',
  'filters',
  'sort',
  'actions',
  'header',
  'open',
  'listType',
  'label',
  'labelDetail',
  'quickSearch',
]);

/** What an overlay never sets: identity, what other edits are for, and what protects the rest. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  entity: [
    '$schema',
    'dialect',
    'entity',
    'id',
    'key',
    'api',
    'scope',
    'locked',
    'readOnly',
    'appendOnly',
    'record',
    'pages',
    'states',
    'transitions',
    'rules',
    'removed',
    'removedStates',
    // Its index would hold the rows of every company.
    'unique',
  ],
  field: ['id', 'locked', 'options', 'removedOptions', 'convert', 'writeOnly'],
  section: ['id', 'fields'],
  page: ['key'],
  state: ['id'],
  transition: ['id'],
  option: ['id'],
};

/**
 * Lays the edits over the shipped entity, in order. Never throws and never blocks: an edit that cannot stand is left
 * out and listed. Where shipped and base differ and shipped is not what we want either, our value wins for titles,
 * order and layout, and the shipped one for types, rules, flow and rights. `shipped` is not changed.
 */
export function mergeOverlay(shipped: Entity, edits: readonly OverlayEdit[]): MergedOverlay {
  const entity = cloneJson(shipped) as unknown as Draft;
  const conflicts: OverlayConflict[] = [];
  for (const [index, edit] of edits.entries()) {
    const conflict = apply(shipped, entity, edit);
    if (conflict !== undefined) conflicts.push({ edit: index, at: edit.at, ...conflict });
  }
  return { entity: entity as unknown as Entity, conflicts };
}

type Outcome = Omit<OverlayConflict, 'edit' | 'at'> | undefined;

function conflict(reason: ConflictReason, message: string, more: Partial<OverlayConflict> = {}): Outcome {
  return { reason, message, winner: 'shipped', ...more };
}

function apply(shipped: Entity, entity: Draft, edit: OverlayEdit): Outcome {
  if (shipped.locked === true) return conflict('locked', `“${shipped.title}”已锁定，不能修改`);
  if (edit.edit === 'add') return add(entity, edit);
  const original = find(shipped as unknown as Draft, edit.at);
  const target = find(entity, edit.at);
  if (target === undefined) return conflict('missing', `“${edit.at.id}”已不存在，修改没有应用`);
  const holder = edit.at.kind === 'option' ? find(entity, { kind: 'field', id: edit.at.within ?? '' }) : undefined;
  if (original?.value.locked === true || holder?.value.locked === true) {
    return conflict('locked', `“${String(target.value.title ?? edit.at.id)}”已锁定，不能修改`);
  }
  if (edit.edit === 'set') return set(shipped, entity, edit);
  return edit.edit === 'move' ? move(shipped, entity, edit) : hide(entity, edit.at);
}

function read(value: Draft, path: readonly string[]): unknown {
  let current: unknown = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = Reflect.get(current, part);
  }
  return current;
}

function write(target: Draft, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length > 0) {
    const next = Object.hasOwn(target, first) ? target[first] : undefined;
    const inner = typeof next === 'object' && next !== null ? (next as Draft) : {};
    target[first] = inner;
    write(inner, rest, value);
  } else if (value === null || value === undefined) delete target[first];
  else
    Object.defineProperty(target, first, {
      value: cloneJson(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** Value of a property of the shipped thing, with the two that lie elsewhere. */
function shippedValue(shipped: Entity, edit: SetEdit): unknown {
  const original = find(shipped as unknown as Draft, edit.at);
  if (original === undefined) return undefined;
  if (edit.property === 'key') return original.key;
  if (edit.property === 'required' && edit.at.kind === 'field') {
    return shipped.record.required?.includes(original.key) === true;
  }
  return read(original.value, edit.property.split('.'));
}

function set(shipped: Entity, entity: Draft, edit: SetEdit): Outcome {
  const path = edit.property.split('.');
  if (REFUSED[edit.at.kind]?.includes(path[0] ?? '') === true) {
    return conflict('refused', `“${edit.property}”不能由覆盖层修改`, { property: edit.property });
  }
  if (opensOverride(shipped, edit, path)) {
    const message = '谁能改定可以由覆盖层指定，出厂没有放开的不能放开，条件和理由不能放宽';
    return conflict('refused', message, { property: edit.property });
  }
  // What the overlay itself has added was never shipped, so nothing can have changed beneath it.
  const isShipped = find(shipped as unknown as Draft, edit.at) !== undefined;
  const current = shippedValue(shipped, edit);
  const isRequired = edit.property === 'required' && edit.at.kind === 'field';
  const base = isRequired ? edit.base === true : edit.base;
  const clash = isShipped && !same(current, base) && !same(current, edit.value);
  const ours = OURS.has(path.at(-1) ?? '');
  let outcome: Outcome;
  if (clash) {
    const winner = ours ? 'ours' : 'shipped';
    const kept = ours ? '保留您的修改' : '采用升级后的值';
    outcome = conflict('changed', `升级后“${edit.property}”的出厂值变了，${kept}`, {
      property: edit.property,
      base: edit.base,
      shipped: current ?? null,
      ours: edit.value,
      winner,
    });
    if (!ours) return outcome;
  }
  const target = find(entity, edit.at);
  if (target === undefined) return outcome;
  if (edit.property === 'key') return rename(entity, edit) ?? outcome;
  if (isRequired) require(entity, target.key, edit.value === true);
  else write(target.value, path, edit.value);
  return outcome;
}

/**
 * Whether an edit lets people override what the shipped file computes, or under other conditions than it says. Who may
 * is the company's to say; what it has added itself is its own.
 */
function opensOverride(shipped: Entity, { at, value }: SetEdit, path: readonly string[]): boolean {
  const original = at.kind === 'field' ? find(shipped as unknown as Draft, at) : undefined;
  if (path[0] !== 'override' || original === undefined) return false;
  const given = original.value.override as Draft | undefined;
  if (given === undefined) return true;
  const next: Draft = { override: cloneJson(given) };
  write(next, path, value);
  const changed = next.override as Draft | undefined;
  return changed === undefined || !same({ ...changed, who: null }, { ...given, who: null });
}

function require(entity: Draft, key: string, required: boolean): void {
  const record = entity.record as Draft;
  const others = (Array.isArray(record.required) ? (record.required as string[]) : []).filter((name) => name !== key);
  record.required = required ? [...others, key] : others;
}

function rename(entity: Draft, edit: SetEdit): Outcome {
  const target = find(entity, edit.at);
  const key = edit.value;
  const refused = (message: string): Outcome => conflict('refused', message, { property: 'key', ours: key });
  if (target === undefined || typeof key !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/.test(key)) {
    return refused('新的键须以字母或数字开头，只含字母、数字、“_”和“-”');
  }
  if (key === target.key) return undefined;
  const taken = Object.keys(target.map).some(
    (other) => other === key || (other !== target.key && entryId(target.map, other) === key),
  );
  if (taken) return conflict('exists', `键“${key}”已被占用`, { property: 'key', ours: key });
  if (edit.at.kind === 'field') {
    if (isReservedKey(key)) return refused(`“${key}”是平台保留的字段名`);
    renameField(entity, target.key, key);
  } else if (edit.at.kind === 'section') renameKey(target.map, target.key, key);
  // Records hold the keys of states and options.
  else return refused('只有字段和分组的键可以修改');
  return undefined;
}

function add(entity: Draft, edit: AddEdit): Outcome {
  const { at } = edit;
  const map = at.kind === 'entity' ? undefined : openMap(entity, at);
  if (map === undefined) return conflict('missing', `“${at.within ?? at.id}”已不存在，新增没有应用`);
  const taken = Object.keys(map).some((key) => key === at.id || entryId(map, key) === at.id);
  if (taken) return conflict('exists', `升级后已有“${at.id}”，新增没有应用`, { ours: edit.value });
  if (at.kind === 'field' && isReservedKey(at.id)) return conflict('refused', `“${at.id}”是平台保留的字段名`);
  const holder = at.kind === 'option' ? find(entity, { kind: 'field', id: at.within ?? '' }) : undefined;
  if (holder?.value.locked === true) return conflict('locked', `“${String(holder.value.title)}”已锁定，不能修改`);
  map[at.id] = cloneJson(edit.value);
  if (at.kind === 'section' && !Array.isArray(edit.value.fields)) (map[at.id] as Draft).fields = [];
  place(entity, at.kind, at.id, map, edit);
  return undefined;
}

function move(shipped: Entity, entity: Draft, edit: MoveEdit): Outcome {
  const target = find(entity, edit.at);
  if (target === undefined || edit.at.kind === 'entity') return conflict('refused', '实体不能移动');
  place(entity, edit.at.kind, target.key, target.map, edit);
  const current = shippedPlace(shipped, edit.at);
  const ours = edit.section === undefined ? { after: edit.after } : { section: edit.section, after: edit.after };
  if (edit.base === undefined || current === undefined || same(current, edit.base) || same(current, ours)) {
    return undefined;
  }
  return conflict('changed', '升级后它的出厂位置变了，保留您的位置', {
    base: edit.base,
    shipped: current,
    ours,
    winner: 'ours',
  });
}

function place(
  entity: Draft,
  kind: string,
  key: string,
  map: Draft,
  to: { section?: string; after: string | null },
): void {
  const byId = (other: string): string => entryId(map, other);
  if (kind === 'state' || kind === 'option') {
    for (const [index, other] of placed(byOrder(map), key, to.after, byId).entries()) {
      (map[other] as Draft).order = (index + 1) * 10;
    }
    return;
  }
  if (kind !== 'field') {
    reorder(map, placed(Object.keys(map), key, to.after, byId));
    return;
  }
  const current = sectionOf(entity, key);
  const anchorKey = to.after === null ? undefined : Object.keys(map).find((other) => byId(other) === to.after);
  const beside = to.section === undefined && anchorKey !== undefined ? sectionOf(entity, anchorKey) : undefined;
  const named = sectionsOf(entity).find((section) => entryId(section.map, section.key) === to.section);
  const section = named ?? beside ?? (to.section === undefined ? current : undefined);
  if (current !== undefined) current.value.fields = fieldsOf(current.value).filter((field) => field !== key);
  // Without a section the field follows in the last one by itself, in the order of the record.
  if (section === undefined) reorder(map, placed(Object.keys(map), key, to.after, byId));
  else section.value.fields = placed(fieldsOf(section.value), key, to.after, byId);
}

function hide(entity: Draft, at: OverlayEdit['at']): Outcome {
  const target = find(entity, at);
  if (target === undefined) return undefined;
  const name = String(target.value.title ?? at.id);
  const record = entity.record as Draft;
  switch (at.kind) {
    case 'field':
      if (Array.isArray(record.required) && record.required.includes(target.key)) {
        return conflict('refused', `“${name}”是必填字段，不能隐藏`);
      }
      target.value.hidden = true;
      return undefined;
    case 'section': {
      const required = fieldsOf(target.value).filter(
        (key) => Array.isArray(record.required) && record.required.includes(key),
      );
      if (required.length > 0) return conflict('refused', `“${name}”里有必填字段，不能隐藏`);
      target.value.hidden = true;
      return undefined;
    }
    case 'page':
      target.value.hidden = true;
      return undefined;
    case 'option':
      target.value.sealed = true;
      return undefined;
    case 'transition':
      for (const page of Object.values((entity.pages ?? {}) as Record<string, Draft>)) {
        if (Array.isArray(page.actions)) page.actions = page.actions.filter((action) => action !== target.key);
      }
      return undefined;
    default:
      return conflict('refused', `“${name}”不能隐藏`);
  }
}

/** What is not there is null in an edit. */
function same(left: unknown, right: unknown): boolean {
  return sameJson(left ?? null, right ?? null);
}
