import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useCallback } from 'react';
import type { ChosenLabel, RowServices, ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { fieldViewOf } from '../views.ts';
import { isSummed, type RowData } from './rows.ts';
import { cellField } from './SubTableRead.tsx';

/** What can be done to a row. Rows are named by their key while they are typed into: they may have moved by then. */
export interface RowActions {
  readonly change: (key: number, column: string, value: unknown, label?: unknown) => void;
  readonly leave: () => void;
  readonly copy: (index: number) => void;
  readonly move: (index: number, step: 1 | -1) => void;
  readonly remove: (index: number) => void;
}

interface RowProps {
  readonly rowKey: number;
  readonly id: string;
  readonly row: RowData;
  readonly index: number;
  readonly last: boolean;
  /** Whether no further row has room. */
  readonly full: boolean;
  readonly columns: readonly ViewColumn[];
  readonly states: RowServices | undefined;
  /** Changes when names of chosen records came to be known. */
  readonly names: string | undefined;
  /** Faults of the cells, one line for each column. */
  readonly messages: string;
  readonly disabled: boolean;
  readonly actions: RowActions;
}

function sameRow(before: RowProps, after: RowProps): boolean {
  const plain = ['rowKey', 'index', 'last', 'full', 'columns', 'states', 'names', 'messages', 'disabled'] as const;
  if (plain.some((name) => before[name] !== after[name])) return false;
  // What is done to a row goes by its key, or by an index that is the same.
  if (before.row === after.row) return true;
  const keys = Object.keys(after.row);
  return (
    keys.length === Object.keys(before.row).length && keys.every((key) => Object.is(before.row[key], after.row[key]))
  );
}

/** One row; it is drawn again only when something in it changed, so that long tables stay quick. */
export const RowEdit = memo(function RowEdit({ row, index, columns, disabled, actions, messages, ...props }: RowProps) {
  const faults = messages.split('\n');
  const number = index + 1;
  return (
    <tr data-row={index}>
      <td className="anlan-rows-number">{number}</td>
      {columns.map((column, place) => {
        const { key, title } = column.field;
        const state = props.states?.state(row, key);
        return (
          <td
            key={key}
            data-column={key}
            data-label={title}
            className={isSummed(column) ? 'anlan-rows-figure' : undefined}
          >
            {state?.visible === false ? (
              <span className="anlan-empty">—</span>
            ) : (
              <CellEdit
                id={`${props.id}-${key}`}
                rowKey={props.rowKey}
                row={row}
                number={number}
                value={row[key] ?? null}
                column={column}
                disabled={disabled || (state?.disabled ?? column.computed)}
                fault={faults[place] ?? ''}
                actions={actions}
              />
            )}
          </td>
        );
      })}
      {!disabled && (
        <td className="anlan-rows-actions">
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            disabled={index === 0}
            onClick={() => actions.move(index, -1)}
            aria-label={fieldText('rows.up', { number })}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            disabled={props.last}
            onClick={() => actions.move(index, 1)}
            aria-label={fieldText('rows.down', { number })}
          />
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined />}
            disabled={props.full}
            onClick={() => actions.copy(index)}
            aria-label={fieldText('rows.copy', { number })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            onClick={() => actions.remove(index)}
            aria-label={fieldText('rows.remove', { number })}
          />
        </td>
      )}
    </tr>
  );
}, sameRow);

interface CellProps {
  readonly id: string;
  readonly rowKey: number;
  readonly row: RowData;
  readonly number: number;
  readonly value: unknown;
  readonly column: ViewColumn;
  readonly disabled: boolean;
  readonly fault: string;
  readonly actions: RowActions;
}

function CellEdit({ id, rowKey, row, number, value, column, disabled, fault, actions }: CellProps) {
  const { Edit } = fieldViewOf(column.type.type);
  const { key, title } = column.field;
  const { change } = actions;
  const take = useCallback(
    (next: unknown, label?: ChosenLabel) => change(rowKey, key, next, label),
    [change, rowKey, key],
  );
  const helpId = fault === '' ? undefined : `${id}-help`;
  return (
    <>
      <label className="anlan-hidden" htmlFor={id}>
        {fieldText('rows.cell', { number, title })}
      </label>
      <Edit
        id={id}
        value={value}
        field={cellField(column, row)}
        disabled={disabled}
        invalid={fault !== ''}
        describedBy={helpId}
        onChange={take}
        onBlur={actions.leave}
      />
      {helpId !== undefined && (
        <div id={helpId} className="anlan-fault">
          {fault}
        </div>
      )}
    </>
  );
}
