/** Milliseconds within which two looks at the server's clock count as the same clock. */
const SAME = 2_000;

let ahead: number | undefined;

/**
 * Notes what the server's clock said in an answer that has just come. An answer is late by its way, never early, so that
 * of answers about the same clock the one furthest ahead is the truest; a clock that was set is followed at once.
 */
export function noteServerTime(header: unknown, here: number = Date.now()): void {
  const there = typeof header === 'string' ? Number(header) : Number.NaN;
  if (!Number.isFinite(there) || there <= 0) return;
  const found = there - here;
  ahead = ahead !== undefined && Math.abs(found - ahead) < SAME ? Math.max(ahead, found) : found;
}

/** The server's time, in milliseconds since 1970; this machine's until the server has said its own. */
export function serverNow(here: number = Date.now()): number {
  return here + (ahead ?? 0);
}
