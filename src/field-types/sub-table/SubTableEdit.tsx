import './sub-table.css';
import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { EditProps, ViewColumn, ViewField } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { cellStep } from './cell-keys.ts';
import { tableTracks } from './column-width.ts';
import type { RowAct } from './RowButton.tsx';
import { RowEdit } from './RowEdit.tsx';
import { RowTotals } from './RowTotals.tsx';
import { cellFaults, isFigure, type RowData, rowMessages } from './rows.ts';
import { useRowLabels } from './useRowLabels.ts';
import { type RowFocus, useTableRows } from './useTableRows.tsx';

const CONTROL = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]';

interface Place {
  readonly key: number;
  readonly column: string;
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = (target as Element).closest<HTMLElement>('td[data-column]');
  const row = cell?.closest<HTMLElement>('tr[data-key]');
  const column = cell?.dataset.column;
  return row === undefined || row === null || column === undefined
    ? undefined
    : { key: Number(row.dataset.key), column };
}

function firstCell(row: Element | null | undefined, column?: string): HTMLElement | null | undefined {
  const within = column === undefined ? 'td[data-column]' : `td[data-column="${column}"]`;
  const cells = [...(row?.querySelectorAll(within) ?? [])];
  for (const cell of cells) {
    const control = cell.querySelector<HTMLElement>(CONTROL);
    if (control !== null) return control;
  }
  return undefined;
}

/** The columns that exist for at least one row; all while there is none. */
function useShownColumns(field: ViewField, rows: readonly RowData[]): readonly ViewColumn[] {
  const { columns = [], rows: services } = field;
  const hidden = columns
    .filter(
      ({ field: { key, property } }) =>
        property.visible !== undefined &&
        services !== undefined &&
        rows.length > 0 &&
        rows.every((row) => !services.state(row, key).visible),
    )
    .map((column) => column.field.key)
    .join();
  return useMemo(
    () => (hidden === '' ? columns : columns.filter((column) => !hidden.split(',').includes(column.field.key))),
    [columns, hidden],
  );
}

/** Keys of the columns of which at least one row demands a cell that can be filled. */
function demandedColumns(field: ViewField, columns: readonly ViewColumn[], rows: readonly RowData[]): Set<string> {
  const { rows: services } = field;
  const demanded = columns.filter(({ required, field: { key, property } }) => {
    if (services === undefined || rows.length === 0) return required;
    const { visible, requiredWhen, disabledWhen } = property;
    // Without conditions a column is the same in each row.
    const differs = visible !== undefined || requiredWhen !== undefined || disabledWhen !== undefined;
    return (required || differs ? rows : rows.slice(0, 1)).some((row) => {
      const state = services.state(row, key);
      return state.required && !state.disabled;
    });
  });
  return new Set(demanded.map((column) => column.field.key));
}

/**
 * The rows as they are entered: a table in which one goes about as in a spreadsheet, on a phone a card for each row.
 * Cells are texts until the focus or the pointer comes to them.
 */
