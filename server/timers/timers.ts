import type { Logger } from 'pino';
import type { Clock } from '../context.ts';
import type { Connection, Database } from '../database/database.ts';
import type { EntityCall, EntityServices } from '../entity/entity-call.ts';
import type { EntityService } from '../entity/service.ts';
import type { NoticePart, TimerPart } from '../flow/flow.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';
import { armChanged } from './arm-changed.ts';
import { armLevelTimers, armState, type LevelTimers } from './arm-timers.ts';
import { createTimerRunner } from './run-timers.ts';
import { dropLevels, dropRecord } from './timer-rows.ts';

/** What timers work with. */
export interface TimersOptions {
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly notices: NoticePart;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The entity service and what it works with; asked when a timer fires, since the service itself knows the timers. */
  entities(): { readonly service: EntityService; readonly services: EntityServices };
  /** People who may still vote on a level, told besides those whom its timer names. Default nobody. */
  pendingVoters?(
    connection: Connection,
    tenantId: string,
    requestId: string,
    level: string,
  ): Promise<readonly string[]>;
}

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
