import { expect, it } from 'vitest';
import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import { deadlinesOf, stateDeadlines } from './deadlines.ts';

/** Timers by key: `act` fires, `sure` too and on no condition, `again` reminds on, `early` and `late` remind once. */
const TIMERS = {
  act: { at: 'x', fire: 'end', when: 'true' },
  sure: { at: 'x', fire: 'end' },
  again: { at: 'x', every: 'days(1)' },
  early: { at: 'x' },
  late: { at: 'x' },
} as unknown as Readonly<Record<string, Timer>>;

const model = {
  key: 'ticket',
  states: { open: { key: 'open', id: 'o1', timers: Object.keys(TIMERS), source: { timers: TIMERS } } },
} as unknown as EntityModel;

/** A connection over armed timers: `[scope, key, hour]` of the record `r`. */
function armed(...timers: readonly (readonly [string, string, number])[]): Connection {
  const rows = timers.map(([scope, key, hour]) => ({
    ...{
      entityKey: 'ticket',
      recordId: 'r',
      scope,
      key,
      armed: `2026-05-01 ${String(hour).padStart(2, '0')}:00:00+08`,
    },
  }));
  const others = {
    entityKey: 'ticket',
    recordId: 'other',
    scope: 'state:o1',
    key: 'sure',
    armed: '2026-01-01 00:00:00+08',
  };
  return { tenantId: '1', query: async () => [others, ...rows] } as unknown as Connection;
}

const state = async (connection: Connection, holds: Record<string, boolean> = {}) => {
  const record = { id: 'r', state: 'open', holds: new Map(Object.entries(holds)) };
  const due = (await stateDeadlines(connection, model, [record])).get('r');
  return due === undefined ? undefined : [due.timer, Number(due.due.slice(11, 13))];
};

it('the first timer that acts or goes on reminding says until when, else the last reminder', async () => {
  const of = (...keys: readonly [string, number][]) =>
    state(armed(...keys.map(([key, hour]) => ['state:o1', key, hour] as const)));
  expect(await of(['early', 1], ['sure', 9], ['again', 5])).toEqual(['again', 5]);
  expect(await of(['late', 8], ['early', 1])).toEqual(['late', 8]);
  // What may never act says so only where nothing else does.
  expect(await of(['act', 2], ['sure', 9])).toEqual(['sure', 9]);
  expect(await of(['act', 2], ['early', 9])).toEqual(['act', 2]);
  expect(await of(['unknown', 2])).toBeUndefined();
});

it('timers of other states, and those whose condition does not hold, say nothing', async () => {
  expect(await state(armed(['state:o2', 'sure', 3]))).toBeUndefined();
  const both = armed(['state:o1', 'act', 2], ['state:o1', 'late', 4]);
  expect([await state(both, { act: false }), await state(both, { act: true })]).toEqual([
    ['late', 4],
    ['act', 2],
  ]);
});

it('a vote is due by its level, else by the state of its record', async () => {
  const vote = { model, recordId: 'r', requestId: 'q', level: 'first', timers: { sure: TIMERS.sure as Timer } };
  const due = async (connection: Connection, more: Partial<Parameters<typeof deadlinesOf>[1][number]> = {}) =>
    [...(await deadlinesOf(connection, [{ ...vote, ...more }]))].map(([key, text]) => [
      key,
      Number(text.slice(11, 13)),
    ]);
  const level = ['level:q:first', 'sure', 7] as const;
  expect(await due(armed(level, ['state:o1', 'sure', 3]))).toEqual([['q:first', 7]]);
  expect(await due(armed(['level:q:second', 'sure', 7], ['state:o1', 'sure', 3]))).toEqual([['q:first', 3]]);
  const holds = new Map([['sure', false]]);
  expect(await due(armed(['state:o1', 'sure', 3]), { holds })).toEqual([]);
  // The level's own timers are asked by nobody's values.
  expect(await due(armed(level), { holds })).toEqual([['q:first', 7]]);
  expect(await due(armed(level), { model: undefined })).toEqual([]);
  expect(await deadlinesOf(armed(level), [])).toEqual(new Map());
});
