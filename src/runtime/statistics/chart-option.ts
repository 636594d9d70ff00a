import type { EChartsCoreOption } from 'echarts/core';
import { countText, thousands } from '../../core/amount/number-text.ts';
import { titled } from '../../core/text/punctuate.ts';
import { textWidth } from '../../core/text/text-width.ts';
import type { Counted } from '../../core/wire/statistics.ts';
import { tagColour } from '../../ui/StatusTag.tsx';
import type { GradeColour, Palette } from '../../ui/theme/palette.ts';
import { tokens } from '../../ui/theme/tokens.ts';
import { CHART_HEIGHT, type ChartData } from './chart-data.ts';
import { figureText, figureWithUnit, headingOf } from './figures.ts';

/** How a chart looks. */
interface ChartLook {
  readonly palette: Palette;
  /** Pixels. */
  readonly width: number;
  /** Whether nothing moves. */
  readonly still: boolean;
  /** Whether patterns tell series apart beside their colours, as on paper that may have none. Default false. */
  readonly patterned?: boolean;
}

const GRADES: readonly string[] = ['red', 'orange', 'yellow', 'blue'] satisfies GradeColour[];

/** Characters of a label from which bars lie, so that it can be read. */
const LONG_LABEL = 6;
const MANY_BARS = 10;
/** Bars up to which each has its figure beside it. */
const LABELLED = 16;

const isRound = ({ kind }: ChartData): boolean => kind === 'pie' || kind === 'ring';

/** Whether bars lie: their labels are too long or too many to stand below them. */
export function barsLie(data: ChartData, width: number): boolean {
  if (data.timed || data.kind === 'line' || isRound(data)) return false;
  if (data.lanes) return true;
  const longest = Math.max(0, ...data.rows.map(({ label }) => label.length));
  // Side by side each label has its part of the width; a label that gives way to its neighbours names no bar.
  const widest = Math.max(0, ...data.rows.map(({ label }) => textWidth(label)));
  return (
    longest > LONG_LABEL ||
    widest > (width - AXIS) / Math.max(1, data.rows.length) ||
    data.rows.length > MANY_BARS ||
    (width < 480 && data.rows.length > 4)
  );
}

/** Pixels that a chart wants. */
export function chartHeight(data: ChartData, width: number, small: boolean): number {
  if (!barsLie(data, width)) return small ? CHART_HEIGHT.small : CHART_HEIGHT.large;
  const bars = data.kind === 'stackedBar' || data.lanes ? 1 : data.series.length;
  const pitch = small ? Math.max(20, bars * 12 + 4) : Math.max(28, bars * 16 + 8);
  return Math.max(small ? CHART_HEIGHT.small : 240, 60 + data.rows.length * pitch);
}

/** The chart as the library draws it. */
export function chartOption(data: ChartData, look: ChartLook): EChartsCoreOption {
  const { palette } = look;
  // Lanes bear their names themselves.
  const legend = !isRound(data) && !data.lanes && data.series.length > 1;
  return {
    animation: !look.still,
    animationDuration: 200,
    color: [...palette.series],
    textStyle: { fontFamily: tokens.font, fontSize: 12, color: palette.text },
    // The text of the figure around it says what it shows, and its table stands beside it for those who see no colours.
    aria: {
      enabled: true,
      label: { enabled: false },
      decal: { show: look.patterned === true && (data.series.length > 1 || isRound(data)) },
    },
    tooltip: tooltipOf(data, palette),
    ...(legend
      ? { legend: { top: 0, left: 0, type: 'scroll', itemWidth: 18, textStyle: { color: palette.text } } }
      : {}),
    ...(isRound(data)
      ? { series: [roundSeries(data, look)] }
      : data.lanes
        ? lanesOf(data, look)
        : axesAndSeries(data, look, legend)),
  };
}

// Drawn on the canvas: a box of HTML would bring style attributes with it.
function tooltipOf(data: ChartData, palette: Palette) {
  return {
    trigger: isRound(data) ? 'item' : 'axis',
    axisPointer: { type: data.kind === 'line' ? 'line' : 'shadow' },
    renderMode: 'richText',
    confine: true,
    backgroundColor: palette.spotlight,
    borderWidth: 0,
    textStyle: { color: palette.onSpotlight, fontSize: 12 },
    formatter: (given: unknown) => tooltipText(data, given),
  };
}

