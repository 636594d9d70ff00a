import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/decisions/law-cases.md'), 'utf8');

/** Each file that the page names, with the cases that stand behind it until the next one. */
function namedCases(): readonly (readonly [file: string, cases: readonly string[]])[] {
  return page
    .split('\n')
    .flatMap((line) => line.split(/(?=`[\w-]+\.(?:test|spec)\.ts`)/))
    .flatMap((part) => {
      const file = /^`([\w-]+\.(?:test|spec)\.ts)`/.exec(part)?.[1];
      return file === undefined ? [] : [[file, [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name)] as const];
    })
    .filter(([file]) => file !== 'law-cases.test.ts');
}

it('every case that is named for a sentence of the law is there', () => {
  const named = namedCases();
  expect(named.flatMap(([, cases]) => cases).length).toBeGreaterThan(70);
  const missing = named.flatMap(([file, cases]) => {
    const folder = file.endsWith('.spec.ts') ? 'e2e/stories' : 'contract';
    const source = readFileSync(join(ROOT, 'tests', folder, file), 'utf8');
    return cases.filter((name) => !source.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
