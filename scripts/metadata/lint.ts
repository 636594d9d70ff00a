import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld, type JudgedWorld } from '../../server/metadata/judge/check-world.ts';
import { type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { hasErrors, type Problem } from '../../src/core/dialect/problem.ts';
import { type JsonText, readJson } from '../../src/core/dialect/read-json.ts';
import { judgeLock, LOCK_FILE, lockText, readLock, staleLock } from './ids-lock.ts';
import { withKeptReadings } from './kept-readings.ts';
import { keepValidators } from './kept-validators.ts';
import { printProblems, root, schemas } from './report.ts';

/**
 * `lint [--warnings] [--complete] [--database] [file…]`: everything wrong with the files of `schemas`, or with those that
 * are named among the rest, as the server judges them, and what the lock of ids has against them. `--complete` tells each
 * text without a translation, as an error; `--database` lets PostgreSQL plan every statement.
 */
export async function run(args: readonly string[]): Promise<number> {
  const complete = args.includes('--complete');
  const files = readMetadataFiles(schemas);
  const named = args.filter((arg) => !arg.startsWith('--')).map((arg) => path.relative(root, path.resolve(arg)));
  const unknown = named.filter((name) => !files.some(({ file }) => file === name));
  for (const name of unknown) console.error(`没有元数据文件“${name}”`);
  if (unknown.length > 0) return 1;
  keepValidators(root);
  const judged = await withKeptReadings(
    root,
    async () => (named.length === 0 ? checkWorld(files, { complete }) : checkSome(files, named, complete)),
    named.length,
  );
  const only = named.length === 0 || named.includes(LOCK_FILE) ? undefined : keysOf(files, named);
  const found = [...judged.problems, ...lockProblems(judged, lockText(schemas), only)].filter(
    ({ file }) => named.length === 0 || named.includes(file),
  );
  // Tables can be made only of what is sound.
  if (args.includes('--database') && !hasErrors(found)) {
    found.push(...(await (await import('./lint-database.ts')).lintDatabase(judged)));
  }
  const all = withPlaces(found);
  const failed = printProblems(all);
  return failed || (args.includes('--warnings') && all.length > 0) ? 1 : 0;
}

/** The whole world, in which only the named files are analysed each for itself. */
function checkSome(files: readonly MetadataFile[], named: readonly string[], complete: boolean): JudgedWorld {
  const wanted = files.filter(({ file }) => named.includes(file));
  const texts = complete || wanted.some(({ kind }) => kind === 'locale');
  return checkWorld(texts ? files : files.filter(({ kind }) => kind !== 'locale'), {
    complete,
    texts,
    only: keysOf(files, named),
    // What is said of them stands in their own files.
    joint: wanted.some(({ kind }) => kind === 'page'),
  });
}

/** Keys of the entities that some files are about: their own, and those whose rows they hold. */
function keysOf(files: readonly MetadataFile[], named: readonly string[]): ReadonlySet<string> {
  const about = files.filter(({ file, kind }) => named.includes(file) && (kind === 'entity' || kind === 'rows'));
  return new Set(about.map(({ key }) => key));
}

/**
 * What the lock has against the files. Files that cannot be read would look removed, so they are mended first; and a lock
 * is behind the files only where it has nothing against them.
 * @param only keys of the entities that are compared with it; whether it is behind is then not asked. Default all.
 */
export function lockProblems(
  judged: JudgedWorld,
  text: string | undefined,
  only?: ReadonlySet<string>,
): readonly Problem[] {
  if (text === undefined || hasErrors(judged.parsed.problems)) return [];
  const read = readLock(text);
  if ('problem' in read) return [read.problem];
  const refused = judgeLock(read.lock, judged, only);
  return refused.length > 0 || only !== undefined ? refused : staleLock(text, read.lock, judged.models);
}

/** The problems with their line and column, found again in the files. */
export function withPlaces(problems: readonly Problem[]): readonly Problem[] {
  const texts = new Map<string, JsonText | undefined>();
  return problems.map((problem) => {
    if (!texts.has(problem.file)) {
      const file = path.join(root, problem.file);
      texts.set(problem.file, existsSync(file) ? readJson(readFileSync(file, 'utf8')) : undefined);
    }
    const text = texts.get(problem.file);
    return text !== undefined && 'value' in text ? { ...problem, ...text.position(problem.pointer) } : problem;
  });
}
