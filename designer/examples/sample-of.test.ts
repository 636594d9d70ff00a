import { expect, test } from 'vitest';
import { runExample } from '../../src/core/dialect/run-example.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { smallPage } from '../../tests/fixtures/small-page.ts';
import { sampleEdit, sampleOf } from './sample-of.ts';

const page = smallPage();
const world = {
  dictionaries: {
    has: (code: string) => Object.hasOwn(page.metadata.dictionaries, code),
    choices: (code: string) => page.metadata.dictionaries[code]?.choices,
  },
  settings: new Map(),
};

test('a sample holds what was given, what comes out of it and what is wrong with it', () => {
  const values = { name: '名称', kind: null, amount: 20, price: 6, total: 1, grade: '2', files: [] };
  const sample = sampleOf(page, values, '2026-11-27 08:00:00', '二十件');
  expect(sample).toMatchObject({
    title: '二十件',
    now: '2026-11-27 08:00:00',
    record: { name: '名称', amount: 20, price: 6 },
    expect: { total: 120, grade: '1' },
  });
  expect(Object.keys(sample.record)).not.toContain('total');
  expect(Object.keys(sample.errors ?? {})).toEqual(['kind']);
  const outcome = runExample(page.model, sample, world);
  expect(outcome.errors).toEqual(sample.errors);
});

test('it stands behind the samples that there are', () => {
  const sample = sampleOf(page, { name: '甲' }, '2026-11-27 08:00:00', '甲');
  const { source } = page.model;
  const { entity, conflicts } = mergeOverlay(source, [sampleEdit(source, undefined, sample)]);
  expect(conflicts).toEqual([]);
  expect(entity.examples?.at(-1)).toEqual(sample);
});
