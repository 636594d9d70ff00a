import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableName } from '../../src/compile/sql/plan-tables.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { calledSteps, callsAnybody } from '../../src/core/model/called-steps.ts';
import type { EntityModel, FieldModel } from '../../src/core/model/entity-model.ts';
import type { TaskEntry } from '../../src/core/wire/approval.ts';
import type { Abilities, WirePage } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
/** One person for each role that any shipped step names, and some whom records name. */
const NAMED = ['turn1', 'turn2', 'turn3', 'turn4'] as const;

let server: TestServer;
let models: readonly EntityModel[];
const people = new Map<string, SignedIn>();

const id = (account: string) => `${TENANT}-${account}`;

beforeAll(async () => {
  server = await startTestServer();
  const { entities } = await server.metadata.snapshot(TENANT);
  models = [...entities.values()].filter((model) => model.scope === 'tenant' && callsAnybody(model));
  const roles = new Set(
    models.flatMap((model) =>
      Object.values(model.transitions).flatMap(({ who }) =>
        who.flatMap((actor) => (typeof actor === 'object' && 'role' in actor ? [actor.role] : [])),
      ),
    ),
  );
  await addNewcomers(server, TENANT, [
    ...[...roles].map((role) => ({ account: `of-${role}`.slice(0, 30), role, dataScope: '1' })),
    ...NAMED.map((account) => ({ account, role: 'safetyOfficer', dataScope: '1' })),
  ]);
  await server.database.transaction(TENANT, (connection) =>
    connection.execute('update data.dept set leader = $1 where id = $2', [id('turn4'), id('shop')]),
  );
  for (const account of [...[...roles].map((role) => `of-${role}`.slice(0, 30)), ...NAMED]) {
    people.set(account, await server.signIn(account));
  }
}, patient(120_000));
afterAll(() => server?.stop());

/** A value by which a record names somebody: fields of people take turns, departments are the one with a head. */
function namingValue(field: FieldModel, turn: number): unknown {
  const one =
    field.target === 'user' ? id(NAMED[turn % 3] ?? 'turn1') : field.target === 'dept' ? id('shop') : undefined;
  return one === undefined ? undefined : field.multiple ? [one] : one;
}

/** Values given out so far: each record has a number or a year of its own where these must differ. */
let planted = 0;

/** A value that no other record has in a field of a unique key; nothing where it names another record. */
function ownValue({ target, column }: FieldModel, recordId: string): unknown {
  if (target !== undefined) return undefined;
  if (column?.kind === 'text') return recordId;
  if (column?.kind === 'date') return `${1900 + ++planted}-01-01`;
  return column?.kind === 'integer' || column?.kind === 'numeric' ? ++planted : undefined;
}

/** Puts a record straight into its table, in a state. */
async function plant(model: EntityModel, state: string, recordId: string): Promise<void> {
  const values = new Map<string, unknown>([
    ['id', recordId],
    ['tenantId', TENANT],
    ['version', 1],
    ['isDeleted', 0],
    ['status', model.states[state]?.id ?? state],
    ['createUser', id('turn3')],
    ['createTime', new Date()],
    ['updateTime', new Date()],
  ]);
  const persons = model.fields.filter(
    ({ target, base, column }) => !base && column !== undefined && (target === 'user' || target === 'dept'),
  );
  for (const [turn, field] of persons.entries()) values.set(field.id, namingValue(field, turn));
  for (const key of model.unique.flatMap(({ fields }) => fields)) {
    const field = model.field.get(key);
    if (field === undefined || values.has(field.id)) continue;
    const own = ownValue(field, recordId);
    if (own !== undefined) values.set(field.id, own);
  }
  const names = [...values.keys()];
  await server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into ${tableName(model.id)} (${names.map(quoteIdentifier).join(', ')})
       values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
      [...values.values()],
    ),
  );
}

async function get<T>(person: SignedIn, path: string, query: Record<string, string>): Promise<T | undefined> {
  const response = await server.main.inject({ url: `/api/anlan-${path}`, query, headers: person.headers });
  return response.statusCode === 200 ? (response.json().data as T) : undefined;
}