function tooltipText(data: ChartData, given: unknown): string {
  const [first] = (Array.isArray(given) ? given : [given]) as readonly { readonly dataIndex?: number }[];
  const index = first?.dataIndex ?? 0;
  const lines = data.series.flatMap(({ column, values }, series) => {
    const change = data.changes[index]?.[series] ?? '';
    return [titled(column.title, figureWithUnit(values[index] ?? null, column)), ...(change === '' ? [] : [change])];
  });
  return [data.rows[index]?.label ?? '', ...lines].join('\n');
}

function axesAndSeries(data: ChartData, look: ChartLook, legend: boolean) {
  const { palette } = look;
  const lie = barsLie(data, look.width);
  const unit = headingUnit(data);
  const category = {
    type: 'category',
    data: data.rows.map(({ label }) => label),
    inverse: lie,
    boundaryGap: data.kind !== 'line',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.border } },
    axisLabel: {
      color: palette.textSecondary,
      ...(lie ? { width: Math.min(160, look.width * 0.34), overflow: 'truncate' } : { hideOverlap: true }),
    },
  };
  const value = {
    type: 'value',
    // A line that lies above all bars is seen as well.
    ...(data.lines.length === 0
      ? {}
      : { max: (drawn: { readonly max: number }) => Math.max(drawn.max, ...data.lines.map(({ at }) => at)) }),
    minInterval: data.series.every(({ column }) => column.scale === 0) ? 1 : undefined,
    name: lie ? undefined : unit,
    nameTextStyle: { color: palette.textSecondary, align: 'left', padding: [0, 0, 0, -20] },
    splitLine: { lineStyle: { color: palette.borderSecondary } },
    axisLabel: { color: palette.textSecondary, hideOverlap: true, formatter: countText },
  };
  const top = (legend ? 34 : 10) + (lie || unit === '' ? 0 : 22);
  return {
    grid: { left: 8, right: lie ? 44 : 16, top, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: lie ? value : category,
    yAxis: lie ? category : value,
    series: data.series.map((_, index) => ({
      ...flatSeries(data, look, index, lie),
      // Lines belong to the chart, not to one of its series: the first one bears them.
      ...(index === 0 && data.lines.length > 0 ? { markLine: linesAcross(data, look, lie) } : {}),
    })),
  };
}

/** Pixels between lanes, and above them for their names. */
const LANE = { gap: 16, top: 30 };

/** Series beside each other, each lane with a scale of its own: what is open is seen beside what is closed. */
function lanesOf(data: ChartData, look: ChartLook) {
  const { palette, width } = look;
  const labels = Math.min(160, width * 0.34, Math.max(...data.rows.map(({ label }) => textWidth(label))) + 8);
  const room = (width - labels - 8) / data.series.length;
  // At the end of the longest bar stands its figure.
  const ends = data.series.map(({ values, column }) =>
    Math.max(...values.map((value) => figureText(value, column).length * CHARACTER + 10)),
  );
  const lanes = data.series.map((one, index) => ({ one, left: labels + index * room + LANE.gap / 2 }));
  return {
    title: lanes.map(({ one, left }) => ({
      text: headingOf(one.column),
      left,
      top: 2,
      padding: 0,
      textStyle: { color: palette.text, fontSize: 12, fontWeight: 'normal' },
    })),
    axisPointer: { link: [{ yAxisIndex: 'all' }] },
    grid: lanes.map(({ left }, index) => ({
      left,
      width: Math.max(24, room - LANE.gap - (ends[index] ?? 0)),
      top: LANE.top,
      bottom: 8,
      outerBoundsMode: 'none',
    })),
    xAxis: lanes.map((_, index) => ({ type: 'value', gridIndex: index, show: false, min: 0 })),
    yAxis: lanes.map((_, index) => ({
      type: 'category',
      gridIndex: index,
      data: data.rows.map(({ label }) => label),
      inverse: true,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.border } },
      axisLabel:
        index === 0 ? { color: palette.textSecondary, width: labels - 8, overflow: 'truncate' } : { show: false },
    })),
    series: data.series.map((_, index) => ({
      ...flatSeries({ ...data, kind: 'bar' }, look, index, true),
      xAxisIndex: index,
      yAxisIndex: index,
      ...(data.lines.length > 0 && index === 0 ? { markLine: linesAcross(data, look, true) } : {}),
    })),
  };
}

/** Lines across with their names, each dashed otherwise. */
function linesAcross({ lines }: ChartData, { palette }: ChartLook, lie: boolean) {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    data: lines.map(({ title, at }, index) => ({
      [lie ? 'xAxis' : 'yAxis']: at,
      name: title,
      lineStyle: { color: palette.tags.red.text, width: 1.5, type: ['dashed', 'dotted', 'solid'][index % 3] },
      label: { formatter: title, color: palette.text, position: lie ? 'insideStartTop' : 'insideEndTop' },
    })),
  };
}

