import type { Entity } from '../dialect/entity.generated.ts';
import { entityPlace, formOf, type Place } from '../dialect/walk/place.ts';
import { isReservedKey } from '../model/base-fields.ts';
import { say } from '../text/say.ts';
import { sameJson } from '../validation/same-value.ts';
import {
  type Addressed,
  addressed,
  type Container,
  fieldKey,
  fieldsOf,
  hasOrder,
  idOfKey,
  isFieldAddress,
  keyFor,
  type Located,
  locate,
  namesWithin,
  openHolder,
  placeOfThing,
  sectionOf,
  sectionsOf,
} from './address.ts';
import { isDecided } from './decide.ts';
import { cloneJson, type Draft, entryId, isDraft, placed, reorder } from './draft.ts';
import { lockOf } from './locks.ts';
import type {
  AddEdit,
  ConflictReason,
  MoveEdit,
  OverlayAddress,
  OverlayConflict,
  OverlayEdit,
  SetEdit,
} from './overlay.ts';
import { isOwnKey } from './own-entity.ts';
import { renameField, renameKey } from './rename.ts';

/** The entity with an overlay's edits, and the edits that met something else than they were made over. */
interface MergedOverlay {
  readonly entity: Entity;
  readonly conflicts: readonly OverlayConflict[];
}

/** What is shipped, and what becomes of it. */
interface Merging {
  shipped: Addressed;
  merged: Addressed;
}

type Outcome = Omit<OverlayConflict, 'edit' | 'at'> | undefined;

/**
 * Lays the edits over the shipped entity, in order. Never throws and never blocks: an edit that cannot stand is left
 * out and listed. Where shipped and base differ and shipped is not what we want either, our value wins for texts, order
 * and layout (`x-layout`), and the shipped one for types, rules, flow and rights. `shipped` is not changed.
 */
export function mergeOverlay(shipped: Entity, edits: readonly OverlayEdit[]): MergedOverlay {
  const merging: Merging = { shipped: addressed(shipped), merged: addressed(cloneJson(shipped)) };
  const conflicts: OverlayConflict[] = [];
  for (const [index, edit] of edits.entries()) {
    if (edit.edit === 'remove') continue;
    if (edit.edit === 'create') {
      // What it made is what the others are laid over; of what was done before it nothing is left.
      const value = edit.value as Entity;
      Object.assign(merging, { shipped: addressed(value), merged: addressed(cloneJson(value)) });
      conflicts.length = 0;
      continue;
    }
    const outcome = apply(merging, edit);
    if (outcome !== undefined) conflicts.push({ edit: index, at: edit.at, ...outcome });
  }
  // What somebody has decided since is told no more.
  const open = conflicts.filter((met) => !isDecided(met, edits, conflicts));
  return { entity: merging.merged.draft as unknown as Entity, conflicts: open };
}

function conflict(reason: ConflictReason, message: string, more: Partial<OverlayConflict> = {}): Outcome {
  return { reason, message, winner: 'shipped', ...more };
}

function apply(merging: Merging, edit: Exclude<OverlayEdit, { edit: 'create' | 'remove' }>): Outcome {
  const lock = lockOf(merging.shipped, edit.at);
  if (lock !== undefined) {
    const { title, clause } = lock;
    return clause === undefined
      ? conflict('locked', say('“{title}”已锁定，不能修改', { title }))
      : conflict('locked', say('“{title}”由{clause}规定，不能修改', { title, clause }), { clause });
  }
  if (edit.edit === 'add') return add(merging, edit);
  const target = locate(merging.merged, edit.at);
  if (target === undefined)
    return conflict('missing', say('“{name}”已不存在，修改没有应用', { name: nameOf(edit.at) }));
  if (edit.edit === 'set') return set(merging, edit, target);
  return edit.edit === 'move' ? move(merging, edit, target) : hide(merging, edit.at, target);
}

