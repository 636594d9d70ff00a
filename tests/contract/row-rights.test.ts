import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const TENANT = '645967';
const PLANS = '/api/anlan-safety/test/drills';
const SIGNS = '/api/anlan-safety/test/drill-signs';

/** A drill, which its organiser keeps, and whose people each sign their own row. */
const drill: Entity = {
  dialect: 1,
  entity: 'drill',
  title: '演练',
  label: 'name',
  api: { service: 'safety', base: 'test/drills' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      kind: { title: '类别', field: 'input', type: 'string' },
      organiser: { title: '组织人', field: 'orgSelect', type: 'string', org: 'user' },
    },
  },
  states: { open: { title: '进行中', initial: true, edit: [{ role: 'keeper' }] } },
  transitions: { close: { title: '结束', from: ['open'], to: 'open', who: [{ role: 'keeper' }] } },
  pages: {
    drill: {
      title: '演练',
      columns: ['name'],
      grants: { everyone: ['view'], keeper: ['add', 'edit', 'delete', 'close'] },
    },
  },
  permissions: {
    scope: { everyone: 'tenant' },
    write: { keeper: { where: "organiser == me.userId or kind == '公开'" } },
  },
};

const sign: Entity = {
  dialect: 1,
  entity: 'drillSign',
  title: '签到',
  label: 'user',
  api: { service: 'safety', base: 'test/drill-signs' },
  parent: {
    entity: 'drill',
    field: 'drillId',
    create: { who: [{ role: 'keeper' }, { row: 'user' }] },
    edit: { who: [{ row: 'user' }], fields: ['signature', 'user'] },
    remove: { who: [{ row: 'user' }] },
  },
  record: {
    type: 'object',
    properties: {
      drillId: { title: '演练', field: 'reference', type: 'string', ref: { entity: 'drill' } },
      user: { title: '人员', field: 'orgSelect', type: 'string', org: 'user' },
      signature: { title: '签名', field: 'input', type: 'string' },
      score: { title: '得分', field: 'number', type: 'number', scale: 0 },
    },
  },
};

const person = (userId: string, role = 'worker'): TestPerson => ({ userId, roleCodes: [role], scope: 'tenant' });
const olga = person('olga', 'keeper');
const otto = person('otto', 'keeper');
const ann = person('ann');
const bob = person('bob');

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [drill, sign] } });
  await server.database.transaction(TENANT, async (db) => {
    for (const [index, name] of ['olga', 'otto', 'ann', 'bob'].entries()) {
      await db.execute(
        `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo") values ($1, $2, '1', $1, $1, $3)`,
        [name, TENANT, `S${index}`],
      );
    }
  });
}, patient(120_000));
afterAll(() => server?.close());

const save = (by: TestPerson, base: string, values: object) => server.call<WireRecord>(by, `POST ${base}/save`, values);
const planned = async (values: object = {}): Promise<WireRecord> => {
  const made = await save(olga, PLANS, { name: '消防演练', organiser: 'olga', ...values });
  expect([made.msg, made.status]).toEqual(['操作成功', 200]);
  return made.data;
};

describe('rows that a role may write by a condition', () => {
  it('are asked for as they are and as they are to be', async () => {
    const { id, version } = await planned();
    expect((await save(otto, PLANS, { id, version, name: '改' })).status).toBe(403);
    // Nobody takes a record by writing himself into it, nor hands one over in the same save.
    expect((await save(otto, PLANS, { id, version, organiser: 'otto' })).status).toBe(403);
    expect((await save(olga, PLANS, { id, version, organiser: 'otto' })).status).toBe(403);
    expect((await save(olga, PLANS, { id, version, organiser: 'otto', kind: '公开' })).status).toBe(200);
    expect((await save(otto, PLANS, { name: '别人的', organiser: 'olga' })).status).toBe(403);
    expect((await save(otto, PLANS, { name: '自己的', organiser: 'otto' })).status).toBe(200);
  });

  it('decide over removal, transitions and what a list offers', async () => {
    const { id } = await planned();
    const list = async (by: TestPerson) =>
      (await server.call<WirePage<WireRecord>>(by, `GET ${PLANS}/page?page=drill`)).data.records.find(
        (record) => record.id === id,
      )?.abilities;
    expect(await list(otto)).toEqual({ view: true });
    expect(await list(olga)).toEqual({ view: true, edit: true, delete: true, close: true });
    expect((await server.call(otto, `POST ${PLANS}/close`, { id })).status).toBe(403);
    expect((await server.call(otto, `POST ${PLANS}/remove`, { ids: [id] })).status).toBe(403);
    expect((await server.call(olga, `POST ${PLANS}/remove`, { ids: [id] })).status).toBe(200);
  });
});

describe('a row whose own person writes it', () => {
  it('is edited by him alone, in the fields that are named', async () => {
    const { id: drillId } = await planned();
    const row = (await save(olga, SIGNS, { drillId, user: 'ann', score: 3 })).data;
    const change = (by: TestPerson, values: object) => save(by, SIGNS, { id: row.id, version: row.version, ...values });
    for (const other of [bob, olga]) expect((await change(other, { signature: 'x' })).status).toBe(403);
    expect((await change(ann, { score: 5 })).errors).toEqual([{ pointer: '/score', msg: '您不能修改得分' }]);
    // Neither taken nor handed over: the row is asked as it is and as it is to be.
    expect((await change(bob, { user: 'bob' })).status).toBe(403);
    expect((await change(ann, { user: 'bob' })).status).toBe(403);
    const signed = await change(ann, { signature: '安', score: 3 });
    expect([signed.msg, signed.status]).toEqual(['操作成功', 200]);
  });

  it('is told with the record, added by him for himself, and removed by him', async () => {
    const { id: drillId } = await planned();
    expect((await save(bob, SIGNS, { drillId, user: 'ann' })).status).toBe(403);
    const own = await save(bob, SIGNS, { drillId, user: 'bob' });
    expect(own.status).toBe(200);
    const { data } = await server.call<WireRecord>(ann, `GET ${PLANS}/detail?id=${drillId}&with=children`);
    const rows = (data.children as Record<string, WireRecord[]> | undefined)?.drillSign ?? [];
    expect(rows.map(({ abilities }) => abilities)).toEqual([{ view: true }]);
    const bobs = await server.call<WireRecord>(bob, `GET ${PLANS}/detail?id=${drillId}&with=children`);
    expect((bobs.data.children as Record<string, WireRecord[]>).drillSign?.[0]?.abilities).toEqual({
      view: true,
      edit: true,
      delete: true,
    });
    expect((await server.call(ann, `POST ${SIGNS}/remove`, { ids: [own.data.id] })).status).toBe(403);
    expect((await server.call(bob, `POST ${SIGNS}/remove`, { ids: [own.data.id] })).status).toBe(200);
  });
});
