import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayEdit } from '../../src/core/overlay/overlay.ts';
import type { DesignChange, DesignDraft, DesignImpact, DesignTaken, ImpactChoice } from '../../src/core/wire/design.ts';
import { callDesign } from '../fixtures/call-design.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const KEY = 'ownStock';
const TABLE = `data."x${TENANT}_${KEY}"`;

let server: TestServer;
let admin: SignedIn;

const call = <T>(method: 'GET' | 'POST', path: string, given?: Record<string, unknown>) =>
  callDesign<T>(server, admin, method, path, given);
const draftOf = async () => (await call<DesignDraft>('GET', 'draft', { entity: KEY })).data;

let count = 0;
async function act(edits: readonly OverlayEdit[], entity = KEY) {
  const { id, seq } = await draftOf();
  count += 1;
  const step = { step: 'do', id: `step-${String(count).padStart(6, '0')}`, entity, edits };
  const taken = await call<DesignTaken>('POST', 'step', { draft: id ?? '', after: seq, step });
  expect(taken.status, taken.msg).toBe(200);
}
async function publish(title: string, choices: readonly ImpactChoice[] = []) {
  const { seq } = await draftOf();
  const done = await call<DesignChange>('POST', 'publish', { after: seq, title, reason: '', choices });
  expect(done.status, JSON.stringify(done.errors)).toBe(200);
  return done.data;
}
const impact = async () => {
  const { data, msg } = await call<DesignImpact>('GET', 'impact');
  expect(msg).toBe('操作成功');
  return data;
};
const discard = async () => call<true>('POST', 'discard', { after: (await draftOf()).seq });
const rows = <T>(text: string, values: readonly unknown[] = []) =>
  server.database.withTenant(TENANT, (connection) => connection.query<T>(text, values));

