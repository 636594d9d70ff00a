const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left until a deadline, in the largest whole unit; `past` once it has gone by. */
interface RemainingTime {
  readonly unit: 'past' | 'days' | 'hours' | 'minutes';
  readonly count: number;
}

const instant = (wallClock: string) => Date.parse(`${wallClock.replace(' ', 'T')}Z`);

/** What is left of the time between two readings of the same wall clock (`YYYY-MM-DD HH:mm:ss`). */
export function remainingTime(deadline: string, now: string): RemainingTime {
  const left = instant(deadline) - instant(now);
  if (left <= 0) return { unit: 'past', count: 0 };
  if (left >= DAY) return { unit: 'days', count: Math.floor(left / DAY) };
  if (left >= HOUR) return { unit: 'hours', count: Math.floor(left / HOUR) };
  return { unit: 'minutes', count: Math.max(1, Math.floor(left / MINUTE)) };
}
