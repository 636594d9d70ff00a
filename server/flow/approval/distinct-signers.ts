import type { FrozenSeat } from './request.ts';

/**
 * Whether each seat can be signed by another person: whoever sits in several signs one of them. Seats are few; each in
 * turn takes somebody who is free, or whose own seat can be given to another.
 */
export function hasDistinctSigners(seats: readonly FrozenSeat[]): boolean {
  const signed = new Map<string, number>();
  const place = (seat: number, asked: Set<string>): boolean =>
    (seats[seat]?.userIds ?? []).some((userId) => {
      if (asked.has(userId)) return false;
      asked.add(userId);
      const held = signed.get(userId);
      if (held !== undefined && !place(held, asked)) return false;
      signed.set(userId, seat);
      return true;
    });
  return seats.every((_, seat) => place(seat, new Set()));
}
