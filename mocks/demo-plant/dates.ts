import { wallDate as dateOf } from '../../server/ground/database/wall-clock.ts';
import { wallClock } from '../../src/core/clock/wall-clock.ts';

const zone = 'Asia/Shanghai';
const day = 86_400_000;

/** Date of the plant some days from now; negative before. */
export function plantDate(now: Date, days: number): string {
  return dateOf(now.getTime() + days * day, zone);
}

/** Date and time of the plant some days from now. */
export function wallTime(now: Date, days: number): string {
  return wallClock(now.getTime() + days * day, zone);
}
