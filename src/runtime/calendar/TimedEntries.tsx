import { Alert } from 'antd';
import { useMemo } from 'react';
import { MOST_ENTRIES, type TimedRecords } from '../../core/model/page-window.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useLanguage } from '../../ui/text/define-texts.ts';
import { useEntityPage } from '../EntityContext.ts';
import { useMoves } from '../view/useMoves.tsx';
import { type CalendarDrop, type CalendarMode, EventCalendar } from './EventCalendar.tsx';
import { type TimedSettings, timedEntry } from './entries.ts';
import { useCalendarText } from './text.ts';

/** The rows that records in time stand in. */
export interface TimedRows {
  /** Field whose values they are. */
  readonly by: string;
  readonly shown: readonly { readonly key: string; readonly title: string }[];
  /** Rows in which a record stands. */
  readonly of: (record: WireRecord) => readonly string[];
  /** The field's value once the record was taken from one row to another. */
  readonly moved: (record: WireRecord, row: { readonly from: string; readonly to: string }) => unknown;
}

interface TimedEntriesProps extends Pick<TimedRecords, 'records' | 'more'> {
  readonly settings: TimedSettings & {
    /** Transitions that an entry is moved by; empty for none. */
    readonly move: readonly string[];
  };
  readonly mode: CalendarMode;
  /** A day of the time that is shown. */
  readonly date: string;
  /** Default none. */
  readonly rows?: TimedRows;
}

/** Records where they stand in time, and in rows; one is moved by a transition that asks for what its new place means. */
export function TimedEntries({ records, more, settings, mode, date, rows }: TimedEntriesProps) {
  const { page, open } = useEntityPage();
  const text = useCalendarText();
  const { language } = useLanguage();
  const moves = useMoves();
  const { canMove } = moves;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person may do is told with the records.
  const entries = useMemo(
    () =>
      records.flatMap((record) => {
        const movable = canMove({ record, fits: ({ key }) => settings.move.includes(key) });
        const entry = timedEntry(page, settings, record, movable);
        if (entry === undefined) return [];
        return rows === undefined ? entry : { ...entry, rows: rows.of(record) };
      }),
    [records, page, settings, rows],
  );
  const drop = ({ id, start, end, row }: CalendarDrop): void => {
    const record = records.find((one) => one.id === id);
    if (record === undefined) return;
    const { from, until, move } = settings;
    const taken = row === undefined || rows === undefined ? undefined : { row, rows };
    moves.move({
      record,
      place: taken === undefined ? start.slice(0, 16) : titleOf(taken.rows, taken.row.to),
      values: {
        [from]: start,
        ...(until === undefined ? {} : { [until]: end ?? null }),
        ...(taken === undefined ? {} : { [taken.rows.by]: taken.rows.moved(record, taken.row) }),
      },
      // A row is proposed only to who asks for it.
      fits: ({ key, fields }) =>
        move.includes(key) && (taken === undefined || fields.some(({ field }) => field === taken.rows.by)),
    });
  };
  return (
    <>
      {more && (
        <Alert type="warning" showIcon title={text('too.many', { count: MOST_ENTRIES })} className="anlan-view-note" />
      )}
      <EventCalendar
        mode={mode}
        date={date}
        entries={entries}
        {...(rows === undefined ? {} : { rows: rows.shown })}
        locale={language}
        texts={{ allDay: text('allDay'), none: text('none'), more: (count) => text('more', { count }) }}
        onOpen={(id) => open({ kind: 'view', id })}
        onDrop={drop}
      />
      {moves.dialog}
    </>
  );
}

const titleOf = ({ shown }: TimedRows, row: string): string => shown.find(({ key }) => key === row)?.title ?? '';
