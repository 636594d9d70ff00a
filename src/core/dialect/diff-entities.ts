import { parseExpression, printExpression } from '../expression/index.ts';
import { cloneJson, type Draft, entryId, isDraft } from '../overlay/draft.ts';
import { renameField } from '../overlay/rename.ts';
import { sameJson } from '../validation/same-value.ts';
import type { Entity } from './entity.generated.ts';
import { entityPlace, formOf, type Place } from './walk/place.ts';
import { walk } from './walk/walk.ts';

/** One semantic difference between two versions of an entity. */
export interface EntityChange {
  readonly verb: 'added' | 'removed' | 'renamed' | 'moved' | 'changed';
  /** What people call a thing of the kind, as the meta-schema says it (`x-called`): 字段, 列, 选项, 分组, 页面, 状态. */
  readonly kind: string;
  /** Key now (before, for `removed`), with the holder's key in front: `level.1`. */
  readonly name: string;
  /** Title now (before, for `removed`). */
  readonly title: string | undefined;
  /** Keyword that changed, as a path within the thing. */
  readonly property?: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The thing within which two versions are compared. */
interface Thing {
  readonly kind: string;
  readonly name: string;
  readonly title: string | undefined;
  /** Stands in front of the names of things within it; empty for the entity. */
  readonly holder: string;
}

/** A comparison that has come to a place. */
interface Comparing {
  readonly changes: EntityChange[];
  readonly thing: Thing;
  /** Steps from the thing to the place. */
  readonly path: readonly string[];
  /** Fields of the record in both versions, by which a field that came or went is told from one that moved. */
  readonly fields: Versions<Draft>;
}

/** What stands at a place before and after. */
interface Versions<T> {
  readonly was: T;
  readonly is: T;
}

const isMissing = (value: unknown): boolean => value === undefined || isDraft(value);

/**
 * Differences by permanent id: a renamed field is one change, wherever else its key stands, and the order of keywords
 * is none. What is a thing with a name of its own, and what a keyword of one, is said by the meta-schema's marks.
 */
export function diffEntities(before: Entity, after: Entity): readonly EntityChange[] {
  const changes: EntityChange[] = [];
  const was = printed(before);
  const is = printed(after);
  sameGrants(was, is);
  followRenames(was, is, changes);
  const fields = { was: fieldsIn(was), is: fieldsIn(is) };
  const thing = { kind: '实体', name: after.entity, title: after.title, holder: '' };
  const { $schema: _was, ...left } = was;
  const { $schema: _is, ...right } = is;
  members(entityPlace(), { was: left, is: right }, { changes, thing, path: [], fields });
  return changes;
}

const fieldsIn = (entity: Draft): Draft => {
  const { properties } = isDraft(entity.record) ? entity.record : { properties: {} };
  return isDraft(properties) ? properties : {};
};

/** An entity with its expressions in their one form: brackets and blanks that change nothing are no difference. */
function printed(entity: Entity): Draft {
  const copy = cloneJson(entity) as unknown as Draft;
  walk(entity, {
    expression({ path }, source) {
      const parsed = parseExpression(source);
      const holder = path.slice(0, -1).reduce<Draft>((map, step) => map[step] as Draft, copy);
      if ('node' in parsed) holder[path.at(-1) ?? ''] = printExpression(parsed.node);
    },
  });
  return copy;
}

/** Grants have no order: where a role has the same ones, they stand as they stood before. */
function sameGrants(was: Draft, is: Draft): void {
  for (const [code, page] of Object.entries(isDraft(is.pages) ? is.pages : {})) {
    const former = isDraft(was.pages) ? was.pages[code] : undefined;
    if (!isDraft(page) || !isDraft(former) || !isDraft(page.grants) || !isDraft(former.grants)) continue;
    for (const [role, actions] of Object.entries(page.grants)) {
      const before = former.grants[role];
      const isSame =
        Array.isArray(before) && Array.isArray(actions) && sameJson([...before].sort(), [...actions].sort());
      if (isSame) page.grants[role] = before;
    }
  }
}

/** Renames the old version's fields as the new one has them, so that only the rename itself is a difference. */
function followRenames(old: Draft, now: Draft, changes: EntityChange[]): void {
  const before = fieldsIn(old);
  const after = fieldsIn(now);
  for (const key of Object.keys(after)) {
    const id = entryId(after, key);
    const former = Object.keys(before).find((other) => entryId(before, other) === id);
    if (former === undefined || former === key || Object.hasOwn(before, key)) continue;
    renameField(old, former, key);
    const title = titleOf(after[key]);
    changes.push({ verb: 'renamed', kind: '字段', name: key, title, before: former, after: key });
  }
}

/** Compares what stands at a place: things one by one, keywords by their own keywords, all else as a whole. */
function compare(place: Place, { was, is }: Versions<unknown>, at: Comparing): void {
  if (sameJson(was, is)) return;
  const form = formOf(place, is ?? was);
  const isSameForm = was === undefined || is === undefined || formOf(place, was) === form;
  const versions = { was: (was ?? {}) as Draft, is: (is ?? {}) as Draft };
  if (!isSameForm || !isMissing(was) || !isMissing(is)) tell(at, was, is);
  else if (definedIn(form) !== undefined) things(form, versions, at);
  else if ((was !== undefined && is !== undefined) || holdsThings(form)) members(form, versions, at);
  else tell(at, was, is);
}

/** Whether some keyword of an object is a map of things, which are told one by one even where the object is new. */
function holdsThings({ properties }: Place): boolean {
  return [...properties.values()].some((child) => definedIn(child) !== undefined);
}

/** What people call the things that the keys of a map name; undefined where they name none. */
function definedIn({ keys }: Place): string | undefined {
  return keys?.marks.defines === undefined ? undefined : (keys.marks.called ?? keys.marks.defines);
}

/** Compares the keywords of an object, or the entries of a map whose keys are names of other things. */
function members(place: Place, { was, is }: Versions<Draft>, at: Comparing): void {
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const child = place.properties.get(key) ?? place.entries;
    const below = { ...at, path: [...at.path, key] };
    if (child === undefined) tell(below, was[key], is[key]);
    else if (child.marks.told === 'each') eachNamed(place, key, { was, is }, at);
    else if (child.marks.told !== 'home') compare(child, { was: was[key], is: is[key] }, below);
  }
}

