/** One figure of a block's head. */
export interface StatisticsColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Digits after the point. */
  readonly scale: number;
  /** Whether the figures are numbers of rows, which a list shows under the argument `figure`. */
  readonly counts: boolean;
  /** Whether its figures are averages or extremes, of which there is none where nothing was counted. */
  readonly measured?: true;
  /** What the figure should reach, where the entity says so. */
  readonly target?: FigureTarget;
}

/** What a figure should reach: not below `atLeast`, or not above `atMost`. */
export interface FigureTarget {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Earlier periods that a period stands beside: the one before, or the same one a year before. */
export type EarlierPeriod = 'before' | 'yearBefore';

/** Whether a figure reaches what it should. */
export function reachesTarget(value: number, { atLeast = -Infinity, atMost = Infinity }: FigureTarget): boolean {
  return value >= atLeast && value <= atMost;
}

/** What was counted; null for an average or an extreme of nothing, which a number would make one of zero. */
export type Counted = number | null;

/** One row: a value of the dimension with its figures, in the order of the columns. */
export interface StatisticsRow {
  /** Value of the dimension as a filter takes it; null for records without one. */
  readonly key: string | null;
  readonly label: string;
  /** Colour of the dictionary's item, where it has one. */
  readonly color?: string;
  /** Whether it is a state in which records come to their end. */
  readonly ended?: true;
  readonly values: readonly Counted[];
  /** Figures of earlier periods, in the order of the columns; null where the filters let nothing of that period through. */
  readonly earlier?: Readonly<Partial<Record<EarlierPeriod, readonly (number | null)[]>>>;
  /** The same records by the second dimension, where the block has one. */
  readonly below?: readonly StatisticsRow[];
}

/** One block of statistics with its total. */
export interface StatisticsBlock {
  readonly key: string;
  readonly title: string;
  readonly chart: string;
  /** Keys of the columns that are drawn. */
  readonly series: readonly string[];
  /** Field of the dimension and its title; undefined for figures without one. */
  readonly dimension?:
    | {
        readonly field: string;
        readonly title: string;
        readonly part?: string;
        /** Whether its values are grades, whose colours mean something. */
        readonly graded?: true;
      }
    | undefined;
  /** Title of the second dimension, by which the rows are divided further. */
  readonly below?: { readonly title: string } | undefined;
  readonly filters: readonly string[];
  readonly columns: readonly StatisticsColumn[];
  readonly rows: readonly StatisticsRow[];
  /** Rows that are left out, where the block shows the largest only. */
  readonly left?: number;
  /** Earlier periods that each row stands beside. */
  readonly compare?: readonly EarlierPeriod[];
  /** Lines that a chart draws across. */
  readonly limits?: readonly { readonly title: string; readonly at: number }[];
  readonly total: readonly Counted[];
}

/** The rows of a block one below the other, each with its depth: those of the second dimension behind what they divide. */
export function flatRows(rows: readonly StatisticsRow[], depth = 0): (readonly [row: StatisticsRow, depth: number])[] {
  return rows.flatMap((row) => [[row, depth] as const, ...flatRows(row.below ?? [], depth + 1)]);
}

/** Names a figure: a measure of a block, of all rows or of one value of the dimension, on a page. */
export interface FigureName {
  /** Page on which it stands; its condition belongs to the figure. */
  readonly page?: string | undefined;
  readonly block: string;
  readonly measure: string;
  /** Value of the dimension, null for rows without one; undefined for the total. */
  readonly key?: string | null | undefined;
  /** Value of the second dimension within it, null for rows without one; undefined for all of them. */
  readonly below?: string | null | undefined;
}

const NONE = '!';
const ESCAPED: Readonly<Record<string, string>> = { '%': '%25', '>': '%3E' };

/** A value as it stands beside another one; a lone `!` stands for none. */
const written = (key: string | null): string => (key === null ? NONE : key === NONE ? '%21' : escaped(key));

const escaped = (key: string): string => key.replace(/[%>]/g, (sign) => ESCAPED[sign] ?? sign);

const unescaped = (text: string): string => text.replace(/%(25|3E|21)/g, (sign) => decodeURIComponent(sign));

const read = (text: string): string | null => (text === NONE ? null : unescaped(text));

/**
 * Writes a figure's name as lists take it: `hazardStatistic:byDept.total=12`, `byMonth.total`, `byDept.total!`, with a
 * second dimension `byType.total=hot>first`.
 */
export function formatFigure({ page, block, measure, key, below }: FigureName): string {
  const value =
    key === undefined
      ? ''
      : below !== undefined
        ? `=${written(key)}>${written(below)}`
        : key === null
          ? NONE
          : `=${escaped(key)}`;
  return `${page === undefined ? '' : `${page}:`}${block}.${measure}${value}`;
}

const FIGURE = /^(?:([A-Za-z][\w-]*):)?([A-Za-z]\w*)\.([A-Za-z]\w*)(?:=([\s\S]*)|(!))?$/;

/** Reads what `formatFigure` wrote; undefined for anything else. */
export function parseFigure(text: string): FigureName | undefined {
  const [, page, block, measure, key, empty] = FIGURE.exec(text) ?? [];
  if (block === undefined || measure === undefined) return undefined;
  if (key === undefined) return { page, block, measure, key: empty === undefined ? undefined : null };
  const [first = '', second, ...more] = key.split('>');
  if (more.length > 0) return undefined;
  if (second === undefined) return { page, block, measure, key: unescaped(first) };
  return { page, block, measure, key: read(first), below: read(second) };
}
