import { expect, it } from 'vitest';
import { compileEvaluator, parseExpression } from '../../../src/core/expression/index.ts';
import type { ScheduleModel } from '../../../src/core/model/entity-model.ts';
import { occasionsOf } from './occasions.ts';
import type { RecordExpressions } from './record-expressions.ts';
import { momentText } from './recurrence.ts';

const zone = 'Asia/Shanghai';
const at = (wall: string) => new Date(`${wall.replace(' ', 'T')}+08:00`);

/** A plan of every so many days from `start` on; 2 and 3 May 2026 are a weekend. */
function plan(start: unknown, more: { window?: string; calendar?: 'all' | 'workdays'; cycle?: number } = {}) {
  const node = (source: string) => {
    const parsed = parseExpression(source);
    if ('problems' in parsed) throw new Error(source);
    return { node: parsed.node };
  };
  const names = {
    names: (name: string) => ({ start, cycle: more.cycle ?? 1 })[name],
    now: '2026-05-01 08:00:00',
    me: { userId: null, account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '' },
  };
  const schedule = {
    start: node('start'),
    every: node('days(cycle)'),
    calendar: more.calendar ?? 'all',
    ...(more.window === undefined ? {} : { window: node(more.window) }),
  } as unknown as ScheduleModel;
  const expressions = {
    names,
    evaluate: (asked: Parameters<typeof compileEvaluator>[0]) => compileEvaluator(asked)(names),
  } as unknown as RecordExpressions;
  return occasionsOf(schedule, expressions, (date) => date !== '2026-05-02' && date !== '2026-05-03', zone);
}

const said = (found: ReturnType<NonNullable<ReturnType<typeof plan>>['between']> | undefined) => ({
  dropped: found?.dropped,
  kept: found?.kept.map(({ start, end }) => [momentText(start, zone), momentText(end, zone)].join(' – ')),
});

it('a plan occurs from one moment, apart, to another, included, each time until the next', () => {
  const between = plan('2026-04-30 08:00:00')?.between(at('2026-04-30 08:00:00'), at('2026-05-02 08:00:00'), 9);
  expect(said(between)).toEqual({
    dropped: 0,
    kept: ['2026-05-01 08:00:00 – 2026-05-02 08:00:00', '2026-05-02 08:00:00 – 2026-05-03 08:00:00'],
  });
  expect(plan('2026-04-30')?.next(at('2026-05-01 00:00:00'))).toEqual(at('2026-05-02 00:00:00'));
});

it('rest days are passed over where it is about workdays, and a window ends before the next time', () => {
  const workdays = plan('2026-04-30 08:00:00', { calendar: 'workdays', window: 'hours(4)' });
  expect(said(workdays?.between(at('2026-04-30 23:00:00'), at('2026-05-04 23:00:00'), 9))).toEqual({
    dropped: 0,
    kept: ['2026-05-01 08:00:00 – 2026-05-01 12:00:00', '2026-05-04 08:00:00 – 2026-05-04 12:00:00'],
  });
});

it('of too many that were missed the latest are kept, and the others counted', () => {
  const missed = plan('2026-01-01 08:00:00')?.between(at('2026-01-01 07:00:00'), at('2026-01-05 08:00:00'), 2);
  expect(said(missed)).toEqual({
    dropped: 3,
    kept: ['2026-01-04 08:00:00 – 2026-01-05 08:00:00', '2026-01-05 08:00:00 – 2026-01-06 08:00:00'],
  });
});

it('a plan without a start, with one that is none, or without an interval does not occur', () => {
  expect([plan(null), plan('soon'), plan('2026-05-01', { cycle: 0 })]).toEqual([undefined, undefined, undefined]);
});
