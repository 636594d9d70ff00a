import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laws } from '../../mocks/demo-plant/laws.ts';
import { departments, posts, tenants } from '../../mocks/demo-plant/organisation.ts';
import { users } from '../../mocks/demo-plant/people.ts';
import { roles } from '../../mocks/demo-plant/roles.ts';
import { rules } from '../../mocks/demo-plant/rules.ts';
import { type SeedResult, seedDemoPlant } from '../../mocks/demo-plant/seed.ts';
import { seedBatches } from '../../mocks/demo-plant/seed-records.ts';
import { seedTickets } from '../../mocks/demo-plant/tickets.ts';
import type { TenantId } from '../../mocks/demo-plant/types.ts';
import { verifyPassword } from '../../server/access/sign-in/password.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { createFileStore } from '../../server/files/file-store.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { createMetadataStore, type MetadataStore } from '../../server/metadata/store.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { quietParts } from '../fixtures/quiet-parts.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const clock = { now: () => new Date('2026-11-20T08:00:00Z') };
const password = 'Anlan@2026';
const settings = new Map<string, string | number | boolean>();

let own: TestDatabase;
let database: Database;
let metadata: MetadataStore;
let folder: string;
let first: SeedResult;
let seconds: number;
const lines: string[] = [];

const seed = (stopAfter = Number.POSITIVE_INFINITY) => {
  let count = 0;
  return seedDemoPlant({
    config: { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' },
    database,
    metadata,
    clock,
    password,
    progress(line) {
      count += 1;
      if (count > stopAfter) throw new Error('the power is cut');
      lines.push(line);
    },
  });
};

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  const { problems } = await importMetadata({ database, folder: 'schemas', settings, now: clock.now });
  expect(problems).toEqual([]);
  metadata = await createMetadataStore({ database, servicePrefix: 'anlan', settings, timeZone: 'Asia/Shanghai' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-seed-'));
  const start = performance.now();
  await expect(seed(9)).rejects.toThrow('the power is cut');
  expect(await countOf('000000', 'tenant')).toBe(0);
  first = await seed();
  seconds = (performance.now() - start) / 1000;
});

afterAll(async () => {
  await metadata?.close();
  await database?.close();
  await own?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

function rows<Row>(tenantId: string, text: string, values: unknown[] = []): Promise<Row[]> {
  return database.withTenant(tenantId, (connection) => connection.query<Row>(text, values));
}

async function countOf(tenantId: string, table: string, condition = 'true'): Promise<number> {
  const [row] = await rows<{ count: number }>(
    tenantId,
    `select count(*) from data."${table}" where "isDeleted" = 0 and ${condition}`,
  );
  return row?.count ?? 0;
}

/** Everything that is stored, without the log, as text. */
async function everything(): Promise<string> {
  const tables = [
    'tenant',
    'enterpriseConfig',
    'role',
    'dept',
    'post',
    'user',
    'lawRegulation',
    'systemRule',
    'attach',
  ];
  const found: unknown[] = [];
  for (const table of [...tables, 'auditLog'])
    for (const tenantId of ['000000', '645967', '645968'])
      found.push(await rows(tenantId, `select to_jsonb(t) as row from data."${table}" t order by id`));
  return JSON.stringify(found);
}

describe('the demo plant in the database', () => {
  it('is there within the minute that a first start may take, after a broken-off start too', () => {
    expect(seconds).toBeLessThan(60);
    expect(first.records).toBeGreaterThan(300);
    expect(lines.join('\n')).toMatch(/演示工厂：写入用户 207 条（645967）/);
  });

  it('holds every record of its data, in its tenant', async () => {
    expect(await countOf('000000', 'tenant')).toBe(tenants.length);
    for (const tenantId of ['000000', '645967', '645968']) {
      const ofTenant = (list: readonly { tenantId: string }[]) =>
        list.filter((row) => row.tenantId === tenantId).length;
      const counts = {
        role: await countOf(tenantId, 'role'),
        dept: await countOf(tenantId, 'dept'),
        post: await countOf(tenantId, 'post'),
        user: await countOf(tenantId, 'user'),
        systemRule: await countOf(tenantId, 'systemRule'),
        enterpriseConfig: await countOf(tenantId, 'enterpriseConfig'),
      };
      expect(counts).toEqual({
        role: ofTenant(roles),
        dept: ofTenant(departments),
        post: ofTenant(posts),
        user: ofTenant(users),
        systemRule: ofTenant(rules),
        enterpriseConfig: 1,
      });
    }
    expect(await countOf('645967', 'lawRegulation')).toBe(laws.length);
    expect(await countOf('645968', 'lawRegulation')).toBe(Math.ceil(laws.length / 2));
    expect(await countOf('000000', 'lawRegulation')).toBe(0);
  });

  it('gives each department its leader and each account the password', async () => {
    for (const tenantId of ['000000', '645967', '645968'])
      expect(await countOf(tenantId, 'dept', 'leader is null')).toBe(0);
    const [dept] = await rows<{ leader: string; parent: string }>(
      '645967',
      `select d."parentId" as parent, u."realName" as leader from data.dept d join data."user" u on u.id = d.leader
       where d.id = '6459670132'`,
    );
    expect(dept).toEqual({ parent: '6459670130', leader: '孔丙五' });
    const hashes = await rows<{ password: string }>('645967', 'select distinct password from data."user"');
    expect(hashes).toHaveLength(1);
    expect(await verifyPassword(hashes[0]?.password, password)).toBe(true);
    const disabled = users.filter((user) => user.tenantId === '645967' && user.status !== '1');
    expect(await countOf('645967', 'user', `status <> '1'`)).toBe(disabled.length);
    // Whom the README invites is not asked for another password first.
    expect(await countOf('645967', 'user', `"mustChangePassword" <> '0'`)).toBe(0);
  });

  it('has laws in force enabled, with their card, and the others not', async () => {
    const found = await rows<Record<string, unknown>>(
      '645967',
      `select l.name, l."docNo", l.status, l.amended, l."abolishDate", l.version, l."createUser", l."createTime" <= $1 as past,
         a."originalName", a."bizType", a."bizId" = l.id as own, a."contentType"
       from data."lawRegulation" l join data.attach a on a.id = l.attachments->>0`,
      [clock.now()],
    );
    expect(found).toHaveLength(laws.length);
    for (const law of found) {
      const inForce = law.amended === '0' && (law.abolishDate === null || String(law.abolishDate) > '2026-11-20');
      expect([law.docNo, law.status]).toEqual([law.docNo, inForce ? '1' : '0']);
      expect(law).toMatchObject({ bizType: 'lawRegulation', own: true, contentType: 'application/pdf', past: true });
    }
    expect(found.filter((law) => law.status === '1').length).toBeGreaterThan(30);
    const safety = users.find((user) => user.tenantId === '645967' && user.account === 'safety');
    expect(new Set(found.map((law) => law.createUser))).toEqual(new Set([safety?.id]));
  });

  it('has rules in force, published and reviewed in time, and drafts that can still be submitted', async () => {
    const found = await rows<Record<string, unknown>>(
      '645967',
      `select status, "issueDate", "effectDate", "nextReviewDate", drafter = "createUser" as own,
         jsonb_array_length(attachments) as files from data."systemRule"`,
    );
    const drafts = found.filter((rule) => rule.status === '0');
    const current = found.filter((rule) => rule.status === '2');
    expect([drafts.length, current.length]).toEqual([4, 10]);
    for (const rule of found) expect(rule).toMatchObject({ own: true, files: 1 });
    for (const rule of drafts) {
      expect(rule.issueDate).toBeNull();
      expect(String(rule.effectDate) >= '2026-11-20').toBe(true);
    }
    for (const rule of current) {
      expect(String(rule.issueDate) < String(rule.effectDate) && String(rule.effectDate) <= '2026-11-20').toBe(true);
      expect(String(rule.nextReviewDate) > '2026-11-20').toBe(true);
    }
  });

  it('has every risk graded by the rows that the product ships', async () => {
    expect(await countOf('645967', 'riskEvent')).toBe(120);
    expect(await countOf('645967', 'riskAreaDetail')).toBe(49);
    expect(await countOf('645967', 'controlMeasure')).toBeGreaterThan(290);
    for (const tenantId of ['645967', '645968']) {
      expect(await countOf(tenantId, 'riskEvent', '("riskLevel" is null or "controlLevel" is null)')).toBe(0);
    }
    expect(await countOf('645967', 'majorSource', `level <> '0'`)).toBe(5);
    expect(await countOf('645967', 'majorSource', `level = '0' and "sumValue" < 1`)).toBe(1);
  });

  it('leaves no file that belongs to nobody, but that of the broken-off start', async () => {
    const drive = createFileStore({ folder: path.join(folder, 'files') });
    const later = { now: () => new Date('2026-11-24T08:00:00Z') };
    expect(await sweepFiles({ database, drive, clock: later })).toBeLessThanOrEqual(6);
    const attached = await Promise.all(['000000', '645967', '645968'].map((tenantId) => countOf(tenantId, 'attach')));
    const [top = 0, materials = 0, energy = 0] = attached;
    expect((await drive.list('20261120')).length).toBe(top + materials + energy);
    const seeded = (tenantId: TenantId) =>
      seedBatches(clock.now())
        .filter((batch) => batch.tenantId === tenantId)
        .flatMap(({ records }) => records)
        .reduce((count, { file, files = [] }) => count + files.length + (file === undefined ? 0 : 1), 0);
    expect(seeded('645967')).toBeGreaterThan(laws.length + 200);
    expect([top, materials, energy]).toEqual([seeded('000000'), seeded('645967'), seeded('645968')]);
  });

  it('changes nothing when it is written again', async () => {
    await database.withTenant('645967', (connection) =>
      connection.execute(`update data."lawRegulation" set status = '0', version = version + 1 where "docNo" = $1`, [
        laws[0]?.docNo,
      ]),
    );
    await database.withTenant('645967', (connection) =>
      connection.execute(`update data.post set "isDeleted" = 1 where "postCode" = 'clerk'`),
    );
    const before = await everything();
    expect(await seed()).toEqual({ records: 0, files: 0 });
    expect(await everything()).toBe(before);
  });

  it('calls for the steps of what is written while the product serves already', async () => {
    const config = { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' };
    expect(await seedTickets({ config, database, metadata, clock, count: 12, timers: quietParts().timers })).toBe(12);
    const called = await rows<{ status: string; tasks: number; since: boolean }>(
      '645967',
      `select t.status, count(x.*)::int as tasks, bool_and(x.since >= t."applyTime" and x.since <= $1) as since
       from data."workTicket" t left join platform."stepTask" x on x."recordId" = t.id group by t.status`,
      [clock.now()],
    );
    const waiting = called.filter(({ status }) => ['analysing', 'approved', 'working', 'suspended'].includes(status));
    expect(waiting.length).toBeGreaterThan(1);
    expect(waiting.filter(({ tasks, since }) => tasks === 0 || !since)).toEqual([]);
  });
});
