import { parsePeriod, periodName } from '../../core/expression/index.ts';
import type { Counted, StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../core/wire/statistics.ts';
import { type ChartLine, changesText, chartLines } from './beside-figure.ts';

/** What a chart draws. */
export interface ChartData {
  readonly kind: ChartKind;
  readonly rows: readonly StatisticsRow[];
  readonly series: readonly { readonly column: StatisticsColumn; readonly values: readonly Counted[] }[];
  /** Rows of the block that are not drawn. */
  readonly left: number;
  /** Whether rows follow each other in time. */
  readonly timed: boolean;
  /** Lines across, with their names. */
  readonly lines: readonly ChartLine[];
  /** What of each row is said of earlier periods, by series; '' where nothing is. */
  readonly changes: readonly (readonly string[])[];
}

const KINDS = ['bar', 'stackedBar', 'line', 'pie', 'ring'] as const;

/** Least pixels of a chart; one of many bars is higher. */
export const CHART_HEIGHT = { small: 220, large: 320 } as const;

type ChartKind = (typeof KINDS)[number];

/** Most rows of a chart; the table has them all. */
const MOST = { other: 20, small: 12, round: 8, time: 400 };

/** What of a block is drawn, of a small one less; undefined where it has no chart. */
export function chartData(block: StatisticsBlock, small = false): ChartData | undefined {
  const kind = KINDS.find((known) => known === block.chart);
  const drawn = block.columns.flatMap((column, index) =>
    block.series.includes(column.key) ? [{ column, index }] : [],
  );
  if (kind === undefined || drawn.length === 0 || block.dimension === undefined) return undefined;
  const timed = block.dimension.part !== undefined;
  const round = kind === 'pie' || kind === 'ring';
  // A row that no drawn series has anything of is no bar and no slice; a line goes through it.
  const filled = block.rows.filter(({ values }) => drawn.some(({ index }) => (values[index] ?? 0) !== 0));
  const whole = timed ? withGaps(block) : filled;
  const most = timed ? MOST.time : round ? MOST.round : small ? MOST.small : MOST.other;
  const rows = timed ? whole.slice(-most) : largest(whole, most, drawn[0]?.index ?? 0);
  return {
    kind,
    rows,
    series: drawn.map(({ column, index }) => ({ column, values: rows.map(({ values }) => values[index] ?? null) })),
    left: whole.length - rows.length,
    timed,
    lines: round
      ? []
      : chartLines(
          block,
          drawn.map(({ column }) => column),
        ),
    changes: rows.map((row) => drawn.map(({ index }) => changesText(block, row, index))),
  };
}

/** The largest rows by a figure, in the order in which they stand. */
function largest(rows: readonly StatisticsRow[], most: number, index: number): readonly StatisticsRow[] {
  if (rows.length <= most) return rows;
  const size = ({ values }: StatisticsRow): number => values[index] ?? 0;
  const kept = new Set([...rows].sort((left, right) => size(right) - size(left)).slice(0, most));
  return rows.filter((row) => kept.has(row));
}

/**
 * The rows with one for each period between the first and the last that has none: what is counted or summed was zero
 * there, of an average or an extreme there is nothing.
 */
function withGaps({ rows, columns }: StatisticsBlock): readonly StatisticsRow[] {
  const [first, last] = [rows[0]?.key, rows.at(-1)?.key];
  if (typeof first !== 'string' || typeof last !== 'string') return rows;
  const known = new Map(rows.map((row) => [row.key, row]));
  const filled: StatisticsRow[] = [];
  for (let key = first; key <= last && filled.length < MOST.time; key = after(key)) {
    filled.push(
      known.get(key) ?? { key, label: key, values: columns.map(({ measured }) => (measured === true ? null : 0)) },
    );
  }
  // Times so far apart that they would fill the chart with nothing stand beside each other.
  return filled.at(-1)?.key === last ? filled : rows;
}

/** The period of the same kind that follows; the same where there is none. */
function after(key: string): string {
  const period = parsePeriod(key);
  return period === undefined || period.next === null ? key : periodName(period.next, period.unit);
}
