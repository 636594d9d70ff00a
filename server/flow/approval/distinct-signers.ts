import type { FrozenSeat } from './request.ts';

/**
 * How many seats can be signed by as many people: whoever sits in several signs one of them. Seats are few; each in turn
 * takes somebody who is free, or whose own seat can be given to another.
 */
export function distinctSigners(seats: readonly FrozenSeat[]): number {
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
  return seats.filter((_, seat) => place(seat, new Set())).length;
}