function headingUnit({ series }: ChartData): string {
  return series[0]?.column.unit ?? '';
}

/** Pixels that the axis beside standing bars takes, of a character of a figure, and of a bar that is not broadened. */
const AXIS = 90;
const CHARACTER = 7;
const BAR = 32;

/**
 * How broad bars are at most, and whether each bears its figure. A figure that stands over (or within) a bar may be no
 * broader than it, lest it cover the bar beside it: bars are broadened for it as far as there is room, else the figures
 * stay with the tooltip and the table.
 */
export function barsOf(data: ChartData, width: number): { readonly broad: number; readonly figures: boolean } {
  if (data.kind === 'line' || data.rows.length * data.series.length > LABELLED) return { broad: BAR, figures: false };
  if (barsLie(data, width)) return { broad: BAR, figures: true };
  const beside = data.kind === 'stackedBar' ? 1 : data.series.length;
  const room = (((width - AXIS) / Math.max(1, data.rows.length)) * 0.8) / (beside * 1.1);
  const texts = data.series.flatMap(({ values, column }) =>
    values.map((value) => (value === 0 || value === null ? '' : figureText(value, column))),
  );
  const widest = Math.max(0, ...texts.map((text) => text.length * CHARACTER + 4));
  return { broad: Math.max(BAR, Math.min(widest, room)), figures: widest <= Math.max(BAR, room) };
}

function flatSeries(data: ChartData, { palette, width }: ChartLook, index: number, lie: boolean) {
  const one = data.series[index];
  const column = one?.column;
  const alone = data.series.length === 1;
  const stacked = data.kind === 'stackedBar';
  const { broad, figures } = barsOf(data, width);
  return {
    name: column === undefined ? '' : headingOf(column),
    type: data.kind === 'line' ? 'line' : 'bar',
    ...(stacked ? { stack: 'all' } : {}),
    barMaxWidth: broad,
    symbol: ['circle', 'triangle', 'rect', 'diamond', 'roundRect'][index % 5],
    symbolSize: 7,
    // What was measured goes on from one measurement to the next.
    connectNulls: true,
    lineStyle: { width: 2, type: ['solid', 'dashed', 'dotted'][index % 3] },
    cursor: 'pointer',
    label: {
      show: figures || data.lanes,
      position: stacked ? 'inside' : lie ? 'right' : 'top',
      color: stacked ? palette.onPrimary : palette.text,
      formatter: ({ value }: { value: Counted | undefined }) =>
        column === undefined || (value ?? 0) === 0 ? '' : figureText(value ?? null, column),
    },
    data: (one?.values ?? []).map((value, at) => {
      const style = alone && data.graded ? gradeStyle(data.rows[at]?.color, palette) : undefined;
      return style === undefined ? value : { value, itemStyle: style };
    }),
  };
}

function roundSeries(data: ChartData, { palette, width }: ChartLook) {
  const one = data.series[0];
  const narrow = width < 420;
  return {
    type: 'pie',
    radius: [data.kind === 'ring' ? (narrow ? '28%' : '38%') : '0%', narrow ? '46%' : '62%'],
    center: ['50%', '52%'],
    cursor: 'pointer',
    minAngle: 3,
    label: {
      color: palette.text,
      ...(narrow ? { alignTo: 'edge', edgeDistance: 2 } : { width: 150, overflow: 'truncate' }),
      formatter: ({ dataIndex, percent }: { dataIndex: number; percent: number }) => {
        const value = one?.values[dataIndex] ?? null;
        const figure = one === undefined ? '' : figureWithUnit(value, one.column);
        return `${data.rows[dataIndex]?.label ?? ''}\n${figure} · ${thousands(percent, 1)}%`;
      },
    },
    labelLine: { length: 8, length2: narrow ? 0 : 8, lineStyle: { color: palette.border } },
    itemStyle: { borderColor: palette.container, borderWidth: 1 },
    data: (one?.values ?? []).map((value, at) => {
      const row = data.rows[at];
      return { name: row?.label ?? '', value, itemStyle: data.graded ? gradeStyle(row?.color, palette) : undefined };
    }),
  };
}

/** The ground of a graded value with the edge of its tag's word; undefined where its item has no grade's colour. */
function gradeStyle(color: string | undefined, palette: Palette) {
  const name = color === undefined ? 'grey' : tagColour(color);
  if (!GRADES.includes(name)) return undefined;
  const grade = name as GradeColour;
  return { color: palette.grades[grade], borderColor: palette.tags[grade].text, borderWidth: 1 };
}
