import { describe, expect, it } from 'vitest';
import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import { instantOfWallClock, wallClockOfStored } from './wall-clock.ts';

describe('wall clock', () => {
  it('shows an instant in the zone of the tenant', () => {
    expect(wallClock(new Date('2026-04-29T16:05:09.900Z'), 'Asia/Shanghai')).toBe('2026-04-30 00:05:09');
    expect(wallClock(new Date('2026-01-01T12:00:00Z'), 'America/Sao_Paulo')).toBe('2026-01-01 09:00:00');
  });

  it('reads what PostgreSQL prints in a UTC session', () => {
    expect(wallClockOfStored('2026-04-29 16:05:09.123456+00', 'Asia/Shanghai')).toBe('2026-04-30 00:05:09');
  });

  it('gives back the instant of a wall-clock text, around changes of the offset too', () => {
    for (const text of ['2026-03-29 01:30:00', '2026-03-29 03:30:00', '2026-10-25 04:00:00']) {
      const instant = instantOfWallClock(text, 'Europe/Berlin');
      expect(instant && wallClock(instant, 'Europe/Berlin')).toBe(text);
    }
    expect(instantOfWallClock('2026-04-30', 'Asia/Shanghai')?.toISOString()).toBe('2026-04-29T16:00:00.000Z');
  });

  it('refuses days and hours that do not exist', () => {
    expect(instantOfWallClock('2026-02-29 10:00:00', 'Asia/Shanghai')).toBeUndefined();
    expect(instantOfWallClock('2026-02-28 24:00:00', 'Asia/Shanghai')).toBeUndefined();
    expect(instantOfWallClock('today', 'Asia/Shanghai')).toBeUndefined();
  });
});
