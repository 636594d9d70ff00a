// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { smallPage, smallUser } from '../../../tests/fixtures/small-page.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import { followReferences } from './follow-references.ts';
import { createFormEngine } from './form-engine.ts';

const page = smallPage((entity) => ({
  ...entity,
  record: {
    ...entity.record,
    required: [],
    properties: {
      place: { title: '地点', field: 'reference', type: 'string', ref: { entity: 'user' } },
      keeper: { title: '保管人', field: 'orgSelect', type: 'string', org: 'user', defaultFrom: 'place.leader' },
      note: { title: '说明', field: 'input', type: 'string' },
    },
  },
  form: { columns: 2 },
  detail: { header: [] },
  pages: { sample: { title: '样品', columns: ['note'] } },
  transitions: {},
}));

const KEEPERS: Readonly<Record<string, string>> = { p1: '8', p2: '9' };

function formOf(stored?: RecordData) {
  const engine = createFormEngine({
    page,
    stored,
    environment: browserEnvironment(page, smallUser, { now: new Date('2026-11-20T04:00:00Z') }),
  });
  const ask = vi.fn(async ({ place }: RecordData) => ({ keeper: KEEPERS[String(place)] ?? null }));
  const end = followReferences(engine, ask);
  return { engine, ask, end };
}

const rest = () => vi.advanceTimersByTimeAsync(300);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what stands behind a chosen record is filled in at once, follows it, and is not sent as entered', async () => {
  const { engine, ask, end } = formOf();
  engine.enter('note', '说明');
  await rest();
  expect(ask).not.toHaveBeenCalled();
  engine.enter('place', 'p1');
  await rest();
  expect(engine.values().keeper).toBe('8');
  expect(engine.body()).toEqual({ place: 'p1', note: '说明' });
  engine.enter('place', 'p2');
  await rest();
  expect(engine.values().keeper).toBe('9');
  engine.enter('place', null);
  await rest();
  expect(engine.values().keeper).toBeNull();
  end();
});

test('what a person has entered stays, is sent, and can follow again', async () => {
  const { engine, end } = formOf();
  engine.enter('place', 'p1');
  await rest();
  engine.enter('keeper', '5');
  engine.enter('place', 'p2');
  await rest();
  expect(engine.body()).toEqual({ place: 'p2', keeper: '5' });
  engine.follow('keeper');
  expect(engine.values().keeper).toBe('9');
  expect(engine.body()).toEqual({ place: 'p2' });
  end();
});

test('a stored record follows nothing', async () => {
  const { engine, ask, end } = formOf({ id: '1', version: 1, place: 'p1', keeper: '5' });
  engine.enter('place', 'p2');
  await rest();
  expect(ask).not.toHaveBeenCalled();
  expect(engine.values().keeper).toBe('5');
  end();
});

test('what another entity’s records give, as a default and as a result, is asked for with what it is compared by', async () => {
  const budget = smallPage((entity) => ({
    ...entity,
    record: {
      ...entity.record,
      required: [],
      properties: {
        plan: { title: '计划', field: 'reference', type: 'string', ref: { entity: 'user' } },
        left: { title: '结余', field: 'number', type: 'number', defaultFrom: "sum('user', sort, id == parent.plan)" },
        used: { title: '已用', field: 'calculate', type: 'number', compute: "sum('user', sort, id == parent.plan)" },
        note: { title: '说明', field: 'input', type: 'string' },
      },
    },
    form: { columns: 2 },
    detail: { header: [] },
    pages: { sample: { title: '样品', columns: ['note'] } },
    transitions: {},
  }));
  const engine = createFormEngine({
    page: budget,
    environment: browserEnvironment(budget, smallUser, { now: new Date('2026-11-20T04:00:00Z') }),
  });
  const ask = vi.fn(async (_: RecordData) => ({ left: 5, used: 7 }));
  const end = followReferences(engine, ask);
  engine.enter('plan', 'p1');
  await rest();
  expect(ask.mock.calls.map(([values]) => values)).toEqual([{ plan: 'p1' }]);
  expect([engine.values().left, engine.values().used]).toEqual([5, 7]);
  expect(engine.body()).toEqual({ plan: 'p1' });
  end();
});
