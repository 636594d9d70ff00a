import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };

const ledger: Entity = {
  dialect: 1,
  entity: 'ledger',
  title: '积分台账',
  api: { service: 'safety', base: 'ledger' },
  record: {
    type: 'object',
    properties: {
      person: { title: '人员', field: 'input', type: 'string', index: true },
      day: { title: '日期', field: 'date', type: 'string', format: 'date' },
      points: { title: '积分', field: 'number', type: 'integer' },
      balance: {
        title: '累计',
        field: 'calculate',
        type: 'integer',
        running: { sum: 'points', by: ['person'], order: 'day' },
      },
    },
  },
  pages: {
    ledger: {
      title: '积分台账',
      columns: ['person', 'day', 'points', 'balance'],
      filters: ['day'],
      sort: ['-day'],
      grants: { officer: ['view', 'add', 'edit', 'delete'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

let server: EntityServer;
const rows = async (query = '') =>
  (await server.call<WirePage<WireRecord>>(officer, `GET ${P}/ledger/page?page=ledger&size=3${query}`)).data.records;
const told = (records: readonly WireRecord[]) => records.map(({ person, day, balance }) => [person, day, balance]);

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [ledger] } });
  for (const [person, day, points] of [
    ['甲', '2026-01-01', 10],
    ['乙', '2026-01-01', 100],
    ['甲', '2026-01-02', -3],
    ['甲', '2026-01-02', 5],
    ['乙', '2026-01-03', 50],
    ['甲', '2026-01-04', 1],
  ]) {
    await server.call(officer, `POST ${P}/ledger/save`, { person, day, points });
  }
}, patient(60_000));
afterAll(() => server?.close());

it('a running total counts all records up to its own, on any page, in any order, under any filter', async () => {
  expect(told(await rows())).toEqual([
    ['甲', '2026-01-04', 13],
    ['乙', '2026-01-03', 150],
    ['甲', '2026-01-02', 12],
  ]);
  expect(told(await rows('&current=2'))).toEqual([
    ['甲', '2026-01-02', 7],
    ['乙', '2026-01-01', 100],
    ['甲', '2026-01-01', 10],
  ]);
  expect(told(await rows('&startDay=2026-01-04'))).toEqual([['甲', '2026-01-04', 13]]);
});

it('a running total follows what is changed and removed before it, and is asked by no save', async () => {
  const [last] = await rows();
  const [first] = (await rows('&orderBy=day')).filter(({ person }) => person === '甲');
  await server.call(officer, `POST ${P}/ledger/save`, { id: first?.id, version: first?.version, points: 20 });
  const detail = await server.call<WireRecord>(officer, `GET ${P}/ledger/detail?id=${last?.id}`);
  expect(detail.data).toMatchObject({ balance: 23, version: 1 });
  await server.call(officer, `POST ${P}/ledger/remove`, new URLSearchParams({ ids: String(first?.id) }));
  expect((await server.call<WireRecord>(officer, `GET ${P}/ledger/detail?id=${last?.id}`)).data.balance).toBe(3);
});
