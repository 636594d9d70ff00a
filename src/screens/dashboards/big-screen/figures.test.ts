import { expect, it } from 'vitest';
import type { StatisticsBlock } from '../../../core/wire/statistics.ts';
import { countedRows, noteFigure, valueIn, wallFigure } from './figures.ts';

it.each([
  [null, 0, '—'],
  [undefined, 0, '—'],
  [0, 0, '0'],
  [53.84, 1, '53.8'],
  [12_345, 0, '12,345'],
  [999_999, 0, '999,999'],
  [1_234_567, 0, '123.5万'],
  [9_876_543_210, 0, '98.8亿'],
])('shows %s with %i decimals as %s', (value, scale, shown) => {
  expect(wallFigure(value, scale, 'zh-CN')).toBe(shown);
});

it('shortens large figures as the language does', () => {
  expect(['zh-TW', 'en-US', 'pt-BR'].map((language) => wallFigure(12_345_678, 0, language))).toEqual([
    '1234.6萬',
    '12.3M',
    '12,3\u00a0mi',
  ]);
});

it('shows a figure beside a name as short as it still says something', () => {
  expect([9_999, 12_345, 1_234_567, 12_345_678, 99_999_999].map((value) => noteFigure(value, 'zh-CN'))).toEqual([
    '9,999',
    '1.23万',
    '123万',
    '1235万',
    '1亿',
  ]);
  expect(['zh-TW', 'en-US', 'pt-BR'].map((language) => noteFigure(12_345_678, language))).toEqual([
    '1235萬',
    '12.3M',
    '12,3\u00a0mi',
  ]);
});

const block: StatisticsBlock = {
  key: 'byType',
  title: '按类型',
  chart: 'bar',
  series: ['today'],
  filters: [],
  columns: ['today', 'special'].map((key) => ({ key, title: key, unit: '', scale: 0, counts: true })),
  rows: [
    { key: 'a', label: '甲', values: [1, 0] },
    { key: 'b', label: '乙', values: [0, 0] },
    { key: 'c', label: '丙', values: [3, null] },
  ],
  total: [4, 0],
};

it('shows rows in which something was counted, from large to small where asked', () => {
  expect(countedRows(block, 'today').map(({ key }) => key)).toEqual(['a', 'c']);
  expect(countedRows(block, 'today', true).map(({ key }) => key)).toEqual(['c', 'a']);
  expect(countedRows(block, 'lost')).toEqual([]);
  expect([valueIn(block, block.rows[2], 'special'), valueIn(block, undefined, 'today')]).toEqual([0, 0]);
});
