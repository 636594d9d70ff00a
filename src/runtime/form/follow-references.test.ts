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
