import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeries } from '../../server/flow/series/series.ts';
import { systemContext } from '../../server/ground/jobs/system-context.ts';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { patient } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const TENANT = '645967';
const DAY = 86_400_000;

let server: TestServer;
let officer: SignedIn;

const call = async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
  const response = await server.main.inject({
    method,
    url: `/api/anlan-safety/${path}`,
    headers: { ...officer.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: response.statusCode, ...response.json<Envelope<T>>() };
};

const runSeries = async (): Promise<void> => {
  const logger = pino({ enabled: false });
  await createSeries({ services: server.services, clock: { now: server.now }, logger }).runDue(server.now());
};

const wall = (shift: number): string =>
  new Date(server.now().getTime() + shift + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

beforeAll(async () => {
  server = await startTestServer();
  officer = await server.signIn('safetyOfficer');
}, patient(120_000));
afterAll(() => server?.stop());

it('values of the indicators that a company writes are kept by month and department, with why there is none', async () => {
  const [dept] = await server.database.withTenant(TENANT, (db) =>
    db.query<{ id: string }>(`select id from data.dept where "tenantId" = $1 and "isDeleted" = 0 order by id limit 1`, [
      TENANT,
    ]),
  );
  const context = systemContext(TENANT, { now: server.now }, 'test');
  for (const level of ['0', '1']) {
    const values = { perilName: `测试隐患${level}`, perilDesc: '防护栏松动', level, findingTime: wall(-3_600_000) };
    await server.service.saveInternal(context, 'peril', values);
  }
  await server.database.transaction(TENANT, (db) =>
    db.execute(`update data.peril set "deptId" = $2, status = 'rectifying' where "tenantId" = $1`, [TENANT, dept?.id]),
  );
  const index = (body: object) =>
    call<WireRecord>('POST', 'warning/index/save', { kind: 'neg', sourceKey: 'peril', ...body });
  expect((await index({ indexCode: 'A', indexName: '发现数', formula: 'found', targetValue: 0 })).status).toBe(200);
  expect((await index({ indexCode: 'B', indexName: '销号率', formula: 'closed / found * 100' })).status).toBe(200);
  expect((await index({ indexCode: 'C', indexName: '错', formula: 'fond * 2' })).errors?.[0]?.msg).toContain('found');
  await runSeries();
  server.advance(DAY);
  officer = await server.signIn('safetyOfficer');
  await runSeries();
  const { data } = await call<WirePage<WireRecord>>('GET', 'warning/value/page?page=indicatorValues&size=200');
  const own = data.records.filter((record) => record.dept === dept?.id);
  const counted = await server.database.withTenant(TENANT, (db) =>
    db.query<{ count: number }>(
      `select count(*)::int as count from data.peril where "tenantId" = $1 and "isDeleted" = 0 and "deptId" = $2
         and not (status in ('draft', 'outside', 'declined', 'rejected', 'cancelled'))`,
      [TENANT, dept?.id],
    ),
  );
  const found = own.find(({ indexName, value }) => indexName === '发现数' && value === counted[0]?.count);
  expect(found).toMatchObject({ targetValue: 0, kind: 'neg', reason: null });
  expect(
    data.records.some(({ indexName, value, reason }) => indexName === '销号率' && value === null && reason !== null),
  ).toBe(true);
  expect((await call('POST', 'warning/value/save', { value: 1 })).status).not.toBe(200);
});
