import { formatProblem } from '../../src/core/dialect/problem.ts';
import { type ImportOptions, type ImportResult, importMetadata } from './importer.ts';
import { watchFolders } from './watch-folders.ts';

interface WatcherOptions extends ImportOptions {
  /** Told after each import that changed something or found problems. */
  readonly onImport: (report: WatchReport) => void;
  readonly onError: (error: unknown) => void;
  /** Quiet time after the last change before files are read, in ms. Default 120. */
  readonly quiet?: number;
  /** How often the folder is looked through in case no change was told, in ms. Default 10,000. */
  readonly lookEvery?: number;
}

/** What one import of changed files did. */
interface WatchReport {
  readonly imported: readonly string[];
  readonly problems: readonly string[];
  /** One line for the terminal: what came, and in how many ms. */
  readonly line: string;
}

/** Imports metadata files whenever one below the folder changes. The returned function ends it. */
export function watchMetadata(options: WatcherOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let known = '';

  async function run(): Promise<void> {
    const start = performance.now();
    try {
      const result = await importMetadata(options);
      const problems = result.problems.map(formatProblem);
      // The same broken file is told once, not at every other file's change.
      if (result.changes.length > 0 || problems.join('\n') !== known) {
        options.onImport({ imported: result.imported, problems, line: lineOf(result, performance.now() - start) });
      }
      known = problems.join('\n');
    } catch (error) {
      options.onError(error);
    }
  }

  const stop = watchFolders(
    options.folder,
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(run);
      }, options.quiet ?? 120);
    },
    {
      onError: options.onError,
      ...(options.lookEvery === undefined ? {} : { lookEvery: options.lookEvery }),
    },
  );
  return async () => {
    stop();
    clearTimeout(timer);
    await running;
  };
}

/** Changes that a line names one by one. */
const MOST_NAMED = 5;

function lineOf({ changes, problems, outdated }: ImportResult, took: number): string {
  const refused = new Set(problems.map(({ file }) => file));
  const parts: string[] = [];
  if (changes.length > 0) {
    const more = changes.length > MOST_NAMED ? `等 ${changes.length} 个文件` : '';
    parts.push(`已导入 ${changes.slice(0, MOST_NAMED).join('；')}${more}`);
  }
  if (refused.size > 0)
    parts.push(`未采用 ${[...refused].join('、')}（${problems.length} 处问题），原来的版本继续服务`);
  parts.push(...outdated.map(({ message }) => message));
  if (parts.length === 0) parts.push('问题已消除，没有新的变更');
  return `元数据：${parts.join('；')}，用时 ${Math.round(took)} 毫秒`;
}
