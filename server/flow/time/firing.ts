import type { Notice, Tx } from '../../records/call/ports.ts';
import { type ClaimedTimer, holdsClaim, settleTimer } from './timer-rows.ts';

/** A timer under way: what is to happen in the transaction of what it fires. */
export interface Firing {
  readonly timer: ClaimedTimer;
  readonly next: Date | undefined;
  readonly notice: Notice | undefined;
  /** Whether this process has settled it, in a transaction that may still be under way. */
  settled: boolean;
}

/** Another runner took the timer meanwhile; the transaction is rolled back. */
export class TimerTakenError extends Error {}

// By the cause of the call that a timer fires: contexts are copied on their way to `arm`.
const firings = new WeakMap<object, Firing>();

/** The cause of the call that a timer fires, by which the call is known to be its own. */
export function causeOf(firing: Firing): object {
  const cause = {};
  firings.set(cause, firing);
  return cause;
}

/** Sends the notice of a timer that has fired, and settles it. Throws TimerTakenError where another runner has it. */
export async function settleFiring(tx: Tx, firing: Firing): Promise<void> {
  if (firing.notice !== undefined) await tx.call.services.parts.notices.send(tx, firing.notice);
  if (!(await settleTimer(tx.db, firing.timer, firing.next))) throw new TimerTakenError();
  firing.settled = true;
}

/** Settles the timer that fired this call on this record, if one did. */
export async function settleFired(tx: Tx, recordId: string): Promise<void> {
  const { call } = tx;
  const { cause } = call.context;
  const firing = cause === undefined ? undefined : firings.get(cause);
  if (firing === undefined || firing.timer.recordId !== recordId || firing.timer.entityKey !== call.model.key) return;
  // Written twice in one transaction (an automatic transition follows), or tried again after a deadlock.
  if (await holdsClaim(tx.db, firing.timer)) await settleFiring(tx, firing);
  else if (!firing.settled) throw new TimerTakenError();
}
