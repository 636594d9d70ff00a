import { Dialog } from '../../ui/Dialog.tsx';
import type { CalendarEntry } from './calendar-entry.ts';
import { useCalendarText } from './text.ts';

interface CrowdedDayProps {
  /** `YYYY-MM-DD`; undefined while none is open. */
  readonly day: string | undefined;
  /** All entries of that day. */
  readonly entries: readonly CalendarEntry[];
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** All entries of a day of which the month shows some; a press opens one. */
export function CrowdedDay({ day, entries, onOpen, onClose }: CrowdedDayProps) {
  const text = useCalendarText();
  return (
    <Dialog
      open={day !== undefined}
      title={day === undefined ? '' : text('day', { day, count: entries.length })}
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