const nameOf = (at: OverlayAddress): string => at.at(-1) ?? '';

/** The place of a path of keywords below a thing, and what the marks on the way say of it together. */
function keywordPlace(from: Place, value: unknown, path: readonly string[]) {
  let place: Place | undefined = formOf(from, value);
  let held = value;
  let shipped = false;
  for (const step of path) {
    if (place === undefined) return undefined;
    held = isDraft(held) && Object.hasOwn(held, step) ? held[step] : undefined;
    const below: Place | undefined = keywordOf(place, step);
    shipped ||= below?.marks.shipped === true;
    place = below === undefined ? undefined : formOf(below, held);
  }
  return place === undefined ? undefined : { place, shipped };
}

function keywordOf(place: Place, step: string): Place | undefined {
  const own = place.properties.get(step);
  return own ?? place.branches.map((form) => keywordOf(form, step)).find((found) => found !== undefined);
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (held, step) => (isDraft(held) && Object.hasOwn(held, step) ? held[step] : undefined),
    value,
  );
}

function write(target: Draft, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length > 0) {
    const next = Object.hasOwn(target, first) ? target[first] : undefined;
    const inner = isDraft(next) ? next : {};
    target[first] = inner;
    write(inner, rest, value);
  } else if (value === null || value === undefined) delete target[first];
  else target[first] = cloneJson(value);
}

/** The list beside a map of fields that says which of them are required; undefined where the address is none in one. */
function requiredBeside(at: OverlayAddress, { place }: Container): OverlayAddress | undefined {
  const isField = at.at(-2) === 'properties' && place.keys?.marks.defines === 'field';
  return isField ? at.slice(0, -2) : undefined;
}

/** Value of a keyword of a thing, with the two that lie elsewhere. */
function keywordValue(addressed: Addressed, at: OverlayAddress, property: string): unknown {
  const found = locate(addressed, at);
  if (found === undefined) return undefined;
  if (property === 'key') return found.holder.key;
  const beside = property === 'required' ? requiredBeside(at, found.holder) : undefined;
  if (beside === undefined) return read(found.value, property.split('.'));
  return requiredIn(locate(addressed, beside)?.value).includes(String(found.holder.key));
}

const requiredIn = (schema: unknown): readonly string[] =>
  isDraft(schema) && Array.isArray(schema.required) ? (schema.required as string[]) : [];

function set(merging: Merging, edit: SetEdit, target: Located): Outcome {
  const { shipped, merged } = merging;
  const { at, property, value } = edit;
  const path = property.split('.');
  const beside = property === 'required' ? requiredBeside(at, target.holder) : undefined;
  const isVirtual = property === 'key' || beside !== undefined;
  // What the overlay itself has added was never shipped: nothing can have changed beneath it, and all of it is its own.
  const original = locate(shipped, at);
  const keyword = isVirtual ? undefined : keywordPlace(objectForm(target), target.value, path);
  if (!isVirtual) {
    if (keyword === undefined) return conflict('refused', say('没有“{property}”这个属性', { property }), { property });
    if (original !== undefined && keyword.shipped) {
      return conflict('refused', say('“{property}”由出厂文件规定，企业不能修改', { property }), { property });
    }
    if (original !== undefined && isOneByOne(keyword.place)) {
      return conflict('refused', say('“{property}”里的各项须逐项修改', { property }), { property });
    }
  }
  const current = keywordValue(shipped, at, property);
  const base = beside === undefined ? edit.base : edit.base === true;
  const clash = original !== undefined && !same(current, base) && !same(current, value);
  const ours = property === 'key' || (keyword !== undefined && isOurs(keyword.place));
  let outcome: Outcome;
  if (clash) {
    outcome = conflict(
      'changed',
      ours
        ? say('升级后“{property}”的出厂值变了，保留您的修改', { property })
        : say('升级后“{property}”的出厂值变了，采用升级后的值', { property }),
      { property, base: edit.base, shipped: current ?? null, ours: value, winner: ours ? 'ours' : 'shipped' },
    );
    if (!ours) return outcome;
  }
  if (property === 'key') return rename(merged, edit, target) ?? outcome;
  if (beside !== undefined) require(locate(merged, beside)?.value as Draft, String(target.holder.key), value === true);
  else write(asObject(target), path, value);
  return outcome;
}

