import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import { readWorld } from './read-world.ts';
import { printProblems, schemas } from './report.ts';

/** `lint [--warnings]`: everything wrong with the files of `schemas`. */
export async function run(args: readonly string[]): Promise<number> {
  const { world, problems } = readWorld(schemas);
  const all = [...problems, ...lintWorld(world)];
  const failed = printProblems(all);
  return failed || (args.includes('--warnings') && all.length > 0) ? 1 : 0;
}
