import type { EChartsCoreOption } from 'echarts/core';
import type { Curve, CurvePlace } from '../../../core/live/curve.ts';
import type { Palette } from '../../../ui/theme/palette.ts';
import { tokens } from '../../../ui/theme/tokens.ts';

/** A limit that is drawn as a line. */
export interface CurveLimit {
  readonly title: string;
  readonly value: number;
  /** Colour of the palette's grades, as the choice has it. */
  readonly grave: boolean;
}

/** What a curve is drawn of. */
export interface DrawnCurve {
  readonly curve: Curve;
  readonly from: number;
  readonly to: number;
  readonly limits: readonly CurveLimit[];
  /** Wall clock of the plant at a moment: `2026-04-30 08:00:00`. */
  readonly clock: (moment: number) => string;
  /** A value with its unit. */
  readonly say: (value: number) => string;
  readonly words: { readonly last: string; readonly span: string };
}

/** Milliseconds without a value after which the line is broken: nobody knows what was in between. */
const GAPS = { value: 5 * 60_000, minute: 5 * 60_000, hour: 3 * 3_600_000 } as const;

type Dot = readonly [time: number, value: number | null];

/** The newest value as a line over the span from lowest to highest, with the limits, as the library draws it. */
export function curveOption(drawn: DrawnCurve, palette: Palette): EChartsCoreOption {
  const { curve, from, to, limits, clock } = drawn;
  const [colour = palette.primary] = palette.series;
  const long = to - from > 24 * 3_600_000;
  const label = (moment: number) => (long ? clock(moment).slice(5, 16) : clock(moment).slice(11, 16));
  const spans = curve.step !== 'value';
  const line = (of: (place: CurvePlace) => number) => withGaps(curve, of);
  return {
    animation: false,
    textStyle: { fontFamily: tokens.font, fontSize: 12, color: palette.text },
    grid: { top: 16, right: 64, bottom: 28, left: 8, containLabel: true },
    tooltip: {
      trigger: 'axis',
      backgroundColor: palette.spotlight,
      borderWidth: 0,
      textStyle: { color: palette.onSpotlight, fontSize: 12 },
      formatter: (points: readonly { readonly value: Dot }[]) => tip(drawn, points[0]?.value[0]),
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisLabel: { color: palette.textSecondary, formatter: label, hideOverlap: true },
      axisLine: { lineStyle: { color: palette.border } },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      scale: true,
      axisLabel: { color: palette.textSecondary },
      splitLine: { lineStyle: { color: palette.border } },
      // A limit stands in the picture even where no value comes near it.
      min: ({ min }: { readonly min: number }) => Math.min(min, ...limits.map(({ value }) => value)),
      max: ({ max }: { readonly max: number }) => Math.max(max, ...limits.map(({ value }) => value)),
    },
    series: [
      ...(spans
        ? [
            { ...BAND, name: 'low', data: line(({ low }) => low), areaStyle: { opacity: 0 } },
            {
              ...BAND,
              name: 'span',
              data: line(({ low, high }) => high - low),
              areaStyle: { color: colour, opacity: 0.18 },
            },
          ]
        : []),
      {
        type: 'line',
        name: 'last',
        showSymbol: curve.places.length < 3,
        data: line(({ last }) => last),
        lineStyle: { width: 1.5, color: colour },
        itemStyle: { color: colour },
        markLine: {
          silent: true,
          symbol: 'none',
          data: limits.map(({ title, value, grave }) => ({
            yAxis: value,
            lineStyle: { color: grave ? palette.grades.red : palette.grades.orange, type: 'dashed' },
            label: { formatter: title, color: palette.text, position: 'end' },
          })),
        },
      },
    ],
  };
}

const BAND = {
  type: 'line',
  stack: 'span',
  symbol: 'none',
  lineStyle: { opacity: 0 },
  silent: true,
  emphasis: { disabled: true },
} as const;

/** The places as the library takes them, broken where nothing was measured. */
function withGaps({ step, places }: Curve, of: (place: CurvePlace) => number): Dot[] {
  const dots: Dot[] = [];
  let before: number | undefined;
  for (const place of places) {
    if (before !== undefined && place.time - before > GAPS[step]) dots.push([before + 1, null]);
    dots.push([place.time, of(place)]);
    before = place.time;
  }
  return dots;
}

function tip({ curve, clock, say, words }: DrawnCurve, time: number | undefined): string {
  const place = curve.places.find((one) => one.time === time);
  if (place === undefined) return '';
  const lines = [clock(place.time), `${words.last} ${say(place.last)}`];
  if (curve.step !== 'value') lines.push(`${words.span} ${say(place.low)} – ${say(place.high)}`);
  return lines.map(escaped).join('<br>');
}

/** The library takes the text of a tip for HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
