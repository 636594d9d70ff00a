import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type DialectFixture, problemsOf } from '../fixtures/dialect-fixture.ts';

const folder = fileURLToPath(new URL('../fixtures/dialect/', import.meta.url));
const fixtures = readdirSync(folder)
  .sort()
  .map((name): [string, DialectFixture] => [
    name.replace(/\.json$/, '').replaceAll('-', ' '),
    JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as DialectFixture,
  ]);

describe('a broken entity file', () => {
  it('is reported in no way while it is sound', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each(fixtures)('%s', (_, { problems, ...fixture }) => {
    expect(problems.length).toBeGreaterThan(0);
    const found = problemsOf(fixture);
    expect(found.map(({ pointer, message, severity }) => ({ pointer, message, severity }))).toEqual(problems);
    expect(found.filter((problem) => problem.fix === '' || problem.file === '')).toEqual([]);
    // Whoever asks about this file alone hears the same.
    expect(problemsOf(fixture, true)).toEqual(found);
  });
});
