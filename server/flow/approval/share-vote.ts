import type { ApprovalTask, FrozenLevel } from './request.ts';

/** How many seats of a level have to grant; all of one that says no share. */
export function neededSeats({ mode, share, seats }: Pick<FrozenLevel, 'mode' | 'share' | 'seats'>): number {
  if (mode === 'any') return Math.min(1, seats.length);
  if (mode !== 'share') return seats.length;
  // Shares are decimal: 0.7 of ten seats are seven, and not the eight that binary fractions would make of it.
  return Math.max(1, Math.ceil((share ?? 1) * seats.length - 1e-9));
}

/**
 * What the votes on a level by share come to: it is granted as soon as enough seats have granted, and lost as soon as too
 * few are left that could.
 * @param tasks those of the level; a seat has granted when one of its tasks has, and nobody is awaited in it.
 */
export function shareOutcome(level: FrozenLevel, tasks: readonly ApprovalTask[]): 'open' | 'granted' | 'lost' {
  const needed = neededSeats(level);
  const seats = level.seats.map((_, seat) => tasks.filter((task) => task.seat === seat).map(standing));
  const lost = seats.filter((votes) => votes.includes('reject')).length;
  const granted = seats.filter(
    (votes) => !votes.includes('reject') && !votes.includes('awaited') && votes.includes('pass'),
  ).length;
  if (granted >= needed) return 'granted';
  return level.seats.length - lost < needed ? 'lost' : 'open';
}

function standing({ status, decision }: ApprovalTask): 'awaited' | 'pass' | 'reject' | undefined {
  if (status === 'open' || status === 'waiting') return 'awaited';
  return status === 'done' && decision !== 'transfer' ? (decision ?? undefined) : undefined;
}
