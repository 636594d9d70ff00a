import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBodyLimit } from '../../server/http/plugins/body-limits.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const BASE = '/api/anlan-safety/securitysystem/lawsregulations';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const worker: TestPerson = { userId: 'u2', roleCodes: ['worker'], scope: 'own' };
const admin: TestPerson = { userId: 'u9', roleCodes: ['administrator'] };
const foreign: TestPerson = { ...officer, tenantId: '645968' };

const LAW = {
  name: '中华人民共和国安全生产法',
  docNo: '主席令第八十八号',
  fileType: '1',
  issueDept: '全国人民代表大会常务委员会',
  issueDate: '2021-06-10',
  effectiveDate: '2021-09-01',
};

describe('laws and regulations over the API', () => {
  let server: EntityServer;
  let id = '';

  beforeAll(async () => {
    server = await createEntityServer();
    const insert = `insert into data."user" (id, "tenantId", "realName", account) values
      ('u1', '645967', '甲安全', 'u1'), ('u2', '645967', '乙工人', 'u2')`;
    await server.database.transaction('645967', (connection) => connection.execute(insert));
    await server.database.transaction('645967', (connection) =>
      connection.execute(`insert into data.dept (id, "tenantId", "deptName") values ('d1', '645967', '安全环保部')`),
    );
  });

  afterAll(() => server.close());

  const list = async (person: TestPerson, query = '') =>
    (await server.call<WirePage<WireRecord>>(person, `GET ${BASE}/list-conditions${query}`)).data;

  it('inserts a record and answers it with labels, computed values and abilities', async () => {
    const { status, data } = await server.call<WireRecord>(officer, `POST ${BASE}/submit`, {
      ...LAW,
      applicableDepts: ['d1'],
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ...LAW,
      version: 1,
      status: '0',
      statusLabel: '停用',
      amended: '0',
      amendedLabel: '否',
      effectiveness: '1',
      effectivenessLabel: '现行有效',
      applicableDepts: ['d1'],
      applicableDeptsLabel: ['安全环保部'],
      identifyUser: 'u1',
      identifyUserLabel: '甲安全',
      identifyDate: '2026-04-30',
      createUser: 'u1',
      createUserLabel: '甲安全',
      createTime: '2026-04-30 10:00:00',
    });
    expect(data.abilities).toEqual({ view: true, edit: true, enable: true });
    id = data.id;
    expect(id).toMatch(/^\d{19}$/);
  });

  it('names every fault at its field, and stores nothing', async () => {
    const before = (await list(officer)).total;
    const faultsOf = async (body: object) => (await server.call(officer, `POST ${BASE}/submit`, body)).errors;
    expect(await faultsOf({})).toContainEqual({ pointer: '/name', msg: '请输入文件名称' });
    expect(await faultsOf({ ...LAW, effectiveDate: '2021-06-09' })).toEqual([
      { pointer: '/effectiveDate', msg: '施行日期不能早于颁布日期' },
    ]);
    expect(await faultsOf({ ...LAW, fileType: '99' })).toEqual([
      { pointer: '/fileType', msg: '文件类型不是可选的值：99' },
    ]);
    expect(await faultsOf({ ...LAW, colour: 'red' })).toEqual([{ pointer: '/colour', msg: '不认识的字段：colour' }]);
    expect(await faultsOf({ ...LAW, name: 'a\u0000b' })).toEqual([{ pointer: '/name', msg: '文件名称含有无效字符' }]);
    expect(await faultsOf({ ...LAW, name: 'x\ud800' })).toEqual([{ pointer: '/name', msg: '文件名称含有无效字符' }]);
    expect(await faultsOf({ ...LAW, status: '1' })).toHaveLength(1);
    expect(await faultsOf({ ...LAW, name: 7 })).toEqual([{ pointer: '/name', msg: '文件名称须为文本' }]);
    expect(await faultsOf({ ...LAW, name: '长'.repeat(201) })).toHaveLength(1);
    expect(await faultsOf({ ...LAW, identifyUser: 'nobody' })).toEqual([
      { pointer: '/identifyUser', msg: '识别人所选的记录不存在，或不在您可选的范围内' },
    ]);
    expect(await faultsOf({ ...LAW, identifyUser: "' or 1=1" })).toHaveLength(1);
    expect(await faultsOf({ ...LAW, attachments: ['123'] })).toHaveLength(1);
    expect(await faultsOf(LAW)).toEqual([{ pointer: '/name', msg: '该文件已登记（名称与文号相同）' }]);
    expect((await list(officer)).total).toBe(before);
  });

  it('refuses what is no JSON, too deep or too large, and stays up', async () => {
    expect((await server.call(officer, `POST ${BASE}/submit`, undefined, { raw: '{"a":' })).status).toBe(400);
    const deep = '['.repeat(40) + ']'.repeat(40);
    expect((await server.call(officer, `POST ${BASE}/submit`, undefined, { raw: deep })).msg).toBe('请求内容嵌套过深');
    const ofSize = (bytes: number) => JSON.stringify({ ...LAW, summary: 'x'.repeat(bytes) });
    const large = await server.call(officer, `POST ${BASE}/submit`, undefined, { raw: ofSize(recordBodyLimit) });
    expect([large.status, large.msg]).toEqual([413, '请求内容过大，最大4M']);
    // One that may come is read, and what is wrong with it is said of its field.
    const long = await server.call(officer, `POST ${BASE}/submit`, undefined, { raw: ofSize(recordBodyLimit - 1_000) });
    expect([long.status, long.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/summary']]);
    expect((await server.call(officer, `POST ${BASE}/submit`, [LAW])).status).toBe(400);
    expect((await list(officer)).total).toBe(1);
  });

  it('filters by every kind, also by a value that only the clock decides', async () => {
    const count = async (query: string) => (await list(officer, query)).total;
    expect(await count('?name=安全生产')).toBe(1);
    expect(await count('?name=%25')).toBe(0);
    expect(await count('?fileType=1,2')).toBe(1);
    expect(await count('?fileType=2')).toBe(0);
    expect(await count('?effectiveness=1')).toBe(1);
    expect(await count('?effectiveness=2,4')).toBe(0);
    expect(await count('?applicableDepts=d1')).toBe(1);
    expect(await count('?applicableDepts=d2')).toBe(0);
    expect(await count('?startIssueDate=2021-06-10&endIssueDate=2021-06-10')).toBe(1);
    expect(await count('?issueDate=2021-06-11,2022-01-01')).toBe(0);
    expect(await count('?createTime=2026-04-30,2026-04-30')).toBe(1);
    expect(await count('?endCreateTime=2026-04-29')).toBe(0);
    expect(await count('?keyword=主席令')).toBe(1);
    expect(await count('?keyword=没有')).toBe(0);
    expect(await count('?page=law&status=0')).toBe(1);
    server.setNow('2021-07-01T02:00:00Z');
    expect(await count('?effectiveness=2')).toBe(1);
    server.setNow('2026-04-30T02:00:00Z');
  });

  it('refuses filters and sorting that are none, by name', async () => {
    const refused = async (query: string) => {
      const { status, msg } = await server.call(officer, `GET ${BASE}/list-conditions${query}`);
      return [status, msg];
    };
    expect(await refused('?secret=1')).toEqual([400, '不支持按“secret”筛选']);
    expect(await refused('?orderBy=nothing')).toEqual([400, '不支持按“nothing”排序']);
    expect(await refused('?orderBy=attachments')).toEqual([400, '不支持按“attachments”排序']);
    expect(await refused('?issueDate=yesterday')).toEqual([400, '颁布日期不是有效的日期']);
    expect(await refused('?size=5000')).toEqual([400, '每页条数须为1到200的整数']);
    expect(await refused('?current=9000&size=200')).toEqual([400, '只能翻到前100000条，请缩小筛选范围']);
  });

  it('changes only what a body names, and refuses a save over a newer version with what is different', async () => {
    const base = { id, version: 1 };
    const first = await server.call<WireRecord>(officer, `POST ${BASE}/submit`, { ...base, summary: '第一次修改' });
    expect(first.data).toMatchObject({
      version: 2,
      summary: '第一次修改',
      docNo: LAW.docNo,
      updateUserLabel: '甲安全',
    });
    const second = await server.call<{ current: WireRecord; changed: unknown }>(officer, `POST ${BASE}/submit`, {
      ...base,
      summary: '第二次修改',
    });
    expect(second.status).toBe(409);
    expect(second.msg).toBe('该记录已被甲安全修改，请查看最新内容后再保存');
    expect(second.data.current).toMatchObject({ version: 2, summary: '第一次修改' });
    expect(second.data.changed).toEqual([
      { field: 'summary', title: '内容摘要', from: '', to: '第一次修改', by: '甲安全' },
    ]);
    expect((await server.call(officer, `POST ${BASE}/submit`, { id, summary: 'x' })).errors).toEqual([
      { pointer: '/version', msg: '缺少版本号，请刷新后再试' },
    ]);
    const cleared = await server.call<WireRecord>(officer, `POST ${BASE}/submit`, { id, version: 2, summary: '' });
    expect(cleared.data).toMatchObject({ version: 3, summary: null });
  });

  it('takes a whole answer back as a body, and writes nothing where nothing changed', async () => {
    const { data: record } = await server.call<WireRecord>(officer, `GET ${BASE}/detail?id=${id}`);
    const { status, data } = await server.call<WireRecord>(officer, `POST ${BASE}/submit`, record);
    expect([status, data.version]).toEqual([200, record.version]);
  });

  it('hides from others what their role does not let them see', async () => {
    expect((await list(worker)).total).toBe(0);
    expect((await server.call(worker, `GET ${BASE}/detail?id=${id}`)).status).toBe(404);
    expect((await server.call(worker, `POST ${BASE}/submit`, LAW)).msg).toBe('您没有“新增法律法规”的权限');
    expect((await list(foreign)).total).toBe(0);
    expect((await server.call(foreign, `GET ${BASE}/detail?id=${id}`)).status).toBe(404);
    expect((await server.call(foreign, `POST ${BASE}/remove?ids=${id}`)).status).toBe(404);
    expect((await server.call({ roleCodes: [] }, `GET ${BASE}/list-conditions`)).status).toBe(403);
  });

  it('fires transitions only where guards, actor and button allow', async () => {
    const enable = (person: TestPerson) => server.call<WireRecord>(person, `POST ${BASE}/enable?ids=${id}`);
    expect((await enable(admin)).status).toBe(403);
    expect((await enable(officer)).msg).toBe('请先上传文本附件再启用');
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data.attach (id, "tenantId", "originalName", extension, "attachSize", "createUser")
         values ('f1', '645967', '安全生产法.pdf', 'pdf', 10, 'u1'), ('f2', '645967', '安全.exe', 'exe', 10, 'u1'),
                ('f3', '645967', '别人的.pdf', 'pdf', 10, 'u2')`,
      ),
    );
    const version = (await server.call<WireRecord>(officer, `GET ${BASE}/detail?id=${id}`)).data.version;
    const save = (attachments: unknown) =>
      server.call<WireRecord>(officer, `POST ${BASE}/submit`, { id, version, attachments });
    expect((await save(['f2'])).errors).toEqual([
      { pointer: '/attachments', msg: '文本附件“安全.exe”：文件类型不允许，只能上传pdf、doc、docx' },
    ]);
    expect((await save(['f3'])).errors).toEqual([{ pointer: '/attachments', msg: '文本附件含有不存在的附件' }]);
    const saved = await save([{ attachId: 'f1', name: '安全生产法.pdf', originalName: '', link: '' }]);
    expect(saved.data.attachments).toMatchObject([{ attachId: 'f1', originalName: '安全生产法.pdf' }]);
    const enabled = await enable(officer);
    expect(enabled.data).toMatchObject({ status: '1', statusLabel: '启用' });
    expect((await enable(officer)).msg).toMatch(/^“启用”的法律法规不能启用，甲安全已于.+“启用”$/);
    expect((await list(worker)).total).toBe(1);
    const changed = await server.call<WireRecord>(officer, `POST ${BASE}/updateStatusById`, { id, status: '0' });
    expect(changed.data.status).toBe('0');
    expect((await server.call(officer, `POST ${BASE}/updateStatusById?id=${id}&status=0`)).msg).toBe(
      '不能从“停用”改为“停用”',
    );
  });

  it('keeps the history of a record with names and texts', async () => {
    const { data } = await server.call<WirePage<Record<string, unknown>>>(officer, `GET ${BASE}/history?id=${id}`);
    expect(data.records.map((entry) => entry.actionLabel)).toEqual(['停用', '启用', '修改', '修改', '修改', '新增']);
    expect(data.records[0]).toMatchObject({
      userName: '甲安全',
      changes: [{ field: 'status', title: '状态', from: '启用', to: '停用' }],
    });
    expect(data.records.at(-1)?.changes).toContainEqual({
      field: 'applicableDepts',
      title: '适用部门',
      from: '',
      to: '安全环保部',
    });
  });

  it('answers a repeated submission once, and refuses another one under the same key', async () => {
    const body = { ...LAW, docNo: '示例令第1号' };
    const [first, second] = await Promise.all([
      server.call<WireRecord>(officer, `POST ${BASE}/submit`, body, { key: 'k1' }),
      server.call<WireRecord>(officer, `POST ${BASE}/submit`, body, { key: 'k1' }),
    ]);
    expect(first.status).toBe(200);
    expect(second.data.id).toBe(first.data.id);
    const other = await server.call(officer, `POST ${BASE}/submit`, { ...body, summary: 'x' }, { key: 'k1' });
    expect(other.status).toBe(400);
    expect((await list(officer, '?docNo=示例令第1号')).total).toBe(1);
  });

  it('removes logically where the guards allow, and frees the unique name', async () => {
    expect((await server.call(officer, `POST ${BASE}/remove?ids=${id}`)).msg).toBe('只有已修订或已废止的文件可以删除');
    expect((await server.call(admin, `POST ${BASE}/remove`, { ids: id })).status).toBe(200);
    expect((await server.call(officer, `GET ${BASE}/detail?id=${id}`)).status).toBe(404);
    expect((await server.call<WireRecord>(officer, `POST ${BASE}/submit`, LAW)).status).toBe(200);
    const rows = await server.database.withTenant('645967', (connection) =>
      connection.query('select "bizId" from data.attach where id = $1', ['f1']),
    );
    expect(rows).toEqual([{ bizId: null }]);
  });

  it('answers pickers, counts, dictionaries and states', async () => {
    const choices = await server.call<{ label: string }[]>(worker, `GET ${BASE}/select?keyword=安全生产`);
    expect(choices.data.every((choice) => Object.keys(choice).join() === 'id,label')).toBe(true);
    expect((await server.call(officer, `GET ${BASE}/count?fileType=1`)).data).toEqual({ total: 2 });
    expect((await server.call<unknown[]>(officer, `GET ${BASE}/effect-list`)).data[0]).toMatchObject({
      dictKey: '1',
      dictValue: '现行有效',
    });
    expect((await server.call(officer, `GET ${BASE}/nothing`)).status).toBe(404);
  });
});
