import { Decimal, roundHalfAway, toDecimal } from '../../core/expression/decimal.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import type { ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { isFigure, type RowData } from './rows.ts';

/** Decimals with which a column's numbers are written. */
function scaleOf({ field, type }: ViewColumn): number {
  return field.property.scale ?? type.defaultScale ?? 0;
}

function extreme(cells: readonly unknown[], way: 1 | -1): unknown {
  return cells.reduce((best, cell) => {
    const isBeyond =
      typeof best === 'number' && typeof cell === 'number'
        ? (cell - best) * way > 0
        : String(cell) > String(best) === way > 0 && cell !== best;
    return isBeyond ? cell : best;
  });
}

/**
 * What the last line says of a column, as its field writes it: exact sums, averages rounded half away from zero at the
 * column's scale, `count` the filled cells. '' where the column has no `total` or no cell counts.
 */
export function columnTotal(column: ViewColumn, rows: readonly RowData[]): string {
  const { field, type } = column;
  const { total } = field.property;
  if (total === undefined) return '';
  const filled = rows.map((row) => row[field.key]).filter((cell) => !isEmptyValue(cell));
  if (total === 'count') return fieldText('rows.filled', { count: filled.length });
  const cells = isFigure(field) ? filled.filter((cell) => typeof cell === 'number') : filled;
  if (cells.length === 0) return '';
  if (total === 'max' || total === 'min') return type.format(extreme(cells, total === 'max' ? 1 : -1), field);
  const sum = cells.reduce<Decimal>((all, cell) => all.plus(toDecimal(cell) ?? new Decimal(0)), new Decimal(0));
  const value = total === 'avg' ? sum.div(cells.length) : sum;
  return type.format(Number(roundHalfAway(value, scaleOf(column)).toString()), field);
}
