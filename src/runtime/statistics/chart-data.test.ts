import { describe, expect, it } from 'vitest';
import type { StatisticsBlock, StatisticsRow } from '../../core/wire/statistics.ts';
import { formatFigure, parseFigure } from '../../core/wire/statistics.ts';
import { palettes } from '../../ui/theme/palette.ts';
import { chartData, leavesNothing } from './chart-data.ts';
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

  it('leaves nothing out where the smallest that stands there is none itself', () => {
    const leaves = (...rows: readonly StatisticsRow[]) => {
      const shown = block(rows, { left: 8 });
      return leavesNothing(shown, chartData(shown) ?? { columns: [] });
    };
    expect(leaves(row('甲', 3), row('乙', 0))).toBe(true);
    expect(leaves(row('甲', 3), row('乙', 1))).toBe(false);
    // Of several series the rows stand by the first alone.
    const two = block([row('甲', 3), row('乙', 0)], { left: 8, series: ['all', 'rate'] });
    expect(leavesNothing(two, chartData(two) ?? { columns: [] })).toBe(false);
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
    expect(chartData(block(rows, { chart: 'ring' }))).toMatchObject({ kind: 'bar', left: 10 });
    // The largest, in the order in which they stand.
    const drawn = chartData(block([...rows].reverse()))?.rows.map(({ key }) => key);
    expect([drawn?.[0], drawn?.at(-1)]).toEqual(['项19', '项0']);
    expect(chartSummary('块', chartData(block(rows)) ?? never())).toContain('另有18项见表');
  });
});

describe('a round chart', () => {
  const parts = (all: readonly number[], more: Partial<StatisticsBlock> = {}) =>
    chartData(
      block(
        all.map((value, index) => row(`项${index}`, value)),
        { chart: 'pie', total: [0, all.reduce((sum, one) => sum + one, 0)], ...more },
      ),
    )?.kind;

  it('is one of two to five parts of a whole', () => {
    expect(parts([3, 1])).toBe('pie');
    expect(parts([5, 4, 3, 2, 1])).toBe('pie');
    expect(parts([5])).toBe('bar');
    expect(parts([6, 5, 4, 3, 2, 1])).toBe('bar');
    // A part that nothing is in is none.
    expect(parts([6, 5, 4, 3, 2, 0])).toBe('pie');
  });

  it('is none where the rows make no whole: counted twice, cut off, averages', () => {
    expect(parts([3, 1], { total: [0, 3] })).toBe('bar');
    expect(parts([3, 1], { left: 4 })).toBe('bar');
    expect(parts([3, 1], { columns: [column('rate'), { ...column('all'), measured: true }] })).toBe('bar');
  });
});

describe('what is closed does not flatten what is open', () => {
  const ended = (key: string, all: number) => ({ ...row(key, all), ended: true as const });

  it('stands beside the chart, and is said with it, where it would', () => {
    const data =
      chartData(block([row('待评估', 11), row('整改中', 6), ended('已销号', 1093), ended('已作废', 2)])) ?? never();
    expect(data.rows.map(({ key }) => key)).toEqual(['待评估', '整改中']);
    expect(data.aside.map(({ key }) => key)).toEqual(['已销号', '已作废']);
    expect(data.left).toBe(0);
    expect(chartSummary('块', data)).toContain('已销号：all 1,093 项');
  });

  it('stands in the chart where it is no larger, and where nothing is open', () => {
    expect(chartData(block([row('待评估', 11), ended('已销号', 20)]))?.aside).toEqual([]);
    expect(chartData(block([ended('已销号', 20), ended('已作废', 2)]))?.rows).toHaveLength(2);
  });

  it('has a lane of its own beside a series that it would flatten', () => {
    const rows = [
      { key: '罐区班', label: '罐区班', values: [2, 120] },
      { key: '锅炉班', label: '锅炉班', values: [1, 60] },
    ];
    const two = (more: readonly StatisticsRow[]) =>
      chartData(
        block(more, { chart: 'stackedBar', series: ['rate', 'all'], columns: [column('rate'), column('all')] }),
      );
    const data = two(rows) ?? never();
    expect(data.lanes).toBe(true);
    const option = chartOption(data, { palette: palettes.light, width: 800, still: true }) as {
      grid: readonly { left: number; width: number }[];
      series: readonly { xAxisIndex: number }[];
      legend?: unknown;
    };
    expect(option.series.map(({ xAxisIndex }) => xAxisIndex)).toEqual([0, 1]);
    const [first, second] = option.grid;
    expect((first?.left ?? 0) + (first?.width ?? 0)).toBeLessThan(second?.left ?? 0);
    expect(option.legend).toBeUndefined();
    expect(two(rows.map((one) => ({ ...one, values: [20, 60] })))?.lanes).toBe(false);
  });
});

describe('how a chart looks', () => {
  const look = { palette: palettes.light, width: 800, still: true };

  it('has grade colours only where the item has one', () => {
    const rows = [row('重大', 3, 'red'), row('完成', 2, 'green'), row('其他', 1)];
    const data = chartData(block(rows, { dimension: { field: 'level', title: '级别', graded: true } })) ?? never();
    const { series } = chartOption(data, look) as { series: readonly { data: readonly unknown[] }[] };
    expect(series[0]?.data).toEqual([
      { value: 3, itemStyle: { color: palettes.light.grades.red, borderColor: expect.any(String), borderWidth: 1 } },
      2,
      1,
    ]);
  });

  it('has one colour for states, whatever that of their tags', () => {
    const data = chartData(block([row('待评估', 3, 'orange'), row('整改中', 2, 'blue')])) ?? never();
    const { series } = chartOption(data, look) as { series: readonly { data: readonly unknown[] }[] };
    expect(series[0]?.data).toEqual([3, 2]);
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
