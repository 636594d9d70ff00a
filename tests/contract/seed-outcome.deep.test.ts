import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { seedDangers } from '../../mocks/demo-plant/dangers.ts';
import { seedDemoPlant } from '../../mocks/demo-plant/seed.ts';
import { seedTickets } from '../../mocks/demo-plant/tickets.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { timers } from '../../server/flow/time/timers.ts';
import { databaseUrl } from '../../server/ground/database/bootstrap.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { createMetadataStore, type MetadataStore } from '../../server/metadata/store.ts';
import { allowBackdating } from '../../server/records/audit/audit-guards.ts';
import { patient } from '../fixtures/patience.ts';
import type { Planted, TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const clock = { now: () => new Date('2026-11-20T08:00:00Z') };
const settings = new Map<string, string | number | boolean>();
/** Turns of the writing: a company, and a bundle of 24 histories. */
const TURNS = 2;

let folder: string;
const opened: (() => Promise<void>)[] = [];

/** Rows of each table as text, with what each writing chooses for itself left out. */
type Outcome = ReadonlyMap<string, readonly string[]>;

/** The plant before its histories. */
const plantWithout: Planted = {
  name: 'plant_without_histories',
  async plant(own) {
    const { database, metadata, close } = await open(own);
    const config = { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' };
    await database.withOwner((owner) => allowBackdating(owner, true));
    await seedDemoPlant({ config, database, metadata, clock, password: 'Anlan@2026' });
    await close();
  },
};

async function open({ appUrl, ownerUrl }: TestDatabase) {
  const database: Database = createPlatformDatabase({ appUrl, ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  await importMetadata({ database, folder: 'schemas', settings, now: clock.now });
  const metadata: MetadataStore = await createMetadataStore({
    ...{ database, servicePrefix: 'anlan', settings, timeZone: 'Asia/Shanghai' },
  });
  const close = async () => {
    await metadata.close();
    await database.close();
  };
  return { database, metadata, close };
}

async function written(stepByStep: boolean): Promise<Outcome> {
  const own = await createTestDatabase(plantWithout);
  opened.push(() => own.drop());
  const { database, metadata, close } = await open(own);
  const config = { dataDir: folder, servicePrefix: 'anlan', jwtSecret: 'a secret of this test, long enough' };
  const options = { config, database, metadata, clock, timers, stepByStep };
  await seedTickets({ ...options, count: 2 });
  let left = TURNS;
  const goesOn = () => {
    left -= 1;
    return left >= 0;
  };
  await seedDangers({ ...options, count: 24, goesOn });
  const { entities } = await metadata.snapshot('645967');
  const serials = [...entities.values()].flatMap((model) =>
    [...model.fields.values()]
      .filter(({ type }) => type.type === 'serial')
      .map(({ key }) => ({ table: model.key, key })),
  );
  const found = await outcome(databaseUrl(inject('postgres').superUrl, new URL(own.appUrl).pathname.slice(1)), serials);
  await close();
  return found;
}

/** What is of the process that wrote, and rows that stand there once somebody has looked at a company. */
const OF_THE_RUN = ['idWorker', 'writeMark', 'job', 'auditQuota', 'tenantSetting'];

/** Reads all tables, whoever's rows they are. Ids, numbers within a day and hashes stand as what they name. */
async function outcome(url: string, serials: readonly { table: string; key: string }[]): Promise<Outcome> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('data', 'platform') and table_type = 'BASE TABLE' order by 1, 2`,
  );
  const texts = new Map<string, string[]>();
  const owners = new Map<string, string>();
  const numbers = new Set<string>();
  for (const { schema, name } of tables.filter((table) => !OF_THE_RUN.includes(table.name))) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${schema}"."${name}" t`,
    );
    for (const { row } of rows) {
      if (typeof row.id === 'string') owners.set(row.id, name);
      for (const { key } of serials.filter(({ table }) => table === name)) if (row[key]) numbers.add(String(row[key]));
    }
    texts.set(
      `${schema}.${name}`,
      rows.map(({ row }) => JSON.stringify(row)),
    );
  }
  await client.end();
  const chosen = new RegExp(
    [
      ...[...numbers].sort((one, other) => other.length - one.length),
      '\\b\\d{19}\\b',
      '\\b[0-9a-f]{64}\\b',
      '[\\w+/]{43}=',
    ].join('|'),
    'g',
  );
  const said = (found: string) =>
    numbers.has(found) ? '#number' : found.length > 40 ? '#hash' : `#${owners.get(found) ?? 'gone'}`;
  return new Map([...texts].map(([table, rows]) => [table, rows.map((row) => row.replace(chosen, said)).sort()]));
}

let together: Outcome;
let apart: Outcome;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-outcome-'));
  together = await written(false);
  apart = await written(true);
}, patient(240_000));

afterAll(async () => {
  for (const drop of opened) await drop();
  await rm(folder, { recursive: true, force: true });
});

it('is the same row by row, whether histories are written in bundles or each step for itself', () => {
  const count = (found: Outcome, table: string) => found.get(table)?.length ?? 0;
  // Enough of everything: what is not there cannot differ.
  for (const table of ['data.peril', 'data.workTicket', 'data.auditLog', 'platform.approvalTask', 'platform.evidence'])
    expect([table, count(together, table) > 1]).toEqual([table, true]);
  expect([...together.keys()]).toEqual([...apart.keys()]);
  const differing = [...together].filter(([table, rows]) => rows.join('\n') !== apart.get(table)?.join('\n'));
  const shown = differing.map(([table, rows]) => {
    const others = apart.get(table) ?? [];
    return { table, rows: rows.length, others: others.length, ...firstDifference(rows, others) };
  });
  expect(shown).toEqual([]);
});

function firstDifference(rows: readonly string[], others: readonly string[]) {
  const only = (some: readonly string[], rest: ReadonlySet<string>) => some.find((row) => !rest.has(row));
  return { together: only(rows, new Set(others)), apart: only(others, new Set(rows)) };
}
