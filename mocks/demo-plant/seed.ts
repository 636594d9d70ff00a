import { toBuffer } from 'qrcode';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { knownPasswords } from '../../server/access/sign-in/password-guards.ts';
import { loadAreaRules } from '../../server/assembly/load-area-rules.ts';
import { createFileServices, type FileServices, type FileSettings } from '../../server/files/file-services.ts';
import type { Clock } from '../../server/ground/context.ts';
import type { BulkConnection, Database } from '../../server/ground/database/database.ts';
import { readStoredFiles } from '../../server/metadata/importer.ts';
import { parseFiles } from '../../server/metadata/judge/parse-world.ts';
import type { MetadataSource } from '../../server/metadata/snapshot.ts';
import { writeTenantRows } from '../../server/metadata/tenant-rows.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import type { InternalBatch } from '../../server/records/write/internal-batch.ts';
import { quoteIdentifier } from '../../src/core/expression/index.ts';
import { measureTables } from './measure-tables.ts';
import { pdfCard } from './pdf-card.ts';
import { contextOf } from './person-context.ts';
import { planPicture } from './plan.ts';
import { portrait } from './portrait.ts';
import { quietSeed } from './quiet-seed.ts';
import type { SeedFile, SeedRecord } from './seed-record.ts';
import { type SeedBatch, seedBatches, seedLeaders } from './seed-records.ts';
import { smallPicture } from './small-picture.ts';
import { noteOccurrences } from './troubleshooting.ts';
import type { TenantId } from './types.ts';
import { writeTogether } from './write-together.ts';

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
  /** As of `writeTogether`: what is written so is what the batches are compared with. */
  readonly stepByStep?: boolean;
}

/** What a seed wrote; records that were there already do not count. */
export interface SeedResult {
  readonly records: number;
  readonly files: number;
}

/** How many records are written in one transaction. */
const parcelSize = 24;

/**
 * Fills a database with the demo plant through the entity service: organisation, roles, people, configurations, laws
 * with their cards, rules, and the tenants at the end. Records that exist are left as they are, removed ones too, so a
 * second seed changes nothing and a broken-off one goes on.
 */
export async function seedDemoPlant(options: SeedOptions): Promise<SeedResult> {
  const bulk = options.database.openBulk();
  try {
    return await writeBatches(options, bulk);
  } finally {
    await bulk.close();
  }
}

async function writeBatches(options: SeedOptions, bulk: BulkConnection): Promise<SeedResult> {
  const { config, database, metadata, clock, progress, stepByStep = false } = options;
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
    // What is stored of a record includes what the rules of its area make of it.
    rules: await loadAreaRules((await metadata.snapshot('000000')).entities),
  };
  const seeder: Seeder = { bulk, services, files, database, metadata, now, password: options.password, stepByStep };
  // A tenant's record comes last, and evaluations look into the rows that each tenant gets.
  const { rows } = parseFiles(await readStoredFiles(database));
  for (const tenantId of ['645967', '645968'] as const) {
    await writeTenantRows(database, (await metadata.snapshot(tenantId)).entities, tenantId, rows);
  }
  const written = { records: 0, files: 0 };
  for (const batch of seedBatches(now)) {
    const missing = await missingOf(seeder, batch);
    if (missing.length > 0) progress?.(`演示工厂：写入${batch.title} ${missing.length} 条（${batch.tenantId}）`);
    await inParcels(seeder, batch, missing, (acts, record) => write(seeder, acts, batch, record));
    written.records += missing.length;
    written.files += missing.flatMap(filesOf).length;
    await inParcels(seeder, batch, await stillDisabled(seeder, batch), (acts, record) =>
      acts.fire(contextOf(batch.tenantId, record, now), batch.entity, record.id, 'enable'),
    );
    // The rounds up to now are written with the plant: none is made up for at the first start.
    if (batch.entity === 'inspectPlan') {
      await noteOccurrences(database, batch.tenantId, batch.entity, batch.records, now.getTime());
    }
    if (batch.entity === 'user') await setLeaders(seeder, batch.tenantId);
  }
  // People begin to work, and the jobs to look at all there is: nothing is to be planned as if the tables were empty.
  if (written.records > 0) await measureTables(database);
  // What serves the tenants was made of their records as they were before.
  for (const tenantId of ['000000', '645967', '645968']) await metadata.invalidate(tenantId);
  return written;
}

interface Seeder {
  readonly bulk: BulkConnection;
  readonly services: EntityServices;
  readonly files: FileServices;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly now: Date;
  readonly password: string;
  readonly stepByStep: boolean;
}

/** Does something with each of some records, many side by side in one transaction. */
async function inParcels<Item extends { readonly id: string }>(
  { bulk, services, stepByStep }: Seeder,
  { tenantId, title }: Pick<SeedBatch, 'tenantId' | 'title'>,
  records: readonly Item[],
  tell: (acts: InternalBatch, record: Item) => Promise<unknown>,
): Promise<void> {
  for (const items of parcelsOf(records)) {
    await writeTogether({
      ...{ bulk, services, tenantId, stepByStep, items },
      // Nobody of the demo is asked to change the password that the README names.
      prepare: ({ db }) => knownPasswords(db),
      tell: async (acts, record) => void (await tell(acts, record)),
      nameOf: ({ id }) => `${title} ${id}`,
    });
  }
}

/** What names another record of its own batch is written after it. */
function parcelsOf<Item extends { readonly id: string }>(records: readonly Item[]): readonly (readonly Item[])[] {
  const parcels: Item[][] = [];
  for (const record of records) {
    const last = parcels.at(-1);
    const text = JSON.stringify(record);
    if (last === undefined || last.length === parcelSize || last.some(({ id }) => text.includes(id)))
      parcels.push([record]);
    else last.push(record);
  }
  return parcels;
}

async function write(
  { files, now, password }: Seeder,
  acts: InternalBatch,
  { tenantId, entity }: SeedBatch,
  record: SeedRecord,
): Promise<void> {
  const context = contextOf(tenantId, record, now);
  let body: Record<string, unknown> =
    entity === 'user' ? { ...record.body, password, mustChangePassword: '0' } : { ...record.body };
  const { userId, deptId } = context.caller;
  for (const file of filesOf(record)) {
    const { id } = await files.intake.store({ tenantId, userId, deptId }, file.name, await contentOf(file));
    body = withFile(body, file.field.split('.'), id);
  }
  await acts.save(context, entity, body, {
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

function contentOf({ holds }: SeedFile): Promise<Uint8Array> | Uint8Array {
  if ('portrait' in holds) return portrait(holds.portrait);
  if ('plan' in holds) return planPicture();
  if ('picture' in holds) return smallPicture(holds.picture, holds.repaired);
  return 'card' in holds ? pdfCard(holds.card) : toBuffer(holds.address, { width: 256, margin: 2 });
}

async function setLeaders(seeder: Seeder, tenantId: TenantId): Promise<void> {
  const rows = await seeder.database.withTenant(tenantId, (connection) =>
    connection.query<{ id: string }>(
      'select id from data.dept where "tenantId" = $1 and version = 1 and leader is null and "isDeleted" = 0',
      [tenantId],
    ),
  );
  const fresh = new Set(rows.map(({ id }) => id));
  const wanted = seedLeaders.filter((dept) => dept.tenantId === tenantId && fresh.has(dept.id));
  await inParcels(seeder, { tenantId, title: '部门' }, wanted, (acts, { id, leader }) =>
    acts.save(contextOf(tenantId, {}, seeder.now), 'dept', { id, leader }),
  );
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
