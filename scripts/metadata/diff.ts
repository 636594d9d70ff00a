import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../server/ground/config.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { servedFiles } from '../../server/metadata/importer.ts';
import type { MetadataText } from '../../server/metadata/judge/read-once.ts';
import { type ReadShared, readShared } from '../../server/metadata/judge/shared-files.ts';
import { type MetadataFile, metadataFileName, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { ParsedEntity } from '../../src/core/dialect/parse-entity.ts';
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
    const shared = readShared(readMetadataFiles(schemas));
    const [before, after] = [first, second].map((file) => parsedText(shared, file, readFileSync(file, 'utf8')));
    return compare(second, before, after);
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
  return diffGit(reference, file === undefined ? undefined : path.relative(root, path.resolve(file)));
}

/** Prints how entities differ from those at a commit: their own files, or what they share. */
function diffGit(reference: string, only: string | undefined): number {
  const now = readMetadataFiles(schemas);
  const changed = only === undefined ? changedFiles(reference) : [only.split(path.sep).join('/')];
  const shared = { before: readShared(sharedAt(reference, now)), after: readShared(now) };
  // Where what is shared changed, whoever shares it may differ too.
  const sharing = changed.some((name) => SHARED.test(name))
    ? now.flatMap(({ kind, file, content }) => (kind === 'entity' && /"use"|"@/.test(content) ? [file] : []))
    : [];
  let failed = 0;
  let told = 0;
  for (const name of [...new Set([...changed, ...sharing])].filter((file) => ENTITY.test(file)).sort()) {
    const before = textAt(reference, name);
    const after = existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), 'utf8') : undefined;
    const [left, right] = [parsedText(shared.before, name, before), parsedText(shared.after, name, after)];
    if (!changed.includes(name) && isSame(left, right)) continue;
    told += 1;
    failed = Math.max(failed, compare(name, left, right));
  }
  if (told === 0) console.log('没有差别');
  return failed;
}

const ENTITY = /^schemas\/areas\/([^/]+)\/(\w+)\.entity\.json$/;
const SHARED = /^schemas\/(blocks\/.*\.block\.json|roles\.json)$/;

/** Blocks and groups of roles as they stood at a commit. */
function sharedAt(reference: string, now: readonly MetadataFile[]): readonly MetadataText[] {
  const files = now.filter(({ kind }) => kind === 'block' || kind === 'roles').map(({ file }) => file);
  const then = git('ls-tree', '-r', '--name-only', reference, '--', 'schemas/blocks', 'schemas/roles.json').split('\n');
  return [...new Set([...files, ...then])].flatMap((file): MetadataText[] => {
    const content = SHARED.test(file) ? textAt(reference, file) : undefined;
    if (content === undefined) return [];
    const key = /^schemas\/blocks\/(.*)\.block\.json$/.exec(file)?.[1];
    const about = key === undefined ? ({ kind: 'roles', key: 'roles' } as const) : ({ kind: 'block', key } as const);
    return [{ ...about, area: key?.split('/')[0] ?? '', content, hash: content }];
  });
}

/** An entity's text as what it shares makes it; undefined where there is none. */
function parsedText(shared: ReadShared, name: string, content: string | undefined): ParsedEntity | undefined {
  if (content === undefined) return undefined;
  const [, area = '', key = name] = ENTITY.exec(name) ?? [];
  return shared.entity({ kind: 'entity', area, key, content, hash: content });
}

const isSame = (left: ParsedEntity | undefined, right: ParsedEntity | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  'entity' in left &&
  'entity' in right &&
  JSON.stringify(left.entity) === JSON.stringify(right.entity);

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
  const stored = await servedFiles(database);
  if (stored.length === 0) return -1;
  console.log(`与${source}正在使用的版本比较`);
  const entitiesOf = (texts: readonly MetadataText[]): ReadonlyMap<string, ParsedEntity | undefined> => {
    const shared = readShared(texts);
    return new Map(
      texts.flatMap((text) =>
        text.kind === 'entity'
          ? [[metadataFileName(text), parsedText(shared, metadataFileName(text), text.content)] as const]
          : [],
      ),
    );
  };
  const contents = (texts: readonly MetadataText[]): ReadonlyMap<string, string> =>
    new Map(texts.map((text) => [metadataFileName(text), text.content]));
  const [served, present] = [entitiesOf(stored), entitiesOf(files)];
  const [was, is] = [contents(stored), contents(files)];
  const wanted = only === undefined ? undefined : path.relative(root, path.resolve(only)).split(path.sep).join('/');
  let failed = 0;
  let differing = 0;
  for (const name of [...new Set([...served.keys(), ...present.keys()])].sort()) {
    const before = served.get(name);
    const after = present.get(name);
    if (wanted !== undefined && wanted !== name) continue;
    if (was.get(name) === is.get(name) && isSame(before, after)) continue;
    differing += 1;
    failed = Math.max(failed, compare(name, before, after));
  }
  if (differing === 0) console.log('没有差别');
  return failed;
}

function compare(name: string, before: ParsedEntity | undefined, after: ParsedEntity | undefined): number {
  if (before === undefined || after === undefined) {
    console.log(`${name}\n  ${before === undefined ? '新增实体' : '删除实体'}`);
    return 0;
  }
  const entities = [before, after].flatMap((result): Entity[] => ('entity' in result ? [result.entity] : []));
  const [left, right] = entities;
  if (left === undefined || right === undefined) {
    for (const result of [before, after]) {
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

/** Files of entities and of what they share that differ from a commit, or are not in git yet. */
function changedFiles(reference: string): readonly string[] {
  const folders = ['schemas/areas', 'schemas/blocks', 'schemas/roles.json'];
  let listed: string;
  try {
    listed = git('diff', '--name-only', '--no-renames', reference, '--', ...folders);
  } catch {
    throw new Error(`没有名为“${reference}”的文件或版本`);
  }
  const fresh = git('ls-files', '--others', '--exclude-standard', '--', ...folders);
  const names = `${listed}\n${fresh}`.split('\n').filter((name) => ENTITY.test(name) || SHARED.test(name));
  return [...new Set(names)].sort();
}

function textAt(reference: string, name: string): string | undefined {
  try {
    return git('show', `${reference}:${name.split(path.sep).join('/')}`);
  } catch {
    return undefined;
  }
}
