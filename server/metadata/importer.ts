import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { buildRemembered } from '../../src/core/model/model-memory.ts';
import { DEFAULT_LANGUAGE } from '../../src/core/text/language.ts';
import { applyDatabasePlan } from '../ground/database/apply-plan.ts';
import type { Database } from '../ground/database/database.ts';
import { inLanguage } from '../ground/language/language.ts';
import { AUDIT_ENTITY } from './audit-entity.ts';
import { describeChanges } from './describe-changes.ts';
import { lossesOf } from './hold-back.ts';
import { type Admission, admitFiles, isServed } from './judge/admit-files.ts';
import { createOverlayJudge } from './judge/lay-overlays.ts';
import { type ParsedWorld, parseFiles } from './judge/parse-world.ts';
import { areKnownSound, noteSound, soundName } from './judge/sound-files.ts';
import { type MetadataFile, type MetadataKind, metadataFileName, readMetadataFiles } from './metadata-files.ts';
import { EVERY_TENANT } from './metadata-tables.ts';
import { buildModelSet } from './model-set.ts';
import { outdatedResults } from './outdated-results.ts';
import { readAllOverlays } from './overlay-store.ts';
import { replaceGone } from './replace-gone.ts';
import { raiseRevision } from './revision.ts';
import { dictionaryRecords, type EnglishTexts, menuRecords, writeShippedRecords } from './shipped-records.ts';
import { readTenantWorld } from './tenant-records.ts';

export interface ImportOptions {
  readonly database: Database;
  /** The repository's folder `schemas`. */
  readonly folder: string;
  /** Values that win over those of the settings files. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly now: () => Date;
  readonly progress?: (line: string) => void;
  /** Whether changes pass that take values away from records. Default false: they are held back and told. */
  readonly consent?: boolean;
}

/** What an import did. Files with errors are refused with their problems; the last good version of them serves on. */
export interface ImportResult {
  /** Keys of the files whose new version serves now. */
  readonly imported: readonly string[];
  /** What came and what went, each in words. */
  readonly changes: readonly string[];
  readonly problems: readonly Problem[];
  /** Stored results that a changed definition, served or held back, would make others: each with its number of records. */
  readonly outdated: readonly Problem[];
}

interface StoredFile {
  readonly kind: MetadataKind;
  readonly key: string;
  readonly area: string;
  readonly hash: string;
  readonly content: string;
}

/** The version that serves now, of every file. */
export async function readStoredFiles(database: Database): Promise<(StoredFile & { readonly version: number })[]> {
  return database.withTenant(EVERY_TENANT, (connection) =>
    connection.query<StoredFile & { readonly version: number }>(
      `select v.kind, v.key, v.version, v.area, v.hash, v.content
       from platform."metadataCurrent" c join platform."metadataVersion" v using (kind, key, version)
       order by v.kind, v.area, v.key`,
    ),
  );
}

/** The same; none in a database that has served nothing yet. */
export async function servedFiles(database: Database): Promise<readonly StoredFile[]> {
  const [made] = await database.withTenant(EVERY_TENANT, (connection) =>
    connection.query<{ ready: boolean }>(`select to_regclass('platform."metadataCurrent"') is not null as ready`),
  );
  return made?.ready === true ? readStoredFiles(database) : [];
}

async function readTexts(folder: string, name: string): Promise<EnglishTexts> {
  return JSON.parse(await readFile(path.join(folder, 'locales/en-US', name), 'utf8')) as EnglishTexts;
}

/**
 * Brings the database to what the files say: tables first, then the new versions, dictionary and menu records, and at
 * last the revision, so that nobody sees metadata whose columns are missing. Safe to run in several processes at once
 * and when nothing changed.
 */
