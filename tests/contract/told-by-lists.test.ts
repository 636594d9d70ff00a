import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldRightsOf } from '../../server/access/permission/field-access.ts';
import { rightsOf } from '../../server/access/permission/rights.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { tableName } from '../../src/compile/sql/plan-tables.ts';
import type { EntityModel, FieldModel, OperationKind } from '../../src/core/model/entity-model.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { callOf } from '../fixtures/shipped-models.ts';

/** Every shipped entity with a few records of several people; every role that any page names. */
const TENANT = '645967';
const ME = 'u1';
const OTHER = 'u2';
/** Stands in every text that some role does not see plain. */
const SECRET = 'ZQX7';

let server: EntityServer;
let models: readonly EntityModel[];
let roles: readonly string[];

beforeAll(async () => {
  const { settings } = parseFiles(await readMetadataFiles('schemas'));
  server = await createEntityServer({ settings: Object.fromEntries(settings) });
  models = server.metadata.models.filter(({ scope }) => scope !== 'global');
  const named = models.flatMap((model) => Object.values(model.pages).flatMap(({ grants }) => Object.keys(grants)));
  roles = [...new Set([...named, 'nobody'])].filter((role) => role !== 'everyone').sort();
  // Records are planted in any order, and name some that are of another tenant or missing.
  await server.database.withOwner((owner) =>
    owner.query(`do $do$ declare tie record; begin
      for tie in select conrelid::regclass as name, conname from pg_constraint
        where contype = 'f' and connamespace = 'data'::regnamespace
      loop execute format('alter table %s drop constraint %I', tie.name, tie.conname); end loop;
    end $do$`),
  );
  for (const model of models) await plant(model);
}, patient(300_000));
afterAll(() => server?.close());

const isText = (field: FieldModel) => !field.base && field.column?.kind === 'text' && field.target === undefined;
/** Fields that not everybody sees plain in lists. */
const covered = (model: EntityModel) =>
  model.fields.filter(
    (field) => field.property.maskInLists === true || model.permissions.fields?.[field.key] !== undefined,
  );
const idOf = (model: EntityModel, number: number) => `${model.key}-${number}`;

const nearby = new Map<EntityModel, readonly EntityModel[]>();

/** An entity, those that it names or belongs to, those that name it, and what all of these belong to. */
function around(model: EntityModel): readonly EntityModel[] {
  const known = nearby.get(model);
  if (known !== undefined) return known;
  const names = (one: EntityModel) => [...one.fields.map(({ target }) => target), one.parent?.entity];
  const near = models.filter(
    (one) => one === model || names(model).includes(one.key) || names(one).includes(model.key),
  );
  const all = new Set(near);
  for (const one of all) {
    const above = models.find(({ key }) => key === one.parent?.entity);
    if (above !== undefined) all.add(above);
  }
  nearby.set(model, [...all]);
  return [...all];
}

const said = new Map<string, string>();

/** All that the metadata of an entity says of a role. */
function saidOf(role: string, model: EntityModel): string {
  const known = said.get(`${role} ${model.key}`);
  if (known !== undefined) return known;
  const { pages = {}, permissions, ...others } = model.source;
  const rest = JSON.stringify([others, Object.values(pages).map((page) => ({ ...page, grants: undefined }))]);
  const told = JSON.stringify([
    Object.values(model.pages).map(({ grants }) => grants[role]),
    permissions?.scope?.[role],
    Object.values(model.permissions.fields ?? {}).map((rights) => rights.map((right) => right.roles.includes(role))),
    rest.includes(JSON.stringify(role)) ? role : '',
  ]);
  said.set(`${role} ${model.key}`, told);
  return told;
}

/** Roles, of those that may do the same with an entity and with all around it one; in the deep run all. */
function rolesFor(model: EntityModel): readonly string[] {
  if (process.env.ANLAN_DEEP === '1') return roles;
  const near = around(model);
  return [...new Map(roles.map((role) => [near.map((one) => saidOf(role, one)).join(), role])).values()];
}

