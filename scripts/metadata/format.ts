import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printJson } from '../../src/core/dialect/print-json.ts';
import { LOCK_FILE } from './ids-lock.ts';
import { root } from './report.ts';

/**
 * `format [--check]`: prints the files of `schemas` in their one form, or says which are not. Files that are no JSON are
 * told and stay. The lock of ids has a form of its own.
 */
export async function run(args: readonly string[]): Promise<number> {
  const isCheck = args.includes('--check');
  const files = globSync('schemas/**/*.json', { cwd: root }).map((file) => file.split(path.sep).join('/'));
  const { stale, broken } = unprinted(files.filter((file) => file !== LOCK_FILE).sort(), (file) =>
    readFileSync(path.join(root, file), 'utf8'),
  );
  for (const fault of broken) console.error(fault);
  for (const [file, printed] of stale) {
    if (!isCheck) writeFileSync(path.join(root, file), printed);
    console[isCheck ? 'error' : 'log'](isCheck ? `${file} 的排版不一致` : `已排版 ${file}`);
  }
  if (isCheck && stale.size > 0) console.error('请运行 npm run metadata -- format 并提交结果');
  return broken.length > 0 || (isCheck && stale.size > 0) ? 1 : 0;
}

/** The files that stand otherwise than they are printed, with what they should be; and the faults of what is no JSON. */
function unprinted(
  files: readonly string[],
  read: (file: string) => string,
): { readonly stale: ReadonlyMap<string, string>; readonly broken: readonly string[] } {
  const stale = new Map<string, string>();
  const broken: string[] = [];
  for (const file of files) {
    const text = read(file);
    const result = printJson(text);
    if ('fault' in result) {
      const { position, message } = result.fault;
      broken.push(`${file}:${position.line}:${position.column} ${message}`);
    } else if (result.printed !== text) stale.set(file, result.printed);
  }
  return { stale, broken };
}
