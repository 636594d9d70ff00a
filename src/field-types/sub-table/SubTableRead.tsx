import './sub-table.css';
import type { ReadProps, ViewColumn, ViewField } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { fieldViewOf } from '../views.ts';
import { columnTotal, isSummed, type RowData, tableRows } from './rows.ts';
import { useRowLabels } from './useRowLabels.ts';

/** The column's field for one row, with the name that the row carries for a reference. */
export function cellField(column: ViewColumn, row: RowData): ViewField {
  const label = row[`${column.field.key}Label`];
  return typeof label === 'string' || Array.isArray(label) ? { ...column.field, labels: label } : column.field;
}

/** The rows as a table, with sums of its numbers; on a phone each row as a card. */
export function SubTableRead({ value, field }: ReadProps) {
  const rows = tableRows(value);
  const columns = field.columns ?? [];
  useRowLabels(columns, rows);
  return (
    <div className="anlan-rows-frame">
      <table className="anlan-rows">
        <thead>
          <tr>
            <th scope="col" className="anlan-rows-number">
              {fieldText('rows.number')}
            </th>
            {columns.map((column) => (
              <th key={column.field.key} scope="col" className={isSummed(column) ? 'anlan-rows-figure' : undefined}>
                {column.field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and are only read.
            <tr key={index}>
              <td className="anlan-rows-number">{index + 1}</td>
              {columns.map((column) => {
                const { key, title } = column.field;
                const { Cell } = fieldViewOf(column.type.type);
                const subject = cellField(column, row);
                const cell = row[key] ?? null;
                const text =
                  cell === null || column.field.target !== undefined ? '' : column.type.format(cell, subject);
                return (
                  <td key={key} data-label={title} className={isSummed(column) ? 'anlan-rows-figure' : undefined}>
                    <Cell value={cell} field={subject} text={text} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <RowTotals columns={columns} rows={rows} />
      </table>
    </div>
  );
}

interface TotalsProps {
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly RowData[];
  /** Whether a column of buttons follows. */
  readonly acting?: boolean;
}

/** The last line: sums of the number columns. Nothing where there are none, or fewer than two rows. */
export function RowTotals({ columns, rows, acting = false }: TotalsProps) {
  if (rows.length < 2 || !columns.some(isSummed)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" className="anlan-rows-number">
          {fieldText('rows.total')}
        </th>
        {columns.map((column) => (
          <td
            key={column.field.key}
            data-label={column.field.title}
            className={isSummed(column) ? 'anlan-rows-figure' : 'anlan-rows-nothing'}
          >
            {isSummed(column) ? columnTotal(column, rows) : ''}
          </td>
        ))}
        {acting && <td className="anlan-rows-nothing" />}
      </tr>
    </tfoot>
  );
}