const stock = {
  dialect: 1,
  entity: KEY,
  title: '物资台账',
  label: 'name',
  api: { service: 'safety', base: `own/${KEY}` },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 60 },
      price: { title: '单价', field: 'number', type: 'number', scale: 2 },
      number: { title: '数量', field: 'number', type: 'number', scale: 0 },
      total: { title: '金额', field: 'calculate', type: 'number', scale: 2, compute: 'price * number' },
      lots: {
        title: '批次',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            lot: { title: '批号', field: 'input', type: 'string', maxLength: 20 },
            amount: { title: '数量', field: 'number', type: 'number', scale: 0 },
            used: { title: '已用', field: 'number', type: 'number', scale: 0 },
          },
        },
      },
    },
  },
  pages: {
    [KEY]: {
      title: '物资台账',
      columns: ['name', 'total'],
      actions: ['add', 'edit', 'delete'],
      grants: { everyone: ['view'], safetyOfficer: ['add', 'edit'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};
const column = (...steps: readonly string[]) => ['record', 'properties', 'lots', 'items', 'properties', ...steps];

interface Lot {
  readonly lot?: string;
  readonly amount?: number;
  readonly used?: number;
}
interface Stored {
  readonly id: string;
  readonly lots: readonly Lot[] | null;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('administrator');
  await act([{ edit: 'create', at: [], area: 'own', value: stock }]);
  await publish('新建台账');
  // A generator of its own, so that each run has the same records.
  let state = 11;
  const below = (most: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * most);
  };
  const lots = (): readonly Lot[] =>
    Array.from({ length: below(4) }, (_, index) => ({
      ...(below(4) === 0 ? {} : { lot: `P${index}` }),
      ...(below(5) === 0 ? {} : { amount: below(10) }),
      used: below(10),
    }));
  const made = Array.from({ length: 300 }, (_, index) => ({
    id: `s${index}`,
    name: `物资${index}`,
    price: below(3) === 0 ? null : 2.5,
    number: below(20),
    lots: below(6) === 0 ? null : lots(),
  }));
  await server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into ${TABLE} (id, "tenantId", version, "isDeleted", "createTime", name, price, number, total, lots)
       select id, $1, 1, 0, now(), name, price, number, round(price * number, 2), lots
       from jsonb_to_recordset($2::jsonb) as r(id text, name text, price numeric, number numeric, lots jsonb)`,
      [TENANT, JSON.stringify(made)],
    ),
  );
});
afterAll(() => server?.stop());

describe('what a change asks of rows', () => {
  it('is counted record by record, as one counts by hand', async () => {
    await act([
      { edit: 'set', at: column('lot'), property: 'required', base: false, value: true },
      {
        edit: 'add',
        at: column('used', 'rules', 'own'),
        after: null,
        value: { when: 'isNull(amount) or used <= amount', else: '已用不能多于数量' },
      },
    ]);
    const stored = await rows<Stored>(`select id, lots from ${TABLE}`);
    const withRow = (broken: (lot: Lot) => boolean) => stored.filter(({ lots }) => lots?.some(broken)).length;
    const { items } = await impact();
    expect(items.map(({ id, count: found, ways }) => [id, found, ways])).toEqual([
      [`${KEY} column lots.lot`, withRow(({ lot }) => lot === undefined), ['later']],
      [
        `${KEY} column lots.used`,
        withRow(({ amount, used }) => amount !== undefined && used !== undefined && used > amount),
        ['later'],
      ],
    ]);
    expect(items.every(({ count: found, sample }) => found > 20 && sample.length > 0)).toBe(true);
    expect(items[0]?.message).toBe(`“批次”的列“批号”要求变了：${items[0]?.count}条记录里有不符合的行`);
    const choices = items.map(({ id }): ImpactChoice => ({ id, do: 'later' }));
    const { seq } = await draftOf();
    const open = await call<DesignChange>('POST', 'publish', { after: seq, title: '不选', reason: '' });
    expect(open.errors.map(({ pointer }) => pointer)).toEqual(items.map(({ id }) => `/choices/${id}`));
    expect((await publish('批号必填', choices)).choices).toEqual(items.map(() => expect.stringContaining('照此发布')));
    expect((await impact()).items).toEqual([]);
  });
});

describe('what people may do', () => {
  it('is counted over those who have the roles, with what each gains and loses', async () => {
    await act([
      { edit: 'add', at: ['pages', KEY, 'grants', 'safetyOfficer', 'delete'], after: null, value: 'delete' },
      { edit: 'hide', at: ['pages', KEY, 'grants', 'safetyOfficer', 'edit'] },
      {
        edit: 'add',
        at: ['permissions', 'fields', 'price', 'own'],
        after: null,
        value: { roles: ['safetyOfficer'], access: 'read' },
      },
    ]);
    const [held] = await rows<{ people: number }>(
      `select count(*)::int as people from data."user" u where u."tenantId" = $1 and u."isDeleted" = 0 and u.status <> '0'
         and exists (select 1 from data.role r where r."tenantId" = $1 and r.id = any(u.role) and r."roleCode" = 'safetyOfficer')`,
      [TENANT],
    );
    const { rights } = await impact();
    expect(held?.people).toBeGreaterThan(0);
    const told = { entity: KEY, entityTitle: '物资台账', people: held?.people, roles: ['safetyOfficer'] };
    expect(rights).toEqual([
      { ...told, change: 'gains', what: '物资台账·删除' },
      { ...told, change: 'loses', what: '物资台账·修改' },
      { ...told, change: 'loses', what: '字段“单价”由可以填变为只能看' },
    ]);
    await discard();
    expect((await impact()).rights).toEqual([]);
  });

  it('is told of a new entity as what they gain, of everybody at once', async () => {
    await act(
      [
        {
          edit: 'create',
          at: [],
          area: 'own',
          value: {
            ...stock,
            entity: 'ownOther',
            title: '另一台账',
            api: { service: 'safety', base: 'own/ownOther' },
            pages: { ownOther: { title: '另一台账', grants: { everyone: ['view'] } } },
          },
        },
      ],
      'ownOther',
    );
    const [all] = await rows<{ people: number }>(
      `select count(*)::int as people from data."user" where "tenantId" = $1 and "isDeleted" = 0 and status <> '0'`,
      [TENANT],
    );
    expect((await impact()).rights).toMatchObject([{ change: 'gains', what: '另一台账·查看', people: all?.people }]);
    await discard();
  });
});

describe('a value that is filled in', () => {
  it('is followed by the stored results that are made of it, in the same transaction', async () => {
    await act([{ edit: 'set', at: ['record', 'properties', 'price'], property: 'required', base: false, value: true }]);
    const lacking = await rows<{ id: string; number: string }>(
      `select id, number from ${TABLE} where price is null order by id`,
    );
    const { items } = await impact();
    expect(items).toMatchObject([{ id: `${KEY} required price`, count: lacking.length }]);
    await publish('补填单价', [{ id: `${KEY} required price`, do: 'fill', value: '4' }]);
    const filled = await rows<{ id: string; price: string; total: string }>(
      `select id, price, total from ${TABLE} where id = any($1) order by id`,
      [lacking.map(({ id }) => id)],
    );
    expect(filled.map(({ id, price, total }) => [id, Number(price), Number(total)])).toEqual(
      lacking.map(({ id, number }) => [id, 4, 4 * Number(number)]),
    );
    const [other] = await rows<{ wrong: number }>(
      `select count(*)::int as wrong from ${TABLE} where total is distinct from price * number`,
    );
    expect(other?.wrong).toBe(0);
  });
});

describe('a count that nobody waits for', () => {
  it('ends in the database when whoever asked has left', async () => {
    await act([
      { edit: 'set', at: ['record', 'properties', 'number'], property: 'required', base: false, value: true },
    ]);
    const url = await server.main.listen({ port: 0, host: '127.0.0.1' });
    const counting = async () =>
      (
        await server.database.withOwner((owner) =>
          owner.query('select pid from pg_locks where relation = to_regclass($1) and not granted', [TABLE]),
        )
      ).rowCount;
    const until = async (wanted: number) => {
      for (let waited = 0; waited < 10_000; waited += 50) {
        if ((await counting()) === wanted) return true;
        await sleep(50);
      }
      return false;
    };
    // Whoever holds the table lets the count wait as long as he likes.
    await server.database.withOwner(async (owner) => {
      await owner.query('begin');
      await owner.query(`lock table ${TABLE} in access exclusive mode`);
      const control = new AbortController();
      const asked = fetch(`${url}/api/anlan-system/design/impact`, {
        headers: admin.headers,
        signal: control.signal,
      }).then(
        () => 'answered',
        () => 'left',
      );
      expect(await until(1)).toBe(true);
      control.abort();
      expect(await asked).toBe('left');
      expect(await until(0)).toBe(true);
      await owner.query('rollback');
    });
    expect((await impact()).seq).toBeGreaterThan(0);
    await discard();
  });
});
