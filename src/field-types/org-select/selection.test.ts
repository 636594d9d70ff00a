import { expect, test } from 'vitest';
import { idsBelow, labelIn, searchTree, toggleRecord, toggleRecords } from './selection.ts';

const record = (id: string) => ({ id, label: id });
const tree = [
  {
    id: '1',
    label: '公司',
    children: [
      { id: '2', label: '安全环保部' },
      { id: '3', label: '车间', children: [{ id: '4', label: '安全班' }] },
    ],
  },
];

test('at most the limit can be chosen, and the refusal says so', () => {
  let selection = { records: [record('1'), record('2')], refusal: undefined as string | undefined };
  selection = { ...toggleRecord(selection, record('3'), { multiple: true, limit: 2 }) } as typeof selection;
  expect(selection).toEqual({ records: [record('1'), record('2')], refusal: '最多选择2项' });
  expect(toggleRecord(selection, record('1'), { multiple: true, limit: 2 })).toEqual({
    records: [record('2')],
    refusal: undefined,
  });
});

test('a single choice replaces the one before', () => {
  const rules = { multiple: false, limit: 1 };
  expect(toggleRecord({ records: [record('1')], refusal: undefined }, record('2'), rules).records).toEqual([
    record('2'),
  ]);
});

test('a search keeps the way to what it found', () => {
  expect(searchTree(tree, '安全')).toEqual([
    {
      id: '1',
      label: '公司',
      children: [
        { id: '2', label: '安全环保部' },
        { id: '3', label: '车间', children: [{ id: '4', label: '安全班' }] },
      ],
    },
  ]);
  expect(searchTree(tree, '安全班')).toEqual([
    { id: '1', label: '公司', children: [{ id: '3', label: '车间', children: [{ id: '4', label: '安全班' }] }] },
  ]);
  expect(searchTree(tree, '没有')).toEqual([]);
});

test('a department stands for itself and all below it', () => {
  expect(idsBelow(tree, '3')).toEqual(['3', '4']);
  expect(idsBelow(tree, '9')).toBeUndefined();
});

test('a whole department is taken at once, taken out at once, and not by halves', () => {
  const rules = { multiple: true, limit: 3 };
  const some = { records: [record('1')], refusal: undefined };
  const all = toggleRecords(some, [record('1'), record('2'), record('3')], rules);
  expect(all.records.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(toggleRecords(all, [record('2'), record('3')], rules).records).toEqual([record('1')]);
  expect(toggleRecords(all, [record('3'), record('4')], rules)).toEqual({
    records: all.records,
    refusal: '最多选择3项',
  });
});

test('the hundredth of 99 is refused', () => {
  const many = Array.from({ length: 98 }, (_, index) => record(String(index)));
  const rules = { multiple: true, limit: 99 };
  const full = toggleRecord({ records: many, refusal: undefined }, record('98'), rules);
  expect(full.records).toHaveLength(99);
  expect(toggleRecord(full, record('99'), rules)).toEqual({ records: full.records, refusal: '最多选择99项' });
});

test('a node of the tree is named', () => {
  expect([labelIn(tree, '4'), labelIn(tree, '9')]).toEqual(['安全班', undefined]);
});