/** Tells a list of names by those that came and went, as a keyword of the things beside it that they name. */
function eachNamed(around: Place, keyword: string, { was, is }: Versions<Draft>, at: Comparing): void {
  const [former, now] = [namesIn(was[keyword]), namesIn(is[keyword])];
  const names = around.properties.get(keyword)?.items?.marks.names;
  const [beside, place] = [...around.properties].find(([, { keys }]) => keys?.marks.defines === names) ?? [];
  const named = isDraft(is[beside ?? '']) ? (is[beside ?? ''] as Draft) : {};
  for (const key of new Set([...former, ...now])) {
    if (former.includes(key) === now.includes(key) || !Object.hasOwn(named, key)) continue;
    const kind = place === undefined ? '' : (definedIn(place) ?? '');
    const thing = { kind, name: at.thing.holder + key, title: titleOf(named[key]), holder: '' };
    tell({ ...at, thing, path: [keyword] }, former.includes(key), now.includes(key));
  }
}

/** Compares two maps of things by id: what came, went, was renamed, and what changed within each. */
function things(place: Place, { was, is }: Versions<Draft>, at: Comparing): void {
  const kind = definedIn(place) ?? '';
  const { holder } = at.thing;
  for (const [key, value] of Object.entries(was)) {
    if (byId(is, entryId(was, key)) !== undefined) continue;
    at.changes.push({ verb: 'removed', kind, name: holder + key, title: titleOf(value) });
  }
  tellHomes(place, { was, is }, at);
  for (const [key, value] of Object.entries(is)) {
    const former = byId(was, entryId(is, key));
    const name = holder + key;
    const title = titleOf(value);
    if (former === undefined) at.changes.push({ verb: 'added', kind, name, title });
    else {
      if (former[0] !== key) at.changes.push({ verb: 'renamed', kind, name, title, before: former[0], after: key });
      const below = { ...at, thing: { kind, name, title, holder: `${name}.` }, path: [] };
      const versions = { was: withoutId(former[1]), is: withoutId(value) };
      if (place.entries !== undefined) compare(place.entries, versions, below);
    }
  }
}

