import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { type ClipboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { DEFAULT_MAX_ROWS } from './definition.ts';
import { type RowActions, RowEdit } from './RowEdit.tsx';
import { cellFault, isSummed, movedBy, parseTable, pasteInto, type RowData, tableRows } from './rows.ts';
import { RowTotals } from './SubTableRead.tsx';
import { useRowLabels } from './useRowLabels.ts';

/** Refused cells that a message names. */
const NAMED_REFUSALS = 3;

let nextKey = 1;

/** The rows as they are entered: a table, on a phone a card for each row. */
export function SubTableEdit({ id, value, onChange, onBlur, field, disabled, describedBy, faults }: EditProps) {
  const { message, modal } = App.useApp();
  const rows = useMemo(() => tableRows(value), [value]);
  const columns = field.columns ?? [];
  const limit = field.property.maxItems ?? DEFAULT_MAX_ROWS;
  const frame = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  // Which row is which while they move; rows themselves have no identity.
  const keys = useRef<number[]>([]);
  while (keys.current.length < rows.length) keys.current.push(nextKey++);
  keys.current.length = rows.length;
  const [focused, setFocused] = useState<number>();
  const names = useRowLabels(columns, rows);

  const current = useRef(rows);
  current.current = rows;
  const report = useCallback(
    (next: readonly RowData[]) => {
      current.current = next;
      onChange(next.length === 0 ? null : next);
    },
    [onChange],
  );

  // A row that was just added or moved takes the focus, once it is there.
  useEffect(() => {
    if (focused === undefined) return;
    const row = frame.current?.querySelector(`[data-row="${focused}"]`);
    row?.querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled]), button:not([disabled])')?.focus();
    setFocused(undefined);
  }, [focused]);

  const create = useCallback((): RowData => field.rows?.create() ?? {}, [field]);
  const insert = (index: number, row: RowData) => {
    keys.current.splice(index, 0, nextKey++);
    report(current.current.toSpliced(index, 0, row));
    setFocused(index);
  };

  const actions: RowActions = {
    change: useCallback(
      (key: number, column: string, cell: unknown, label?: unknown) => {
        const index = keys.current.indexOf(key);
        report(
          current.current.map((row, place) =>
            place === index
              ? { ...row, [column]: cell, ...(label === undefined ? {} : { [`${column}Label`]: label }) }
              : row,
          ),
        );
      },
      [report],
    ),
    leave: onBlur,
    copy: (index) => {
      const sealed = new Set(columns.filter(({ type }) => type.seal !== undefined).map((column) => column.field.key));
      const copy = Object.entries(current.current[index] ?? {}).filter(([key]) => !sealed.has(key));
      insert(index + 1, Object.fromEntries(copy));
    },
    move: (index, step) => {
      keys.current = [...movedBy(keys.current, index, step)];
      report(movedBy(current.current, index, step));
      setFocused(index + step);
    },
    remove: (index) => {
      modal.confirm({
        title: fieldText('rows.removeAsk'),
        okText: fieldText('confirm'),
        cancelText: fieldText('cancel'),
        okButtonProps: { danger: true },
        onOk: () => {
          keys.current.splice(index, 1);
          report(current.current.toSpliced(index, 1));
          onBlur();
        },
        // The button that asked is gone with its row.
        afterClose: () => adder.current?.focus(),
      });
    },
  };

  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (disabled || !/[\t\n]/.test(text.trimEnd())) return;
    const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-column]');
    // Lines in a text of several lines are that text's own.
    if (cell !== null && event.target instanceof HTMLTextAreaElement && !text.includes('\t')) return;
    event.preventDefault();
    const place = cell?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const at = {
      row: place === undefined ? current.current.length : Number(place),
      column: Math.max(
        0,
        columns.findIndex((column) => column.field.key === cell?.dataset.column),
      ),
    };
    const pasted = pasteInto(current.current, columns, parseTable(text), at, limit, create);
    report(pasted.rows);
    onBlur();
    if (pasted.refusals.length === 0 && pasted.left === 0) {
      void message.success(fieldText('rows.pasted', { count: pasted.count }));
      return;
    }
    const named = pasted.refusals.slice(0, NAMED_REFUSALS).join('；');
    const parts = [
      fieldText('rows.pasted', { count: pasted.count }),
      ...(pasted.refusals.length === 0 ? [] : [fieldText('rows.refused', { count: pasted.refusals.length, named })]),
      ...(pasted.left === 0 ? [] : [fieldText('rows.left', { count: pasted.left, limit })]),
    ];
    void message.warning(parts.join('，'), 8);
  };

  return (
    <div className="anlan-rows-edit" ref={frame} onPaste={paste}>
      {rows.length > 0 && (
        <div className="anlan-rows-frame">
          <table className="anlan-rows" aria-label={field.title} aria-describedby={describedBy}>
            <thead>
              <tr>
                <th scope="col" className="anlan-rows-number">
                  {fieldText('rows.number')}
                </th>
                {columns.map((column) => (
                  <th
                    key={column.field.key}
                    scope="col"
                    data-wide={column.type.span === 'full' || column.type.group === 'organisation' || undefined}
                    className={isSummed(column) ? 'anlan-rows-figure' : undefined}
                  >
                    <span className={column.required ? 'anlan-rows-required' : undefined}>{column.field.title}</span>
                  </th>
                ))}
                {!disabled && (
                  <th scope="col" className="anlan-rows-actions">
                    {fieldText('rows.actions')}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <RowEdit
                  key={keys.current[index]}
                  rowKey={keys.current[index] ?? 0}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  last={index === rows.length - 1}
                  full={rows.length >= limit}
                  columns={columns}
                  states={field.rows}
                  names={names}
                  messages={columns
                    .map((column) => cellFault(faults ?? [], field, index, column.field) ?? '')
                    .join('\n')}
                  disabled={disabled}
                  actions={actions}
                />
              ))}
            </tbody>
            <RowTotals columns={columns} rows={rows} acting={!disabled} />
          </table>
        </div>
      )}
      {disabled ? (
        rows.length === 0 && (
          <output id={id} className="anlan-output anlan-empty">
            {fieldText('rows.none')}
          </output>
        )
      ) : (
        <div className="anlan-rows-foot">
          <Button
            id={id}
            ref={adder}
            type="dashed"
            icon={<PlusOutlined />}
            disabled={rows.length >= limit}
            onClick={() => insert(current.current.length, create())}
            // The field's label belongs to this button too, and would be all of its name.
            aria-label={fieldText('rows.addTo', { title: field.title })}
            aria-describedby={describedBy}
          >
            {fieldText('rows.add')}
          </Button>
          <span className="anlan-count">
            {rows.length >= limit ? fieldText('rows.full', { limit }) : fieldText('rows.hint')}
          </span>
        </div>
      )}
    </div>
  );
}
