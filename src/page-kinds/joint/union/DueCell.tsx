import { StatusTag } from '../../../ui/StatusTag.tsx';
import { useJointText } from '../text.ts';

interface DueCellProps {
  /** Date, or moment whose date counts. */
  readonly day: string;
  readonly today: string;
  /** Days before it at which it is coloured. */
  readonly within: number;
}

/** A date with what is left of it, where that is little. */
export function DueCell({ day, today, within }: DueCellProps) {
  const text = useJointText();
  const left = daysBetween(today, day.slice(0, 10));
  if (Number.isNaN(left) || left > within) return <span className="anlan-union-day">{day}</span>;
  const says =
    left < 0
      ? text('union.past', { days: -left })
      : left === 0
        ? text('union.today')
        : text('union.left', { days: left });
  return (
    <span className="anlan-union-day">
      {day} <StatusTag text={says} color={left < 0 ? 'red' : 'orange'} grave={left < 0} />
    </span>
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
