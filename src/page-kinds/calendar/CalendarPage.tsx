import type { CalendarMode } from '../../runtime/calendar/EventCalendar.tsx';
import { TimeBar } from '../../runtime/calendar/TimeBar.tsx';
import { TimedEntries } from '../../runtime/calendar/TimedEntries.tsx';
import type { Span } from '../../runtime/calendar/time-span.ts';
import { useTimeSpan } from '../../runtime/calendar/useTimeSpan.ts';
import { useShownView } from '../../runtime/EntityContext.ts';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
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
  const settings = useShownView().view.settings as CalendarSettings;
  const phone = useIsPhone();
  const spans: readonly [Span, ...Span[]] = phone ? ['agenda', 'month', 'week'] : ['month', 'week', 'agenda'];
  const time = useTimeSpan(spans);
  const view = useView(query, { _from: time.from, _to: time.to });
  return (
    <ViewFrame
      view={view}
      tools={<TimeBar time={time} spans={spans} />}
      paper
      isEmpty={({ records }) => records.length === 0 && view.list.narrowed}
    >
      {({ records, more }) => (
        <TimedEntries records={records} more={more} settings={settings} mode={MODES[time.span]} date={time.date} />
      )}
    </ViewFrame>
  );
}
