/**
 * The one place where instants and the tenant's wall clock meet: the database keeps timestamptz (its sessions run in
 * UTC), the wire and expressions carry `YYYY-MM-DD HH:mm:ss` in the tenant's zone.
 */

const formats = new Map<string, Intl.DateTimeFormat>();
// Offsets change at most at quarter hours anywhere, so one answer serves the whole quarter.
const QUARTER = 900_000;
const offsets = new Map<string, Map<number, number>>();

function offsetAt(time: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined || known.size > 20_000) {
    known = new Map();
    offsets.set(zone, known);
  }
  const quarter = Math.floor(time / QUARTER);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = measuredOffset(quarter * QUARTER, zone);
    known.set(quarter, offset);
  }
  return offset;
}

function measuredOffset(time: number, zone: string): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts: Record<string, number> = {};
  for (const part of format.formatToParts(time)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Wall-clock text of an instant: `2026-04-30 08:05:09` in the zone. */
export function wallClock(instant: Date | number, zone: string): string {
  const time = typeof instant === 'number' ? instant : instant.getTime();
  const local = new Date(time + offsetAt(time, zone));
  const date = `${String(local.getUTCFullYear()).padStart(4, '0')}-${pad(local.getUTCMonth() + 1)}-${pad(local.getUTCDate())}`;
  return `${date} ${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}:${pad(local.getUTCSeconds())}`;
}

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
