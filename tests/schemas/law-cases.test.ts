import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/decisions/law-cases.md'), 'utf8');

/** Folders of the cases, those of the browser's parts among them. */
const FOLDERS = [
  ...['tests/e2e/stories', 'tests/contract', 'tests/schemas'],
  ...['src/runtime/detail', 'src/runtime/form', 'src/runtime/flow'],
];

/** Where a file of cases stands. */
function placeOf(file: string): string {
  const found = FOLDERS.map((folder) => join(folder, file)).find((path) => existsSync(join(ROOT, path)));
  if (found === undefined) throw new Error(`no folder of cases has ${file}`);
  return found;
}

/** Each file that the page names, with the cases that stand behind it until the next one. */
function namedCases(): readonly (readonly [file: string, cases: readonly string[]])[] {
  return page
    .split('\n')
    .flatMap((line) => line.split(/(?=`[\w-]+(?:\.deep)?\.(?:test|spec)\.tsx?`)/))
    .flatMap((part) => {
      const file = /^`([\w-]+(?:\.deep)?\.(?:test|spec)\.ts)`/.exec(part)?.[1];
      return file === undefined ? [] : [[file, [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name)] as const];
    })
    .filter(([file]) => file !== 'law-cases.test.ts');
}

it('every case that is named for a sentence of the law is there', () => {
  const named = namedCases();
  expect(named.flatMap(([, cases]) => cases).length).toBeGreaterThan(70);
  const missing = named.flatMap(([file, cases]) => {
    const source = readFileSync(join(ROOT, placeOf(file)), 'utf8');
    return cases.filter((name) => !source.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
