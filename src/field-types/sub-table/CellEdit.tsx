import { memo, useCallback } from 'react';
import { titled } from '../../core/text/punctuate.ts';
import type { ChosenLabel, ViewColumn } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { cellField, cellText, choosingField } from './cell-text.ts';
import { mayOverflow } from './column-width.ts';
import type { RowActions } from './row-actions.ts';
import { isFigure } from './rows.ts';

interface CellProps {
  readonly id: string;
  readonly rowKey: number;
  /** Number of the row from 1. */
  readonly number: number;
  readonly value: unknown;
  readonly label: unknown;
  readonly column: ViewColumn;
  /** Whether somebody is in the cell, or about to be: only then it has an input. */
  readonly live: boolean;
  readonly visible: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly fault: string;
  /** Changes when names of chosen records came to be known. */
  readonly names: string | undefined;
  readonly actions: RowActions;
}

/** One cell: a text that the focus turns into an input. Thousands of inputs would take seconds to be there. */
export const CellEdit = memo(function CellEdit(props: CellProps) {
  const { id, rowKey, number, value, label, column, live, disabled, fault, actions } = props;
  const { key, title } = column.field;
  const { change, leave } = actions;
  const take = useCallback(
    (next: unknown, chosen?: ChosenLabel) => change(rowKey, key, next, chosen),
    [change, rowKey, key],
  );
  const attributes = {
    'data-column': key,
    'data-label': title,
    'data-required': (props.required && props.visible && !disabled) || undefined,
    className: isFigure(column.field) ? 'anlan-rows-figure' : undefined,
  };
  if (!props.visible) {
    return (
      <td {...attributes}>
        <span className="anlan-rows-still anlan-empty">—</span>
      </td>
    );
  }
  const helpId = fault === '' ? undefined : `${id}-help`;
  const help = helpId !== undefined && (
    <div id={helpId} className="anlan-fault">
      {fault}
    </div>
  );
  const { Edit, Compact } = column.view;
  if (Compact !== undefined) {
    return (
      <td {...attributes} data-invalid={helpId === undefined ? undefined : true}>
        <Compact
          id={id}
          value={value}
          field={{ ...cellField(column, label), title: fieldText('rows.cell', { number, title }) }}
          disabled={disabled}
          invalid={helpId !== undefined}
          describedBy={helpId}
          onChange={take}
          onBlur={leave}
        />
        {help}
      </td>
    );
  }
  if (disabled) {
    const text = cellText(column, value, label);
    return (
      <td {...attributes} data-invalid={helpId === undefined ? undefined : true}>
        <span className="anlan-rows-still" data-long={mayOverflow(text, column) || undefined} title={text}>
          {text}
        </span>
        {help}
      </td>
    );
  }
  if (!live) {
    const text = cellText(column, value, label);
    const name = fieldText('rows.cell', { number, title });
    return (
      <td {...attributes} data-invalid={helpId === undefined ? undefined : true}>
        <button
          type="button"
          id={id}
          className="anlan-rows-cell"
          data-long={mayOverflow(text, column) || undefined}
          title={text}
          aria-label={text === '' ? name : titled(name, text)}
          aria-describedby={helpId}
        >
          {text}
        </button>
        {help}
      </td>
    );
  }
  return (
    <td {...attributes} data-live data-invalid={helpId === undefined ? undefined : true}>
      <label className="anlan-hidden" htmlFor={id}>
        {fieldText('rows.cell', { number, title })}
      </label>
      <Edit
        id={id}
        value={value}
        field={choosingField(column, label, () => actions.valuesOf(rowKey, column))}
        disabled={false}
        invalid={helpId !== undefined}
        describedBy={helpId}
        onChange={take}
        onBlur={leave}
      />
      {help}
    </td>
  );
});
