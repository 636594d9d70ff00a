import { Alert } from 'antd';
import { useMemo } from 'react';
import type { TimedRecords } from '../../core/model/page-window.ts';
import type { CalendarMode } from '../../runtime/calendar/EventCalendar.tsx';
import { TimeBar } from '../../runtime/calendar/TimeBar.tsx';
import { TimedEntries } from '../../runtime/calendar/TimedEntries.tsx';
import { useCalendarText } from '../../runtime/calendar/text.ts';
import type { Span } from '../../runtime/calendar/time-span.ts';
import { useTimeSpan } from '../../runtime/calendar/useTimeSpan.ts';
import { useEntityPage, useShownView } from '../../runtime/EntityContext.ts';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
    <ViewFrame
      view={view}
      tools={<TimeBar time={time} spans={spans} />}
      paper
      isEmpty={({ records }) => records.length === 0 && view.list.narrowed}
    >
      {({ records, more }) => <Bars records={records} more={more} mode={mode} date={time.date} />}
    </ViewFrame>
  );
}

interface BarsProps extends Pick<TimedRecords, 'records' | 'more'> {
  readonly mode: CalendarMode;
  readonly date: string;
}

function Bars({ records, more, mode, date }: BarsProps) {
  const { page } = useEntityPage();
  const settings = useShownView().view.settings as TimelineSettings;
  const text = useCalendarText();
  const rows = useMemo(() => timelineRows(page, settings.rows, records), [page, settings.rows, records]);
  if (rows.count === 0) return <EmptyState title={text('none')} />;
  return (
    <>
      {rows.count > MOST_ROWS && (
        <Alert
          type="warning"
          showIcon
          title={text('too.rows', { count: rows.count, most: MOST_ROWS })}
          className="anlan-view-note"
        />
      )}
      <TimedEntries records={records} more={more} settings={settings} mode={mode} date={date} rows={rows} />
    </>
  );
}
