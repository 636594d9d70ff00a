import { cloneJson, type Draft, entryId, fieldsOf } from '../overlay/locate.ts';
import { renameField } from '../overlay/rename.ts';
import { sameJson } from '../validation/same-value.ts';
import type { Entity } from './entity.generated.ts';

/** One semantic difference between two versions of an entity. */
interface EntityChange {
  readonly verb: 'added' | 'removed' | 'renamed' | 'moved' | 'changed';
  /** Chinese name of the kind: 字段, 列, 选项, 分组, 页面, 状态, 流转, 操作, 实体. */
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

/** Keywords of a thing whose own parts are compared by themselves. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  field: ['options', 'items', 'id'],
  entity: ['record', 'form', 'pages', 'states', 'transitions', 'actions', 'examples', '$schema'],
};

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function at(value: unknown, ...path: readonly string[]): Draft | undefined {
  let current: unknown = value;
  for (const part of path) current = isDraft(current) && Object.hasOwn(current, part) ? current[part] : undefined;
  return isDraft(current) ? current : undefined;
}

/**
 * Differences by permanent id: a renamed field is one change, wherever else its key stands, and the order of keywords
 * is none. In the order of the file.
 */
export function diffEntities(before: Entity, after: Entity): readonly EntityChange[] {
  const changes: EntityChange[] = [];
  const old = cloneJson(before) as unknown as Draft;
  const now = after as unknown as Draft;
  followRenames(old, now, changes);
  things(changes, '实体', { [after.entity]: old }, { [after.entity]: now }, PARTS.entity ?? []);
  compareFields(changes, '字段', '', at(old, 'record', 'properties'), at(now, 'record', 'properties'));
  required(changes, '字段', '', at(old, 'record'), at(now, 'record'));
  sections(changes, old, now);
  things(changes, '页面', at(old, 'pages'), at(now, 'pages'));
  things(changes, '状态', at(old, 'states'), at(now, 'states'), ['id']);
  things(changes, '流转', at(old, 'transitions'), at(now, 'transitions'), ['id']);
  things(changes, '操作', at(old, 'actions'), at(now, 'actions'));
  const examples = [old.examples, now.examples] as const;
  if (!sameJson(...examples)) changes.push(changed('实体', after.entity, after.title, 'examples', ...examples));
  return changes;
}

/** Renames the old version's fields as the new one has them, so that only the rename itself is a difference. */
function followRenames(old: Draft, now: Draft, changes: EntityChange[]): void {
  const before = at(old, 'record', 'properties');
  const after = at(now, 'record', 'properties');
  if (before === undefined || after === undefined) return;
  for (const key of Object.keys(after)) {
    const id = entryId(after, key);
    const former = Object.keys(before).find((other) => entryId(before, other) === id);
    if (former === undefined || former === key || Object.hasOwn(before, key)) continue;
    renameField(old, former, key);
    changes.push({
      verb: 'renamed',
      kind: '字段',
      name: key,
      title: titleOf(after[key]),
      before: former,
      after: key,
    });
  }
}

function compareFields(
  changes: EntityChange[],
  kind: string,
  holder: string,
  before: Draft | undefined,
  after: Draft | undefined,
): void {
  things(changes, kind, before, after, PARTS.field ?? [], holder);
  for (const [key, field] of Object.entries(after ?? {})) {
    const former = before === undefined || after === undefined ? undefined : byId(before, entryId(after, key))?.[1];
    if (former === undefined) continue;
    const name = `${holder}${key}.`;
    things(changes, '选项', at(former, 'options'), at(field, 'options'), ['id'], name);
    compareFields(changes, '列', name, at(former, 'items', 'properties'), at(field, 'items', 'properties'));
    required(changes, '列', name, at(former, 'items'), at(field, 'items'));
    const rest = (items: Draft | undefined): Draft => without(items ?? {}, ['properties', 'required']);
    const [was, is] = [rest(at(former, 'items')), rest(at(field, 'items'))];
    if (!sameJson(was, is)) changes.push(changed(kind, `${holder}${key}`, titleOf(field), 'items', was, is));
  }
}

function required(
  changes: EntityChange[],
  kind: string,
  holder: string,
  before: Draft | undefined,
  after: Draft | undefined,
): void {
  const list = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);
  const was = list(before?.required);
  const is = list(after?.required);
  const properties = at(after, 'properties') ?? {};
  for (const key of new Set([...was, ...is])) {
    if (was.includes(key) === is.includes(key) || !Object.hasOwn(properties, key)) continue;
    const title = titleOf(properties[key]);
    changes.push(changed(kind, `${holder}${key}`, title, 'required', was.includes(key), is.includes(key)));
  }
}

