import { entityFile } from '../../model/model-world.ts';
import type { WorldEntity } from '../lint-context.ts';
import type { Problem } from '../problem.ts';
import type { Resolution } from './resolve-entity.ts';
import { originAt } from './sourced.ts';

/**
 * Problems of resolved entities, told where their authors wrote what is wrong: in a block, where a name is defined, in the
 * defaults of pages. What several entities make of one such place is told once, with their names.
 */
export function traceProblems(problems: readonly Problem[], entities: Iterable<WorldEntity>): readonly Problem[] {
  const resolutions = new Map<string, { readonly title: string; readonly resolution: Resolution }>();
  for (const { area, entity, resolution } of entities) {
    if (resolution !== undefined) resolutions.set(entityFile(area, entity.entity), { title: entity.title, resolution });
  }
  if (resolutions.size === 0) return problems;
  const faulty = faultyNames(problems);
  const told = new Map<string, Problem>();
  const users = new Map<string, Set<string>>();
  for (const problem of problems) {
    const found = resolutions.get(problem.file);
    // What is wrong with a condition is told where it is named, not wherever its name stands.
    if (found?.resolution.uses.get(problem.pointer)?.some((name) => faulty.has(`${problem.file} ${name}`))) continue;
    const origin = found === undefined ? undefined : originAt(found.resolution.origins, problem.pointer);
    const traced = origin === undefined ? problem : { ...problem, ...origin };
    const key = `${traced.file} ${traced.pointer} ${traced.severity} ${traced.message}`;
    if (!told.has(key)) told.set(key, traced);
    if (found !== undefined && traced.file !== problem.file) {
      users.set(key, (users.get(key) ?? new Set<string>()).add(found.title));
    }
  }
  return [...told].map(([key, problem]) => {
    const titles = users.get(key);
    if (titles === undefined) return problem;
    return { ...problem, message: `${problem.message}（用在${[...titles].map((title) => `“${title}”`).join('、')}）` };
  });
}

/** Named conditions that are wrong themselves, by file and name. */
function faultyNames(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(
    problems.flatMap(({ file, pointer, severity }) => {
      const name = /^\/define\/([^/]+)$/.exec(pointer)?.[1];
      return name === undefined || severity !== 'error' ? [] : [`${file} ${name}`];
    }),
  );
}
