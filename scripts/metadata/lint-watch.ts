import path from 'node:path';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
import { type FileMemory, type MetadataFile, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { watchFolders } from '../../server/metadata/watch-folders.ts';
import { formatProblem, type Problem } from '../../src/core/dialect/problem.ts';
import { lockText } from './ids-lock.ts';
import { lockProblems, withPlaces } from './lint.ts';
import { printProblems, schemas } from './report.ts';

/** What a look at a folder of metadata found that the look before did not. */
interface Look {
  /** Names of files that came, changed or went. */
  readonly changed: readonly string[];
  /** Problems that were not there before. */
  readonly fresh: readonly Problem[];
  /** How many of before are gone. */
  readonly mended: number;
  /** How many there are now. */
  readonly all: number;
  readonly milliseconds: number;
}

/**
 * Looks at a folder of metadata again and again, at the cost of what changed; translations are not looked at.
 * @returns a look; undefined where no file has changed since the one before.
 */
export function watchedLint(folder: string): () => Look | undefined {
  const memory: FileMemory = new Map();
  let files: ReadonlyMap<string, MetadataFile> = new Map();
  let told: ReadonlyMap<string, Problem> = new Map();
  return () => {
    const start = performance.now();
    const read = readMetadataFiles(folder, memory).filter(({ kind }) => kind !== 'locale');
    const now = new Map(read.map((file) => [file.file, file]));
    const changed = [...new Set([...files.keys(), ...now.keys()])].filter(
      (name) => files.get(name)?.hash !== now.get(name)?.hash,
    );
    if (changed.length === 0) return undefined;
    files = now;
    const judged = checkWorld(read, { texts: false });
    const problems = [...judged.problems, ...lockProblems(judged, lockText(folder))];
    const before = told;
    told = new Map(problems.map((problem) => [`${problem.file} ${problem.pointer} ${problem.message}`, problem]));
    return {
      changed,
      fresh: [...told].flatMap(([words, problem]) => (before.has(words) ? [] : [problem])),
      mended: [...before.keys()].filter((words) => !told.has(words)).length,
      all: told.size,
      milliseconds: performance.now() - start,
    };
  };
}

/** `lint --watch`: all that is wrong once, and after each saving what is new and how much is mended, until it is ended. */
export async function run(): Promise<number> {
  const look = watchedLint(schemas);
  printProblems(withPlaces(look()?.fresh ?? []));
  let timer: NodeJS.Timeout | undefined;
  const stop = watchFolders(schemas, () => {
    clearTimeout(timer);
    timer = setTimeout(() => print(look()), 20);
  });
  await new Promise((resolve) => process.once('SIGINT', resolve));
  clearTimeout(timer);
  stop();
  return 0;
}

function print(found: Look | undefined): void {
  if (found === undefined) return;
  const { changed, fresh, mended, all, milliseconds } = found;
  for (const problem of withPlaces(fresh)) console.log(`${formatProblem(problem)}\n`);
  const [first = '', ...others] = changed.map((name) => path.basename(name));
  const names = others.length === 0 ? first : `${first} 等 ${changed.length} 个文件`;
  console.log(
    `${names}：新问题 ${fresh.length} 个，改正 ${mended} 个，现有 ${all} 个，用时 ${Math.round(milliseconds)} 毫秒`,
  );
}
