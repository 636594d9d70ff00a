import { memo } from 'react';
import type { ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { isFigure, type RowData } from './rows.ts';
import { columnTotal } from './totals.ts';

interface TotalsProps {
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly RowData[];
  /** Whether a column of buttons follows. */
  readonly acting?: boolean;
}

/** The last line: the totals of the columns that have one. Nothing where there are none, or no rows. */
export function RowTotals({ columns, rows, acting = false }: TotalsProps) {
  if (rows.length === 0 || !columns.some(({ field }) => field.property.total !== undefined)) return null;
  const isSum = columns.every(({ field }) => (field.property.total ?? 'sum') === 'sum');
  return (
    <tfoot>
      <tr>
        <th scope="row" className="anlan-rows-number">
          {fieldText('rows.total')}
        </th>
        {columns.map((column) => (
          <TotalCell key={column.field.key} column={column} rows={rows} isSum={isSum} />
        ))}
        {acting && <td className="anlan-rows-nothing" />}
      </tr>
    </tfoot>
  );
}

interface TotalProps {
  readonly column: ViewColumn;
  readonly rows: readonly RowData[];
  /** Whether all totals are sums, which then need no name. */
  readonly isSum: boolean;
}

function sameTotal(before: TotalProps, after: TotalProps): boolean {
  if (before.column !== after.column || before.isSum !== after.isSum) return false;
  const { property, key } = after.column.field;
  if (property.total === undefined) return true;
  return (
    before.rows.length === after.rows.length &&
    after.rows.every((row, index) => Object.is(row[key], before.rows[index]?.[key]))
  );
}

/** Total of one column; exact decimals are added anew only when a cell of the column has changed. */
const TotalCell = memo(function TotalCell({ column, rows, isSum }: TotalProps) {
  const { key, title, property } = column.field;
  const text = columnTotal(column, rows);
  const name = text === '' || isSum || property.total === undefined ? '' : fieldText(`rows.total.${property.total}`);
  return (
    <td
      data-label={title}
      data-column={key}
      className={text === '' ? 'anlan-rows-nothing' : isFigure(column.field) ? 'anlan-rows-figure' : undefined}
    >
      <span>
        {name !== '' && <span className="anlan-count">{name} </span>}
        {text}
      </span>
    </td>
  );
}, sameTotal);
