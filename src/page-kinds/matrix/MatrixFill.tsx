import { App, Button, Space } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { type GridRules, gridServices } from '../../runtime/detail/grid/grid-rows.ts';
import { useGrid } from '../../runtime/detail/grid/useGrid.ts';
import { useEntityPage } from '../../runtime/EntityContext.ts';
import { LeaveGuard } from '../../runtime/form/LeaveGuard.tsx';
import { browserEnvironment } from '../../runtime/model/record-environment.ts';
import { type RecordData, valueText } from '../../runtime/model/record-view.ts';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { whenThere } from '../../ui/when-there.ts';
import type { MatrixSettings } from './definition.ts';
import { MatrixTable, moveFocus } from './MatrixTable.tsx';
import {
  type CellPlace,
  enterTexts,
  faultsOfCells,
  type MatrixSheet,
  matrixPlace,
  placeKey,
  textsOfPiece,
} from './matrix-sheet.ts';
import { useMatrixText } from './text.ts';

interface MatrixFillProps {
  readonly settings: MatrixSettings;
  readonly records: readonly WireRecord[];
  readonly rows: MatrixSheet['rows'];
  readonly days: readonly string[];
  readonly onClose: () => void;
}

/**
 * The matrix entered in place: by keys as in a spreadsheet, or pasted from one. Each cell is a record and is saved as its
 * form would save it; what is refused stays, with the reason at its cell.
 */
