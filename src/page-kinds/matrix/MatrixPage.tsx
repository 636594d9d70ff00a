import { PlusOutlined, TableOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useMemo, useState } from 'react';
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
import { MatrixFill } from './MatrixFill.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import { daysBetween, rowsOfMatrix } from './matrix-model.ts';
import { query } from './query.ts';
import { useMatrixText } from './text.ts';
import './matrix.css';

/** Rows by days, a record in each cell; a press opens it, or begins one for its row and day. */
export function MatrixPage() {
  const settings = useShownView().view.settings as MatrixSettings;
  const { page, can, access } = useEntityPage();
  const text = useMatrixText();
  const time = useTimeSpan(['agenda', 'week']);
  const view = useView(query, { _from: time.from, _to: time.to });
  const [filling, setFilling] = useState(false);
  const enters = [...permittedActions(page.toolbar.toolbar, can), ...permittedActions(page.toolbar.row, can)].some(
    ({ kind }) => kind === 'add' || kind === 'edit',
  );
  const tools = filling ? (
    <strong className="anlan-time-shown">{time.date.slice(0, 7)}</strong>
  ) : (
    <>
      <TimeBar time={time} spans={[]} />
      {enters && settings.cells.some((key) => access(key) === 'write') && (
        <Button icon={<TableOutlined aria-hidden />} onClick={() => setFilling(true)}>
          {text('fill')}
        </Button>
      )}
    </>
  );
  return (
    <ViewFrame view={view} tools={tools} paper={!filling} isEmpty={() => false}>
      {(answer) => <Matrix {...answer} filling={filling} onFilled={() => setFilling(false)} />}
    </ViewFrame>
  );
}

interface MatrixProps extends TimedRecords {
  /** Whether it is entered in place. */
  readonly filling: boolean;
  readonly onFilled: () => void;
}

function Matrix({ from, to, records, filling, onFilled }: MatrixProps) {
  const { page } = useEntityPage();
  const settings = useShownView().view.settings as MatrixSettings;
  const text = useMatrixText();
  const rows = useMemo(() => rowsOfMatrix(page, settings, records), [page, settings, records]);
  const days = useMemo(() => daysBetween(from, to, MOST_MATRIX_COLUMNS), [from, to]);
  const shown = useMemo(() => rows.slice(0, MOST_MATRIX_ROWS), [rows]);
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
      {filling ? (
        <MatrixFill
          key={`${from} ${to}`}
          settings={settings}
          records={records}
          rows={shown}
          days={days}
          onClose={onFilled}
        />
      ) : (
        <MatrixTable
          settings={settings}
          rows={shown}
          days={days}
          cell={(row, day) => <Cell row={row} day={day} record={row.cells.get(day)} settings={settings} />}
        />
      )}
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
