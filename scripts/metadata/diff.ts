import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../server/ground/config.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { readStoredFiles } from '../../server/metadata/importer.ts';
import { type MetadataFile, metadataFileName, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { TOP_TENANT } from '../../src/compile/sql/plan-tables.ts';
import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { withDatabase } from './database.ts';
import { root, schemas } from './report.ts';

/**
 * `diff <fileA> <fileB>` compares two files; `diff [file]` what the database serves with the checkout, where a data folder
 * or DATABASE_URL is at hand; `diff <git-ref> [file]` and `diff --git` what stands at a commit.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [first, second] = args.filter((arg) => arg !== '--git');
  if (first !== undefined && second !== undefined && existsSync(first) && existsSync(second)) {
    return compare(second, readFileSync(first, 'utf8'), readFileSync(second, 'utf8'));
  }
  const isFile = first !== undefined && second === undefined && existsSync(first);
  const reference = isFile || first === undefined ? 'HEAD' : first;
  const file = isFile ? first : second;
  if (reference.startsWith('-')) {
    console.error(`“${reference}”不是版本`);
    return 1;
  }
  const source = reference === 'HEAD' && first !== 'HEAD' && !args.includes('--git') ? databaseAtHand() : undefined;
  if (source !== undefined) {
    const told = await withDatabase((database) => diffServed(database, readMetadataFiles(schemas), source, file));
    if (told >= 0) return told;
    console.log('数据库里还没有元数据');
  }
  console.log(`与 git 的 ${reference} 比较`);
  const files = file === undefined ? changedFiles(reference) : [path.relative(root, path.resolve(file))];
  let failed = 0;
  for (const name of files) {
    const before = textAt(reference, name);
    const after = existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), 'utf8') : undefined;
    failed = Math.max(failed, compare(name, before, after));
  }
  if (files.length === 0) console.log('没有差别');
  return failed;
}

/** The database that a comparison can ask, in words; undefined where there is none. */
function databaseAtHand(): string | undefined {
  if ((process.env.DATABASE_URL ?? '') !== '') return 'DATABASE_URL 的数据库';
  const { dataDir } = loadConfig(process.env);
  return existsSync(path.join(dataDir, 'postgres')) ? `数据目录 ${dataDir} 的数据库` : undefined;
}

/**
 * Prints how entity files differ from what a database serves.
 * @param only path of the one file that is asked for. Default all.
 * @returns the exit code; -1 where the database has served nothing yet.
 */
export async function diffServed(
  database: Database,
  files: readonly MetadataFile[],
  source: string,
  only?: string,
): Promise<number> {
  const [made] = await database.withTenant(TOP_TENANT, (connection) =>
    connection.query<{ ready: boolean }>(`select to_regclass('platform."metadataCurrent"') is not null as ready`),
  );
  const stored = made?.ready === true ? await readStoredFiles(database) : [];
  if (stored.length === 0) return -1;
  console.log(`与${source}正在使用的版本比较`);
  const served = new Map(
    stored.flatMap((file) => (file.kind === 'entity' ? [[metadataFileName(file), file.content] as const] : [])),
  );
  const present = new Map(
    files.flatMap((file) => (file.kind === 'entity' ? [[file.file, file.content] as const] : [])),
  );
  const wanted = only === undefined ? undefined : path.relative(root, path.resolve(only)).split(path.sep).join('/');
  let failed = 0;
  let differing = 0;
  for (const name of [...new Set([...served.keys(), ...present.keys()])].sort()) {
    const before = served.get(name);
    const after = present.get(name);
    if (before === after || (wanted !== undefined && wanted !== name)) continue;
    differing += 1;
    failed = Math.max(failed, compare(name, before, after));
  }
  if (differing === 0) console.log('没有差别');
  return failed;
}

function compare(name: string, before: string | undefined, after: string | undefined): number {
  if (before === undefined || after === undefined) {
    console.log(`${name}\n  ${before === undefined ? '新增实体' : '删除实体'}`);
    return 0;
  }
  const parsed = [before, after].map((text) => parseEntity(text, name));
  const entities = parsed.flatMap((result): Entity[] => ('entity' in result ? [result.entity] : []));
  const [left, right] = entities;
  if (left === undefined || right === undefined) {
    for (const result of parsed) {
      for (const problem of 'problems' in result ? result.problems : []) console.error(formatProblem(problem));
    }
    return 1;
  }
  const changes = diffEntities(left, right);
  console.log(
    `${name}\n${changes.length === 0 ? '  没有差别' : changes.map((change) => `  ${formatChange(change)}`).join('\n')}`,
  );
  return 0;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Entity files that differ from a commit, or are not in git yet. */
function changedFiles(reference: string): readonly string[] {
  const folder = 'schemas/areas';
  let listed: string;
  try {
    listed = git('diff', '--name-only', '--no-renames', reference, '--', folder);
  } catch {
    throw new Error(`没有名为“${reference}”的文件或版本`);
  }
  const fresh = git('ls-files', '--others', '--exclude-standard', '--', folder);
  const names = `${listed}\n${fresh}`.split('\n').filter((name) => name.endsWith('.entity.json'));
  return [...new Set(names)].sort();
}

function textAt(reference: string, name: string): string | undefined {
  try {
    return git('show', `${reference}:${name.split(path.sep).join('/')}`);
  } catch {
    return undefined;
  }
}
