import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Where server rules stand. */
const AREAS_FOLDER = join(import.meta.dirname, '..', '..', 'areas');

let known: ReadonlySet<string> | undefined;

/** Names of the server rules that exist, `area/entity`: files change only with a new start. */
export function ruleFiles(): ReadonlySet<string> {
  known ??= new Set(
    (existsSync(AREAS_FOLDER) ? globSync('*/*.rules.ts', { cwd: AREAS_FOLDER }) : []).map((file) =>
      file
        .split(sep)
        .join('/')
        .replace(/\.rules\.ts$/, ''),
    ),
  );
  return known;
}
