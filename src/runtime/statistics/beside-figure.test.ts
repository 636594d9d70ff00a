import { expect, it } from 'vitest';
import type { StatisticsBlock, StatisticsColumn } from '../../core/wire/statistics.ts';
import { palettes } from '../../ui/theme/palette.ts';
import { changesText, targetMark, targetText } from './beside-figure.ts';
import { chartData } from './chart-data.ts';
import { chartOption } from './chart-option.ts';
import { chartSummary } from './chart-summary.ts';

const total: StatisticsColumn = { key: 'total', title: '总数', unit: '', scale: 0, counts: true };
const rate: StatisticsColumn = {
  key: 'rate',
  title: '按期率',
  unit: '%',
  scale: 1,
  counts: false,
  target: { atLeast: 95 },
};

const block: StatisticsBlock = {
  key: 'byMonth',
  title: '按月',
  chart: 'line',
  series: ['total'],
  dimension: { field: 'found', title: '发现日期', part: 'month' },
  filters: [],
  columns: [total, rate],
  compare: ['before', 'yearBefore'],
  limits: [{ title: '每月不超过', at: 20 }],
  rows: [
    { key: '2026-01', label: '2026-01', values: [4, 90], earlier: { before: [null, null], yearBefore: [null, null] } },
    { key: '2026-02', label: '2026-02', values: [5, 92.5], earlier: { before: [4, 90], yearBefore: [0, 0] } },
    { key: '2026-03', label: '2026-03', values: [5, 92.5], earlier: { before: [5, 92.5], yearBefore: [10, 100] } },
  ],
  total: [14, 92],
};

it('says how a figure has changed, of rates in points, and nothing of what is not known', () => {
  const said = block.rows.map((row) => [changesText(block, row, 0), changesText(block, row, 1)]);
  expect(said).toEqual([
    ['', ''],
    ['环比 +1（+25%）、同比 +5', '环比 +2.5个百分点、同比 +92.5个百分点'],
    ['环比 持平、同比 −5（−50%）', '环比 持平、同比 −7.5个百分点'],
  ]);
});

it('says by a word whether a figure reaches its target', () => {
  expect(targetMark(95, rate)).toEqual({ reached: true, word: '达标' });
  expect(targetMark(94.9, rate)).toEqual({ reached: false, word: '未达标' });
  expect(targetMark(6, { ...rate, target: { atMost: 5 } })).toEqual({ reached: false, word: '未达标' });
  expect(targetMark(6, total)).toBeUndefined();
  expect([targetText({ atLeast: 95 }, rate), targetText({ atMost: 5 }, total)]).toEqual(['≥ 95.0%', '≤ 5']);
});

it('draws lines across, those of the block and the targets of what is drawn, within the axis and in words', () => {
  const data = chartData(block);
  const rates = chartData({ ...block, series: ['rate'] });
  if (data === undefined || rates === undefined) throw new Error('no chart');
  expect(data.lines).toEqual([{ title: '每月不超过', at: 20 }]);
  expect(rates.lines.map(({ title, at }) => [title, at])).toEqual([
    ['每月不超过', 20],
    ['目标 ≥ 95.0%', 95],
  ]);
  const look = { palette: palettes.light, width: 800, still: true };
  const option = chartOption(data, look) as {
    readonly series: readonly { readonly markLine?: { readonly data: readonly { readonly yAxis: number }[] } }[];
    readonly yAxis: { readonly max: (drawn: { readonly max: number }) => number };
  };
  expect(option.series[0]?.markLine?.data.map(({ yAxis }) => yAxis)).toEqual([20]);
  expect([option.yAxis.max({ max: 5 }), option.yAxis.max({ max: 30 })]).toEqual([20, 30]);
  expect(chartSummary('按月', data)).toContain('每月不超过：20');
  expect(chartSummary('按月', data)).toContain('总数 5（环比 +1（+25%）、同比 +5）');
});

it('draws none across a pie', () => {
  expect(chartData({ ...block, chart: 'pie' })?.lines).toEqual([]);
});
