import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatProblem, type Problem } from '../../src/core/dialect/problem.ts';

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The repository's `schemas`. */
export const schemas = path.join(root, 'schemas');

/** Prints problems and their number; gives whether any is an error. */
export function printProblems(problems: readonly Problem[]): boolean {
  const errors = problems.filter((problem) => problem.severity === 'error');
  const warnings = problems.filter((problem) => problem.severity === 'warning');
  for (const problem of [...warnings, ...errors]) console.log(`${formatProblem(problem)}\n`);
  console.log(problems.length === 0 ? '没有问题' : `错误 ${errors.length} 个，警告 ${warnings.length} 个`);
  return errors.length > 0;
}
