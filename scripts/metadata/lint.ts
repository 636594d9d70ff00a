import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lintWorld } from '../../src/core/dialect/lint-world.ts';
import type { Problem } from '../../src/core/dialect/problem.ts';
import { type JsonText, readJson } from '../../src/core/dialect/read-json.ts';
import { readWorld } from './read-world.ts';
import { printProblems, root, schemas } from './report.ts';

/** `lint [--warnings]`: everything wrong with the files of `schemas`. */
export async function run(args: readonly string[]): Promise<number> {
  const { world, problems } = readWorld(schemas);
  const all = [...problems, ...withPlaces(lintWorld(world))];
  const failed = printProblems(all);
  return failed || (args.includes('--warnings') && all.length > 0) ? 1 : 0;
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
