import { parsePeriod, periodName } from '../../core/expression/index.ts';
import type { Counted, StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../core/wire/statistics.ts';
import { type ChartLine, changesText, chartLines } from './beside-figure.ts';

/** What a chart draws. */
export interface ChartData {
  readonly kind: ChartKind;
  readonly rows: readonly StatisticsRow[];
  readonly series: readonly { readonly column: StatisticsColumn; readonly values: readonly Counted[] }[];
  /** Places of the series among the columns of the block. */
  readonly columns: readonly number[];
  /** Rows of the block that are not drawn. */
  readonly left: number;
  /** States in which records ended: told beside the chart, since beside them the open ones would be flat. */
  readonly aside: readonly StatisticsRow[];
  /** Whether its series stand beside each other, each with a scale of its own, since one would flatten another. */
  readonly lanes: boolean;
  /** Whether the values of the dimension are grades, whose colours mean something. */
  readonly graded: boolean;
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
const MOST = { other: 20, small: 12, time: 400 };

/** Parts that a round chart can tell apart; fewer or more are bars. */
const PARTS = { least: 2, most: 5 };

/** How many times the largest of the others makes them flat. */
const FLAT = { ended: 2, series: 6 };

/** What of a block is drawn, of a small one less; undefined where it has no chart. */
export function chartData(block: StatisticsBlock, small = false): ChartData | undefined {
  const named = KINDS.find((known) => known === block.chart);
  const drawn = block.columns.flatMap((column, index) =>
    block.series.includes(column.key) ? [{ column, index }] : [],
  );
  if (named === undefined || drawn.length === 0 || block.dimension === undefined) return undefined;
  const timed = block.dimension.part !== undefined;
  // A row that no drawn series has anything of is no bar and no slice; a line goes through it.
  const filled = block.rows.filter(({ values }) => drawn.some(({ index }) => (values[index] ?? 0) !== 0));
  const round = (named === 'pie' || named === 'ring') && areParts(block, filled, drawn[0]?.index ?? 0);
  const kind = round || named === 'line' || named === 'stackedBar' ? named : 'bar';
  const aside = kind === 'bar' && !timed ? flattening(filled, drawn[0]?.index ?? 0) : [];
  const whole = timed ? withGaps(block) : filled.filter((row) => !aside.includes(row));
  const most = timed ? MOST.time : small ? MOST.small : MOST.other;
  const rows = timed ? whole.slice(-most) : largest(whole, most, drawn[0]?.index ?? 0);
  const series = drawn.map(({ column, index }) => ({
    column,
    values: rows.map(({ values }) => values[index] ?? null),
  }));
  return {
    kind,
    rows,
    series,
    columns: drawn.map(({ index }) => index),
    left: whole.length - rows.length,
    aside,
    lanes: (kind === 'bar' || kind === 'stackedBar') && !timed && isUneven(series),
    graded: block.dimension.graded === true,
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

/**
 * Whether the rows of a block are parts of a whole that a round chart can show: two to five, none of them negative, and
 * together the total; what is counted twice, or left out, makes no whole.
 */
function areParts(
  { columns, total, left = 0 }: StatisticsBlock,
  rows: readonly StatisticsRow[],
  index: number,
): boolean {
  const column = columns[index];
  const values = rows.map(({ values: own }) => own[index] ?? 0);
  const all = total[index] ?? 0;
  const sum = values.reduce((one, other) => one + other, 0);
  // What was rounded for the wire may miss the total by as much.
  const scale = column?.scale ?? 0;
  const near = Math.abs(all) * 1e-9 + (scale === 0 ? 0 : 0.5 * 10 ** -scale * rows.length);
  return (
    left === 0 &&
    column?.measured !== true &&
    rows.length >= PARTS.least &&
    rows.length <= PARTS.most &&
    values.every((value) => value >= 0) &&
    Math.abs(sum - all) <= near
  );
}

/**
 * Whether the rows that a block leaves out have nothing that is drawn: the largest stand first, and the last of those that
 * stand there has none itself.
 */
export function leavesNothing({ rows }: StatisticsBlock, { columns }: Pick<ChartData, 'columns'>): boolean {
  const [index] = columns;
  return columns.length === 1 && index !== undefined && (rows.at(-1)?.values[index] ?? 0) === 0;
}

/** Rows of ended states, where one of them is so large that those still open would be flat beside it. */
function flattening(rows: readonly StatisticsRow[], index: number): readonly StatisticsRow[] {
  const size = (some: readonly StatisticsRow[]) => Math.max(0, ...some.map(({ values }) => values[index] ?? 0));
  const ended = rows.filter(({ ended: isEnd }) => isEnd === true);
  const open = rows.filter((row) => !ended.includes(row));
  return open.length > 0 && size(ended) > FLAT.ended * size(open) ? ended : [];
}

/** Whether the largest figure of one series is so much larger than that of another that the latter would be flat. */
function isUneven(series: ChartData['series']): boolean {
  const sizes = series
    .map(({ values }) => Math.max(0, ...values.map((value) => value ?? 0)))
    .filter((size) => size > 0);
  return sizes.length > 1 && Math.max(...sizes) > FLAT.series * Math.min(...sizes);
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
