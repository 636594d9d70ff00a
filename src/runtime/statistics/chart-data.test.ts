import { describe, expect, it } from 'vitest';
import type { StatisticsBlock, StatisticsRow } from '../../core/wire/statistics.ts';
import { formatFigure, parseFigure } from '../../core/wire/statistics.ts';
import { palettes } from '../../ui/theme/palette.ts';
import { chartData } from './chart-data.ts';
import { barsLie, barsOf, chartOption } from './chart-option.ts';
import { chartSummary } from './chart-summary.ts';

const column = (key: string, unit = '') => ({ key, title: key, unit, scale: 0, counts: true });

function block(rows: readonly StatisticsRow[], more: Partial<StatisticsBlock> = {}): StatisticsBlock {
  return {
    key: 'b',
    title: '块',
    chart: 'bar',
    series: ['all'],
    dimension: { field: 'level', title: '级别' },
    filters: [],
    columns: [column('rate', '%'), column('all', '项')],
    rows,
    total: [0, 0],
    ...more,
  };
}

const row = (key: string, all: number, color?: string): StatisticsRow => ({
  key,
  label: key,
  values: [50, all],
  ...(color === undefined ? {} : { color }),
});

describe('what a chart draws', () => {
  it('is the named series, without rows that have nothing of it', () => {
    const data = chartData(block([row('甲', 3), row('乙', 0), row('丙', 1)]));
    expect(data?.series.map(({ column: { key }, values }) => [key, values])).toEqual([['all', [3, 1]]]);
    expect(data?.rows.map(({ key }) => key)).toEqual(['甲', '丙']);
  });

  it('is nothing for tables, large figures and blocks without a dimension', () => {
    expect(chartData(block([row('甲', 3)], { chart: 'table' }))).toBeUndefined();
    expect(chartData(block([row('甲', 3)], { dimension: undefined }))).toBeUndefined();
  });

  it('has a zero for each month that lies between, over the end of a year', () => {
    const data = chartData(
      block([row('2025-11', 3), row('2026-02', 1)], {
        chart: 'line',
        dimension: { field: 'found', title: '发现日期', part: 'month' },
      }),
    );
    expect(data?.rows.map(({ key }) => key)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(data?.series[0]?.values).toEqual([3, 0, 0, 1]);
  });

  it('goes over a month of which nothing was measured', () => {
    const given = block([row('2025-11', 3), row('2026-01', 1)], {
      chart: 'line',
      dimension: { field: 'found', title: '发现日期', part: 'month' },
    });
    const columns = given.columns.map((column) => ({ ...column, measured: true as const }));
    const data = chartData({ ...given, columns }) ?? never();
    expect(data.series[0]?.values).toEqual([3, null, 1]);
    expect(chartSummary('块', data)).toContain('2025-12：all —');
  });

  it('leaves rows that would crowd it to the table, and says how many', () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(`项${index}`, 30 - index));
    expect(chartData(block(rows))).toMatchObject({ left: 10 });
    expect(chartData(block(rows, { chart: 'ring' }))).toMatchObject({ left: 22 });
    // The largest, in the order in which they stand.
    const drawn = chartData(block([...rows].reverse()))?.rows.map(({ key }) => key);
    expect([drawn?.[0], drawn?.at(-1)]).toEqual(['项19', '项0']);
    expect(chartSummary('块', chartData(block(rows)) ?? never())).toContain('另有18项见表');
  });
});

describe('how a chart looks', () => {
  const look = { palette: palettes.light, width: 800, still: true };

  it('has grade colours only where the item has one', () => {
    const data = chartData(block([row('重大', 3, 'red'), row('完成', 2, 'green'), row('其他', 1)])) ?? never();
    const { series } = chartOption(data, look) as { series: readonly { data: readonly unknown[] }[] };
    expect(series[0]?.data).toEqual([
      { value: 3, itemStyle: { color: palettes.light.grades.red, borderColor: expect.any(String), borderWidth: 1 } },
      2,
      1,
    ]);
  });

  it('lays bars down whose labels are long', () => {
    expect(barsLie(chartData(block([row('甲', 1)])) ?? never(), 800)).toBe(false);
    expect(barsLie(chartData(block([row('氯碱车间电解工段一班', 1)])) ?? never(), 800)).toBe(true);
  });

  it('tells several series apart by patterns on paper, and draws its hints on the canvas', () => {
    const data = chartData(block([row('甲', 3)], { series: ['rate', 'all'], chart: 'stackedBar' })) ?? never();
    expect(chartOption(data, look)).toMatchObject({ aria: { decal: { show: false } } });
    expect(chartOption(data, { ...look, patterned: true })).toMatchObject({
      aria: { decal: { show: true } },
      tooltip: { renderMode: 'richText' },
    });
  });
});

describe('the name of a figure', () => {
  it('is read as it was written', () => {
    const names = [
      { block: 'a', measure: 'b' },
      { page: 'p', block: 'a', measure: 'b', key: null },
      { page: 'p', block: 'a', measure: 'b', key: '' },
      { block: 'a', measure: 'b', key: 'x=y:z.w!' },
    ];
    for (const name of names)
      expect(parseFigure(formatFigure(name))).toEqual({ page: undefined, key: undefined, ...name });
  });

  it('names a value of the second dimension within one of the first, whatever signs they hold', () => {
    expect(formatFigure({ block: 'a', measure: 'b', key: 'hot', below: 'first' })).toBe('a.b=hot>first');
    const keys = ['hot', 'a>b', '%3E', '!', null];
    for (const key of keys) {
      expect(parseFigure(formatFigure({ block: 'a', measure: 'b', key }))).toMatchObject({ key });
      for (const below of keys) {
        expect(parseFigure(formatFigure({ block: 'a', measure: 'b', key, below }))).toMatchObject({ key, below });
      }
    }
  });

  it('is nothing else', () => {
    for (const text of ['a.b=c>d>e', '', 'a', 'a.b!x', '.b', 'a.', 'p:a', '1a.b'])
      expect(parseFigure(text)).toBeUndefined();
  });
});

function never(): never {
  throw new Error('no chart');
}

describe('figures over standing bars', () => {
  const amounts = (rows: number, series: readonly string[] = ['due', 'used']) => {
    const columns = ['due', 'used'].map((key) => ({ ...column(key, '元'), scale: 2 }));
    const data = chartData(
      block(
        Array.from({ length: rows }, (_, at) => ({
          key: `${2020 + at}`,
          label: `${2020 + at}`,
          values: [6_855_640, 1_299_499],
        })),
        { columns, series },
      ),
    );
    if (data === undefined) throw new Error('no chart');
    return data;
  };

  it('cover no bar beside them: bars are as broad as their figures where there is room', () => {
    const { broad, figures } = barsOf(amounts(2), 1080);
    expect(figures).toBe(true);
    expect(broad).toBeGreaterThanOrEqual('6,855,640.00'.length * 7);
  });

  it('stay away where there is none, in a group and between groups', () => {
    expect(barsOf(amounts(4), 420).figures).toBe(false);
    expect(barsOf(amounts(6, ['due']), 480).figures).toBe(false);
    expect(barsOf(amounts(2), 1080).broad).toBeLessThan((1080 - 90) / 2 / 2);
  });
});