export async function importMetadata(options: ImportOptions): Promise<ImportResult> {
  const { database, folder } = options;
  const files = readMetadataFiles(folder);
  const stored = await readStoredFiles(database);
  const name = soundName(files, options.settings);
  const isKnown = isServed(files, stored) && (await areKnownSound(database, name));
  const { sound, redefined } = isKnown
    ? knownSound(stored, options.settings)
    : await withoutLosses(options, files, stored);
  const { accepted, gone } = sound;
  await applyTables(database, sound, options);
  const outdated = await redefined();
  if (accepted.length === 0 && gone.length === 0) {
    if (!isKnown && sound.problems.length === 0) await noteSound(database, name);
    return { imported: [], changes: [], problems: sound.problems, outdated };
  }
  options.progress?.(`导入元数据：${accepted.length}个文件`);
  const replaced = await storeVersions(options, sound, stored);
  if (accepted.some((file) => file.kind === 'dictionary')) {
    const english = await readTexts(folder, 'dictionaries.json');
    const records = dictionaryRecords([...sound.parsed.dictionaries.values()], english);
    await database.transaction(TOP_TENANT, (connection) =>
      writeShippedRecords(connection, 'dictBiz', records, options.now()),
    );
  }
  if (accepted.some((file) => file.kind === 'menu' || file.kind === 'roles')) {
    const { menu, roleGroups } = sound.parsed;
    const records = menuRecords(menu, roleGroups, await readTexts(folder, 'menu.json'));
    await database.transaction(TOP_TENANT, (connection) =>
      writeShippedRecords(connection, 'menu', records, options.now()),
    );
  }
  await raiseRevision(database, EVERY_TENANT);
  if (sound.problems.length === 0) await noteSound(database, name);
  const changes = [...describeChanges(sound, stored), ...replaced];
  return { imported: accepted.map((file) => file.key), changes, problems: sound.problems, outdated };
}

/** What may serve, and what asks, once its tables are there, which stored results are others now. */
interface Admitted {
  readonly sound: Admission<StoredFile>;
  readonly redefined: () => Promise<readonly Problem[]>;
}

/** What serves as the folder says it and was judged when it came: a start of the same program has nothing to find in it. */
function knownSound(stored: readonly StoredFile[], settings: ImportOptions['settings']): Admitted {
  const parsed = parseFiles(stored, true);
  const models = [...modelsOf(parsed, settings).values()];
  return { sound: { accepted: [], gone: [], models, parsed, problems: [] }, redefined: async () => [] };
}

/**
 * What of the folder may serve, without the changes that would take values away from records: of those the last good
 * version serves on until somebody consents.
 */
async function withoutLosses(
  { database, settings, consent }: ImportOptions,
  files: readonly MetadataFile[],
  stored: readonly StoredFile[],
): Promise<Admitted> {
  const sound = admitFiles(files, stored, settings);
  const known = new Set(stored.flatMap(({ kind, key }) => (kind === 'entity' ? [key] : [])));
  const changed = new Set(
    [...sound.accepted, ...sound.gone].flatMap(({ kind, key }) => (kind === 'entity' && known.has(key) ? [key] : [])),
  );
  if (changed.size === 0) return { sound, redefined: async () => [] };
  const before = servedModels(stored, settings);
  const now = new Map(sound.models.map((model) => [model.key, model]));
  const redefined = () => outdatedResults(database, before, now, sound.parsed);
  const { dictionaries } = sound.parsed;
  const keys = (code: string) => {
    const file = dictionaries.get(code);
    return file === undefined ? undefined : Object.keys(file.options);
  };
  const losses = (await lossesOf(database, before, now, changed, keys)).filter(
    (loss) => !(consent === true && loss.consentable),
  );
  if (losses.length === 0) return { sound, redefined };
  const held = new Set(losses.map(({ entity }) => entity));
  // What an entity loses may come from a block that it uses.
  const blocks = new Set(
    sound.parsed.entities.flatMap(({ entity, resolution }) =>
      held.has(entity.entity) ? (resolution?.blocks ?? []) : [],
    ),
  );
  const isHeld = ({ kind, key }: Pick<StoredFile, 'kind' | 'key'>): boolean =>
    (kind === 'entity' && held.has(key)) || (kind === 'block' && blocks.has(key));
  const served = stored.filter(isHeld);
  const others = files.filter((file) => !isHeld(file));
  const again = admitFiles(
    [...others, ...served.map((file): MetadataFile => ({ ...file, file: metadataFileName(file) }))],
    stored,
    settings,
  );
  const problems = [...again.problems, ...losses.map(({ problem }) => problem)];
  return { sound: { ...again, problems }, redefined };
}

/** Models of what serves now, by key. */
export function servedModels(
  stored: readonly StoredFile[],
  settings: ImportOptions['settings'],
): ReadonlyMap<string, EntityModel> {
  return modelsOf(parseFiles(stored), settings);
}