/** The form of a thing that has keywords: a bare name in a list may be written as an object with more to say. */
function objectForm({ place, value, holder }: Located): Place {
  const forms = isDraft(value) ? [] : (holder.place.items?.branches ?? []);
  return forms.find(({ marks }) => marks['named-by'] !== undefined) ?? place;
}

/** The thing as an object; a bare name in a list becomes one. */
function asObject(target: Located): Draft {
  const { value, holder } = target;
  if (isDraft(value)) return value;
  const object: Draft = { [objectForm(target).marks['named-by'] ?? '']: value };
  Reflect.set(holder.value, holder.key ?? 0, object);
  return object;
}

/** Texts, order and layout are the company's; an entry follows the list that it stands in. */
const isOurs = ({ marks }: Place): boolean => marks.layout === true || marks.text !== undefined;

/** Whether what a keyword holds is changed entry by entry, lest an upgrade's new entries be lost with the whole. */
function isOneByOne(place: Place): boolean {
  if (place.branches.length > 0) return false;
  if (place.items === undefined) return place.entries !== undefined;
  const forms = place.items.branches.length > 0 ? place.items.branches : [place.items];
  return forms.some(({ marks, properties }) => marks.names !== undefined || properties.size > 0);
}

function require(schema: Draft, key: string, required: boolean): void {
  const others = requiredIn(schema).filter((name) => name !== key);
  schema.required = required ? [...others, key] : others;
}

function rename(merged: Addressed, edit: SetEdit, { holder }: Located): Outcome {
  const { at, value: key } = edit;
  const refused = (message: string): Outcome => conflict('refused', message, { property: 'key', ours: key });
  const { value: map, key: from } = holder;
  if (typeof key !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/.test(key)) {
    return refused(say('新的键须以字母或数字开头，只含字母、数字、“_”和“-”'));
  }
  if (key === from || !isDraft(map) || typeof from !== 'string') return undefined;
  const taken = Object.keys(map).some((other) => other === key || (other !== from && entryId(map, other) === key));
  if (taken) return conflict('exists', say('键“{key}”已被占用', { key }), { property: 'key', ours: key });
  if (isFieldAddress(at)) {
    if (isReservedKey(key)) return refused(say('“{key}”是平台保留的字段名', { key }));
    renameField(merged.draft, from, key);
  } else if (at.length === 3 && at[0] === 'form') renameKey(map, from, key);
  // Records hold the keys of states and options.
  else return refused(say('只有字段和分组的键可以修改'));
  return undefined;
}

function add(merging: Merging, edit: AddEdit): Outcome {
  const { merged } = merging;
  const { at } = edit;
  const name = nameOf(at);
  if (opensShipped(merging, at)) return conflict('refused', say('出厂文件没有放开的，企业不能放开'));
  const holder = openHolder(merged, at);
  if (holder === undefined) return conflict('missing', say('“{name}”要放的地方已不存在，新增没有应用', { name }));
  if (holder.place.marks.told === 'home') return conflict('refused', say('字段的位置须用移动来修改'));
  const { value: container } = holder;
  if (Array.isArray(container)) return addToList(merged, holder, container, edit);
  const taken = Object.keys(container).find(
    (key) => key === name || idOfKey(merged.draft, holder.place, container, key) === name,
  );
  if (taken !== undefined) {
    const held = container[taken];
    const title = isDraft(held) && typeof held.title === 'string' ? held.title : taken;
    const message = say('代码“{name}”已由“{title}”使用，新增没有应用，请换一个代码', { name, title });
    return conflict('exists', message, { ours: edit.value });
  }
  const isField = holder.place.keys?.marks.defines === 'field';
  if (isField && isReservedKey(name)) return conflict('refused', say('“{key}”是平台保留的字段名', { key: name }));
  const key = keyFor(merged.draft, holder.place, name);
  container[key] = cloneJson(edit.value);
  const isSection = at.length === 3 && at[0] === 'form' && at[1] === 'sections';
  const made = container[key];
  if (isSection && isDraft(made) && !Array.isArray(made.fields)) made.fields = [];
  place(merged, at, { ...holder, key }, edit);
  return undefined;
}

