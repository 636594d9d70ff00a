import { thousands } from '../../core/amount/number-text.ts';
import { withAside } from '../../core/text/punctuate.ts';
import type { Counted, StatisticsBlock, StatisticsColumn, StatisticsRow } from '../../core/wire/statistics.ts';

/** What stands where there is nothing to average. */
const NONE = '—';

/** A figure as it is read: grouped by thousands, with its decimals and its per cent sign. */
export function figureText(value: Counted, column: Pick<StatisticsColumn, 'scale' | 'unit'>): string {
  if (value === null) return NONE;
  const text = thousands(value, column.scale);
  return column.unit === '%' ? `${text}%` : text;
}

/** A figure with its unit. */
export function figureWithUnit(value: Counted, column: Pick<StatisticsColumn, 'scale' | 'unit'>): string {
  const text = figureText(value, column);
  return value === null || column.unit === '' || column.unit === '%' ? text : `${text} ${column.unit}`;
}

/** A column's heading with its unit. */
export function headingOf({ title, unit }: StatisticsColumn): string {
  return unit === '' || unit === '%' ? title : withAside(title, unit);
}

/** What the rows of a block are: its dimension, with that which divides them further. */
export function dimensionTitle({ dimension, below }: StatisticsBlock): string {
  return [dimension?.title, below?.title].filter((title) => title !== undefined).join(' / ');
}

/**
 * Address of the list behind a figure; undefined where no list shows it. Without `row` the total is meant; a row of the
 * second dimension stands `within` one of the first.
 */
export type FigureLinks = (
  block: StatisticsBlock,
  column: StatisticsColumn,
  row?: StatisticsRow,
  within?: StatisticsRow,
) => string | undefined;
