import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { hasErrors, type Problem } from '../../src/core/dialect/problem.ts';
import type { RowsFile } from '../../src/core/dialect/shipped-rows.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import type { Language } from '../../src/core/text/language.ts';
import type { Messages } from '../../src/core/text/say.ts';
import { applyDatabasePlan } from '../database/apply-plan.ts';
import type { Database } from '../database/database.ts';
import { type MetadataFile, type MetadataKind, readMetadataFiles } from './metadata-files.ts';
import { EVERY_TENANT, METADATA_CHANNEL } from './metadata-tables.ts';
import { buildModelSet, type PlacedEntity } from './model-set.ts';
import type { DeclaredSetting, DictionaryFile, MenuFile, SettingsFile } from './shipped-files.ts';
import { dictionaryRecords, menuRecords, type Texts, writeShippedRecords } from './shipped-records.ts';
import { addTexts, type ShippedTexts } from './translate.ts';

export interface ImportOptions {
  readonly database: Database;
  /** The repository's folder `schemas`. */
  readonly folder: string;
  /** Values that win over those of the settings files. */
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly now: () => Date;
  readonly progress?: (line: string) => void;
}

/** What an import did. Files with errors are refused with their problems; the last good version of them serves on. */
export interface ImportResult {
  /** Keys of the files whose new version serves now. */
  readonly imported: readonly string[];
  readonly problems: readonly Problem[];
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

/** Entities, dictionaries and menu of a set of files, with what is wrong with them. */
export function parseFiles(files: readonly (StoredFile & { readonly file?: string })[]): {
  entities: PlacedEntity[];
  dictionaries: Map<string, DictionaryFile>;
  menu: MenuFile;
  settings: Map<string, string | number | boolean>;
  declared: Map<string, DeclaredSetting>;
  rows: Map<string, RowsFile>;
  texts: Map<Language, ShippedTexts>;
  problems: Problem[];
} {
  const entities: PlacedEntity[] = [];
  const dictionaries = new Map<string, DictionaryFile>();
  const settings = new Map<string, string | number | boolean>();
  const declared = new Map<string, DeclaredSetting>();
  const rows = new Map<string, RowsFile>();
  const texts = new Map<Language, ShippedTexts>();
  const problems: Problem[] = [];
  let menu: MenuFile = { roleGroups: {}, items: {} };
  for (const file of files) {
    const name = file.file ?? `${file.area}/${file.key}`;
    if (file.kind === 'entity') {
      const parsed = parseEntity(file.content, name);
      if ('entity' in parsed) {
        if (parsed.entity.entity === file.key) entities.push({ area: file.area, entity: parsed.entity });
        else problems.push(misnamed(name, parsed.entity.entity));
      } else problems.push(...parsed.problems);
      continue;
    }
    try {
      const content: unknown = JSON.parse(file.content);
      if (file.kind === 'menu') menu = content as MenuFile;
      else if (file.kind === 'settings') {
        const { title = file.key, settings: ofArea } = content as SettingsFile;
        for (const [key, setting] of Object.entries(ofArea)) {
          settings.set(key, setting.value);
          declared.set(key, { ...setting, area: file.key, areaTitle: title });
        }
      } else if (file.kind === 'locale') addTexts(texts, file.key, content as Messages);
      else if (file.kind === 'rows') rows.set(file.key, content as RowsFile);
      else dictionaries.set(file.key, content as DictionaryFile);
    } catch (error) {
      problems.push({
        file: name,
        pointer: '',
        message: `不是有效的JSON：${error instanceof Error ? error.message : ''}`,
        fix: '按提示的位置修改文件',
        severity: 'error',
      });
    }
  }
  return { entities, dictionaries, menu, settings, declared, rows, texts, problems };
}

function misnamed(file: string, entity: string): Problem {
  return {
    file,
    pointer: '/entity',
    message: `文件名与实体键“${entity}”不一致`,
    fix: `把文件改名为 ${entity}.entity.json`,
    severity: 'error',
  };
}

async function readTexts(folder: string, name: string): Promise<Texts> {
  return JSON.parse(await readFile(path.join(folder, 'locales/en-US', name), 'utf8')) as Texts;
}

/** Files that would break the set are taken back to the version that serves, until the rest is sound. */
function soundFiles(
  files: readonly MetadataFile[],
  stored: readonly StoredFile[],
  settings: ImportOptions['settings'],
) {
  const problems: Problem[] = [];
  let candidate: (StoredFile & { readonly file?: string })[] = [...files];
  for (;;) {
    const parsed = parseFiles(candidate);
    const values = new Map([...parsed.settings, ...settings]);
    const set = buildModelSet(parsed.entities, parsed.dictionaries, parsed.menu, values);
    const found = [...parsed.problems, ...set.problems].filter((problem) => hasErrors([problem]));
    const broken = new Set(found.map((problem) => problem.file));
    const refused = candidate.filter((file) => file.file !== undefined && broken.has(file.file));
    problems.push(...found);
    if (refused.length === 0) return { files: candidate, models: [...set.models.values()], parsed, problems };
    candidate = candidate.flatMap((file) => {
      if (!refused.includes(file)) return [file];
      const last = stored.find((known) => known.kind === file.kind && known.key === file.key);
      return last && last.hash !== file.hash ? [last] : [];
    });
  }
}

/**
 * Brings the database to what the files say: tables first, then the new versions, dictionary and menu records, and at
 * last the revision, so that nobody sees metadata whose columns are missing. Safe to run in several processes at once
 * and when nothing changed.
 */
export async function importMetadata(options: ImportOptions): Promise<ImportResult> {
  const { database, folder } = options;
  const files = await readMetadataFiles(folder);
  const stored = await readStoredFiles(database);
  const byName = new Map(stored.map((file) => [`${file.kind} ${file.key}`, file]));
  const changed = files.filter((file) => byName.get(`${file.kind} ${file.key}`)?.hash !== file.hash);
  const gone = stored.filter((file) => !files.some((known) => known.kind === file.kind && known.key === file.key));
  const sound = soundFiles(files, stored, options.settings);
  await applyTables(database, sound.models, options);
  if (changed.length === 0 && gone.length === 0) return { imported: [], problems: sound.problems };

  const accepted = changed.filter((file) =>
    sound.files.some((known) => known.hash === file.hash && known.key === file.key),
  );
  if (accepted.length === 0 && gone.length === 0) return { imported: [], problems: sound.problems };
  options.progress?.(`导入元数据：${accepted.length}个文件`);
  await storeVersions(database, accepted, gone);
  if (accepted.some((file) => file.kind === 'dictionary')) {
    const english = await readTexts(folder, 'dictionaries.json');
    const records = dictionaryRecords([...sound.parsed.dictionaries.values()], english);
    await database.transaction(TOP_TENANT, (connection) =>
      writeShippedRecords(connection, 'dictBiz', records, options.now()),
    );
  }
  if (accepted.some((file) => file.kind === 'menu')) {
    const records = menuRecords(sound.parsed.menu, await readTexts(folder, 'menu.json'));
    await database.transaction(TOP_TENANT, (connection) =>
      writeShippedRecords(connection, 'menu', records, options.now()),
    );
  }
  await raiseRevision(database, EVERY_TENANT);
  return { imported: accepted.map((file) => file.key), problems: sound.problems };
}

async function applyTables(database: Database, models: readonly EntityModel[], options: ImportOptions): Promise<void> {
  // What is left over are columns and tables that no shipped file names: an overlay's, or a removed field's. They stay.
  const { applied } = await applyDatabasePlan(database, models);
  if (applied.length > 0) options.progress?.(`数据表变更：${applied.length}项`);
}

async function storeVersions(
  database: Database,
  accepted: readonly MetadataFile[],
  gone: readonly StoredFile[],
): Promise<void> {
  const rows = accepted.map(({ kind, key, area, hash, content }) => ({ kind, key, area, hash, content }));
  await database.transaction(EVERY_TENANT, async (connection) => {
    await connection.query("select pg_advisory_xact_lock(hashtext('anlan.metadata'))");
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
  });
}

/** Raises the revision of a tenant, or of all with `*`, and tells the other processes. */
export async function raiseRevision(database: Database, tenantId: string): Promise<void> {
  await database.transaction(EVERY_TENANT, async (connection) => {
    await connection.execute(
      `insert into platform."metadataRevision" as r ("tenantId", revision) values ($1, 1)
       on conflict ("tenantId") do update set revision = r.revision + 1`,
      [tenantId],
    );
    await connection.query('select pg_notify($1, $2)', [METADATA_CHANNEL, tenantId]);
  });
}
