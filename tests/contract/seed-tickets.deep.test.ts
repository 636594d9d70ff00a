import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemoPlant } from '../../mocks/demo-plant/seed.ts';
import { seedTickets } from '../../mocks/demo-plant/tickets.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { createMetadataStore, type MetadataStore } from '../../server/metadata/store.ts';
import { patient } from '../fixtures/patience.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { quietParts } from '../fixtures/quiet-parts.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const clock = { now: () => new Date('2026-11-20T08:00:00Z') };
let own: TestDatabase;
let database: Database;
let metadata: MetadataStore;
let folder: string;

const seed = () =>
  seedTickets({
    config: { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' },
    database,
    metadata,
    clock,
    timers: quietParts().timers,
  });

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  const settings = new Map<string, string | number | boolean>();
  await importMetadata({ database, folder: path.resolve('schemas'), settings, now: clock.now });
  metadata = await createMetadataStore({ database, servicePrefix: 'anlan', settings, timeZone: 'Asia/Shanghai' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-tickets-'));
  await seedDemoPlant({
    config: { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' },
    database,
    metadata,
    clock,
    password: 'Anlan@2026',
  });
}, patient(300_000));
afterAll(async () => {
  await metadata?.close();
  await database?.close();
  await own?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

it(
  'writes the tickets of thirty days in every state, once, in seconds',
  async () => {
    const begun = performance.now();
    expect(await seed()).toBe(60);
    const seconds = (performance.now() - begun) / 1_000;
    const rows = await database.withTenant('645967', (connection) =>
      connection.query<{ status: string; count: number }>(
        `select status, count(*)::int as count from data."workTicket" group by status`,
      ),
    );
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    expect(Object.keys(counts).sort()).toEqual(
      [
        ...[
          'accepting',
          'analysing',
          'approved',
          'approving',
          'cancelled',
          'clarifying',
          'closed',
          'confirming',
          'draft',
        ],
        ...['expired', 'rejected', 'suspended', 'terminated', 'working'],
      ].sort(),
    );
    expect(counts.closed).toBeGreaterThan(30);
    const [types] = await database.withTenant('645967', (connection) =>
      connection.query<{ count: number }>('select count(distinct type)::int as count from data."workTicket"'),
    );
    expect(types?.count).toBe(10);
    expect(await seed()).toBe(0);
    expect(seconds).toBeLessThan(60);
  },
  patient(120_000),
);
