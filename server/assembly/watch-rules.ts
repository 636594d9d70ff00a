import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const AREAS_FOLDER = join(import.meta.dirname, '..', 'areas');

/** How often the files are looked at, in ms. */
const LOOK_EVERY = 1_000;

/**
 * Tells once when a file of server rules has come, changed or gone: code that is loaded does not change, so the server
 * has to start anew. The returned function ends it.
 */
export function watchRules(onChange: () => void, folder = AREAS_FOLDER, every = LOOK_EVERY): () => void {
  const began = fingerprint(folder);
  const timer = setInterval(() => {
    if (fingerprint(folder) === began) return;
    clearInterval(timer);
    onChange();
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}

function fingerprint(folder: string): string {
  if (!existsSync(folder)) return '';
  const files = globSync('*/*.rules.ts', { cwd: folder }).sort();
  return files.map((file) => `${file} ${statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs}`).join('\n');
}
