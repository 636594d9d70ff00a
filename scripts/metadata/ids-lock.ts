import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JudgedWorld } from '../../server/metadata/judge/check-world.ts';
import { isWider } from '../../src/compile/sql/is-wider.ts';
import { removedPlaces, type StoredPlace, storedPlaces } from '../../src/compile/sql/stored-places.ts';
import { createProblemSink, jsonPointer, type Problem } from '../../src/core/dialect/problem.ts';
import { readJson } from '../../src/core/dialect/read-json.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { entityFile } from '../../src/core/model/model-world.ts';

/** Path of the lock from the repository's root. */
export const LOCK_FILE = 'schemas/ids.lock.json';

/** What records may hold of an entity, all by permanent ids; columns of a sub-table stand as `materials.amount`. */
interface LockedEntity {
  /** Key, where it is no longer the id. */
  readonly key?: string;
  /** Storage types of fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly states?: readonly string[];
  /** Fields that went, and stay said to be gone: an installation may come from a version that had them. */
  readonly removed?: readonly string[];
}

/** What was agreed on, by permanent id of the entity; `removed` is one that went. */
export type IdsLock = Readonly<Record<string, LockedEntity | 'removed'>>;

/** The text of the lock below `schemas`; undefined where a checkout has none, and nothing is compared. */
export function lockText(schemas: string): string | undefined {
  const file = path.join(schemas, path.basename(LOCK_FILE));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Reads a lock. What is no lock is a problem, since writing it anew would forget what it knew. */
export function readLock(text: string): { readonly lock: IdsLock } | { readonly problem: Problem } {
  const json = readJson(text);
  if ('value' in json && isLock(json.value)) return { lock: json.value };
  return {
    problem: {
      file: LOCK_FILE,
      pointer: '',
      message: '这不是标识锁，可能是合并时留下了冲突',
      fix: `取回一方的版本（git checkout --theirs ${LOCK_FILE}），再运行 npm run metadata -- lock`,
      severity: 'error',
    },
  };
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

function isLock(value: unknown): value is IdsLock {
  return (
    isMap(value) &&
    Object.values(value).every(
      (entity) =>
        entity === 'removed' ||
        (isMap(entity) &&
          isMap(entity.fields) &&
          Object.values(entity.fields).every((type) => typeof type === 'string') &&
          (entity.options === undefined || (isMap(entity.options) && Object.values(entity.options).every(isTexts))) &&
          isTexts(entity.states) &&
          isTexts(entity.removed)),
    )
  );
}

/** What a lock says of an entity as it stands. */
export function lockEntity(model: EntityModel): LockedEntity {
  const places = storedPlaces(model);
  const options = places.flatMap(({ id, field: { property } }) =>
    property.options === undefined ? [] : [[id, heldKeys(property.options)] as const],
  );
  const states = heldKeys(model.source.states);
  const removed = [...removedPlaces(model)].sort();
  return {
    ...(model.key === model.id ? {} : { key: model.key }),
    fields: sorted(places.map(({ id, type }) => [id, type])),
    ...(options.length === 0 ? {} : { options: sorted(options) }),
    ...(states.length === 0 ? {} : { states }),
    ...(removed.length === 0 ? {} : { removed }),
  };
}

/** The lock of all entities; those said to be removed stay so. */
export function lockWorld(models: Iterable<EntityModel>, before: IdsLock = {}): IdsLock {
  const removed = Object.entries(before).filter(([, entity]) => entity === 'removed');
  return sorted([...removed, ...[...models].map((model) => [model.id, lockEntity(model)] as const)]);
}

/** One line for each entity, sorted, so that a difference reads and merges well. */
export function printLock(lock: IdsLock): string {
  const lines = Object.entries(sorted(Object.entries(lock))).map(
    ([id, entity]) => `${JSON.stringify(id)}: ${JSON.stringify(entity)}`,
  );
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function heldKeys(choices: Readonly<Record<string, { readonly id?: string }>> | undefined): readonly string[] {
  return Object.entries(choices ?? {})
    .map(([key, { id }]) => id ?? key)
    .sort();
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
}

/**
 * What has gone or changed against the lock without a word of where it went. Additions are no matter of it.
 * @param only keys of the entities that are compared; what went is told in any case. Default all.
 */
export function judgeLock(
  lock: IdsLock,
  { parsed, models }: Pick<JudgedWorld, 'parsed' | 'models'>,
  only?: ReadonlySet<string>,
): readonly Problem[] {
  const keys = new Map(parsed.entities.map(({ entity }) => [entity.id ?? entity.entity, entity.entity]));
  const fresh = [...keys].flatMap(([id, key]) => (Object.hasOwn(lock, id) ? [] : (models.get(key) ?? [])));
  return Object.entries(lock).flatMap(([id, locked]) => {
    const key = keys.get(id);
    if (key !== undefined && only?.has(key) === false) return [];
    const model = key === undefined ? undefined : models.get(key);
    if (locked === 'removed') return model === undefined ? [] : [takenId(model)];
    return model === undefined ? [goneEntity(id, locked, fresh)] : judgeEntity(locked, model);
  });
}

/** Whether the lock says something else than the files; asked once `judgeLock` finds nothing. */
export function staleLock(text: string, lock: IdsLock, models: ReadonlyMap<string, EntityModel>): readonly Problem[] {
  const now = lockWorld(models.values(), lock);
  if (printLock(now) === text) return [];
  const differing = Object.keys({ ...lock, ...now }).filter(
    (id) => JSON.stringify(lock[id]) !== JSON.stringify(now[id]),
  );
  const named = `${differing.slice(0, 3).join('、')}${differing.length > 3 ? ` 等 ${differing.length} 个实体` : ''}`;
  return [
    {
      file: LOCK_FILE,
      pointer: differing[0] === undefined ? '' : jsonPointer(differing[0]),
      message: `标识锁还没有记下现在的字段、类型、选项和状态${named === '' ? '' : `：${named}`}`,
      fix: '运行 npm run metadata -- lock，连同修改一起提交',
      severity: 'error',
    },
  ];
}

function takenId(model: EntityModel): Problem {
  return {
    file: entityFile(model.area, model.key),
    pointer: model.source.id === undefined ? '/entity' : '/id',
    message: `“${model.id}”是一个已删除实体的永久标识，旧数据可能还在`,
    fix: `换一个没有用过的键；若是恢复它，先从 git 恢复 ${LOCK_FILE} 中它原来的一行`,
    severity: 'error',
  };
}

function goneEntity(id: string, locked: LockedEntity, fresh: readonly EntityModel[]): Problem {
  const key = locked.key ?? id;
  const shared = (model: EntityModel) =>
    model.fields.filter(({ id: field }) => Object.hasOwn(locked.fields, field)).length;
  const [likely] = [...fresh].sort((left, right) => shared(right) - shared(left));
  const removal = `确实删除就运行 npm run metadata -- lock --remove ${id}`;
  if (likely === undefined || shared(likely) === 0) {
    const message = `实体“${key}”不见了`;
    return { file: LOCK_FILE, pointer: jsonPointer(id), message, fix: `恢复它的文件；${removal}`, severity: 'error' };
  }
  return {
    file: entityFile(likely.area, likely.key),
    pointer: '/entity',
    message: `实体“${key}”不见了，多了“${likely.key}”：改了键而没有写 id，旧数据会留在原处`,
    fix: `若就是它，写 "id": "${id}"；${removal}`,
    severity: 'error',
  };
}

/** The sub-table in whose rows a place stands; undefined for a field of the record. */
const tableOf = (id: string): string | undefined => (id.includes('.') ? id.slice(0, id.indexOf('.')) : undefined);

function judgeEntity(locked: LockedEntity, model: EntityModel): readonly Problem[] {
  const sink = createProblemSink(entityFile(model.area, model.key));
  const places = new Map(storedPlaces(model).map((place) => [place.id, place]));
  const removed = new Set(removedPlaces(model));
  const used = new Set<string>();
  const fresh = [...places.values()].filter(({ id }) => !Object.hasOwn(locked.fields, id));
  for (const [id, type] of Object.entries(locked.fields)) {
    const place = places.get(id);
    if (place !== undefined) judgePlace(place, type, locked.options?.[id] ?? []);
    else if (!removed.has(id) && isMissed(tableOf(id))) {
      const open = fresh.filter((candidate) => tableOf(candidate.id) === tableOf(id) && !used.has(candidate.id));
      const likely = open.find((candidate) => candidate.type === type) ?? open[0];
      if (likely !== undefined) used.add(likely.id);
      gonePlace(id, likely);
    }
  }
  for (const id of locked.removed ?? []) {
    if (removed.has(id) || places.has(id) || !isMissed(tableOf(id))) continue;
    const table = places.get(tableOf(id) ?? '');
    const [what, own] =
      table === undefined ? ['字段', id] : [`“${table.field.key}”的列`, id.slice(table.id.length + 1)];
    const said = table === undefined ? model.source.removed : table.field.property.items?.removed;
    const path = table === undefined ? [] : [...table.path, 'items'];
    const message = `${what}“${own}”已删除，removed 里却不再写着它，旧版本升级上来的数据会被拦下`;
    sink.error(said === undefined ? path : [...path, 'removed'], message, `在 removed 中保留 "${own}"`);
  }
  const now = heldKeys(model.source.states);
  for (const state of locked.states ?? []) {
    if (now.includes(state) || Object.hasOwn(model.source.removedStates ?? {}, state)) continue;
    const added = now.find((key) => !(locked.states ?? []).includes(key));
    goneChoice('状态', state, added, ['states'], 'removedStates');
  }
  return sink.problems;

  /** Whether the columns of a table are asked for: of one that went or is no table now, it alone was told. */
  function isMissed(table: string | undefined): boolean {
    return table === undefined || places.get(table)?.field.columns !== undefined;
  }

  function gonePlace(id: string, likely: StoredPlace | undefined): void {
    const table = places.get(tableOf(id) ?? '');
    const [what, own, holder, where] =
      table === undefined
        ? ['字段', id, ['record', 'properties'], '实体上']
        : [
            `“${table.field.key}”的列`,
            id.slice(table.id.length + 1),
            [...table.path, 'items', 'properties'],
            ' items 里',
          ];
    const removal = `确实删除就在${where}写 "removed": ["${own}"]`;
    if (likely === undefined) {
      sink.error(holder, `${what}“${own}”不见了，却没有写明已删除`, removal);
      return;
    }
    sink.error(
      likely.path,
      `${what}“${own}”不见了，多了“${likely.field.key}”：改了键而没有写 id，已有的值会丢失`,
      `若就是它，写 "id": "${own}"；${removal}`,
    );
  }

  function judgePlace({ field, table, path, type: is }: StoredPlace, was: string, options: readonly string[]): void {
    const name = table === undefined ? `字段“${field.key}”` : `“${table.key}”的列“${field.key}”`;
    if (is !== was && !isWider(was, is) && field.property.convert === undefined) {
      const message = `${name}的存储类型由 ${was} 改为 ${is}，放不下的值会丢失`;
      sink.error(
        [...path, 'type'],
        message,
        `写明怎样转换，如 "convert": "number(old)"；或换一个键另加${table === undefined ? '字段' : '列'}`,
      );
    }
    // Where choices are no longer the field's own they are looked up elsewhere, or the value is free.
    if (field.property.options === undefined) return;
    const left = heldKeys(field.property.options);
    for (const option of options) {
      if (left.includes(option) || Object.hasOwn(field.property.removedOptions ?? {}, option)) continue;
      const added = left.find((key) => !options.includes(key));
      goneChoice(`“${field.key}”的选项`, option, added, [...path, 'options'], 'removedOptions');
    }
  }

  function goneChoice(
    what: string,
    key: string,
    added: string | undefined,
    place: readonly string[],
    keyword: 'removedStates' | 'removedOptions',
  ): void {
    const mapping = `改用哪一个写在 "${keyword}": {"${key}": "…"}`;
    if (added === undefined) {
      const seal = keyword === 'removedOptions' ? '；只是不再选它就写 "sealed": true' : '';
      sink.error(place, `${what}“${key}”不见了，记录里可能还有它`, `${mapping}${seal}`);
      return;
    }
    sink.error(
      place,
      `${what}“${key}”不见了，多了“${added}”：改了键而没有写 id，记录里可能还有它`,
      `若就是它，在新的上写 "id": "${key}"；否则${mapping}`,
    );
  }
}
