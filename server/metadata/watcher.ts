import { watch } from 'node:fs';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { type ImportOptions, importMetadata } from './importer.ts';

export interface WatcherOptions extends ImportOptions {
  /** Told after each import that changed something or found problems. */
  readonly onImport: (report: { imported: readonly string[]; problems: readonly string[] }) => void;
  readonly onError: (error: unknown) => void;
  /** Quiet time after the last change before files are read, in ms. Default 120. */
  readonly quiet?: number;
}

/** Imports metadata files whenever one below the folder changes. The returned function ends it. */
export function watchMetadata(options: WatcherOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let known = '';

  async function run(): Promise<void> {
    try {
      const { imported, problems } = await importMetadata(options);
      const lines = problems.map(formatProblem);
      // The same broken file is told once, not at every other file's change.
      if (imported.length > 0 || lines.join('\n') !== known) options.onImport({ imported, problems: lines });
      known = lines.join('\n');
    } catch (error) {
      options.onError(error);
    }
  }

  const watcher = watch(options.folder, { recursive: true }, (_event, name) => {
    if (!name?.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, options.quiet ?? 120);
  });
  watcher.on('error', options.onError);
  return async () => {
    clearTimeout(timer);
    watcher.close();
    await running;
  };
}
