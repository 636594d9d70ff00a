import { Dialog } from '../../ui/Dialog.tsx';
import type { CalendarEntry } from './EventCalendar.tsx';

interface CrowdedDayProps {
  /** `YYYY-MM-DD`; undefined while none is open. */
  readonly day: string | undefined;
  /** All entries of that day. */
  readonly entries: readonly CalendarEntry[];
  readonly locale: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** All entries of a day of which the month shows some; a press opens one. */
export function CrowdedDay({ day, entries, locale, onOpen, onClose }: CrowdedDayProps) {
  return (
    <Dialog
      open={day !== undefined}
      title={day === undefined ? '' : dayInWords(day, locale)}
      footer={null}
      onClose={onClose}
    >
      <ul className="anlan-crowded">
        {entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className={`anlan-entry anlan-entry-${entry.color}`}
              onClick={() => {
                onClose();
                onOpen(entry.id);
              }}
            >
              {!entry.days && <span className="anlan-entry-time">{timeOn(entry, day)}</span>}
              {entry.word !== undefined && <span className="anlan-entry-word">{entry.word}</span>}
              <span>{entry.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** When it begins, on the day on which it does. */
const timeOn = ({ start }: CalendarEntry, day: string | undefined): string =>
  start.slice(0, 10) === day ? start.slice(11, 16) : '';

const dayInWords = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
