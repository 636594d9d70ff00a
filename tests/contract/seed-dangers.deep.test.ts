import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DangerResult, seedDangers } from '../../mocks/demo-plant/dangers.ts';
import { seedDemoPlant } from '../../mocks/demo-plant/seed.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { createMetadataStore, type MetadataStore } from '../../server/metadata/store.ts';
import { sealAuditDays, verifyAuditChain } from '../../server/records/audit/audit-chain.ts';
import { allowBackdating } from '../../server/records/audit/audit-guards.ts';
import { patient } from '../fixtures/patience.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const clock = { now: () => new Date('2026-11-20T08:00:00Z') };
const settings = new Map<string, string | number | boolean>();
const tenants = ['645967', '645968'] as const;

let own: TestDatabase;
let database: Database;
let metadata: MetadataStore;
let folder: string;
let second: DangerResult;
const armed: { id: string; to: string | null }[] = [];

const seed = (count: number, batches = Number.POSITIVE_INFINITY): Promise<DangerResult> => {
  let left = batches;
  return seedDangers({
    config: { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' },
    database,
    metadata,
    clock,
    count,
    timers: {
      arm: async (_tx, { id, to }) => {
        armed.push({ id, to });
      },
      armRows: async () => {},
      drop: async () => {},
      armLevel: async () => {},
      dropLevel: async () => {},
    },
    goesOn() {
      left -= 1;
      return left >= 0;
    },
  });
};

const rows = <Row>(tenantId: string, sql: string) =>
  database.withTenant(tenantId, (connection) => connection.query<Row>(sql));

/** Changes of state by record, in the order of the log. */
const STEPS = `with steps as (
  select l."recordId", c ->> 'from' as "from", c ->> 'to' as "to",
    row_number() over (partition by l."recordId" order by l.time, l.id) as place
  from data."auditLog" l cross join lateral jsonb_array_elements(l.changes) c
  where l."entityKey" = 'peril' and jsonb_typeof(l.changes) = 'array' and c ->> 'key' = 'status')`;

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  const { problems } = await importMetadata({ database, folder: 'schemas', settings, now: clock.now });
  expect(problems).toEqual([]);
  metadata = await createMetadataStore({ database, servicePrefix: 'anlan', settings, timeZone: 'Asia/Shanghai' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-dangers-'));
  const config = { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' };
  await database.withOwner((owner) => allowBackdating(owner, true));
  await seedDemoPlant({ config, database, metadata, clock, password: 'Anlan@2026' });
  const broken = await seed(120, 3);
  expect(broken.records).toBeGreaterThan(0);
  expect(broken.records).toBeLessThan(144);
  second = await seed(120);
  expect(second.records).toBe(120 + 12 + 10 + 2 - broken.records);
}, patient(120_000));

afterAll(async () => {
  await metadata?.close();
  await database?.close();
  await own?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('the dangers of the demo plant', () => {
  it.each(tenants)('are in every state in %s', async (tenantId) => {
    const states = await rows<{ status: string }>(tenantId, 'select distinct status from data.peril');
    expect(states.map(({ status }) => status).sort()).toEqual(
      [
        'accepting',
        'assessing',
        'cancelled',
        'closed',
        'draft',
        'planning',
        'rectifying',
        'rejected',
        'reviewing',
      ].sort(),
    );
  });

  it('changes nothing when it is written again', async () => {
    expect(await seed(120)).toMatchObject({ records: 0, steps: 0 });
  });

  it.each<[string, string]>([
    [
      'a danger without a photo of its own',
      `select id from data.peril p where not exists
      (select from data.attach a where a."tenantId" = p."tenantId" and a."bizId" = p.id and p.photos @> to_jsonb(a.id))`,
    ],
    [
      'a closed danger without an accepted acceptance',
      `select id from data.peril p where status = 'closed' and not exists
      (select from data."perilAccept" a where a."tenantId" = p."tenantId" and a."perilId" = p.id and "acceptResult" = '1')`,
    ],
    ['a duty person who accepts his own work', `select id from data.peril where "dutyUserId" = "acceptUserId"`],
    [
      'a step that was not logged at its time',
      `select id from data."perilAssess" s where not exists
      (select from data."auditLog" l where l."tenantId" = s."tenantId" and l."recordId" = s."perilId"
        and l.action = 'assess' and l.time = s."createTime")`,
    ],
    [
      'a major danger past planning without a granted scheme',
      `select id from data.peril p where level = '1'
      and status in ('rectifying', 'accepting', 'reviewing', 'closed') and not exists
      (select from data."perilScheme" s where s."tenantId" = p."tenantId" and s."perilId" = p.id)`,
    ],
    [
      'a decided vote without evidence',
      `select id from platform."approvalTask" where status = 'done' and "evidenceId" is null`,
    ],
    [
      'a decision without the signature that its level asks for',
      `select t.id from platform."approvalTask" t join platform."approvalRequest" r on r.id = t."requestId"
       where t.status = 'done' and (r.levels -> t.level -> 'vote' -> 'signature')::boolean and t.signature is null`,
    ],
    [
      'a danger whose history does not begin with its registration',
      `${STEPS} select id from data.peril p where not exists
      (select from steps where "recordId" = p.id and place = 1 and "from" is null and "to" = 'draft')`,
    ],
    [
      'a danger whose history ends elsewhere than in its state',
      `${STEPS} select id from data.peril p where status is distinct from
      (select "to" from steps where "recordId" = p.id order by place desc limit 1)`,
    ],
    [
      'a step that does not begin where the one before it ended',
      `${STEPS} select a."recordId" as id from steps a join steps b on b."recordId" = a."recordId" and b.place = a.place + 1
      where a."to" is distinct from b."from"`,
    ],
    [
      'an act of nobody, besides the escalations of the platform, or of a person of another company',
      `select l.id from data."auditLog" l where l."entityKey" = 'peril' and l.action <> 'escalate' and not exists
      (select from data."user" u where u."tenantId" = l."tenantId" and u.id = l."userId")`,
    ],
    ['a notice of days long past', `select id from data.notice where "createTime" < '2026-11-12'`],
  ])('holds no: %s', async (_what, sql) => {
    for (const tenantId of tenants) expect(await rows(tenantId, sql)).toEqual([]);
  });

  it('leaves approvals open, delays granted and refused, acceptances failed', async () => {
    const [found] = await rows<Record<string, number>>(
      '645967',
      `select (select count(*)::int from platform."approvalTask" where status = 'open') as open,
         (select count(*)::int from platform."approvalRequest" where transition = 'delay' and status = 'granted') as delays,
         (select count(*)::int from platform."approvalRequest" where status = 'rejected') as rejected,
         (select count(*)::int from data."perilAccept" where "acceptResult" = '0') as failed,
         (select count(*)::int from platform."approvalRequest" where transition = 'rectify' and status = 'open') as repairs,
         (select count(*)::int from platform."approvalRequest" where transition = 'assess' and status = 'open') as lowered,
         (select count(*)::int from platform."approvalRequest" where transition = 'cancel' and status = 'open') as voided,
         (select count(*)::int from platform."approvalTask" where status = 'done' and signature is not null) as signed,
         (select count(*)::int from data."perilPlan" where status = 'approving') as plans`,
    );
    for (const [what, count] of Object.entries(found ?? {})) expect([what, count > 0]).toEqual([what, true]);
  });

  it('arms the timers of the last state of each record only', async () => {
    const states = await rows<{ id: string; status: string }>('645967', 'select id, status from data.peril');
    const byId = new Map(states.map(({ id, status }) => [id, status]));
    for (const { id, to } of armed) if (byId.has(id)) expect(to).toBe(byId.get(id));
  });

  it('is not written into a log that has been closed, which stays whole', async () => {
    await sealAuditDays({ database, timeZone: 'Asia/Shanghai' }, clock.now());
    expect(await seed(200)).toMatchObject({ records: 0 });
    expect((await verifyAuditChain(database, '645967')).faults).toEqual([]);
  });
});