function modelsOf(
  { entities, dictionaries, menu, settings: values }: ParsedWorld,
  settings: ImportOptions['settings'],
): ReadonlyMap<string, EntityModel> {
  return buildModelSet(entities, dictionaries, menu, new Map([...values, ...settings]), buildRemembered).models;
}

async function applyTables(
  database: Database,
  { models, parsed, accepted }: Admission<StoredFile>,
  options: ImportOptions,
): Promise<void> {
  const changed = new Set(
    accepted.flatMap(({ kind, key }) =>
      kind === 'entity' ? models.flatMap((model) => (model.key === key ? [model.id] : [])) : [],
    ),
  );
  const overlaid = await overlaidModels(database, parsed, options.settings);
  // What is left over are columns and tables that no file and no overlay names: of removed fields. They stay.
  const { applied } = await applyDatabasePlan(database, models, {
    overlaid,
    // Its values were counted: there are none, or somebody has consented.
    consent: (step) => step.retypes === true && changed.has(step.table),
  });
  if (applied.length > 0) options.progress?.(`数据表变更：${applied.length}项`);
}

/** The worlds of all tenants with edits of their own, as the files now make them. */
export async function overlaidModels(
  database: Database,
  parsed: ParsedWorld,
  settings: ImportOptions['settings'],
): Promise<readonly (readonly EntityModel[])[]> {
  const worlds: (readonly EntityModel[])[] = [];
  for (const [tenantId, overlays] of await readAllOverlays(database)) {
    const own = await database.withTenant(tenantId, (connection) => readTenantWorld(connection, parsed.dictionaries));
    // Whoever publishes, what is made of a world once is used by all.
    const { models } = await inLanguage(DEFAULT_LANGUAGE, async () =>
      createOverlayJudge({ parsed, settings, tenantId, own }).lay(overlays),
    );
    worlds.push([...models.values()]);
  }
  return worlds;
}

/** Stores what came, and in the same transaction puts records into the states and options that replace what went. */
async function storeVersions(
  { database, now, settings }: ImportOptions,
  { accepted, gone, models }: Admission<StoredFile>,
  stored: readonly StoredFile[],
): Promise<readonly string[]> {
  const entities = new Set(accepted.flatMap(({ kind, key }) => (kind === 'entity' ? [key] : [])));
  const changed = stored.length === 0 ? [] : models.filter(({ key }) => entities.has(key));
  const before =
    changed.length === 0
      ? new Map<string, EntityModel>()
      : new Map([...servedModels(stored, settings).values()].map((model) => [model.id, model]));
  const ids = changed.length === 0 ? undefined : await database.ids();
  const rows = accepted.map(({ kind, key, area, hash, content }) => ({ kind, key, area, hash, content }));
  return database.transaction(EVERY_TENANT, async (connection) => {
    await connection.query("select pg_advisory_xact_lock(hashtext('anlan.metadata'))");
    const same = await connection.query<{ key: string }>(
      `select c.key from platform."metadataCurrent" c join platform."metadataVersion" v using (kind, key, version)
       join jsonb_to_recordset($1::jsonb) as f(kind text, key text, hash text) using (kind, key, hash) where kind = 'entity'`,
      [JSON.stringify(rows)],
    );
    // Another process has imported these meanwhile: converted once more, values would no longer be the old ones.
    const done = new Set(same.map(({ key }) => key));
    await connection.execute(
      `with file as (select * from jsonb_to_recordset($1::jsonb) as f(kind text, key text, area text, hash text, content text)),
       next as (
         insert into platform."metadataVersion" (kind, key, version, area, hash, content)
         select f.kind, f.key, coalesce(max(v.version), 0) + 1, f.area, f.hash, f.content
         from file f left join platform."metadataVersion" v using (kind, key)
         group by f.kind, f.key, f.area, f.hash, f.content
         returning kind, key, version)
       insert into platform."metadataCurrent" (kind, key, version) select kind, key, version from next
       on conflict (kind, key) do update set version = excluded.version`,
      [JSON.stringify(rows)],
    );
    for (const file of gone) {
      await connection.execute('delete from platform."metadataCurrent" where kind = $1 and key = $2', [
        file.kind,
        file.key,
      ]);
    }
    if (ids === undefined) return [];
    const logs = models.some(({ key }) => key === AUDIT_ENTITY);
    return replaceGone(connection, {
      changed: changed.filter(({ key }) => !done.has(key)),
      before,
      logs,
      nextId: () => ids.next(),
      now: now(),
    });
  });
}
