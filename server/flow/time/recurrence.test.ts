import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../src/core/expression/index.ts';
import { evaluateDuration, momentAfter, momentText, occurrenceAfter } from './recurrence.ts';

const zone = 'Asia/Shanghai';
const berlin = 'Europe/Berlin';

function texts(
  start: string,
  unit: 'minutes' | 'hours' | 'days' | 'months',
  amount: number,
  in_: string,
  count: number,
) {
  return Array.from({ length: count }, (_, index) => {
    const at = momentAfter(start, { unit, amount }, index, in_);
    return at === undefined ? 'never' : momentText(at, in_);
  });
}

describe('an interval', () => {
  it('of months keeps the day of its start over short months', () => {
    expect(texts('2027-12-31', 'months', 1, zone, 4)).toEqual([
      '2027-12-31 00:00:00',
      '2028-01-31 00:00:00',
      '2028-02-29 00:00:00',
      '2028-03-31 00:00:00',
    ]);
  });

  it('of days keeps its hour when summer time begins and ends', () => {
    expect(texts('2026-03-28 08:00:00', 'days', 1, berlin, 3)).toEqual([
      '2026-03-28 08:00:00',
      '2026-03-29 08:00:00',
      '2026-03-30 08:00:00',
    ]);
    // The night is an hour shorter.
    const [before, after] = [0, 1].map((index) =>
      momentAfter('2026-03-28 08:00:00', { unit: 'days', amount: 1 }, index, berlin),
    );
    expect(Number(after) - Number(before)).toBe(23 * 3_600_000);
    // The zone of our tenants had summer time in 1988, from 17 April on.
    const [eve, day] = [0, 1].map((index) =>
      momentAfter('1988-04-16 08:00:00', { unit: 'days', amount: 1 }, index, zone),
    );
    expect(Number(day) - Number(eve)).toBe(23 * 3_600_000);
  });

  it('of hours elapses, whatever the clock on the wall does', () => {
    expect(texts('2026-10-25 01:00:00', 'hours', 1, berlin, 4)).toEqual([
      '2026-10-25 01:00:00',
      '2026-10-25 02:00:00',
      '2026-10-25 02:00:00',
      '2026-10-25 03:00:00',
    ]);
  });

  it('finds its first occurrence after a moment, far from its start too', () => {
    const next = (start: string, every: Parameters<typeof occurrenceAfter>[1], after: string) => {
      const found = occurrenceAfter(start, every, new Date(after), zone);
      return found === undefined ? undefined : [found.index, momentText(found.at, zone)];
    };
    expect(next('2026-01-31', { unit: 'months', amount: 1 }, '2026-02-27T16:00:00Z')).toEqual([
      2,
      '2026-03-31 00:00:00',
    ]);
    expect(next('2026-01-31', { unit: 'months', amount: 1 }, '2026-02-27T15:59:59Z')).toEqual([
      1,
      '2026-02-28 00:00:00',
    ]);
    expect(next('2000-01-01 00:00:00', { unit: 'minutes', amount: 1 }, '2026-04-30T00:00:30Z')?.[1]).toBe(
      '2026-04-30 08:01:00',
    );
    expect(next('2026-05-01', { unit: 'days', amount: 7 }, '2020-01-01T00:00:00Z')).toEqual([0, '2026-05-01 00:00:00']);
  });
});

describe('a duration', () => {
  const of = (source: string, values: Record<string, unknown>) => {
    const parsed = parseExpression(source);
    if (!('node' in parsed)) throw new Error(source);
    return evaluateDuration(parsed.node, {
      names: (name) => values[name],
      now: '2026-04-30 08:00:00',
      me: { userId: null, account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '' },
    });
  };

  it('is read from its function, its amount from the record', () => {
    expect(of('days(cycle)', { cycle: 3 })).toEqual({ unit: 'days', amount: 3 });
    expect(of("unit == 'h' ? hours(cycle) : months(cycle)", { cycle: 2, unit: 'h' })).toEqual({
      unit: 'hours',
      amount: 2,
    });
    expect(of("unit == 'h' ? hours(cycle) : months(cycle)", { cycle: 2, unit: 'm' })).toEqual({
      unit: 'months',
      amount: 2,
    });
  });

  it('that is empty, or not above nothing, is none', () => {
    expect(of('days(cycle)', { cycle: null })).toBeUndefined();
    expect(of('days(cycle)', { cycle: 0 })).toBeUndefined();
    expect(of('days(0 - cycle)', { cycle: 1 })).toBeUndefined();
  });
});
