import type { TimerPart } from '../../records/call/ports.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { armChanged } from './arm-changed.ts';
import { armLevelTimers, armState, hasRowTimers } from './arm-timers.ts';
import { settleFired } from './firing.ts';
import { runTimers } from './run-timers.ts';
import { dropLevels, dropRecord } from './timer-rows.ts';
import type { TimersOptions } from './timers-options.ts';

/** The timers as writing calls them. */
export const timers: TimerPart = {
  async arm(tx, record) {
    // A timer that is firing is settled in the transaction of what it fires.
    await settleFired(tx, record.id);
    await armState(tx, record);
  },
  async armRows(tx, recordId, child) {
    if (!hasRowTimers(tx.call.model, child)) return;
    const { status, values } = await lockRecord(tx, recordId);
    await armState(tx, { id: recordId, tenantId: tx.call.context.tenantId, from: status, to: status, values });
  },
  drop: (tx, recordId) =>
    dropRecord(tx.db, { tenantId: tx.call.context.tenantId, entityKey: tx.call.model.key, recordId }),
  armLevel: armLevelTimers,
  dropLevel: ({ db }, requestId, level) => dropLevels(db, db.tenantId, requestId, level),
};

/** What fires the timers of a process. */
export interface TimerRunner {
  /**
   * Fires everything due by `now` (default the clock's) and gives how many fired. Several processes may do so at the
   * same time; a failure is logged and tried again later, and holds nothing else up.
   */
  runDue(now?: Date): Promise<number>;
  /**
   * Arms on existing records the timers that a changed metadata file brought to their state; gives how many records it
   * went through. Costs next to nothing while nothing has changed.
   */
  armChanged(now?: Date): Promise<number>;
}

/** Creates what fires the timers of a process. */
export function createTimerRunner(options: TimersOptions): TimerRunner {
  return {
    runDue: (now = options.clock.now()) => runTimers(options, now),
    armChanged: (now = options.clock.now()) => armChanged(options, now),
  };
}
