import { Alert } from 'antd';
import { useMemo } from 'react';
import { MOST_ENTRIES } from '../../core/model/page-window.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { type CalendarDrop, type CalendarMode, EventCalendar } from '../../runtime/calendar/EventCalendar.tsx';
import { timedEntry } from '../../runtime/calendar/entries.ts';
import { TimeBar } from '../../runtime/calendar/TimeBar.tsx';
import { useCalendarText } from '../../runtime/calendar/text.ts';
import type { Span } from '../../runtime/calendar/time-span.ts';
import { useTimeSpan } from '../../runtime/calendar/useTimeSpan.ts';
import { useEntityPage, useShownView } from '../../runtime/EntityContext.ts';
import { useMoves } from '../../runtime/view/useMoves.tsx';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useLanguage } from '../../ui/text/define-texts.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { TimelineSettings } from './definition.ts';
import { query } from './query.ts';
import { MOST_ROWS, timelineRows } from './timeline-rows.ts';

/** Records as bars in rows; a phone, which is too narrow for bars, has them below each other. */
export function TimelinePage() {
  const phone = useIsPhone();
  const spans: readonly [Span, ...Span[]] = phone ? ['agenda'] : ['month', 'week'];
  const time = useTimeSpan(spans);
  const view = useView(query, { _from: time.from, _to: time.to });
  const mode: CalendarMode = phone
    ? 'listMonth'
    : time.span === 'week'
      ? 'resourceTimelineWeek'
      : 'resourceTimelineMonth';
  return (
    <ViewFrame view={view} tools={<TimeBar time={time} spans={spans} />} isEmpty={() => false}>
      {({ records, more }) => <Bars records={records} more={more} mode={mode} date={time.date} />}
    </ViewFrame>
  );
}

interface BarsProps {
  readonly records: readonly WireRecord[];
  readonly more: boolean;
  readonly mode: CalendarMode;
  readonly date: string;
}

function Bars({ records, more, mode, date }: BarsProps) {
  const { page, open } = useEntityPage();
  const settings = useShownView().view.settings as TimelineSettings;
  const text = useCalendarText();
  const { language } = useLanguage();
  const moves = useMoves();
  const { canMove } = moves;
  const rows = useMemo(() => timelineRows(page, settings.rows, records), [page, settings.rows, records]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person may do is told with the records.
  const entries = useMemo(
    () =>
      records.flatMap((record) => {
        const movable = canMove({ record, fits: ({ key }) => settings.move.includes(key) });
        const entry = timedEntry(page, settings, record, movable);
        return entry === undefined ? [] : { ...entry, rows: rows.of(record) };
      }),
    [records, page, settings, rows],
  );
  const drop = ({ id, start, end, row }: CalendarDrop): void => {
    const record = records.find((one) => one.id === id);
    if (record === undefined) return;
    const { from, until, rows: by } = settings;
    const values: Readonly<Record<string, unknown>> = {
      [from]: start,
      ...(until === undefined ? {} : { [until]: end ?? null }),
      ...(row === undefined ? {} : { [by]: rows.moved(record, row) }),
    };
    moves.move({
      record,
      place: row === undefined ? start.slice(0, 16) : (rows.shown.find(({ key }) => key === row.to)?.title ?? ''),
      values,
      // A row is proposed only to who asks for it.
      fits: ({ key, fields }) =>
        settings.move.includes(key) && (row === undefined || fields.some(({ field }) => field === by)),
    });
  };
  const notes = [
    ...(more ? [text('too.many', { count: MOST_ENTRIES })] : []),
    ...(rows.count > MOST_ROWS ? [text('too.rows', { count: rows.count, most: MOST_ROWS })] : []),
  ];
  return (
    <>
      {notes.map((note) => (
        <Alert key={note} type="warning" showIcon title={note} className="anlan-view-note" />
      ))}
      {entries.length === 0 && <EmptyState title={text('none')} />}
      <EventCalendar
        mode={mode}
        date={date}
        entries={entries}
        rows={rows.shown}
        locale={language}
        texts={{ allDay: text('allDay'), none: text('none'), more: (count) => text('more', { count }) }}
        onOpen={(id) => open({ kind: 'view', id })}
        onDrop={drop}
      />
      {moves.dialog}
    </>
  );
}
