import { App } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { phrases } from '../../core/text/punctuate.ts';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { DEFAULT_MAX_ROWS } from './definition.ts';
import { type Pasted, parseTable, pasteInto } from './paste.ts';
import type { RowActions } from './row-actions.ts';
import { copiedRow, movedBy, type RowData, tableRows } from './rows.ts';
import { useUndoOffer } from './useUndoOffer.tsx';

let nextKey = 1;

/** What a table asks of its view when rows have changed. */
export interface RowFocus {
  /** Brings the focus to a row: its first cell, the given one, or one of its buttons; without such a row, to the button that adds rows. */
  toRow(key: number, place?: { readonly column?: string; readonly act?: string }): void;
}

/** The rows of a table while they are entered, and all that can be done to them. */
export function useTableRows(
  props: Pick<EditProps, 'value' | 'onChange' | 'onBlur' | 'field'> & { readonly leave: () => void },
  focus: RowFocus,
) {
  const { modal } = App.useApp();
  const undo = useUndoOffer();
  const rows = useMemo(() => tableRows(props.value), [props.value]);
  const limit = props.field.property.maxItems ?? DEFAULT_MAX_ROWS;
  // Which row is which while they move; rows themselves have no identity.
  const keys = useRef<readonly number[]>([]);
  if (keys.current.length !== rows.length) {
    const more = Math.max(0, rows.length - keys.current.length);
    keys.current = [...keys.current.slice(0, rows.length), ...Array.from({ length: more }, () => nextKey++)];
  }
  const latest = useRef({ ...props, rows, focus, limit });
  latest.current = { ...props, rows, focus, limit };
  // What was pasted into cells that could not take it, by `<key of the row>/<column>`.
  const [marks, setMarks] = useState<ReadonlyMap<string, string>>(new Map());

  const report = useCallback((next: readonly RowData[], nextKeys: readonly number[]) => {
    keys.current = nextKeys;
    latest.current.rows = next;
    latest.current.onChange(next.length === 0 ? null : next);
  }, []);

  const actions = useMemo((): RowActions => {
    const indexOf = (key: number) => keys.current.indexOf(key);
    const insertAt = (index: number, row: RowData) => {
      const key = nextKey++;
      report(latest.current.rows.toSpliced(index, 0, row), keys.current.toSpliced(index, 0, key));
      latest.current.focus.toRow(key);
    };
    return {
      valuesOf: (key, column) =>
        (column.field.owner?.includes('.') ? latest.current.field.values?.() : latest.current.rows[indexOf(key)]) ?? {},
      change: (key, column, cell, label) => {
        const index = indexOf(key);
        const before = latest.current.rows[index];
        if (before === undefined) return;
        const labels = label === undefined ? {} : { [`${column}Label`]: label };
        const changed = { ...before, [column]: cell, ...labels };
        const row = latest.current.field.rows?.follow(before, changed) ?? changed;
        undo.entered(key);
        setMarks((known) => (known.has(`${key}/${column}`) ? without(known, `${key}/${column}`) : known));
        report(latest.current.rows.with(index, row), keys.current);
      },
      leave: () => latest.current.leave(),
      insert: (key) => insertAt(indexOf(key) + 1, latest.current.field.rows?.create() ?? {}),
      copy: (key) => {
        const index = indexOf(key);
        const { columns = [] } = latest.current.field;
        const own = columns.filter(({ type }) => type.seal !== undefined || type.group === 'file');
        const keysOfOwn = new Set(own.map(({ field }) => field.key));
        insertAt(index + 1, copiedRow(latest.current.rows[index] ?? {}, keysOfOwn));
      },
      move: (key, step) => {
        const index = indexOf(key);
        report(movedBy(latest.current.rows, index, step), movedBy(keys.current, index, step));
      },
      remove: (key) => {
        let focused = key;
        modal.confirm({
          title: fieldText('rows.removeAsk'),
          okText: fieldText('confirm'),
          cancelText: fieldText('cancel'),
          okButtonProps: { danger: true },
          // A red button must not be what Enter presses by habit.
          autoFocusButton: 'cancel',
          onOk: () => {
            const index = indexOf(key);
            const row = latest.current.rows[index];
            if (row === undefined) return;
            report(latest.current.rows.toSpliced(index, 1), keys.current.toSpliced(index, 1));
            latest.current.onBlur();
            undo.make({
              text: fieldText('rows.removed', { number: index + 1 }),
              isFaulty: false,
              back: () => {
                const at = Math.min(index, latest.current.rows.length);
                report(latest.current.rows.toSpliced(at, 0, row), keys.current.toSpliced(at, 0, key));
                latest.current.onBlur();
                latest.current.focus.toRow(key, { act: 'remove' });
              },
            });
            focused = keys.current[Math.min(index, keys.current.length - 1)] ?? 0;
          },
          // The button that asked may be gone with its row.
          afterClose: () => latest.current.focus.toRow(focused, { act: 'remove' }),
        });
      },
    };
  }, [modal, report, undo]);

  const add = () => {
    const key = nextKey++;
    const row = props.field.rows?.create() ?? {};
    report([...latest.current.rows, row], [...keys.current, key]);
    focus.toRow(key);
  };

  /** Takes a copied piece of a spreadsheet from a cell on; false where it is a single text. */
  const paste = (text: string, at: { readonly row: number; readonly column: string | undefined }): boolean => {
    if (!/[\t\n]/.test(text.trimEnd())) return false;
    const { columns = [], rows: services } = props.field;
    const before = { rows: latest.current.rows, keys: keys.current };
    const column = Math.max(
      0,
      columns.findIndex((one) => one.field.key === at.column),
    );
    const target = {
      rows: before.rows,
      columns,
      limit,
      create: () => services?.create() ?? {},
      closed: (row: RowData, key: string) => {
        const state = services?.state(row, key);
        return state !== undefined && (!state.visible || state.disabled);
      },
    };
    const pasted = pasteInto(target, parseTable(text), { row: at.row, column });
    const grown = Array.from({ length: pasted.rows.length - before.keys.length }, () => nextKey++);
    const after = [...before.keys, ...grown];
    setMarks((known) => withFaults(known, pasted, after));
    report(pasted.rows, after);
    props.onBlur();
    const written = after.slice(at.row, at.row + pasted.count);
    undo.make({
      text: pasteText(pasted, limit),
      isFaulty: pasted.faults.length > 0 || pasted.left > 0,
      rows: written,
      back: () => {
        const ofWritten = ([place]: [string, string]) => written.includes(Number(place.split('/')[0]));
        setMarks(
          (known) => new Map([...[...known].filter((mark) => !ofWritten(mark)), ...[...marks].filter(ofWritten)]),
        );
        // Rows that were moved, added, removed or changed since stay so; what was pasted goes.
        const old = new Map(before.keys.map((key, index) => [key, before.rows[index]]));
        const kept = keys.current.flatMap((key, index) => {
          const row = written.includes(key) ? old.get(key) : latest.current.rows[index];
          return row === undefined ? [] : [{ key, row }];
        });
        report(
          kept.map(({ row }) => row),
          kept.map(({ key }) => key),
        );
        latest.current.onBlur();
      },
    });
    return true;
  };

  return { rows, keys: keys.current, limit, marks, actions, add, paste, undo };
}

function without(marks: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const next = new Map(marks);
  next.delete(key);
  return next;
}

function withFaults(
  known: ReadonlyMap<string, string>,
  { faults }: Pasted,
  keys: readonly number[],
): ReadonlyMap<string, string> {
  const next = new Map(known);
  for (const { row, column, text, message, held } of faults) {
    if (held) next.delete(`${keys[row]}/${column}`);
    else next.set(`${keys[row]}/${column}`, fieldText('rows.pastedText', { text: text.slice(0, 40), message }));
  }
  return next;
}

function pasteText({ count, faults, left }: Pasted, limit: number): string {
  return phrases([
    fieldText('rows.pasted', { count }),
    ...(faults.length === 0 ? [] : [fieldText('rows.refused', { count: faults.length })]),
    ...(left === 0 ? [] : [fieldText('rows.left', { count: left, limit })]),
  ]);
}
