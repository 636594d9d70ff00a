import { instantOfWallClock } from '../../ground/database/wall-clock.ts';

/** A date to its end, or a date-time, as an instant; null for anything else. */
export function endOfMoment(value: unknown, zone: string): string | null {
  if (typeof value !== 'string') return null;
  const text = value.length === 10 ? `${value} 23:59:59` : value;
  return instantOfWallClock(text, zone)?.toISOString() ?? null;
}

/** The beginning of a date, or a date-time, as an instant; null for anything else. */
export function startOfMoment(value: unknown, zone: string): string | null {
  return typeof value === 'string' ? (instantOfWallClock(value, zone)?.toISOString() ?? null) : null;
}
