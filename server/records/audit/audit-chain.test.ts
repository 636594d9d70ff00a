import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/fixtures/test-server.ts';
import { sealAuditDays, verifyAuditChain } from './audit-chain.ts';

const timeZone = 'Asia/Shanghai';
let server: TestServer;

async function write(id: string, time: string, summary: string): Promise<void> {
  await server.database.transaction('645967', (connection) =>
    connection.execute(
      `insert into data."auditLog" (id, "tenantId", "createTime", time, action, summary) values ($1, '645967', $2, $2, 'update', $3)`,
      [id, time, summary],
    ),
  );
}

/** What only a thief of the owner's password could do. */
const tamper = (statement: string) =>
  server.database.withOwner(async (owner) => {
    await owner.query(`alter table data."auditLog" no force row level security`);
    await owner.query(`alter table platform."auditChain" no force row level security`);
    await owner.query(statement);
    await owner.query(`alter table data."auditLog" force row level security`);
    await owner.query(`alter table platform."auditChain" force row level security`);
  });

const seal = (now: string) => sealAuditDays({ database: server.database, timeZone }, new Date(now));
const faults = async () =>
  (await verifyAuditChain(server.database, '645967')).faults.map(({ day, kind }) => `${day} ${kind}`);

beforeAll(async () => {
  server = await startTestServer();
  await write('1', '2026-03-01T15:59:59Z', '一日之末');
  await write('2', '2026-03-01T16:00:00Z', '次日之始');
  await write('3', '2026-03-02T03:00:00Z', '次日午间');
  await write('4', '2026-03-04T03:00:00Z', '四日');
});
afterAll(() => server?.stop());

describe('the chain of the audit log', () => {
  it('closes the days that have been over for an hour, by the calendar of the plant, each behind the one before', async () => {
    expect(await seal('2026-03-02T16:30:00Z')).toMatchObject([{ tenantId: '645967', day: '2026-03-01', count: 1 }]);
    const links = await seal('2026-03-05T00:00:00Z');
    expect(links).toMatchObject([
      { day: '2026-03-02', count: 2, firstId: '2', lastId: '3', hash: expect.stringMatching(/^[\w-]{43}$/) },
      { day: '2026-03-04', count: 1, firstId: '4', lastId: '4', previousHash: links[0]?.hash },
    ]);
    expect(await seal('2026-03-05T00:00:00Z')).toEqual([]);
    expect(await verifyAuditChain(server.database, '645967')).toEqual({
      tenantId: '645967',
      days: 3,
      rows: 4,
      faults: [],
    });
  });

  it('makes each link once, however many processes are at it', async () => {
    await write('5', '2026-03-05T03:00:00Z', '五日');
    const made = await Promise.all(Array.from({ length: 4 }, () => seal('2026-03-06T00:00:00Z')));
    expect(made.flat().map(({ day }) => day)).toEqual(['2026-03-05']);
  });

  it('is closed to changes by the server itself', async () => {
    for (const statement of ['update platform."auditChain" set count = 0', 'delete from platform."auditChain"']) {
      const attempt = server.database.withTenant('645967', (connection) => connection.execute(statement));
      await expect(attempt).rejects.toThrow('permission denied');
    }
  });

  it('stays whole when the log gets a column', async () => {
    await tamper('alter table data."auditLog" add column later text');
    expect(await faults()).toEqual([]);
  });

  it('tells of a changed row, a row that is gone, and rows put in later', async () => {
    await tamper(`update data."auditLog" set summary = '改' where id = '3'`);
    expect(await faults()).toEqual(['2026-03-02 changed']);
    await tamper(`update data."auditLog" set summary = '次日午间' where id = '3'`);
    expect(await faults()).toEqual([]);
    await tamper(`delete from data."auditLog" where id = '2'`);
    expect(await faults()).toEqual(['2026-03-02 missing']);
    await write('2', '2026-03-01T16:00:00Z', '次日之始');
    expect(await faults()).toEqual([]);
    await write('9', '2026-03-04T03:00:00Z', '补');
    await write('10', '2026-03-03T03:00:00Z', '补');
    expect(await faults()).toEqual(['2026-03-04 added', '2026-03-03 unsealed']);
    await tamper(`delete from data."auditLog" where id in ('9', '10')`);
  });

  it('tells of a link that is gone or made anew', async () => {
    await tamper(`delete from data."auditLog" where id = '4'`);
    await tamper(`delete from platform."auditChain" where day = '2026-03-04'`);
    expect(await faults()).toEqual(['2026-03-05 link']);
  });

  it('knows nothing of other tenants', async () => {
    expect(await verifyAuditChain(server.database, '645968')).toMatchObject({ days: 0, rows: 0, faults: [] });
  });
});