/** Whether an address leads through a keyword that only the file opens, and that the shipped thing does not have. */
function opensShipped({ shipped }: Merging, at: OverlayAddress): boolean {
  for (let length = 1; length < at.length; length += 1) {
    const above = locate(shipped, at.slice(0, length - 1));
    if (above === undefined) return false;
    const keyword = keywordOf(above.place, at[length - 1] ?? '');
    if (keyword?.marks.shipped === true && locate(shipped, at.slice(0, length)) === undefined) return true;
  }
  return false;
}

function addToList({ draft, identities }: Addressed, { place }: Container, list: unknown[], edit: AddEdit): Outcome {
  const name = nameOf(edit.at);
  const names = identities.of(list);
  // What an upgrade has brought meanwhile is there as it was wanted.
  if (names.includes(name)) return undefined;
  const order = placed(names, name, edit.after);
  const index = order.indexOf(name);
  list.splice(index, 0, currentName(draft, place.items, cloneJson(edit.value)));
  names.splice(0, names.length, ...order);
  return undefined;
}

/** An entry that names a field of the entity by its id, with the field's key of the moment. */
function currentName(draft: Draft, items: Place | undefined, value: unknown): unknown {
  const form = items === undefined ? undefined : formOf(items, value);
  if (typeof value !== 'string' || form?.marks.names !== 'field') return value;
  const id = value.replace(/^-/, '').replace(/:.*$/, '');
  return value.replace(id, fieldKey(draft, id) ?? id);
}

function move({ shipped, merged }: Merging, edit: MoveEdit, target: Located): Outcome {
  if (target.holder.place.marks.told === 'home') return conflict('refused', say('字段的位置须用移动来修改'));
  const current = placeOfThing(shipped, edit.at);
  place(merged, edit.at, target.holder, edit);
  const ours = edit.section ? { section: edit.section, after: edit.after } : { after: edit.after };
  if (edit.base === undefined || current === undefined || same(current, edit.base) || same(current, ours)) {
    return undefined;
  }
  return conflict('changed', say('升级后它的出厂位置变了，保留您的位置'), {
    base: edit.base,
    shipped: current,
    ours,
    winner: 'ours',
  });
}

interface Target {
  readonly section?: string;
  readonly after: string | null;
}

function place(merged: Addressed, at: OverlayAddress, holder: Container, to: Target): void {
  if (isFieldAddress(at)) {
    placeField(merged.draft, String(holder.key), to);
    return;
  }
  const { value: container } = holder;
  const name = nameOf(at);
  const names = placed(namesWithin(merged, holder), name, to.after);
  if (Array.isArray(container)) {
    const former = merged.identities.of(container);
    const items = names.map((each) => container[former.indexOf(each)]);
    container.splice(0, container.length, ...items);
    former.splice(0, former.length, ...names);
    return;
  }
  const keys = new Map(Object.keys(container).map((key) => [idOfKey(merged.draft, holder.place, container, key), key]));
  const ordered = names.flatMap((each) => keys.get(each) ?? []);
  if (!hasOrder(holder.place)) reorder(container, ordered);
  else for (const [index, key] of ordered.entries()) (container[key] as Draft).order = (index + 1) * 10;
}

