import type { Connection } from '../database/database.ts';
import type { EntityCall } from '../entity/entity-call.ts';
import type { TimerPart } from '../flow/flow.ts';
import { armChanged } from './arm-changed.ts';
import { armLevelTimers, armState, type LevelTimers } from './arm-timers.ts';
import { createTimerRunner } from './run-timers.ts';
import { dropLevels, dropRecord } from './timer-rows.ts';
import type { TimersOptions } from './timers-options.ts';

/** Timers of states and of approval levels. */
export interface Timers extends TimerPart {
  /** Arms the timers of an approval level that opens. */
  armLevel(call: EntityCall, connection: Connection, level: LevelTimers): Promise<void>;
  /** Drops the timers of a level that is decided, or of all levels of a request that ends. */
  dropLevel(connection: Connection, tenantId: string, requestId: string, level?: string): Promise<void>;
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

/** Creates the timers of a process. */
export function createTimers(options: TimersOptions): Timers {
  const runner = createTimerRunner(options);
  return {
    async arm(call, connection, record) {
      // A timer that is firing is settled in the transaction of what it fires.
      await runner.settleFired(call, connection, record.id);
      await armState(call, connection, record);
    },
    drop: (call, connection, recordId) =>
      dropRecord(connection, { tenantId: call.context.tenantId, entityKey: call.model.key, recordId }),
    armLevel: armLevelTimers,
    dropLevel: dropLevels,
    runDue: (now = options.clock.now()) => runner.run(now),
    armChanged: (now = options.clock.now()) => armChanged(options, now),
  };
}