function sections(changes: EntityChange[], old: Draft, now: Draft): void {
  const before = at(old, 'form', 'sections');
  const after = at(now, 'form', 'sections');
  things(changes, '分组', before, after, ['fields', 'id']);
  const homes = (map: Draft | undefined): Map<string, string> =>
    new Map(
      Object.entries(map ?? {}).flatMap(([key, section]) =>
        isDraft(section) ? fieldsOf(section).map((field) => [field, entryId(map ?? {}, key)] as const) : [],
      ),
    );
  const was = homes(before);
  const is = homes(after);
  const properties = at(now, 'record', 'properties') ?? {};
  const known = at(old, 'record', 'properties') ?? {};
  for (const field of new Set([...is.keys(), ...was.keys()])) {
    const [former, home] = [was.get(field), is.get(field)];
    // A field that came or went was told as such.
    if (former === home || !Object.hasOwn(known, field) || !Object.hasOwn(properties, field)) continue;
    changes.push({
      verb: 'moved',
      kind: '字段',
      name: field,
      title: titleOf(properties[field]),
      before: former,
      after: home,
    });
  }
  for (const [key, section] of Object.entries(after ?? {})) {
    const former = before === undefined || after === undefined ? undefined : byId(before, entryId(after, key))?.[1];
    if (!isDraft(section) || !isDraft(former)) continue;
    const stayed = (fields: readonly string[], other: readonly string[]) =>
      fields.filter((field) => other.includes(field));
    const [left, right] = [stayed(fieldsOf(former), fieldsOf(section)), stayed(fieldsOf(section), fieldsOf(former))];
    if (!sameJson(left, right)) changes.push(changed('分组', key, titleOf(section), 'fields', left, right));
  }
  const rest = (entity: Draft): Draft => without(at(entity, 'form') ?? {}, ['sections']);
  const name = String(now.entity);
  for (const key of new Set([...Object.keys(rest(old)), ...Object.keys(rest(now))])) {
    const [left, right] = [rest(old)[key], rest(now)[key]];
    if (!sameJson(left, right)) changes.push(changed('实体', name, titleOf(now), `form.${key}`, left, right));
  }
}

/** Compares two maps of things by id: what came, went, was renamed, and which keywords changed. */
function things(
  changes: EntityChange[],
  kind: string,
  before: Draft = {},
  after: Draft = {},
  parts: readonly string[] = [],
  holder = '',
): void {
  for (const [key, value] of Object.entries(before)) {
    if (byId(after, entryId(before, key)) === undefined) {
      changes.push({ verb: 'removed', kind, name: holder + key, title: titleOf(value) });
    }
  }
  for (const [key, value] of Object.entries(after)) {
    const former = byId(before, entryId(after, key));
    const title = titleOf(value);
    if (former === undefined) {
      changes.push({ verb: 'added', kind, name: holder + key, title });
      continue;
    }
    if (former[0] !== key) {
      changes.push({ verb: 'renamed', kind, name: holder + key, title, before: former[0], after: key });
    }
    const [was, is] = [without(former[1], parts), without(value, parts)];
    for (const property of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (sameJson(was[property], is[property])) continue;
      changes.push(changed(kind, holder + key, title, property, was[property], is[property]));
    }
  }
}

function changed(
  kind: string,
  name: string,
  title: string | undefined,
  property: string,
  before: unknown,
  after: unknown,
): EntityChange {
  return { verb: 'changed', kind, name, title, property, before, after };
}

function byId(map: Draft, id: string): readonly [string, unknown] | undefined {
  return Object.entries(map).find(([key]) => entryId(map, key) === id);
}

function without(value: unknown, parts: readonly string[]): Draft {
  return isDraft(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !parts.includes(key))) : {};
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
    case 'changed':
      return `${start} ${change.name}${title}的 ${change.property}：${show(change.before)} → ${show(change.after)}`;
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
