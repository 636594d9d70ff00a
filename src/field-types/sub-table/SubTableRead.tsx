import './sub-table.css';
import { useId } from 'react';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { EdgeFrame } from '../../ui/EdgeFrame.tsx';
import { useFolded } from '../../ui/useFolded.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { ReadProps, ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { cellField, rowLabel } from './cell-text.ts';
import { RowTotals } from './RowTotals.tsx';
import { isFigure, tableRows } from './rows.ts';
import { useRowLabels } from './useRowLabels.ts';

const unchanged = () => undefined;

function classOf({ field, type }: ViewColumn): string | undefined {
  if (isFigure(field)) return 'anlan-rows-figure';
  return (field.property.span ?? type.span) === 'full' ? 'anlan-rows-long' : undefined;
}

/** The rows as a table, with its totals and a shadow where columns lie beyond an edge; on a phone each row as a card. */
export function SubTableRead({ value, field }: ReadProps) {
  const rows = tableRows(value);
  const columns = (field.columns ?? []).filter((column) => column.field.property.hidden !== true);
  const id = useId();
  useRowLabels(columns, rows, field.recordId);
  const { shown, toggle } = useFolded(rows, useIsPhone());
  return (
    <>
      <EdgeFrame className="anlan-rows-frame" title={field.title}>
        <table className="anlan-rows">
          <thead>
            <tr>
              <th scope="col" className="anlan-rows-number">
                {fieldText('rows.number')}
              </th>
              {columns.map((column) => (
                <th key={column.field.key} scope="col" className={classOf(column)}>
                  {column.field.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and are only read.
              <tr key={index}>
                <td className="anlan-rows-number">{index + 1}</td>
                {columns.map((column) => {
                  const { key, title } = column.field;
                  const { Cell, Compact } = column.view;
                  const subject = cellField(column, rowLabel(row, key));
                  const cell = row[key] ?? null;
                  const text =
                    cell === null || column.field.target !== undefined ? '' : column.type.format(cell, subject);
                  return (
                    <td
                      key={key}
                      data-label={title}
                      data-empty={isEmptyValue(cell) || undefined}
                      className={classOf(column)}
                    >
                      {Compact === undefined ? (
                        <Cell value={cell} field={subject} text={text} />
                      ) : (
                        <Compact
                          id={`${id}-${index}-${key}`}
                          value={cell}
                          field={{ ...subject, title: fieldText('rows.cell', { number: index + 1, title }) }}
                          disabled
                          invalid={false}
                          describedBy={undefined}
                          onChange={unchanged}
                          onBlur={unchanged}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <RowTotals columns={columns} rows={rows} />
        </table>
      </EdgeFrame>
      {toggle}
    </>
  );
}
