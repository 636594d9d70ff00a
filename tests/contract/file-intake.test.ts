import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import { findAttachments } from '../../server/files/attach-table.ts';
import { createFileIntake } from '../../server/files/file-intake.ts';
import { createFileStore, type FileStore } from '../../server/files/file-store.ts';
import { sweepFiles } from '../../server/files/sweep-files.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const TENANT = '645967';
const uploader = { tenantId: TENANT, userId: 'ann', deptId: '' };
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

let own: TestDatabase;
let database: Database;
let folder: string;
let drive: FileStore;
let now = new Date('2026-11-20T08:00:00Z');
const clock = { now: () => now };

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
  await importMetadata({ database, folder: 'schemas', settings: new Map(), now: clock.now });
  await plantTenant(database, TENANT);
  folder = await mkdtemp(path.join(os.tmpdir(), 'anlan-intake-'));
  drive = createFileStore({ folder });
});
afterAll(async () => {
  await database?.close();
  await own?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const intake = async (transaction: Database['transaction']) =>
  createFileIntake({
    database: { ...database, transaction },
    drive,
    clock,
    servicePrefix: 'anlan',
    ids: await database.ids(),
  });
const rowOf = async (id: string) =>
  (await database.withTenant(TENANT, (connection) => findAttachments(connection, [id])))[0];

it('keeps the content of a file whose record may have been committed when the connection broke', async () => {
  const broken = await intake(async (tenantId, work) => {
    await database.transaction(tenantId, work);
    throw new Error('Connection terminated unexpectedly');
  });
  await expect(broken.store(uploader, '现场.pdf', pdf, '81')).rejects.toThrow('terminated');
  const row = await rowOf('81');
  const content = row && (await drive.read(row.name));
  expect(content && (await text(content))).toBe(pdf.toString());
});

it('leaves the content of a file without a record to the sweep, which takes it days later', async () => {
  const refused = await intake(async () => {
    throw new Error('the database is away');
  });
  await expect(refused.store(uploader, '现场.pdf', pdf, '82')).rejects.toThrow('away');
  expect(await rowOf('82')).toBeUndefined();
  const key = `20261120/${TENANT}/82.pdf`;
  expect(await drive.read(key)).toBeDefined();
  now = new Date(now.getTime() + 2 * 86_400_000);
  await sweepFiles({ database, drive, clock });
  expect(await drive.read(key)).toBeUndefined();
});
