import dayjs, { type Dayjs } from 'dayjs';
import { wallClock } from '../core/clock/wall-clock.ts';
import { siteConfig } from './site.ts';

/** Milliseconds within which two looks at the server's clock count as the same clock. */
const SAME = 2_000;

let ahead: number | undefined;

/**
 * Notes what the server's clock said in an answer that has just come. An answer is late by its way, never early, so that
 * of answers about the same clock the one furthest ahead is the truest; a clock that was set is followed at once.
 */
export function noteServerTime(header: unknown, here: number = steadyNow()): void {
  const there = typeof header === 'string' ? Number(header) : Number.NaN;
  if (!Number.isFinite(there) || there <= 0) return;
  const found = there - here;
  ahead = ahead !== undefined && Math.abs(found - ahead) < SAME ? Math.max(ahead, found) : found;
}

/**
 * This machine's time as it was when the page began, and what has passed since by a clock that nobody sets: a countdown
 * does not jump where somebody turns the machine's clock back. A machine that slept is behind until the next answer.
 */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The server's time, in milliseconds since 1970; this machine's until the server has said its own. */
export function serverNow(here: number = steadyNow()): number {
  return here + (ahead ?? 0);
}

/** This machine's clock in milliseconds, for ages, leases and names of its own. It is never shown. */
export function machineNow(): number {
  return Date.now();
}

/** What this machine's clock says at this moment, as it is noted beside the server's time: an ISO moment. */
export function deviceMoment(): string {
  return new Date(machineNow()).toISOString();
}

/** What a clock on the plant's wall shows, `YYYY-MM-DD HH:mm:ss`: the server's time in the tenant's zone. Default now. */
export function plantTime(moment: number = serverNow()): string {
  return wallClock(moment, siteConfig().timeZone);
}

/** The plant's wall clock as pickers and formats take it. It is no moment: only its year to seconds may be read. */
export function plantMoment(): Dayjs {
  return dayjs(plantTime());
}
