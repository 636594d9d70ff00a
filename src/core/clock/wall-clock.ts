const formats = new Map<string, Intl.DateTimeFormat>();
// Offsets change at most at quarter hours anywhere, so one answer serves the whole quarter.
const QUARTER = 900_000;
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds by which the wall clock of a zone is ahead of UTC at an instant. */
export function offsetAt(time: number, zone: string): number {
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