/** Tells fields that went from one thing into another (a section), and the order of those that stayed. */
function tellHomes(place: Place, { was, is }: Versions<Draft>, at: Comparing): void {
  const [keyword] = [...(place.entries?.properties ?? [])].find(([, { marks }]) => marks.told === 'home') ?? [];
  if (keyword === undefined) return;
  const listed = (thing: unknown) => (isDraft(thing) ? namesIn(thing[keyword]) : []);
  const homes = (map: Draft) =>
    new Map(Object.entries(map).flatMap(([key, thing]) => listed(thing).map((field) => [field, entryId(map, key)])));
  const [former, now] = [homes(was), homes(is)];
  const { was: old, is: fields } = at.fields;
  for (const field of new Set([...now.keys(), ...former.keys()])) {
    const [before, after] = [former.get(field), now.get(field)];
    // A field that came or went was told as such.
    if (before === after || !Object.hasOwn(old, field) || !Object.hasOwn(fields, field)) continue;
    at.changes.push({ verb: 'moved', kind: '字段', name: field, title: titleOf(fields[field]), before, after });
  }
  for (const [key, thing] of Object.entries(is)) {
    const [left, right] = [listed(byId(was, entryId(is, key))?.[1]), listed(thing)];
    const stayed = {
      was: left.filter((name) => right.includes(name)),
      is: right.filter((name) => left.includes(name)),
    };
    if (sameJson(stayed.was, stayed.is)) continue;
    const placed = { kind: definedIn(place) ?? '', name: at.thing.holder + key, title: titleOf(thing), holder: '' };
    tell({ ...at, thing: placed, path: [keyword] }, stayed.was, stayed.is);
  }
}

function tell({ changes, thing: { kind, name, title }, path }: Comparing, before: unknown, after: unknown): void {
  if (sameJson(before, after)) return;
  const property = path.length === 0 ? {} : { property: path.join('.') };
  changes.push({ verb: 'changed', kind, name, title, ...property, before, after });
}

function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}

function byId(map: Draft, id: string): readonly [string, unknown] | undefined {
  return Object.entries(map).find(([key]) => entryId(map, key) === id);
}

function withoutId(value: unknown): unknown {
  if (!isDraft(value)) return value;
  const { id: _, ...rest } = value;
  return rest;
}

function titleOf(value: unknown): string | undefined {
  const title = isDraft(value) ? value.title : undefined;
  return typeof title === 'string' ? title : undefined;
}

const VERBS: Readonly<Record<EntityChange['verb'], string>> = {
  added: '新增',
  removed: '删除',
  renamed: '改名',
  moved: '移动',
  changed: '修改',
};

/** One change as a line: `改名 字段 name → fileName（文件名称）`. */
export function formatChange(change: EntityChange): string {
  const title = change.title === undefined ? '' : `（${change.title}）`;
  const start = `${VERBS[change.verb]} ${change.kind}`;
  switch (change.verb) {
    case 'renamed':
      return `${start} ${String(change.before)} → ${String(change.after)}${title}`;
    case 'moved':
      return `${start} ${change.name}${title}：分组 ${home(change.before)} → ${home(change.after)}`;
    case 'changed': {
      const property = change.property === undefined ? '' : `的 ${change.property}`;
      return `${start} ${change.name}${title}${property}：${show(change.before)} → ${show(change.after)}`;
    }
    default:
      return `${start} ${change.name}${title}`;
  }
}

function home(section: unknown): string {
  return section === undefined ? '（无）' : String(section);
}

function show(value: unknown): string {
  if (value === undefined) return '（无）';
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
