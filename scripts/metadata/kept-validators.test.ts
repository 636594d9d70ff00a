import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseEntity } from '../../src/core/dialect/parse-entity.ts';
import { changedText, type DialectFixture, FILES } from '../../tests/fixtures/dialect-fixture.ts';
import { keepValidators } from './kept-validators.ts';

const BROKEN = 'tests/fixtures/dialect';
const root = mkdtempSync(join(tmpdir(), 'anlan-validators-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What is said of the form of the broken fixtures, and of values that are of no form at all. */
function said(): readonly unknown[] {
  const texts = readdirSync(BROKEN).flatMap((name) => {
    const fixture = JSON.parse(readFileSync(join(BROKEN, name), 'utf8')) as DialectFixture;
    return fixture.text === undefined ? [changedText(fixture)] : [];
  });
  return texts.map((text) => parseEntity(text, 'x', FILES)).map((read) => ('problems' in read ? read.problems : []));
}

it('kept code of the meta-schema says of every broken file what code compiled at the moment says', () => {
  // The kept code finds Ajv's own parts as it does in the repository.
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  const compiled = said();
  expect(compiled.length).toBeGreaterThan(200);
  expect(compiled.flat().length).toBeGreaterThan(20);
  keepValidators(root);
  const [file] = readdirSync(join(root, '.cache/tools'));
  expect(file).toMatch(/^validators-.*\.cjs$/);
  expect(said()).toEqual(compiled);
  keepValidators(root);
  expect(readdirSync(join(root, '.cache/tools'))).toEqual([file]);
});