function placeField(draft: Draft, key: string, to: Target): void {
  const map = (draft.record as Draft).properties as Draft;
  const anchor = to.after === null ? undefined : Object.keys(map).find((other) => entryId(map, other) === to.after);
  const current = sectionOf(draft, key);
  const beside = to.section === undefined && anchor !== undefined ? sectionOf(draft, anchor) : undefined;
  const named = sectionsOf(draft).find(({ id }) => id === to.section);
  const section = named ?? beside ?? (to.section === undefined ? current : undefined);
  if (current !== undefined) current.value.fields = fieldsOf(current.value).filter((field) => field !== key);
  const behind = to.after === null ? null : (anchor ?? '');
  // Without a section the field follows in the last one by itself, in the order of the record.
  if (section === undefined) reorder(map, placed(Object.keys(map), key, behind));
  else section.value.fields = placed(fieldsOf(section.value), key, behind);
}

function hide({ shipped, merged }: Merging, at: OverlayAddress, { place, value, holder }: Located): Outcome {
  const { value: container, key = '' } = holder;
  if (Array.isArray(container)) {
    const names = merged.identities.of(container);
    const index = names.indexOf(nameOf(at));
    container.splice(index, 1);
    names.splice(index, 1);
    return undefined;
  }
  const kind = holder.place.keys?.marks.defines;
  const name = String((isDraft(value) ? value.title : undefined) ?? nameOf(at));
  // A state or step that the company has added it may take away: publishing asks what becomes of records that are in it.
  const isAdded = isOwnKey(String(shipped.draft.entity)) || locate(shipped, at) === undefined;
  if (kind === 'state' && !isAdded) {
    return conflict('refused', say('“{name}”是出厂的状态，不能去掉；可以去掉通向它的步骤', { name }));
  }
  if (kind === 'transition') unlistAction(merged, nameOf(at), String(key), isAdded);
  if (kind === 'state' || kind === 'transition') {
    if (isAdded) delete container[key];
    return undefined;
  }
  if (isDraft(value) && kind === 'option') value.sealed = true;
  else if (isDraft(value) && place.properties.has('hidden'))
    return hideThing(merged, at, { value, key: String(key), name });
  else if (place === entityPlace() || holder.place.properties.has(String(key))) {
    return conflict('refused', say('“{name}”不能隐藏', { name }));
  } else delete container[key];
  return undefined;
}

function hideThing(
  merged: Addressed,
  at: OverlayAddress,
  { value, key, name }: { value: Draft; key: string; name: string },
): Outcome {
  const required = requiredIn(locate(merged, at.at(-2) === 'properties' ? at.slice(0, -2) : ['record'])?.value);
  if (at.at(-2) === 'properties' && required.includes(key)) {
    return conflict('refused', say('“{name}”是必填字段，不能隐藏', { name }));
  }
  if (at[0] === 'form' && fieldsOf(value).some((field) => required.includes(field))) {
    return conflict('refused', say('“{name}”里有必填字段，不能隐藏', { name }));
  }
  value.hidden = true;
  return undefined;
}

/** Takes a transition off the buttons of all pages, and one that is no more out of what roles may do there. */
function unlistAction({ draft, identities }: Addressed, id: string, key: string, gone: boolean): void {
  for (const page of Object.values(isDraft(draft.pages) ? draft.pages : {})) {
    if (!isDraft(page)) continue;
    const granted = gone && isDraft(page.grants) ? Object.values(page.grants) : [];
    for (const list of [page.actions, ...granted].filter(Array.isArray)) {
      const names = identities.of(list);
      for (const name of [id, key]) {
        const index = names.indexOf(name);
        if (index < 0) continue;
        list.splice(index, 1);
        names.splice(index, 1);
      }
    }
  }
}

/** What is not there is null in an edit. */
function same(left: unknown, right: unknown): boolean {
  return sameJson(left ?? null, right ?? null);
}
