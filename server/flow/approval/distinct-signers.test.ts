import { expect, it } from 'vitest';
import { distinctSigners } from './distinct-signers.ts';

const seats = (...people: readonly string[]) => people.map((userIds) => ({ title: '', userIds: [...userIds] }));

/** Most seats that different people can sign, by trying every way to fill them. */
function most(open: readonly { readonly userIds: readonly string[] }[], taken: readonly string[] = []): number {
  const [first, ...rest] = open;
  if (first === undefined) return 0;
  const filled = first.userIds.filter((id) => !taken.includes(id)).map((id) => 1 + most(rest, [...taken, id]));
  return Math.max(most(rest, taken), ...filled);
}

it.each([
  [seats(), 0],
  [seats(''), 0],
  [seats('a', 'a'), 1],
  [seats('a', 'b'), 2],
  // Whoever sits in both gives the first seat to another.
  [seats('ab', 'a'), 2],
  [seats('ab', 'bc', 'a', 'b'), 3],
  [seats('ab', 'ab', 'ab'), 2],
  [seats('abc', 'ab', 'a'), 3],
])('of %j so many can be signed by different people: %d', (given, count) => {
  expect(distinctSigners(given)).toBe(count);
});

it('finds the most, whatever seats overlap', () => {
  let state = 11;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const given = seats(
      ...Array.from({ length: 1 + next(5) }, () => [...'abcde'].filter(() => next(3) === 0).join('')),
    );
    expect([JSON.stringify(given), distinctSigners(given)]).toEqual([JSON.stringify(given), most(given)]);
  }
});
