const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // Swedish writes dates as ISO does.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Half a day more than any zone is away from Greenwich, in milliseconds. */
const AROUND = 26 * 3_600_000;

/**
 * Whether a moment `YYYY-MM-DD HH:mm:ss` was never shown by the clocks of a zone, because they were set forward over it:
 * in Shanghai 1988-04-17 02:30:00. Such a moment would be stored an hour later than it was written.
 */
export function isSkippedMoment(moment: string, timeZone: string): boolean {
  const written = Date.parse(`${moment.replace(' ', 'T')}Z`);
  if (Number.isNaN(written)) return false;
  const clock = clockOf(timeZone);
  // The offsets before and after; where both give another wall clock, no moment has this one.
  return [written - AROUND, written + AROUND].every((near) => {
    const offset = Date.parse(`${clock.format(near).replace(' ', 'T')}Z`) - Math.floor(near / 1000) * 1000;
    return clock.format(written - offset) !== moment;
  });
}
