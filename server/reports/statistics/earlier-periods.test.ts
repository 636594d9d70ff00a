import { expect, it } from 'vitest';
import { earlierPeriod } from '../../../src/core/expression/index.ts';
import type { StatisticsRow } from '../../../src/core/wire/statistics.ts';
import { largestRows, withEarlier } from './earlier-periods.ts';

const row = (key: string, ...values: number[]): StatisticsRow => ({ key, label: key, values });

it('knows the period before and the same one a year before, of each unit', () => {
  const names = ['2026', '2026-Q1', '2026-01', '2026-W01', '2026-03-01', '2024-02-29', '2020-W53', '夜'];
  expect(names.map((name) => [earlierPeriod(name, 'period'), earlierPeriod(name, 'year')])).toEqual([
    ['2025', '2025'],
    ['2025-Q4', '2025-Q1'],
    ['2025-12', '2025-01'],
    ['2025-W52', '2025-W01'],
    ['2026-02-28', '2025-03-01'],
    ['2024-02-28', undefined],
    ['2020-W52', undefined],
    [undefined, undefined],
  ]);
});

it('a period without records had nothing, and of one before the first nothing is known', () => {
  const rows = withEarlier([row('2025-02', 7), row('2026-01', 3), row('2026-02', 5)], ['before', 'yearBefore']);
  expect(rows.map(({ earlier }) => [earlier?.before, earlier?.yearBefore])).toEqual([
    [[null], [null]],
    [[0], [null]],
    [[3], [7]],
  ]);
});

it('shows the largest by a figure and says how many it leaves out', () => {
  const rows = [row('甲', 9, 1), row('乙', 1, 5), row('丙', 2, 3)];
  expect(largestRows(rows, 2, 1)).toEqual({ rows: [row('乙', 1, 5), row('丙', 2, 3)], left: 1 });
  expect(largestRows(rows, undefined, 1)).toEqual({ rows, left: 0 });
});
