import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { officer, P, startCounting } from '../bench/rollup/counting.ts';
import type { EntityServer } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

let server: EntityServer;
beforeAll(async () => {
  server = await startCounting();
}, patient(60_000));
afterAll(() => server?.close());

const save = async (base: string, body: object) => {
  const answer = await server.call<WireRecord>(officer, `POST ${P}/${base}/save`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
};

/** Statements that some work sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked));
  } finally {
    query.mockRestore();
  }
}

it('three roll-ups cost a save no statement more than none', async () => {
  const sent: Record<string, readonly string[]> = {};
  for (const kind of ['counted', 'plain']) {
    const { id } = await save(`${kind}plan`, { name: '计划', budget: 1 });
    const receipt = () => save(`${kind}receipt`, { name: '票', plan: id, amount: 12.5, day: '2026-04-01' });
    await receipt();
    sent[kind] = await statementsOf(receipt);
  }
  expect(sent.counted?.filter((text) => /for no key update|^update/.test(text))).toHaveLength(2);
  // The lock says what the check of the reference and the log would ask: that the plan stands, and its name.
  expect(sent.counted?.length).toBe(sent.plain?.length);
});

/** Statements of editing a receipt whose plan counts, and of one whose plan does not. */
async function edited(change: object): Promise<Record<'counted' | 'plain', readonly string[]>> {
  const statements = async (kind: string) => {
    const plan = await save(`${kind}plan`, { name: '计划', budget: 1 });
    const { id } = await save(`${kind}receipt`, { name: '票', plan: plan.id, amount: 12.5, day: '2026-04-01' });
    return statementsOf(() => save(`${kind}receipt`, { id, version: 1, ...change }));
  };
  return { counted: await statements('counted'), plain: await statements('plain') };
}

it('an edit of what three roll-ups read sends two statements more: the lock and the count of all three', async () => {
  const { counted, plain } = await edited({ amount: 15 });
  expect(counted.length).toBe(plain.length + 2);
  const extra = counted.filter((text) => text.includes('"countedPlan"') && !text.includes('"planLabel"'));
  expect(extra.map((text) => text.slice(0, 6))).toEqual(['select', 'update']);
});

it('an edit of what no roll-up reads locks and counts nothing', async () => {
  const { counted, plain } = await edited({ remark: '补开' });
  expect(counted.length).toBe(plain.length);
  expect(counted.filter((text) => /for no key update|update data."countedPlan"/.test(text))).toEqual([]);
});

it('whoever edits what no roll-up reads does not wait for another who counts', async () => {
  const plan = await save('countedplan', { name: '计划', budget: 1 });
  const { id } = await save('countedreceipt', { name: '票', plan: plan.id, amount: 1 });
  await server.database.transaction('645967', async (connection) => {
    await connection.query('select id from data."countedPlan" where id = $1 for update', [plan.id]);
    await save('countedreceipt', { id, version: 1, remark: '补开' });
  });
});

it('a removed record is not referred to, though it is locked before it is asked for', async () => {
  const { id } = await save('countedplan', { name: '已删除', budget: 1 });
  await server.database.transaction('645967', (connection) =>
    connection.execute('update data."countedPlan" set "isDeleted" = 1 where "tenantId" = $1 and id = $2', [
      connection.tenantId,
      id,
    ]),
  );
  const refused = await server.call(officer, `POST ${P}/countedreceipt/save`, { name: '票', plan: id, amount: 1 });
  expect(refused).toMatchObject({ status: 400, errors: [{ pointer: '/plan' }] });
});
