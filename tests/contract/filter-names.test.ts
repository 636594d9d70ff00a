import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { entityMaker } from '../fixtures/small-entity.ts';

// What every list is asked with besides its filters, as fields of a business may be named too.
const NAMES = ['limit', 'offset', 'cap', 'groups', 'afterId', 'search', 'below', 'cells', 'tenant'];
const BASE = '/api/anlan-safety/named';
const officer = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };

const make = entityMaker((fields) => ({
  filters: [...fields],
  columns: [...fields],
  grants: { officer: ['view', 'add'] },
}));
const properties = Object.fromEntries(
  NAMES.map((name): [string, Property] => [name, { title: `名${name}`, field: 'input', type: 'string', index: true }]),
);

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { samples: [make('named', '命名', properties)] } });
  for (const text of ['甲方案', '乙方案', '乙备案']) {
    const record = Object.fromEntries(NAMES.map((name) => [name, text]));
    expect((await server.call(officer, `POST ${BASE}/save`, record)).status).toBe(200);
  }
});
afterAll(() => server?.close());

it.each(NAMES)('a field may be named %s and be filtered by', async (name) => {
  const asked = new URLSearchParams({ page: 'named', size: '1', exact: 'true', [name]: '乙' });
  const { status, msg, data } = await server.call<WirePage<WireRecord>>(officer, `GET ${BASE}/page?${asked}`);
  expect([status, msg]).toEqual([200, '操作成功']);
  expect([data.records.length, data.total]).toEqual([1, 2]);
});
