import { toBuffer } from 'qrcode';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { knownPasswords } from '../../server/access/sign-in/password-guards.ts';
import { createFileServices, type FileServices, type FileSettings } from '../../server/files/file-services.ts';
import type { Clock } from '../../server/ground/context.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { readStoredFiles } from '../../server/metadata/importer.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import type { MetadataSource } from '../../server/metadata/snapshot.ts';
import { writeTenantRows } from '../../server/metadata/tenant-rows.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import { createInternalService, type InternalService } from '../../server/records/service/internal-service.ts';
import { runInternalBatch } from '../../server/records/write/internal-batch.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { pdfCard } from './pdf-card.ts';
import { contextOf } from './person-context.ts';
import { planPicture } from './plan.ts';
import { portrait } from './portrait.ts';
import { quietSeed } from './quiet-seed.ts';
import type { SeedFile, SeedRecord } from './seed-record.ts';
import { type SeedBatch, seedBatches, seedLeaders } from './seed-records.ts';
import { smallPicture } from './small-picture.ts';
import type { TenantId } from './types.ts';

/** What the demo plant is written with. */
interface SeedOptions {
  readonly config: FileSettings;
  readonly database: Database;
  /** With the shipped files imported. */
  readonly metadata: MetadataSource;
  /** Dates and times follow from it. */
  readonly clock: Clock;
  /** Of every account. */
  readonly password: string;
  /** Told in Chinese what is being written. */
  progress?(line: string): void;
}

/** What a seed wrote; records that were there already do not count. */
export interface SeedResult {
  readonly records: number;
  readonly files: number;
}

/** How many records are written at the same time. */
const lanes = 6;

/**
 * Fills a database with the demo plant through the entity service: organisation, roles, people, configurations, laws
 * with their cards, rules, and the tenants at the end. Records that exist are left as they are, removed ones too, so a
 * second seed changes nothing and a broken-off one goes on.
 */
export async function seedDemoPlant(options: SeedOptions): Promise<SeedResult> {
  const { config, metadata, clock, progress } = options;
  const database = withKnownPasswords(options.database);
  const now = clock.now();
  const files = createFileServices(config, database, clock, await database.ids());
  // One hash for the one password of the demo: a hash of its own for each of 250 accounts takes seconds.
  const hash = hashPassword(options.password);
  const services: EntityServices = {
    database,
    metadata,
    files: files.links,
    ids: files.ids,
    hashPassword: (password) => (password === options.password ? hash : hashPassword(password)),
    ...quietSeed(config),
  };
  const service = createInternalService(services);
  const seeder: Seeder = { service, services, files, database, metadata, now, password: options.password };
  // A tenant's record comes last, and evaluations look into the rows that each tenant gets.
  const { rows } = parseFiles(await readStoredFiles(database));
  for (const tenantId of ['645967', '645968'] as const) {
    await writeTenantRows(database, (await metadata.snapshot(tenantId)).entities, tenantId, rows);
  }
  const written = { records: 0, files: 0 };
  for (const batch of seedBatches(now)) {
    const missing = await missingOf(seeder, batch);
    if (missing.length > 0) progress?.(`演示工厂：写入${batch.title} ${missing.length} 条（${batch.tenantId}）`);
    await inLanes(inParcels(missing), async (parcel) => {
      const [record, ...others] = parcel;
      if (record === undefined) return;
      const named = others.length === 0 ? record.id : `${record.id} 等`;
      const writing = others.length === 0 ? write(seeder, batch, record) : writeTogether(seeder, batch, parcel);
      await writing.catch((cause: Error) => {
        throw new Error(`演示工厂的${batch.title} ${named} 不能写入：${cause.message}`, { cause });
      });
      written.records += parcel.length;
      written.files += filesOf(record).length;
    });
    await inLanes(await stillDisabled(seeder, batch), (record) =>
      service.fireInternal(contextOf(batch.tenantId, record, now), batch.entity, record.id, 'enable'),
    );
    if (batch.entity === 'user') await setLeaders(seeder, batch.tenantId);
  }
  // What serves the tenants was made of their records as they were before.
  for (const tenantId of ['000000', '645967', '645968']) await metadata.invalidate(tenantId);
  return written;
}

/** Nobody of the demo is asked to change the password that the README names. */
function withKnownPasswords(database: Database): Database {
  return {
    ...database,
    transaction: (tenantId, work) =>
      database.transaction(tenantId, async (connection) => {
        await knownPasswords(connection);
        return work(connection);
      }),
  };
}

interface Seeder {
  readonly service: InternalService;
  readonly services: EntityServices;
  readonly files: FileServices;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly now: Date;
  readonly password: string;
}

