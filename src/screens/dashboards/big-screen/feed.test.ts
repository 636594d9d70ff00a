import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/faults.ts';
import type { DashboardAnswer } from '../../../core/wire/joint.ts';
import { isOld, NOTHING_YET, startFeed, type WallState } from './feed.ts';

const answer = (value: number, refresh = 5): DashboardAnswer => ({
  view: 'dashboard',
  layout: 'tiles',
  refresh,
  tiles: [{ key: 'found', title: '发现', width: 2, content: { kind: 'number', value, unit: '', scale: 0 } }],
});

const refused = (status: number) => new ApiError({ status, code: status, msg: '' });

let states: WallState[];
let answers: (() => Promise<DashboardAnswer>)[];
let asked: number[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('window', new EventTarget());
  states = [];
  answers = [];
  asked = [];
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const start = (): void => {
  end = startFeed({
    ask: async () => {
      asked.push(Date.now());
      return (answers.shift() ?? (async () => answer(0)))();
    },
    now: () => Date.now(),
    onState: (state) => states.push(state),
  });
};
const fails = (status: number) => async () => {
  throw refused(status);
};

it('asks as often as the first tile is due, never sooner than after five seconds nor later than after a minute', async () => {
  answers = [async () => answer(1), async () => answer(2, 1), async () => answer(3, 3_600)];
  start();
  await vi.advanceTimersByTimeAsync(75_000);
  expect(asked).toEqual([0, 5_000, 10_000, 70_000, 75_000]);
  expect(states.map(({ tiles }) => tiles.get('found')?.content)).toHaveLength(5);
});

it('keeps what it has while the server is away, and comes back within seconds', async () => {
  answers = [async () => answer(7), fails(0), fails(502), fails(503), async () => answer(8)];
  start();
  await vi.advanceTimersByTimeAsync(14_500);
  expect(asked).toEqual([0, 5_000, 8_000, 11_000, 14_000]);
  expect(states.map(({ trouble, readAt }) => [trouble, readAt])).toEqual([
    [undefined, 0],
    ['offline', 0],
    ['offline', 0],
    ['offline', 0],
    [undefined, 14_000],
  ]);
  expect(states[2]?.tiles.get('found')?.content).toMatchObject({ value: 7 });
});

it('asks at once when the network is back', async () => {
  answers = [fails(0)];
  start();
  await vi.advanceTimersByTimeAsync(1_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([0, 1_000]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([0, 1_000, 6_000]);
});

it.each([
  [404, 'unknown'],
  [403, 'unknown'],
  [400, 'unknown'],
  [429, 'crowded'],
] as const)('asks seldom where the server refuses with %i', async (status, trouble) => {
  answers = [fails(status), fails(status)];
  start();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(asked).toEqual([0, 60_000]);
  expect(states[0]?.trouble).toBe(trouble);
});

it('is silent once it is ended, even about what is on its way', async () => {
  let arrive: (value: DashboardAnswer) => void = () => undefined;
  answers = [() => new Promise((resolve) => (arrive = resolve))];
  start();
  end();
  arrive(answer(1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([asked, states]).toEqual([[0], []]);
});

it('calls data old after two minutes', () => {
  const state = { ...NOTHING_YET, readAt: 1_000 };
  expect([isOld(state, 121_000), isOld(state, 121_001), isOld(NOTHING_YET, 999_999)]).toEqual([false, true, false]);
});
