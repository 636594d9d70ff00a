import { cpSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { watchedLint } from '../../scripts/metadata/lint-watch.ts';
import { loadFieldTypes } from '../../server/metadata/field-types.ts';
import { type FileMemory, readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import { patient } from '../fixtures/patience.ts';

const above = mkdtempSync(join(tmpdir(), 'anlan-lint-watch-'));
const folder = join(above, 'schemas');
const law = join(folder, 'areas/base/lawRegulation.entity.json');

beforeAll(async () => {
  await loadFieldTypes();
  cpSync('schemas', folder, { recursive: true });
});
afterAll(() => rmSync(above, { recursive: true, force: true }));

it('tells after each saving what is new and how much is mended, and nothing where nothing changed', () => {
  const shipped = readFileSync(law, 'utf8');
  const look = watchedLint(folder);
  const first = look();
  expect(first?.changed.length).toBeGreaterThan(400);
  expect(look()).toBeUndefined();
  writeFileSync(law, shipped.replace('"lawRegulation"', '"lawRegulation", "noSuchKeyword": 1'));
  const broken = look();
  expect(broken).toMatchObject({ changed: ['schemas/areas/base/lawRegulation.entity.json'], mended: 0 });
  expect(broken?.fresh.map(({ pointer }) => pointer)).toContain('/noSuchKeyword');
  writeFileSync(law, shipped);
  expect(look()).toMatchObject({ fresh: [], mended: broken?.fresh.length, all: first?.all });
});

it('remembers files that rest, and reads again what was written in whatever way', async () => {
  const memory: FileMemory = new Map();
  const hashOf = () => readMetadataFiles(folder, memory).find(({ key }) => key === 'lawRegulation')?.hash;
  const shipped = readFileSync(law, 'utf8');
  const whole = hashOf();
  // What was written just now may be written again before the clock of the file system goes on.
  for (const word of ['甲', '乙', '丙']) {
    const before = hashOf();
    writeFileSync(law, shipped.replace('法律法规', `法律法${word}`));
    expect(hashOf()).not.toBe(before);
  }
  writeFileSync(law, shipped);
  const old = new Date('2020-01-01');
  utimesSync(law, old, old);
  expect(hashOf()).toBe(whole);
  const read = readMetadataFiles(folder);
  expect(readMetadataFiles(folder, memory)).toEqual(read);
  await vi.waitFor(() => {
    readMetadataFiles(folder, memory);
    expect(memory.size).toBe(read.length);
  }, patient(5_000));
});
