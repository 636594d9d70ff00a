import { plantTime, serverNow } from '../../../api/plant-clock.ts';

/** Milliseconds of a wall-clock text, `YYYY-MM-DD HH:mm:ss`, on a scale of its own: only differences mean anything. */
const onScale = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

/** Milliseconds from now until a moment of the plant's wall clock; below 0 once it is over. */
export function leftUntil(wall: string, moment: number = serverNow()): number {
  // The wall shows full seconds; what has passed of this one counts too.
  return onScale(wall) - onScale(plantTime(moment)) - (moment % 1000);
}

/** How near the end is: from when the clock is coloured, and from when it is said aloud. */
export type Urgency = 'calm' | 'soon' | 'last' | 'over';

const SOON = 15 * 60_000;
const LAST = 5 * 60_000;

export function timeUrgency(left: number): Urgency {
  if (left <= 0) return 'over';
  if (left <= LAST) return 'last';
  return left <= SOON ? 'soon' : 'calm';
}

const two = (value: number): string => String(value).padStart(2, '0');

/** What is left as a clock shows it: `1:05:09`, `05:09`. A begun second counts whole, so that 0 is shown at the end alone. */
export function clockText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`;
}

/** Minutes before the end at which it is said aloud. */
const TOLD = [15, 5, 1];

/** The minutes that are to be told where the time left went from one to the other; undefined for none. */
export function toldBetween(before: number, left: number): number | undefined {
  return TOLD.find((minutes) => before > minutes * 60_000 && left <= minutes * 60_000 && left > 0);
}
