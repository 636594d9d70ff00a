import { PlusOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { type KeyboardEvent, useMemo } from 'react';
import { permittedActions } from '../../compile/toolbar/compile-toolbar.ts';
import type { TimedRecords } from '../../core/model/page-window.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { TimeBar } from '../../runtime/calendar/TimeBar.tsx';
import { useTimeSpan } from '../../runtime/calendar/useTimeSpan.ts';
import { useEntityPage, useShownView } from '../../runtime/EntityContext.ts';
import { valueText } from '../../runtime/model/record-view.ts';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type MatrixSettings, MOST_MATRIX_COLUMNS, MOST_MATRIX_ROWS } from './definition.ts';
import { daysBetween, rowsOfMatrix } from './matrix-model.ts';
import { query } from './query.ts';
import { useMatrixText } from './text.ts';
import './matrix.css';

/** Rows by days, a record in each cell; a press opens it, or begins one for its row and day. */
export function MatrixPage() {
  const time = useTimeSpan(['agenda', 'week']);
  const view = useView(query, { _from: time.from, _to: time.to });
  return (
    <ViewFrame view={view} tools={<TimeBar time={time} spans={[]} />} isEmpty={() => false}>
      {(answer) => <Matrix {...answer} />}
    </ViewFrame>
  );
}

function Matrix({ from, to, records }: TimedRecords) {
  const { page } = useEntityPage();
  const settings = useShownView().view.settings as MatrixSettings;
  const text = useMatrixText();
  const rows = useMemo(() => rowsOfMatrix(page, settings, records), [page, settings, records]);
  const days = daysBetween(from, to, MOST_MATRIX_COLUMNS);
  if (rows.length === 0) return <EmptyState title={text('none')} />;
  return (
    <>
      {rows.length > MOST_MATRIX_ROWS && (
        <Alert
          type="warning"
          showIcon
          className="anlan-view-note"
          title={text('too.rows', { count: rows.length, most: MOST_MATRIX_ROWS })}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its cells. */}
      <div className="anlan-matrix" onKeyDown={moveFocus}>
        <table>
          <thead>
            <tr>
              <th scope="col">{page.model.field.get(settings.rows)?.title}</th>
              {days.map((day) => (
                <th key={day} scope="col" title={day}>
                  {Number(day.slice(8))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_MATRIX_ROWS).map((row) => (
              <tr key={row.key}>
                <th scope="row" title={row.title}>
                  {row.title}
                </th>
                {days.map((day) => (
                  <td key={day}>
                    <Cell row={row} day={day} record={row.cells.get(day)} settings={settings} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface CellProps {
  readonly row: { readonly key: string; readonly title: string };
  readonly day: string;
  readonly record: WireRecord | undefined;
  readonly settings: MatrixSettings;
}

function Cell({ row, day, record, settings }: CellProps) {
  const { page, can, open } = useEntityPage();
  const text = useMatrixText();
  const place = { row: row.title, day };
  if (record !== undefined) {
    const lines = settings.cells.flatMap((key) => {
      const field = page.model.field.get(key);
      return field === undefined ? [] : [valueText(page, field, record)];
    });
    const shown = lines.filter((line) => line !== '').join(' / ');
    return (
      <button
        type="button"
        className="anlan-plain anlan-matrix-cell"
        title={shown}
        aria-label={text('cell', { ...place, text: shown })}
        onClick={() => open({ kind: 'view', id: record.id })}
      >
        {shown}
      </button>
    );
  }
  const add = permittedActions(page.toolbar.toolbar, can).find(({ kind }) => kind === 'add');
  if (add === undefined) return <span className="anlan-matrix-cell" role="img" aria-label={text('empty', place)} />;
  const initial = { [settings.rows]: row.key, [`${settings.rows}Label`]: row.title, [settings.columns]: day };
  return (
    <button
      type="button"
      className="anlan-plain anlan-matrix-cell anlan-matrix-add"
      aria-label={text('add', place)}
      onClick={() => open({ kind: 'add' }, { state: { initial } })}
    >
      <PlusOutlined />
    </button>
  );
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number] | undefined>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from cell to cell. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  const line = cell?.closest('tr');
  const body = line?.parentElement;
  if (step === undefined || cell === null || cell === undefined || line === null || line === undefined) return;
  const next = [...(body?.children ?? [])][[...(body?.children ?? [])].indexOf(line) + step[0]];
  const found = next?.children[[...line.children].indexOf(cell) + step[1]]?.querySelector('button');
  if (found === null || found === undefined) return;
  event.preventDefault();
  found.focus();
}