/** Records of every shipped entity without a parent, in every state for which anybody is called. */
function planned(): readonly { readonly model: EntityModel; readonly state: string; readonly recordId: string }[] {
  return models
    .filter(({ parent }) => parent === undefined)
    .flatMap((model, place) =>
      Object.keys(model.states)
        .filter((state) => calledSteps(model, state).length > 0)
        .map((state, turn) => ({ model, state, recordId: `turn-${place}-${turn}` })),
    );
}

describe('every shipped step', () => {
  it(
    'stands in the tasks of those whom the record names and who may take it, and of nobody who may not',
    async () => {
      const records = planned();
      expect(records.length).toBeGreaterThan(15);
      for (const { model, state, recordId } of records) await plant(model, state, recordId);
      await server.database.transaction(TENANT, (connection) =>
        connection.execute('delete from platform."stepPlan" where "tenantId" = $1', [TENANT]),
      );
      // The server does the same every half minute: what it has just counted is not counted again.
      await server.recountTurns();
      let found = 0;
      const wrong: string[] = [];
      for (const [account, person] of people) {
        const page = await get<WirePage<TaskEntry>>(person, 'system/flow/todo', { size: '200' });
        for (const { model, state, recordId } of records) {
          const { service, base } = model;
          const entry = page?.records.find((one) => one.recordId === recordId && one.entity === model.key);
          const listed = new Set(entry?.steps.map(({ transition }) => transition));
          // Of others only what they were given is looked at: that they get too little is no fault of the record.
          if (listed.size === 0 && !NAMED.some((one) => one === account)) continue;
          const record = await get<{ abilities?: Abilities }>(person, `${service}/${base}/detail`, { id: recordId });
          for (const { transition } of calledSteps(model, state)) {
            const may = record?.abilities?.[transition.key] === true;
            const named = isNamed(model, transition.who, account);
            const place = `${account} ${model.key}.${state}.${transition.key}`;
            if (listed.has(transition.key)) found += 1;
            if (listed.has(transition.key) && !hasButton(model, entry))
              wrong.push(`${place}: ${entry?.page} has no button`);
            if (listed.has(transition.key) && !may) wrong.push(`${place}: listed, may not`);
            if (listed.has(transition.key) && (entry?.follows ?? '') === '') wrong.push(`${place}: nothing follows`);
            if (may && named && isJudged(model, transition.key) && !listed.has(transition.key))
              wrong.push(`${place}: may, not listed`);
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(found).toBeGreaterThan(records.length);
    },
    patient(120_000),
  );
});

/** Whether the page that an entry opens has the button of one of its steps. */
function hasButton({ pages }: EntityModel, entry: TaskEntry | undefined): boolean {
  const actions = pages[entry?.page ?? '']?.actions ?? [];
  return entry?.steps.some(({ transition }) => actions.includes(transition)) === true;
}

/** Whether a record as it is planted names a person for a step. */
function isNamed(model: EntityModel, who: EntityModel['transitions'][string]['who'], account: string): boolean {
  const persons = model.fields.filter(
    ({ target, base, column }) => !base && column !== undefined && (target === 'user' || target === 'dept'),
  );
  const valueIn = (key: string) => {
    const turn = persons.findIndex((field) => field.key === key);
    const field = persons[turn];
    return field === undefined ? [] : [namingValue(field, turn)].flat();
  };
  return who.some((actor) => {
    if (actor === 'creator') return account === 'turn3';
    if (typeof actor === 'string') return false;
    if ('field' in actor) return valueIn(actor.field).includes(id(account));
    return 'head' in actor && actor.up === undefined && account === 'turn4' && valueIn(actor.head).includes(id('shop'));
  });
}

/** Whether nothing but who it is decides over a step of a planted record, whose other fields are empty. */
function isJudged(model: EntityModel, key: string): boolean {
  const transition = model.transitions[key];
  return (
    transition !== undefined &&
    transition.guards.length === 0 &&
    transition.waits.when === undefined &&
    transition.waits.from === undefined
  );
}
