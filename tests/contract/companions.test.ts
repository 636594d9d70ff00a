import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompanions } from '../../server/flow/rollup/companions.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const entity = entityMaker(() => ({ grants: { officer: ['view', 'add', 'edit', 'delete'] } }));

const worker = entity('worker', '工人', { name: text('姓名') });
const training = entity('training', '培训', {
  worker: referenceTo('工人', 'worker'),
  hours: { title: '学时', field: 'number', type: 'number' },
});
const education = entity(
  'education',
  '教育档案',
  {
    worker: referenceTo('工人', 'worker'),
    level: { ...text('级别'), default: '一级' },
    hours: {
      title: '总学时',
      field: 'calculate',
      type: 'number',
      rollup: { sum: 'hours', of: 'training', by: 'worker' },
    },
  },
  { companion: 'worker', pages: { education: { title: '教育档案', grants: { officer: ['view', 'edit'] } } } },
);

describe('a companion', () => {
  let server: EntityServer;
  const post = (path: string, body: object) => server.call<WireRecord>(officer, `POST ${P}/${path}`, body);
  const detail = (id: unknown) => server.call<WireRecord>(officer, `GET ${P}/education/detail?id=${id}`);
  const remove = (base: string, id: unknown) => post(`${base}/remove`, new URLSearchParams({ ids: String(id) }));

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [worker, training, education] } });
    await plantTenant(server.database, '645967');
  }, patient(60_000));
  afterAll(() => server?.close());

  it('is made with the record beside which it stands, under the same id, and counts by references to that', async () => {
    const { id } = (await post('worker/save', { name: '张三' })).data;
    expect((await detail(id)).data).toMatchObject({ id, worker: id, level: '一级', hours: 0 });
    await post('training/save', { worker: id, hours: 8 });
    await post('training/save', { worker: id, hours: 4 });
    expect((await detail(id)).data).toMatchObject({ hours: 12, version: 1 });
    const { data } = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/education/page?orderBy=-hours`);
    expect(data.records[0]).toMatchObject({ id, workerLabel: '张三' });
  });

  it('is edited as any record, but neither added, removed nor turned to another by itself', async () => {
    const { id } = (await post('worker/save', { name: '李四' })).data;
    expect(await post('education/save', { id, version: 1, level: '二级' })).toMatchObject({ status: 200 });
    const added = await post('education/save', { worker: id });
    expect(added).toMatchObject({ status: 400 });
    expect(added.msg).toContain('教育档案随工人自动建立和删除，不能单独新增');
    expect((await remove('education', id)).msg).toContain('不能单独删除');
    const other = (await post('worker/save', { name: '王五' })).data;
    const turned = await post('education/save', { id, version: 2, worker: other.id });
    expect(turned.errors).toMatchObject([{ pointer: '/worker', msg: '工人不能修改' }]);
  });

  it('goes with the record, and does not hold it', async () => {
    const { id } = (await post('worker/save', { name: '赵六' })).data;
    expect(await remove('worker', id)).toMatchObject({ status: 200 });
    expect((await detail(id)).status).toBe(404);
  });

  it('is not made where the record is refused', async () => {
    const before = (await server.call<WirePage<WireRecord>>(officer, `GET ${P}/education/page`)).data.total;
    expect((await post('worker/save', { name: 'x'.repeat(300), id: '不' })).status).toBe(400);
    expect((await server.call<WirePage<WireRecord>>(officer, `GET ${P}/education/page`)).data.total).toBe(before);
  });

  it('is made later for records that were there before, with what referred to them', async () => {
    const { id } = (await post('worker/save', { name: '早来' })).data;
    await post('training/save', { worker: id, hours: 7 });
    await server.database.withTenant('645967', (connection) =>
      connection.execute(`delete from data.education where id = '${id}'`),
    );
    const now = new Date('2026-04-30T02:00:00Z');
    expect(await makeCompanions(server.services, now)).toBe(1);
    expect(await makeCompanions(server.services, now)).toBe(0);
    expect((await detail(id)).data).toMatchObject({ hours: 7, level: '一级' });
  });

  it('is made once, however many look for what is missing at the same time', async () => {
    const ids: unknown[] = [];
    for (const name of ['甲', '乙', '丙']) ids.push((await post('worker/save', { name })).data.id);
    await server.database.withTenant('645967', (connection) =>
      connection.execute(`delete from data.education where id in (${ids.map((id) => `'${String(id)}'`).join()})`),
    );
    const now = new Date('2026-04-30T02:00:00Z');
    const made = await Promise.all(Array.from({ length: 4 }, () => makeCompanions(server.services, now)));
    expect(made.reduce((sum, count) => sum + count)).toBe(3);
  });

  it('finds what refers to the record beside it by its own id, as a list below it asks', async () => {
    const { data: made } = await post('worker/save', { name: '赵六' });
    await post('training/save', { worker: made.id, hours: 3 });
    await post('training/save', { hours: 5 });
    const beside = await detail(made.id);
    const list = await server.call<WirePage<WireRecord>>(
      officer,
      `GET ${P}/training/page?worker=${String(beside.data.id)}`,
    );
    expect(list.data.records).toMatchObject([{ hours: 3, worker: made.id }]);
  });
});
