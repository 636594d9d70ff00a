import { describe, expect, it } from 'vitest';
import type { ApprovalTask } from './request.ts';
import { neededSeats, shareOutcome } from './share-vote.ts';

const seats = (count: number) => Array.from({ length: count }, () => ({ title: '', userIds: [] }));
const level = (share: number, count: number) => ({
  ...({ key: 'only', title: '批', mode: 'share', share, seats: seats(count), vote: {}, timers: {} } as const),
});
const task = (seat: number, status: ApprovalTask['status'], decision: ApprovalTask['decision'] = null) =>
  ({ seat, status, decision }) as ApprovalTask;

describe('a level by share', () => {
  it.each([
    [0.5, 4, 2],
    [0.5, 5, 3],
    [0.7, 10, 7],
    [0.55, 100, 55],
    [2 / 3, 3, 2],
    [0.01, 3, 1],
    [1, 3, 3],
  ])('of %d asks of %d seats %d', (share, count, needed) => {
    expect(neededSeats(level(share, count))).toBe(needed);
  });

  it('comes to what is left, over every way to vote of four', () => {
    const votes = ['open', 'pass', 'reject'] as const;
    for (let way = 0; way < 3 ** 4; way += 1) {
      const cast = seats(4).map((_, seat) => votes[Math.floor(way / 3 ** seat) % 3] ?? 'open');
      const tasks = cast.map((vote, seat) => (vote === 'open' ? task(seat, vote) : task(seat, 'done', vote)));
      const passed = cast.filter((vote) => vote === 'pass').length;
      const refused = cast.filter((vote) => vote === 'reject').length;
      expect(shareOutcome(level(0.5, 4), tasks)).toBe(passed >= 2 ? 'granted' : refused > 2 ? 'lost' : 'open');
    }
  });

  it('does not count a seat in which somebody is awaited, was handed on, or an added signer has refused', () => {
    const one = level(1, 1);
    expect(shareOutcome(one, [task(0, 'done', 'pass'), task(0, 'open')])).toBe('open');
    expect(shareOutcome(one, [task(0, 'done', 'transfer'), task(0, 'open')])).toBe('open');
    expect(shareOutcome(one, [task(0, 'done', 'transfer'), task(0, 'done', 'pass')])).toBe('granted');
    expect(shareOutcome(one, [task(0, 'done', 'pass'), task(0, 'done', 'reject')])).toBe('lost');
  });
});
