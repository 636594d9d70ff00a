import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { formatProblem } from '../../src/core/dialect/problem.ts';
import { root } from './report.ts';

/** `diff <fileA> <fileB>` compares two files; `diff [git-ref] [file]` what stands at a commit with the checkout. */
export async function run(args: readonly string[]): Promise<number> {
  const [first, second] = args;
  if (first !== undefined && second !== undefined && existsSync(first) && existsSync(second)) {
    return compare(second, readFileSync(first, 'utf8'), readFileSync(second, 'utf8'));
  }
  const isFile = first !== undefined && second === undefined && existsSync(first);
  const reference = isFile || first === undefined ? 'HEAD' : first;
  const file = isFile ? first : second;
  if (reference.startsWith('-')) {
    console.error(`“${reference}”不是版本`);
    return 1;
  }
  const files = file === undefined ? changedFiles(reference) : [path.relative(root, path.resolve(file))];
  let failed = 0;
  for (const name of files) {
    const before = textAt(reference, name);
    const after = existsSync(path.join(root, name)) ? readFileSync(path.join(root, name), 'utf8') : undefined;
    failed = Math.max(failed, compare(name, before, after));
  }
  if (files.length === 0) console.log('没有差别');
  return failed;
}

function compare(name: string, before: string | undefined, after: string | undefined): number {
  if (before === undefined || after === undefined) {
    console.log(`${name}\n  ${before === undefined ? '新增实体' : '删除实体'}`);
    return 0;
  }
  const parsed = [before, after].map((text) => parseEntity(text, name));
  const entities = parsed.flatMap((result): Entity[] => ('entity' in result ? [result.entity] : []));
  const [left, right] = entities;
  if (left === undefined || right === undefined) {
    for (const result of parsed) {
      for (const problem of 'problems' in result ? result.problems : []) console.error(formatProblem(problem));
    }
    return 1;
  }
  const changes = diffEntities(left, right);
  console.log(
    `${name}\n${changes.length === 0 ? '  没有差别' : changes.map((change) => `  ${formatChange(change)}`).join('\n')}`,
  );
  return 0;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Entity files that differ from a commit, or are not in git yet. */
function changedFiles(reference: string): readonly string[] {
  const folder = 'schemas/areas';
  let listed: string;
  try {
    listed = git('diff', '--name-only', '--no-renames', reference, '--', folder);
  } catch {
    throw new Error(`没有名为“${reference}”的文件或版本`);
  }
  const fresh = git('ls-files', '--others', '--exclude-standard', '--', folder);
  const names = `${listed}\n${fresh}`.split('\n').filter((name) => name.endsWith('.entity.json'));
  return [...new Set(names)].sort();
}

function textAt(reference: string, name: string): string | undefined {
  try {
    return git('show', `${reference}:${name.split(path.sep).join('/')}`);
  } catch {
    return undefined;
  }
}
