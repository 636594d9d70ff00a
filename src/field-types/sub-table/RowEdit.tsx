import { memo } from 'react';
import type { RowServices, ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { CellEdit } from './CellEdit.tsx';
import { rowLabel } from './cell-text.ts';
import { RowButton } from './RowButton.tsx';
import type { RowActions } from './row-actions.ts';
import type { RowData } from './rows.ts';

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
  readonly names: string | undefined;
  /** Faults of the cells, one line for each column. */
  readonly messages: string;
  /** Columns of the cells that have an input: the one with the focus and the one under the pointer. */
  readonly active: string | undefined;
  readonly pointed: string | undefined;
  readonly disabled: boolean;
  readonly actions: RowActions;
}

function sameRow(before: RowProps, after: RowProps): boolean {
  const names = Object.keys(after) as (keyof RowProps)[];
  if (names.some((name) => name !== 'row' && before[name] !== after[name])) return false;
  if (before.row === after.row) return true;
  const keys = Object.keys(after.row);
  return (
    keys.length === Object.keys(before.row).length && keys.every((key) => Object.is(before.row[key], after.row[key]))
  );
}

/** One row; it is drawn again only when something in it changed, so that long tables stay quick. */
export const RowEdit = memo(function RowEdit(props: RowProps) {
  const { row, rowKey, index, columns, disabled, actions } = props;
  const faults = props.messages.split('\n');
  const number = index + 1;
  const fixed = props.states?.isFixed?.(row) === true;
  return (
    <tr data-row={index} data-key={rowKey}>
      <td className="anlan-rows-number">{number}</td>
      {columns.map((column, place) => {
        const { key } = column.field;
        const state = props.states?.state(row, key);
        return (
          <CellEdit
            key={key}
            id={`${props.id}-${key}`}
            rowKey={rowKey}
            number={number}
            value={row[key] ?? null}
            label={rowLabel(row, key)}
            column={column}
            live={props.active === key || props.pointed === key}
            visible={state?.visible ?? true}
            required={state?.required ?? column.required}
            disabled={disabled || (state?.disabled ?? column.computed)}
            fault={faults[place] ?? ''}
            names={column.field.target === undefined ? undefined : props.names}
            actions={actions}
          />
        );
      })}
      {!disabled && (
        <td className="anlan-rows-actions">
          <RowButton act="up" disabled={index === 0} name={fieldText('rows.up', { number })} />
          <RowButton act="down" disabled={props.last} name={fieldText('rows.down', { number })} />
          <RowButton act="insert" disabled={props.full} name={fieldText('rows.insert', { number })} />
          <RowButton act="copy" disabled={props.full || fixed} name={fieldText('rows.copy', { number })} />
          <RowButton act="remove" disabled={fixed} name={fieldText('rows.remove', { number })} />
        </td>
      )}
    </tr>
  );
}, sameRow);
