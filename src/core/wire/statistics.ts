/** One figure of a block's head. */
export interface StatisticsColumn {
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** Digits after the point. */
  readonly scale: number;
  /** Whether the figures are numbers of rows, which a list shows under the argument `figure`. */
  readonly counts: boolean;
}

/** One row: a value of the dimension with its figures, in the order of the columns. */
export interface StatisticsRow {
  /** Value of the dimension as a filter takes it; null for records without one. */
  readonly key: string | null;
  readonly label: string;
  /** Colour of the dictionary's item, where it has one. */
  readonly color?: string;
  readonly values: readonly number[];
}

/** One block of statistics with its total. */
export interface StatisticsBlock {
  readonly key: string;
  readonly title: string;
  readonly chart: string;
  /** Keys of the columns that are drawn. */
  readonly series: readonly string[];
  /** Field of the dimension and its title; undefined for figures without one. */
  readonly dimension?: { readonly field: string; readonly title: string; readonly part?: string } | undefined;
  readonly filters: readonly string[];
  readonly columns: readonly StatisticsColumn[];
  readonly rows: readonly StatisticsRow[];
  readonly total: readonly number[];
}

/** Names a figure: a measure of a block, of all rows or of one value of the dimension, on a page. */
export interface FigureName {
  /** Page on which it stands; its condition belongs to the figure. */
  readonly page?: string | undefined;
  readonly block: string;
  readonly measure: string;
  /** Value of the dimension, null for rows without one; undefined for the total. */
  readonly key?: string | null | undefined;
}

/** Writes a figure's name as lists take it: `hazardStatistic:byDept.total=12`, `byMonth.total`, `byDept.total!`. */
export function formatFigure({ page, block, measure, key }: FigureName): string {
  const value = key === undefined ? '' : key === null ? '!' : `=${key}`;
  return `${page === undefined ? '' : `${page}:`}${block}.${measure}${value}`;
}

const FIGURE = /^(?:([A-Za-z][\w-]*):)?([A-Za-z]\w*)\.([A-Za-z]\w*)(?:=([\s\S]*)|(!))?$/;

/** Reads what `formatFigure` wrote; undefined for anything else. */
export function parseFigure(text: string): FigureName | undefined {
  const [, page, block, measure, key, empty] = FIGURE.exec(text) ?? [];
  if (block === undefined || measure === undefined) return undefined;
  return { page, block, measure, key: empty === undefined ? key : null };
}
