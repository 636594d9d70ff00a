import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { patient } from '../fixtures/patience.ts';
import { spending } from '../fixtures/rollup-entities.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };

describe('roll-ups', () => {
  let server: EntityServer;
  const post = (path: string, body: object) => server.call<WireRecord>(officer, `POST ${P}/${path}`, body);
  const save = async (base: string, body: object): Promise<WireRecord> => {
    const answer = await post(`${base}/save`, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.data;
  };
  const get = async (base: string, id: unknown) =>
    (await server.call<WireRecord>(officer, `GET ${P}/${base}/detail?id=${id}`)).data;
  const plan = (id: unknown) => get('plan', id);

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: spending } });
    await insertPeople(server);
  }, patient(60_000));
  afterAll(() => server?.close());

  it('count nothing in a new record', async () => {
    const { id } = await save('plan', { name: '空', budget: 100 });
    expect(await plan(id)).toMatchObject({ used: 0, receipts: 0, left: 100, grade: 'within', version: 1 });
    expect((await plan(id)).average ?? null).toBeNull();
  });

  it('follow each save, change and removal of what they count, and leave the version of the record alone', async () => {
    const { id } = await save('plan', { name: '甲', budget: 100, least: 30 });
    const first = await save('receipt', { name: '一', plan: id, amount: 10, day: '2026-04-02' });
    const second = await save('receipt', { name: '二', plan: id, amount: 40.5, day: '2026-04-01' });
    await save('receipt', { name: '三', plan: id, amount: 7, kind: 'open', day: '2026-03-01' });
    expect(await plan(id)).toMatchObject({
      used: 50.5,
      receipts: 3,
      large: 1,
      average: 19.17,
      first: '2026-03-01',
      greatest: 40.5,
      last: '一',
      left: 49.5,
      version: 1,
    });

    await save('receipt', { id: second.id, version: second.version, amount: 20 });
    expect(await plan(id)).toMatchObject({ used: 30, large: 0, left: 70 });
    await post('receipt/remove', new URLSearchParams({ ids: String(first.id) }) as unknown as object);
    expect(await plan(id)).toMatchObject({ used: 20, receipts: 2, last: '二', left: 80, version: 1 });
    // Whoever looked at the record before is not told of a conflict.
    expect((await post('plan/save', { id, version: 1, name: '甲二' })).status).toBe(200);
  });

  it('move with the reference, from the one record to the other', async () => {
    const one = await save('plan', { name: '从', budget: 10 });
    const other = await save('plan', { name: '到', budget: 10 });
    const { id, version } = await save('receipt', { name: '移', plan: one.id, amount: 4 });
    expect(await plan(one.id)).toMatchObject({ used: 4 });
    await save('receipt', { id, version, plan: other.id });
    expect(await plan(one.id)).toMatchObject({ used: 0, receipts: 0, left: 10 });
    expect(await plan(other.id)).toMatchObject({ used: 4, receipts: 1, left: 6 });
  });

  it('count anew where the record itself changes what its condition reads', async () => {
    const { id } = await save('plan', { name: '起算', budget: 100, least: 30 });
    await save('receipt', { name: '一', plan: id, amount: 20 });
    expect(await plan(id)).toMatchObject({ large: 0 });
    await save('plan', { id, version: 1, least: 20 });
    expect(await plan(id)).toMatchObject({ large: 1, version: 2 });
  });

  it('are counted themselves, with the results that stand on them', async () => {
    const { id } = await save('account', { name: '年度' });
    const low = await save('plan', { name: '小', account: id, budget: 5 });
    const high = await save('plan', { name: '大', account: id, budget: 500 });
    const paid = await save('receipt', { name: '一', plan: low.id, amount: 6 });
    await save('receipt', { name: '二', plan: high.id, amount: 60 });
    expect(await get('account', id)).toMatchObject({ spent: 66, over: 1, version: 1 });
    await save('receipt', { id: paid.id, version: paid.version, kind: 'open' });
    expect(await get('account', id)).toMatchObject({ spent: 60, over: 0 });
    await save('plan', { id: high.id, version: 1, account: null });
    expect(await get('account', id)).toMatchObject({ spent: 0 });
  });

  it('fire automatic transitions of the record, and can be filtered and sorted by', async () => {
    const { id } = await save('plan', { name: '用完', budget: 1000 });
    await save('receipt', { name: '一', plan: id, amount: 999 });
    expect(await plan(id)).toMatchObject({ status: 'open' });
    await save('receipt', { name: '二', plan: id, amount: 1 });
    expect(await plan(id)).toMatchObject({ status: 'closed', used: 1000 });
    const { data } = await server.call<WirePage<WireRecord>>(
      officer,
      `GET ${P}/plan/page?used=500,2000&orderBy=-used&size=5`,
    );
    expect(data.records[0]).toMatchObject({ name: '用完', used: 1000 });
  });

  it('follow what a transition of the record does to all that it counts', async () => {
    const { id } = await save('plan', { name: '付讫', budget: 1000 });
    for (const amount of [1, 2, 3]) await save('receipt', { name: `${amount}`, plan: id, amount, kind: 'open' });
    expect(await plan(id)).toMatchObject({ used: 0, average: 2 });
    expect(await post('plan/settle', { id })).toMatchObject({ status: 200 });
    expect(await plan(id)).toMatchObject({ used: 6, left: 994 });
  });

  it('refuse a figure that does not fit, and store nothing', async () => {
    const { id } = await save('plan', { name: '极大', budget: 1 });
    await save('receipt', { name: '一', plan: id, amount: 9_999_999_999_999 });
    const refused = await post('receipt/save', { name: '二', plan: id, amount: 9_999_999_999_999 });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.errors[0]?.msg).toMatch(/已用.*超出允许的范围/);
    expect(await plan(id)).toMatchObject({ receipts: 1 });
  });

  it('cannot be entered', async () => {
    const { id } = await save('plan', { name: '录入', budget: 1 });
    await post('plan/save', { id, version: 1, used: 77 });
    expect(await plan(id)).toMatchObject({ used: 0 });
  });
});
