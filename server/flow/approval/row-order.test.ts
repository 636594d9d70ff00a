import { expect, it } from 'vitest';
import { buildFixtureModels } from '../../../tests/fixtures/metadata.ts';
import { entityMaker } from '../../../tests/fixtures/small-entity.ts';
import { wholeRowOrder } from './row-order.ts';

const step = (sort: readonly string[]) => {
  const entity = entityMaker(() => ({ sort: [...sort] }))('step', '环节', {
    name: { title: '名称', field: 'input', type: 'string' },
    kind: {
      title: '类别',
      field: 'radio',
      type: 'string',
      options: { a: { title: '甲', order: 10 }, b: { title: '乙', order: 20 } },
    },
    rank: { title: '次序', field: 'number', type: 'integer' },
  });
  const [model] = buildFixtureModels({ entities: { test: [entity] }, shipped: [] }).models;
  if (model === undefined) throw new Error('no model');
  return model;
};

const ROWS = [
  { id: '1', name: '乙类', kind: 'b', rank: 10, createTime: '2026-01-02 00:00:00' },
  { id: '2', name: '丙类', kind: 'a', rank: 9, createTime: '2026-01-01 00:00:00' },
  { id: '3', name: '甲10', kind: 'b', rank: null, createTime: '2026-01-03 00:00:00' },
  { id: '4', name: '甲2', kind: 'a', rank: 9, createTime: '2026-01-01 00:00:00' },
];

it.each([
  // Names by pinyin and the size of their numbers, as lists have them.
  [['name'], '2431'],
  [['-name'], '1342'],
  // Without a value first, last where the order descends; numbers by their size.
  [['rank'], '3241'],
  [['-rank'], '1243'],
  // Keys by their characters, and of equal ones the older row first, of one moment that of the smaller id.
  [['kind'], '2413'],
  [['-kind', 'rank'], '3124'],
  [[], '2413'],
])('rows that are read whole stand as their first page has them: %j', (sort, ids) => {
  const sorted = ROWS.toSorted(wholeRowOrder(step(sort)));
  expect(sorted.map(({ id }) => id).join('')).toBe(ids);
});