export function SubTableEdit({ id, field, disabled, describedBy, faults, ...props }: EditProps) {
  const frame = useRef<HTMLDivElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const wanted = useRef<(() => HTMLElement | null | undefined) | undefined>(undefined);
  const [active, setActive] = useState<Place>();
  const [pointed, setPointed] = useState<Place>();
  const [, redraw] = useState(0);

  const focus: RowFocus = {
    toRow: (key, { column, act } = {}) => {
      wanted.current = () => {
        const row = frame.current?.querySelector(`tr[data-key="${key}"]`);
        const inRow =
          act === undefined
            ? firstCell(row, column)
            : row?.querySelector<HTMLElement>(`[data-act="${act}"]:not([disabled])`);
        return inRow ?? (row === null || row === undefined ? adder.current : firstCell(row, column));
      };
      redraw((count) => count + 1);
    },
  };
  const left = useRef<string | undefined>(undefined);
  const leave = () => {
    // Within a row nothing is checked yet: what is still empty there is about to be filled in.
    left.current ??= String(active?.key);
    setTimeout(() => {
      const before = left.current;
      left.current = undefined;
      const at = document.activeElement;
      // A dialog that a cell has opened belongs to its row.
      const dialog = at?.closest('[role="dialog"]');
      if (dialog && !dialog.contains(frame.current)) return;
      const row = frame.current?.contains(at) ? at?.closest<HTMLElement>('tr[data-key]')?.dataset.key : undefined;
      if (before !== undefined && row !== before) props.onBlur();
    });
  };
  const table = useTableRows({ ...props, field, leave }, focus);
  const { rows, keys, limit, marks, actions } = table;
  const columns = useShownColumns(field, rows);
  const demanded = disabled ? undefined : demandedColumns(field, columns, rows);
  const least = field.property.minItems ?? 0;
  const names = useRowLabels(columns, rows, field.recordId);
  const found = useMemo(
    () =>
      cellFaults(
        faults ?? [],
        field,
        columns.map((column) => column.field),
      ),
    [faults, field, columns],
  );
  const messages = useMemo(() => rowMessages(columns, keys, marks, found), [columns, keys, marks, found]);

  // A row that was just added or moved takes the focus once it is there.
  useLayoutEffect(() => {
    const find = wanted.current;
    if (find === undefined) return;
    wanted.current = undefined;
    find()?.focus();
  });

  // The text that had the focus is an input by now.
  useLayoutEffect(() => {
    if (active === undefined) return;
    const cell = frame.current?.querySelector(`tr[data-key="${active.key}"] td[data-column="${active.column}"]`);
    if (cell === null || cell === undefined || cell.contains(document.activeElement)) return;
    const enter = (): boolean => {
      const control = cell.querySelector<HTMLElement>(CONTROL);
      control?.focus();
      if (control instanceof HTMLInputElement && control.type === 'text') control.select();
      return control !== null;
    };
    if (enter()) return;
    // Some inputs are fetched when they are first needed; the focus is nowhere until then, unless somebody moved on.
    const waiting = new MutationObserver(() => {
      if (document.activeElement !== document.body || enter()) waiting.disconnect();
    });
    waiting.observe(cell, { childList: true, subtree: true });
    return () => waiting.disconnect();
  }, [active]);

  const go = (from: Place, rowStep: number, columnStep: number): boolean => {
    let row = keys.indexOf(from.key);
    let column = columns.findIndex((one) => one.field.key === from.column);
    for (;;) {
      row += rowStep;
      column += columnStep;
      const key = keys[row];
      const name = columns[column]?.field.key;
      if (key === undefined || name === undefined) break;
      const next = frame.current?.querySelector(`tr[data-key="${key}"] td[data-column="${name}"]`);
      const control = next?.querySelector<HTMLElement>(CONTROL);
      if (control) {
        control.focus();
        return true;
      }
    }
    if (row < keys.length) return false;
    adder.current?.focus();
    return true;
  };

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (disabled || !frame.current?.contains(event.target as Element)) return;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (isUndo && table.undo.goBack()) {
      event.preventDefault();
      return;
    }
    const row = (event.target as Element).closest<HTMLElement>('tr[data-key]');
    const place = placeOf(event.target);
    if (row === null) return;
    const step = cellStep(event);
    if (step === undefined) return;
    if (step.kind !== 'shift') {
      if (place === undefined) return;
      // At the end of a row Tab goes on to its buttons, and arrows stay what they are.
      if (step.kind === 'go' && !go(place, step.rows, step.columns)) return;
      if (step.kind === 'clear') actions.change(place.key, place.column, null);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const key = Number(row.dataset.key);
    actions.move(key, step.step);
    const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset.act;
    focus.toRow(key, {
      ...(place === undefined ? {} : { column: place.column }),
      ...(act === undefined ? {} : { act }),
    });
  };

  const click = (event: MouseEvent<HTMLElement>) => {
    const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset.act as RowAct | undefined;
    const key = Number((event.target as Element).closest<HTMLElement>('tr[data-key]')?.dataset.key);
    if (act === 'up' || act === 'down') {
      actions.move(key, act === 'up' ? -1 : 1);
      focus.toRow(key, { act });
    } else if (act !== undefined) actions[act](key);
  };

  const paste = (event: ClipboardEvent<HTMLElement>) => {
    // What a cell opens stands elsewhere on the page, and has inputs of its own.
    if (!frame.current?.contains(event.target as Element)) return;
    const text = event.clipboardData.getData('text/plain');
    const place = placeOf(event.target);
    // Lines in a text of several lines are that text's own.
    if (disabled || (place && event.target instanceof HTMLTextAreaElement && !text.includes('\t'))) return;
    const row = place === undefined ? rows.length : keys.indexOf(place.key);
    if (table.paste(text, { row, column: place?.column })) event.preventDefault();
  };

  const style = useMemo(() => tableTracks(columns, !disabled), [columns, disabled]);
  return (
    <div className="anlan-rows-edit" ref={frame} onPaste={paste} onKeyDownCapture={press}>
      {rows.length > 0 && (
        <div className="anlan-rows-frame">
          <table
            className="anlan-rows anlan-rows-fixed"
            aria-label={field.title}
            aria-describedby={describedBy}
            style={style}
          >
            <thead>
              <tr>
                <th scope="col" className="anlan-rows-number">
                  {fieldText('rows.number')}
                </th>
                {columns.map((column) => (
                  <th
                    key={column.field.key}
                    scope="col"
                    title={column.field.property.hint}
                    className={isFigure(column.field) ? 'anlan-rows-figure' : undefined}
                  >
                    <span className={demanded?.has(column.field.key) ? 'anlan-rows-required' : undefined}>
                      {column.field.title}
                    </span>
                  </th>
                ))}
                {!disabled && (
                  <th scope="col" className="anlan-rows-actions">
                    {fieldText('rows.actions')}
                  </th>
                )}
              </tr>
            </thead>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the buttons within, which keys press as well. */}
            <tbody
              onClick={click}
              onFocus={(event) => {
                const place = placeOf(event.target);
                if (place && (place.key !== active?.key || place.column !== active.column)) setActive(place);
              }}
              onPointerOver={(event) => {
                const place = disabled ? undefined : placeOf(event.target);
                if (place?.key === pointed?.key && place?.column === pointed?.column) return;
                // A finger presses at once: the input must be there before it does.
                flushSync(() => setPointed(place));
              }}
              onPointerLeave={() => setPointed(undefined)}
            >
              {rows.map((row, index) => {
                const key = keys[index] ?? 0;
                return (
                  <RowEdit
                    key={key}
                    rowKey={key}
                    id={`${id}-${index}`}
                    row={row}
                    index={index}
                    last={index === rows.length - 1}
                    full={rows.length >= limit}
                    columns={columns}
                    states={field.rows}
                    names={names}
                    messages={messages.get(key) ?? ''}
                    active={active?.key === key ? active.column : undefined}
                    pointed={pointed?.key === key ? pointed.column : undefined}
                    disabled={disabled}
                    actions={actions}
                  />
                );
              })}
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
            onClick={table.add}
            // The field's label belongs to this button too, and would be all of its name.
            aria-label={fieldText('rows.addTo', { title: field.title })}
            aria-describedby={describedBy}
          >
            {fieldText('rows.add')}
          </Button>
          <span className="anlan-count">
            {rows.length >= limit
              ? fieldText('rows.full', { limit })
              : rows.length < least
                ? fieldText('rows.least', { limit: least })
                : fieldText(rows.length === 0 ? 'rows.empty' : 'rows.hint')}
          </span>
        </div>
      )}
    </div>
  );
}
