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
import { type Move, useMoves } from '../../runtime/view/useMoves.tsx';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { useLanguage } from '../../ui/text/define-texts.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { CalendarSettings } from './definition.ts';
import { query } from './query.ts';

const MODES: Readonly<Record<Span, CalendarMode>> = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  agenda: 'listMonth',
};

/** Records on their days: a month, a week by its hours, or below each other, as a phone has them. */
export function CalendarPage() {
  const phone = useIsPhone();
  const spans: readonly [Span, ...Span[]] = phone ? ['agenda', 'month', 'week'] : ['month', 'week', 'agenda'];
  const time = useTimeSpan(spans);
  const view = useView(query, { _from: time.from, _to: time.to });
  return (
    <ViewFrame view={view} tools={<TimeBar time={time} spans={spans} />} isEmpty={() => false}>
      {({ records, more }) => <Entries records={records} more={more} mode={MODES[time.span]} date={time.date} />}
    </ViewFrame>
  );
}

interface EntriesProps {
  readonly records: readonly WireRecord[];
  readonly more: boolean;
  readonly mode: CalendarMode;
  readonly date: string;
}

function Entries({ records, more, mode, date }: EntriesProps) {
  const { page, open } = useEntityPage();
  const settings = useShownView().view.settings as CalendarSettings;
  const text = useCalendarText();
  const { language } = useLanguage();
  const moves = useMoves();
  const { canMove } = moves;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person may do is told with the records.
  const entries = useMemo(
    () =>
      records.flatMap((record) => {
        const movable = canMove({ record, fits: ({ key }) => settings.move.includes(key) });
        return timedEntry(page, settings, record, movable) ?? [];
      }),
    [records, page, settings],
  );
  const drop = ({ id, start, end }: CalendarDrop): void => {
    const record = records.find((one) => one.id === id);
    if (record === undefined) return;
    const { from, until } = settings;
    const move: Move = {
      record,
      place: start.slice(0, 16),
      values: { [from]: start, ...(until === undefined ? {} : { [until]: end ?? null }) },
      fits: ({ key }) => settings.move.includes(key),
    };
    moves.move(move);
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
        locale={language}
        texts={{ allDay: text('allDay'), none: text('none'), more: (count) => text('more', { count }) }}
        onOpen={(id) => open({ kind: 'view', id })}
        onDrop={drop}
      />
      {moves.dialog}
    </>
  );
}