/** Three records in each of two states, of the person, of somebody else, and of nobody; each names records of its targets. */
async function plant(model: EntityModel): Promise<void> {
  const states = [...Object.keys(model.states).slice(0, 1), ...Object.keys(model.states).slice(-1)];
  const inStates: readonly (string | null)[] = states.length === 0 ? [null] : states;
  const above = model.parent === undefined ? undefined : model.field.get(model.parent.field);
  await server.database.transaction(TENANT, async (connection) => {
    for (let number = 0; number < inStates.length * 3; number += 1) {
      const values: Record<string, unknown> = {
        id: idOf(model, number),
        tenantId: TENANT,
        createUser: [ME, OTHER, 'u3'][number % 3],
        createTime: '2026-04-01T00:00:00Z',
        version: 1,
        isDeleted: 0,
        status: inStates[Math.floor(number / 3)],
      };
      for (const field of model.fields) {
        if (isText(field)) values[field.id] = `${covered(model).includes(field) ? SECRET : 't'}${number}${field.key}`;
        if (field.base || field.target === undefined || field.column?.kind !== 'text') continue;
        values[field.id] = `${field.target}-${field === above ? number % 2 : (number + 1) % 3}`;
      }
      const table = tableName(model.id);
      // What may occur once only stands there once.
      await connection.execute(
        `insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).* on conflict do nothing`,
        [JSON.stringify(values)],
      );
    }
  });
}

const person = (role: string): TestPerson => ({ userId: ME, roleCodes: [role], scope: 'own', deptIds: ['dept-1'] });

function ask<T>(role: string, model: EntityModel, kind: OperationKind, query: Readonly<Record<string, string>> = {}) {
  const [method, path] = callOf(model, kind) ?? [];
  if (method === undefined || path === undefined) throw new Error(`${model.key} has no ${kind}`);
  return server.call<T>(
    person(role),
    `${method} /api/${path.replace('{p}', 'anlan')}?${new URLSearchParams(query)}`,
    method === 'GET' ? undefined : {},
  );
}

const lists = new Map<string, Promise<readonly WireRecord[] | undefined>>();

/** The records of a role's list; undefined where it has none. */
function rowsOf(role: string, model: EntityModel): Promise<readonly WireRecord[] | undefined> {
  const key = `${role} ${model.key}`;
  const rows =
    lists.get(key) ??
    ask<WirePage<WireRecord>>(role, model, 'page', { size: '200' }).then(({ status, data }) =>
      status === 200 ? data.records : undefined,
    );
  lists.set(key, rows);
  return rows;
}

async function listed(role: string, model: EntityModel): Promise<ReadonlySet<string> | undefined> {
  const rows = await rowsOf(role, model);
  return rows === undefined ? undefined : new Set(rows.map(({ id }) => id));
}

/** Whether a role does anything on an entity, or on what it belongs to, but look. */
function works(role: string, model: EntityModel): boolean {
  const granted = rightsOf({ roleCodes: [role] }, server.metadata.snapshotOf(TENANT)).entity(model);
  const isSeen = granted.size > 0;
  const acts = [...granted].some((action) => !['view', 'print', 'export'].includes(action));
  const edits = Object.values(model.states).map(({ edit }) => (typeof edit === 'boolean' ? [] : edit));
  const personal = [...edits, ...Object.values(model.transitions).map(({ who }) => who)].some((who) =>
    who.some((actor) => actor !== 'system' && !(typeof actor === 'object' && 'role' in actor)),
  );
  const above = models.find(({ key }) => key === model.parent?.entity);
  return acts || (isSeen && personal) || (above !== undefined && works(role, above));
}

