import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { officer, P, startCounting } from '../bench/rollup/counting.ts';
import type { EntityServer } from '../fixtures/entity-server.ts';

let server: EntityServer;
beforeAll(async () => {
  server = await startCounting();
}, 60_000);
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
