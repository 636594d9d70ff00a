import { offsetAt, wallClock } from '../../../src/core/clock/wall-clock.ts';

// Where stored instants and the tenant's wall clock meet: the database keeps timestamptz (its sessions run in UTC), the
// wire and expressions carry `YYYY-MM-DD HH:mm:ss` in the tenant's zone.

/** Wall-clock date of an instant: `2026-04-30` in the zone. */
export function wallDate(instant: Date | number, zone: string): string {
  return wallClock(instant, zone).slice(0, 10);
}

/** Wall-clock text of a timestamptz as PostgreSQL prints it in a UTC session (`2026-04-30 00:05:09.123+00`). */
export function wallClockOfStored(text: string, zone: string): string {
  const time = Date.UTC(
    Number(text.slice(0, 4)),
    Number(text.slice(5, 7)) - 1,
    Number(text.slice(8, 10)),
    Number(text.slice(11, 13)),
    Number(text.slice(14, 16)),
    Number(text.slice(17, 19)),
  );
  // Years beyond 9999 and before the common era are printed otherwise; they never come from our validator.
  return Number.isNaN(time) ? text : wallClock(time, zone);
}

const WALL = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Instant of a wall-clock text (`YYYY-MM-DD`, `YYYY-MM-DD HH:mm`, `YYYY-MM-DD HH:mm:ss`) in the zone; undefined where
 * the text is none or the day does not exist. An hour that the clock skips gives the instant after the gap.
 */
export function instantOfWallClock(text: string, zone: string): Date | undefined {
  const match = WALL.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(local);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const guess = local - offsetAt(local, zone);
  const exact = local - offsetAt(guess, zone);
  return new Date(exact);
}
