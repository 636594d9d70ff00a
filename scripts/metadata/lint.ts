import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkWorld, type JudgedWorld } from '../../server/metadata/judge/check-world.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { hasErrors, type Problem } from '../../src/core/dialect/problem.ts';
import { type JsonText, readJson } from '../../src/core/dialect/read-json.ts';
import { judgeLock, lockText, readLock, staleLock } from './ids-lock.ts';
import { printProblems, root, schemas } from './report.ts';

/**
 * `lint [--warnings] [--complete] [--database]`: everything wrong with the files of `schemas`, as the server judges them.
 * and what the lock of ids has against them. `--complete` tells each text without a translation, as an error; `--database` lets PostgreSQL plan every statement.
 */
export async function run(args: readonly string[]): Promise<number> {
  const judged = checkWorld(readMetadataFiles(schemas), { complete: args.includes('--complete') });
  const found = [...judged.problems, ...lockProblems(judged, lockText(schemas))];
  // Tables can be made only of what is sound.
  if (args.includes('--database') && !hasErrors(found)) {
    found.push(...(await (await import('./lint-database.ts')).lintDatabase(judged)));
  }
  const all = withPlaces(found);
  const failed = printProblems(all);
  return failed || (args.includes('--warnings') && all.length > 0) ? 1 : 0;
}

/**
 * What the lock has against the files. Files that cannot be read would look removed, so they are mended first; and a lock
 * is behind the files only where it has nothing against them.
 */
export function lockProblems({ parsed, models }: JudgedWorld, text: string | undefined): readonly Problem[] {
  if (text === undefined || hasErrors(parsed.problems)) return [];
  const read = readLock(text);
  if ('problem' in read) return [read.problem];
  const refused = judgeLock(read.lock, models);
  return refused.length > 0 ? refused : staleLock(text, read.lock, models);
}

/** The problems with their line and column, found again in the files. */
function withPlaces(problems: readonly Problem[]): readonly Problem[] {
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
