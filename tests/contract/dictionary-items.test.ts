import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HeldItem } from '../../src/core/wire/held-item.ts';
import { callAs } from '../fixtures/call-as.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const post = (path: string, payload: object = {}, person = administrator) =>
  callAs<{ id: string; version: number } & HeldItem>(server.main, person, 'POST', `system/dict-biz/${path}`, payload);

const query = <Row extends object>(text: string, values: unknown[] = [], tenantId = '645967') =>
  server.database.withTenant(tenantId, (connection) => connection.query<Row>(text, values));

/** Dangers of a type, by SQL: what an item means to records does not hang on how they came to be. */
const dangers = (tenantId: string, type: string, count: number) =>
  query(
    `insert into data.peril ("tenantId", id, version, "isDeleted", "perilName", status, type, "createTime", "updateTime")
     select $1, $1 || $2 || n, 1, 0, '隐患' || n, 'rectifying', $2, now(), now() from generate_series(1, $3::int) n`,
    [tenantId, type, count],
    tenantId,
  );

const typesOf = async (tenantId: string) => {
  const rows = await query<{ type: string; count: number }>(
    'select type, count(*) from data.peril where "isDeleted" = 0 group by type order by type',
    [],
    tenantId,
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
};

it('refuses to take away an item that records hold, and puts another in its place in one go, logged', async () => {
  const item = { code: 'peril-type', dictValue: '示例类型', sort: 99, isSealed: '0' };
  const { data } = await post('submit', { ...item, dictKey: 'zz9' });
  expect(data?.id).toBeTypeOf('string');
  const [other] = await query<{ dictKey: string }>(
    `select "dictKey" from data."dictBiz" where code = 'peril-type' and "dictKey" not in ('-1', 'zz9') and "isDeleted" = 0 limit 1`,
  );
  await dangers('645967', 'zz9', 3);
  const told = '“示例类型”还有记录在用：隐患3条。请改为封存（不能再选，已有记录照常显示），或先替换为其他项';
  const refused = await post(`remove?ids=${data.id}`);
  expect(refused).toMatchObject({
    code: 400,
    msg: told,
    data: { uses: [{ entity: 'peril', title: '隐患', count: 3 }], seal: { isSealed: '1' } },
  });
  expect(refused.data.others.map(({ key }) => key)).toContain(other?.dictKey);
  expect(refused.data.others.map(({ key }) => key)).not.toContain('zz9');
  const renamed = { ...item, id: data.id, version: data.version, dictKey: 'zz8' };
  expect(await post('submit', renamed)).toMatchObject({ code: 400, msg: told });
  // Sealing takes nothing from the records.
  expect(await post('submit', { ...renamed, dictKey: 'zz9', isSealed: '1' })).toMatchObject({ code: 200 });
  expect((await post(`remove?ids=${data.id}`)).data.seal).toBeUndefined();

  expect(await post(`remove?ids=${data.id}&to=nothing`)).toMatchObject({ code: 400 });
  expect(await post(`remove?ids=${data.id}&to=zz9`)).toMatchObject({ code: 400 });
  expect(await query(`select 1 from data.peril where type = 'zz9'`)).toHaveLength(3);
  expect(await post(`remove?ids=${data.id}&to=${other?.dictKey}`)).toMatchObject({ code: 200 });
  expect(
    await query(`select 1 from data.peril where type = $1 and id like '645967zz9%'`, [other?.dictKey]),
  ).toHaveLength(3);
  expect(await query(`select 1 from data."dictBiz" where "dictKey" = 'zz9' and "isDeleted" = 0`)).toHaveLength(0);
  const logged = await query(
    `select 1 from data."auditLog" where "recordId" like '645967zz9%' and action = 'update' and changes::text like '%zz9%'`,
  );
  expect(logged).toHaveLength(3);
});

it('takes away an item that no record holds', async () => {
  const { data } = await post('submit', {
    code: 'peril-type',
    dictValue: '无用',
    sort: 98,
    isSealed: '0',
    dictKey: 'zz7',
  });
  expect(await post(`remove?ids=${data.id}`)).toMatchObject({ code: 200 });
});

it("finds and replaces an item in columns of sub-tables, and leaves the rows' other values", async () => {
  const code = 'contractor-eval-item';
  const { data } = await post('submit', { code, dictKey: 'zz6', dictValue: '示例评价', sort: 97, isSealed: '0' });
  const items = [{ item: 'zz6', score: 80 }, { item: '1', score: 70 }, { score: 60 }];
  await query(
    `insert into data."contractorEvaluation" ("tenantId", id, version, "isDeleted", status, items, "createTime")
     values ('645967', 'evaluation-1', 1, 0, 'draft', $1, now()), ('645967', 'evaluation-2', 1, 0, 'draft', null, now())`,
    [JSON.stringify(items)],
  );
  const refused = await post(`remove?ids=${data.id}`);
  expect(refused.data.uses).toMatchObject([{ entity: 'contractorEvaluation', count: 1 }]);
  expect(await post(`remove?ids=${data.id}&to=2`)).toMatchObject({ code: 200 });
  const [row] = await query<{ items: object[] }>(
    `select items from data."contractorEvaluation" where id = 'evaluation-1'`,
  );
  expect(row?.items).toEqual(
    [{ item: '2', score: 80 }, { item: '1', score: 70 }, { score: 60 }].map((given) => expect.objectContaining(given)),
  );
});

it('computes the stored results that read the replaced value anew, and no others', async () => {
  const { data } = await post('submit', { code: 'lec-l', dictKey: '7', dictValue: '示例', sort: 15, isSealed: '0' });
  await query(
    `insert into data."lecRisk" ("tenantId", id, version, "isDeleted", status, activity, "lValue", "eValue", "cValue",
       "dValue", "evaluationTime", "nextEvaluation", "createTime")
     values ('645967', 'lec-1', 1, 0, 'effective', '示例作业', '7', '6', '15', 630, '2024-01-01', '2020-02-02', now())`,
  );
  expect(await post(`remove?ids=${data.id}&to=6`)).toMatchObject({ code: 200 });
  const [row] = await query<object>(
    `select "lValue", "dValue", "nextEvaluation" from data."lecRisk" where id = 'lec-1'`,
  );
  expect(row).toEqual({ lValue: '6', dValue: 540, nextEvaluation: '2020-02-02' });
  const [logged] = await query<{ changes: { key: string }[] }>(
    `select changes from data."auditLog" where "recordId" = 'lec-1'`,
  );
  expect(logged?.changes.map(({ key }) => key).sort()).toEqual([
    'controlLevel',
    'dValue',
    'evalLevel',
    'lValue',
    'riskLevel',
  ]);
});

it("finds and replaces everybody's item in all companies, but in those that have one of that name themselves", async () => {
  const top = await server.signIn('administrator', '000000');
  const item = { code: 'peril-type', dictKey: 'zz5', dictValue: '平台示例', sort: 96, isSealed: '0' };
  const { data } = await post('submit', item, top);
  await dangers('645967', 'zz5', 2);
  await dangers('645968', 'zz5', 4);
  expect((await post(`remove?ids=${data.id}`, {}, top)).data.uses).toMatchObject([{ entity: 'peril', count: 6 }]);

  const other = await server.signIn('administrator', '645968');
  const own = await post('submit', { ...item, dictValue: '自有示例' }, other);
  expect(own.code).toBe(200);
  const refused = await post(`remove?ids=${data.id}`, {}, top);
  expect(refused.data.uses).toMatchObject([{ entity: 'peril', count: 2 }]);
  const [to] = refused.data.others;
  const before = await typesOf('645967');
  // A company's own item stands aside for the platform's of the same name.
  expect(await post(`remove?ids=${own.data.id}`, {}, other)).toMatchObject({ code: 200 });

  // Where the other item is sealed by a company, nothing is replaced anywhere.
  const sealed = { ...item, dictKey: to?.key, dictValue: to?.title, isSealed: '1' };
  const seal = await post('submit', sealed, other);
  expect(seal.code).toBe(200);
  expect(await post(`remove?ids=${data.id}&to=${to?.key}`, {}, top)).toMatchObject({
    code: 400,
    msg: '替换成的项在企业645968中不能选择，请改为封存该项',
  });
  expect([await typesOf('645967'), (await typesOf('645968')).zz5]).toEqual([before, 4]);

  expect(await post(`remove?ids=${seal.data.id}`, {}, other)).toMatchObject({ code: 200 });
  expect(await post(`remove?ids=${data.id}&to=${to?.key}`, {}, top)).toMatchObject({ code: 200 });
  expect((await typesOf('645967')).zz5).toBeUndefined();
  expect(await typesOf('645968')).toEqual({ [to?.key ?? '']: 4 });
  // Each company's own log tells who did it.
  const logged = await query<object>(
    `select distinct account, "tenantId" from data."auditLog" where "recordId" like '645968zz5%' and action = 'update'`,
    [],
    '645968',
  );
  expect(logged).toEqual([{ account: 'administrator', tenantId: '645968' }]);
});

it('tells of `to` in the OpenAPI document, for dictionaries alone', async () => {
  const response = await server.main.inject({ url: '/api/openapi.json', headers: administrator.headers });
  const { paths } = response.json<{ paths: Record<string, { post?: { parameters?: { name: string }[] } }> }>();
  const takesTo = Object.entries(paths).filter(([path, { post: call }]) =>
    path.endsWith('/remove') ? call?.parameters?.some(({ name }) => name === 'to') : false,
  );
  expect(takesTo.map(([path]) => path)).toEqual(['/api/anlan-system/dict-biz/remove']);
});
