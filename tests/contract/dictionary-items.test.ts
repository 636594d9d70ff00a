import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const post = async (path: string, payload: object = {}) => {
  const response = await server.main.inject({
    method: 'POST',
    url: `/api/anlan-system/dict-biz/${path}`,
    headers: administrator.headers,
    payload,
  });
  return response.json() as { code: number; msg: string; data: { id: string; version: number } };
};

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  server.database.withTenant('645967', (connection) => connection.query<Row>(text, values));

it('refuses to take away an item that records hold, and puts another in its place in one go, logged', async () => {
  const item = { code: 'peril-type', dictValue: '示例类型', sort: 99, isSealed: '0' };
  const { data } = await post('submit', { ...item, dictKey: 'zz9' });
  expect(data?.id).toBeTypeOf('string');
  const [other] = await query<{ dictKey: string }>(
    `select "dictKey" from data."dictBiz" where code = 'peril-type' and "dictKey" not in ('-1', 'zz9') and "isDeleted" = 0 limit 1`,
  );
  await server.database.withTenant('645967', (connection) =>
    connection.execute(
      `insert into data.peril ("tenantId", id, version, "isDeleted", "perilName", status, type, "createTime", "updateTime")
       select '645967', '92000000000000000' || lpad(n::text, 2, '0'), 1, 0, '隐患' || n, 'rectifying', 'zz9', now(), now()
       from generate_series(1, 3) n`,
      [],
    ),
  );
  const told = '“示例类型”还有记录在用：隐患3条。请改为封存（不能再选，已有记录照常显示），或先替换为其他项';
  expect(await post(`remove?ids=${data.id}`)).toMatchObject({ code: 400, msg: told });
  const renamed = { ...item, id: data.id, version: data.version, dictKey: 'zz8' };
  expect(await post('submit', renamed)).toMatchObject({ code: 400, msg: told });
  // Sealing takes nothing from the records.
  expect(await post('submit', { ...renamed, dictKey: 'zz9', isSealed: '1' })).toMatchObject({ code: 200 });

  expect(await post(`remove?ids=${data.id}&to=nothing`)).toMatchObject({ code: 400 });
  expect(await post(`remove?ids=${data.id}&to=zz9`)).toMatchObject({ code: 400 });
  expect(await query(`select 1 from data.peril where type = 'zz9'`)).toHaveLength(3);
  expect(await post(`remove?ids=${data.id}&to=${other?.dictKey}`)).toMatchObject({ code: 200 });
  expect(await query(`select 1 from data.peril where type = $1 and id like '92000%'`, [other?.dictKey])).toHaveLength(
    3,
  );
  expect(await query(`select 1 from data."dictBiz" where "dictKey" = 'zz9' and "isDeleted" = 0`)).toHaveLength(0);
  const logged = await query(
    `select 1 from data."auditLog" where "recordId" like '92000%' and action = 'update' and changes::text like '%zz9%'`,
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