describe('what is offered to choose from', () => {
  it(
    'is within the list, for every entity and role',
    async () => {
      const wrong: string[] = [];
      let offered = 0;
      for (const model of models.filter((one) => callOf(one, 'select') !== undefined)) {
        for (const role of rolesFor(model)) {
          const choices = await ask<{ id: string }[]>(role, model, 'select', { size: '999' });
          const seen = await listed(role, model);
          if (choices.status !== 200) {
            if (seen !== undefined) wrong.push(`${role} ${model.key}: sees the list, not the choices (${choices.msg})`);
            continue;
          }
          offered += choices.data.length;
          const more = choices.data.filter(({ id }) => seen?.has(id) !== true);
          if (more.length > 0) wrong.push(`${role} ${model.key}: ${more.length} choices that no list shows`);
        }
      }
      expect(wrong).toEqual([]);
      expect(offered).toBeGreaterThan(1000);
    },
    patient(300_000),
  );

  it(
    'is more than that only for a field that is the person’s to fill in',
    async () => {
      const wrong: string[] = [];
      let tried = 0;
      for (const model of models) {
        for (const field of model.fields) {
          const target = models.find(({ key }) => key === field.target);
          if (field.base || target === undefined || callOf(target, 'select') === undefined) continue;
          for (const role of rolesFor(model)) {
            if (works(role, model)) continue;
            const choices = await ask<{ id: string }[]>(role, target, 'select', {
              for: `${model.key}.${field.key}`,
              record: '{}',
            });
            tried += 1;
            if (choices.status !== 200) continue;
            const seen = await listed(role, target);
            const more = choices.data.filter(({ id }) => seen?.has(id) !== true);
            if (more.length > 0) wrong.push(`${role} ${model.key}.${field.key}: ${more.length} choices`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(tried).toBeGreaterThan(1000);
    },
    patient(300_000),
  );

  it(
    'is to a filter what the records of the list name, where the records themselves are not seen',
    async () => {
      const wrong: string[] = [];
      let named = 0;
      for (const model of models) {
        for (const field of model.fields) {
          const target = models.find(({ key }) => key === field.target);
          if (field.column?.kind !== 'text' || target === undefined || callOf(target, 'select') === undefined) continue;
          if (callOf(model, 'page') === undefined) continue;
          for (const role of rolesFor(model)) {
            const rows = await rowsOf(role, model);
            if (rows === undefined || (await rowsOf(role, target)) !== undefined) continue;
            const filter = `${model.key}.${field.key}`;
            const choices = await ask<{ id: string }[]>(role, target, 'select', { filter, size: '999' });
            if (choices.status !== 200) continue;
            const values = new Set(rows.map((row) => row[field.key]));
            named += choices.data.length;
            const more = choices.data.filter(({ id }) => !values.has(id));
            if (more.length > 0) wrong.push(`${role} ${filter}: ${more.length} choices that no row names`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(named).toBeGreaterThan(50);
    },
    patient(300_000),
  );
});

describe('what a person does not see plain in lists', () => {
  const hiddenFrom = (role: string, model: EntityModel) =>
    covered(model).filter((field) => {
      const rights = fieldRightsOf(model, [role]);
      // Of a right that depends on the record lists tell over the records in which he has it (field-rights.test.ts).
      return field.property.maskInLists === true || (!rights.isOpen(field) && !rights.isConditional(field));
    });

  it(
    'is neither filtered, sorted, grouped, summed, searched nor counted by him',
    async () => {
      const wrong: string[] = [];
      let tried = 0;
      for (const model of models) {
        for (const role of rolesFor(model)) {
          if ((await listed(role, model)) === undefined) continue;
          for (const field of hiddenFrom(role, model)) {
            tried += 1;
            const tell = async (how: string, kind: OperationKind, query: Readonly<Record<string, string>>) => {
              if (callOf(model, kind) === undefined) return;
              const { status } = await ask(role, model, kind, query);
              // Who may not export is told nothing at all.
              if (status !== 400 && !(kind === 'export' && status === 403))
                wrong.push(`${role} ${model.key}.${field.key}: ${how} ${status}`);
            };
            const { key } = field;
            for (const kind of ['page', 'list', 'count', 'select', 'export'] as const) {
              await tell(`${kind} filtered`, kind, { [key]: `${SECRET}0${key}` });
              await tell(`${kind} filled`, kind, { match: `${key}:filled` });
              if (kind !== 'count') await tell(`${kind} sorted`, kind, { orderBy: key });
            }
            await tell('grouped', 'count', { groupBy: key });
            await tell('summed', 'count', { sums: key });
            for (const kind of ['page', 'select'] as const) {
              if (callOf(model, kind) === undefined || !isText(field)) continue;
              const found = await ask<unknown>(role, model, kind, { keyword: `${SECRET}0${key}` });
              const rows = kind === 'select' ? found.data : (found.data as WirePage<WireRecord>).records;
              if ((rows as unknown[]).length > 0) wrong.push(`${role} ${model.key}.${key}: ${kind} searched`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(tried).toBeGreaterThan(30);
    },
    patient(300_000),
  );

  it(
    'stands in no list, choice or sheet',
    async () => {
      const told: string[] = [];
      for (const model of models) {
        for (const role of rolesFor(model)) {
          for (const kind of ['page', 'list', 'select', 'tree'] as const) {
            if (callOf(model, kind) === undefined) continue;
            const { status, data } = await ask<unknown>(role, model, kind, {});
            if (status !== 200) continue;
            const text = JSON.stringify(data);
            for (const field of hiddenFrom(role, model)) {
              if (isText(field) && text.includes(`0${field.key}"`))
                told.push(`${role} ${model.key}.${field.key} ${kind}`);
            }
          }
        }
      }
      expect(told).toEqual([]);
    },
    patient(300_000),
  );
});