async function write({ service, files, now, password }: Seeder, batch: SeedBatch, record: SeedRecord): Promise<void> {
  const { tenantId, entity } = batch;
  const context = contextOf(tenantId, record, now);
  let body: Record<string, unknown> =
    entity === 'user' ? { ...record.body, password, mustChangePassword: '0' } : { ...record.body };
  const { userId, deptId } = context.caller;
  for (const file of filesOf(record)) {
    const { id } = await files.intake.store({ tenantId, userId, deptId }, file.name, await contentOf(file));
    body = withFile(body, file.field.split('.'), id);
  }
  await service.saveInternal(context, entity, body, {
    newId: record.id,
    ...(record.status === undefined ? {} : { newStatus: record.status }),
  });
}

function filesOf({ file, files = [] }: SeedRecord): readonly SeedFile[] {
  return file === undefined ? files : [file, ...files];
}

/** The values with a file where the path says: in a field, or in a field of a row. */
function withFile(values: Readonly<Record<string, unknown>>, path: readonly string[], id: string) {
  const [field = '', row, column] = path;
  if (row === undefined || column === undefined) return { ...values, [field]: [id] };
  const rows = values[field] as readonly Readonly<Record<string, unknown>>[];
  return { ...values, [field]: rows.map((own, index) => (index === Number(row) ? { ...own, [column]: [id] } : own)) };
}

/** How many records without a file are written in one transaction: most of the time is spent waiting for the disk. */
const parcelSize = 12;

function inParcels(records: readonly SeedRecord[]): readonly (readonly SeedRecord[])[] {
  const parcels: SeedRecord[][] = [];
  for (const record of records) {
    const last = parcels.at(-1);
    const alone = filesOf(record).length > 0;
    const fits = last?.[0] !== undefined && last.length < parcelSize && filesOf(last[0]).length === 0;
    if (fits && !alone) last.push(record);
    else parcels.push([record]);
  }
  return parcels;
}

async function writeTogether({ services, now, password }: Seeder, batch: SeedBatch, records: readonly SeedRecord[]) {
  const { tenantId, entity } = batch;
  await runInternalBatch(services, tenantId, async ({ save }) => {
    for (const record of records) {
      const body = entity === 'user' ? { ...record.body, password, mustChangePassword: '0' } : { ...record.body };
      await save(contextOf(tenantId, record, now), entity, body, {
        newId: record.id,
        ...(record.status === undefined ? {} : { newStatus: record.status }),
      });
    }
  });
}

function contentOf({ holds }: SeedFile): Promise<Uint8Array> | Uint8Array {
  if ('portrait' in holds) return portrait(holds.portrait);
  if ('plan' in holds) return planPicture();
  if ('picture' in holds) return smallPicture(holds.picture, holds.repaired);
  return 'card' in holds ? pdfCard(holds.card) : toBuffer(holds.address, { width: 256, margin: 2 });
}

async function setLeaders({ service, database, now }: Seeder, tenantId: TenantId): Promise<void> {
  const rows = await database.withTenant(tenantId, (connection) =>
    connection.query<{ id: string }>(
      'select id from data.dept where "tenantId" = $1 and version = 1 and leader is null and "isDeleted" = 0',
      [tenantId],
    ),
  );
  const fresh = new Set(rows.map(({ id }) => id));
  const wanted = seedLeaders.filter((dept) => dept.tenantId === tenantId && fresh.has(dept.id));
  await inLanes(wanted, async ({ id, leader }) => {
    await service.saveInternal(contextOf(tenantId, {}, now), 'dept', { id, leader });
  });
}

async function missingOf(seeder: Seeder, batch: SeedBatch): Promise<SeedRecord[]> {
  const known = new Set(await idsIn(seeder, batch, ''));
  return batch.records.filter(({ id }) => !known.has(id));
}

// One that somebody has disabled since has a later version.
async function stillDisabled(seeder: Seeder, batch: SeedBatch): Promise<SeedRecord[]> {
  const wanted = batch.records.filter(({ enable }) => enable === true);
  if (wanted.length === 0) return [];
  const disabled = new Set(await idsIn(seeder, batch, `and version = 1 and status = '0' and "isDeleted" = 0`));
  return wanted.filter(({ id }) => disabled.has(id));
}

async function idsIn({ database, metadata }: Seeder, batch: SeedBatch, condition: string): Promise<string[]> {
  const { tenantId, entity, records } = batch;
  const model = (await metadata.snapshot(tenantId)).entities.get(entity);
  if (model === undefined) throw new Error(`元数据中没有实体 ${entity}`);
  const rows = await database.withTenant(tenantId, (connection) =>
    connection.query<{ id: string }>(
      `select id from data.${quoteIdentifier(model.id)} where "tenantId" = $1 and id = any($2) ${condition}`,
      [tenantId, records.map(({ id }) => id)],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Works on several entries at a time: most of the time is spent waiting for the disk. */
async function inLanes<Entry>(entries: readonly Entry[], work: (entry: Entry) => Promise<void>): Promise<void> {
  const queue = entries.values();
  const lane = async () => {
    for (const entry of queue) await work(entry);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