export function MatrixFill({ settings, records, rows, days, onClose }: MatrixFillProps) {
  const { page, me, access, can, changed } = useEntityPage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const text = useMatrixText();
  const frame = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<CellPlace & { readonly text: string }>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const rules = useMemo((): GridRules => {
    const fields = [settings.rows, settings.columns, ...settings.cells].flatMap(
      (key) => page.model.field.get(key) ?? [],
    );
    return {
      page,
      environment: browserEnvironment(page, me),
      fields: fields.filter(({ key }) => access(key) !== 'hidden'),
      start: {},
      writes: (key, record) => access(key, record) === 'write',
      adds: permittedActions(page.toolbar.toolbar, can).some(({ kind }) => kind === 'add'),
    };
  }, [page, me, access, can, settings]);
  const grid = useGrid(rules, records, `${page.page.code}/${days[0] ?? ''}`);
  const field = entryField(rules, settings);
  const sheet = useMemo((): MatrixSheet | undefined => {
    if (field === undefined) return undefined;
    const services = gridServices(rules);
    return {
      page,
      settings,
      field,
      rows,
      days,
      create: () => services.create(),
      mayEnter: (record) => services.state(record ?? {}, field.key).disabled !== true,
    };
  }, [rules, page, settings, field, rows, days]);
  const byPlace = useMemo(() => {
    const placed = grid.rows.flatMap((record) => {
      const place = matrixPlace(settings, record);
      return place === undefined ? [] : [[placeKey(place), record] as const];
    });
    return new Map(placed);
  }, [grid.rows, settings]);
  const faults = useMemo(
    () => new Map([...faultsOfCells(settings, grid.rows, grid.faults), ...refused]),
    [settings, grid.rows, grid.faults, refused],
  );

  const put = (texts: Parameters<typeof enterTexts>[2]): void => {
    if (sheet === undefined || grid.busy) return;
    const entered = enterTexts(sheet, grid.rows, texts, text('closed'));
    setRefused((told) => {
      const next = new Map(told);
      for (const { place } of texts) next.delete(placeKey(place));
      return new Map([...next, ...entered.refused]);
    });
    grid.change(entered.records);
    grid.leave();
  };
  const paste = (event: ClipboardEvent<HTMLDivElement>): void => {
    const at = placeOfCell(event.target);
    if (sheet === undefined || at === undefined || edited !== undefined) return;
    event.preventDefault();
    const { texts, left } = textsOfPiece(sheet, event.clipboardData.getData('text/plain'), at);
    put(texts);
    void message.info(text('pasted', { count: texts.length }));
    if (left > 0) void message.warning(text('beyond', { count: left }));
  };
  const textAt = (place: CellPlace): string => {
    const record = byPlace.get(placeKey(place));
    return record === undefined || field === undefined ? '' : textOf(page, field, record);
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const place = placeOfCell(event.target);
    if (edited !== undefined || place === undefined) return;
    if (event.key === 'Delete' || event.key === 'Backspace') put([{ place, text: '' }]);
    else if (event.key === 'F2' || event.key === 'Enter') setEdited({ ...place, text: textAt(place) });
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
      setEdited({ ...place, text: event.key });
    else {
      // A way of writing that composes characters begins where the focus is once the key is through.
      if (event.key === 'Process') flushSync(() => setEdited({ ...place, text: '' }));
      moveFocus(event);
      return;
    }
    event.preventDefault();
  };
  const finish = (place: CellPlace, value: string | undefined): void => {
    setEdited(undefined);
    if (value !== undefined && value !== textAt(place)) put([{ place, text: value }]);
    // The cell is drawn again as a button before it can take the focus.
    whenThere(
      () => cellAt(frame.current, place),
      (cell) => cell.focus(),
    );
  };
  const save = async (): Promise<void> => {
    const { saved, left } = await grid.save();
    if (saved > 0) changed();
    if (left > 0) void message.warning(text('left', { saved, left }));
    else if (saved > 0) void message.success(text('saved', { count: saved }));
  };
  const close = async (): Promise<void> => {
    if (grid.open > 0) {
      const agreed = await confirm({
        title: text('leave', { count: grid.open }),
        consequence: text('leave.hint'),
        okText: text('drop'),
        cancelText: text('stay'),
        danger: true,
      });
      if (!agreed) return;
      grid.drop();
    }
    onClose();
  };
  const nextFault = (): void => {
    const cells = [...(frame.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
    const at = cells.indexOf(document.activeElement as HTMLElement);
    cells[(at + 1) % cells.length]?.focus();
  };
  return (
    <>
      <LeaveGuard isDirty={() => grid.open > 0} />
      <Space wrap className="anlan-matrix-foot">
        <Button type="primary" loading={grid.busy} disabled={grid.open === 0} onClick={() => void save()}>
          {grid.busy ? text('saving', { done: grid.done }) : text('save', { count: grid.open })}
        </Button>
        <Button disabled={grid.busy} onClick={() => void close()}>
          {text('close')}
        </Button>
        {faults.size > 0 && (
          <Button danger onClick={nextFault}>
            {text('faults', { count: faults.size })}
          </Button>
        )}
        <span className="anlan-count" role="status">
          {grid.restored > 0 && grid.open > 0 ? text('restored', { count: grid.restored }) : text('fill.hint')}
        </span>
      </Space>
      <MatrixTable
        ref={frame}
        settings={settings}
        rows={rows}
        days={days}
        onPaste={paste}
        onKeyDown={press}
        cell={(row, day) => {
          const place = { row: row.key, day };
          const key = placeKey(place);
          if (edited?.row === row.key && edited.day === day) {
            return (
              <Editor initial={edited.text} name={`${row.title}，${day}`} onEnd={(value) => finish(place, value)} />
            );
          }
          const record = byPlace.get(key);
          const shown = record === undefined || field === undefined ? '' : textOf(page, field, record);
          const fault = faults.get(key);
          return (
            <button
              type="button"
              className="anlan-plain anlan-matrix-cell"
              data-row={row.key}
              data-day={day}
              data-new={record !== undefined && record.id === undefined}
              title={fault ?? shown}
              aria-invalid={fault !== undefined}
              aria-label={text(fault === undefined ? 'cell' : 'cell.fault', {
                row: row.title,
                day,
                text: shown,
                fault: fault ?? '',
              })}
              disabled={grid.busy}
              onDoubleClick={() => setEdited({ ...place, text: shown })}
            >
              {shown}
            </button>
          );
        }}
      />
    </>
  );
}

/** The first field of a cell that the person may enter. */
function entryField({ page, writes }: GridRules, { cells }: MatrixSettings) {
  return cells.flatMap((key) => page.model.field.get(key) ?? []).find(({ key, computed }) => !computed && writes(key));
}

/** A value as it is entered; what is none is shown as it was typed. */
function textOf(page: GridRules['page'], field: GridRules['fields'][number], record: RecordData): string {
  const value = record[field.key];
  const shown = valueText(page, field, record);
  return shown === '' && typeof value === 'string' ? value : shown;
}

function placeOfCell(target: EventTarget): CellPlace | undefined {
  const { row, day } = (target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset ?? {};
  return row === undefined || day === undefined ? undefined : { row, day };
}

const cellAt = (frame: HTMLElement | null, { row, day }: CellPlace): HTMLElement | undefined =>
  [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
    ({ dataset }) => dataset.row === row && dataset.day === day,
  );

interface EditorProps {
  readonly initial: string;
  readonly name: string;
  /** Told what was typed; undefined where it is let be. */
  readonly onEnd: (value: string | undefined) => void;
}

function Editor({ initial, name, onEnd }: EditorProps) {
  const [value, setValue] = useState(initial);
  const ended = useRef(false);
  const end = (result: string | undefined): void => {
    if (ended.current) return;
    ended.current = true;
    onEnd(result);
  };
  return (
    <input
      className="anlan-matrix-input"
      aria-label={name}
      // biome-ignore lint/a11y/noAutofocus: whoever began to type goes on in it.
      autoFocus
      value={value}
      onChange={({ target }) => setValue(target.value)}
      onBlur={() => end(value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) end(value);
        else if (event.key === 'Escape') end(undefined);
      }}
    />
  );
}
