import type { Logger } from 'pino';
import type { Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import type { InternalService } from '../../records/service/internal-service.ts';

/** What the timers of a process work with. */
export interface TimersOptions {
  readonly services: EntityServices;
  /** Fires the transitions of the timers. */
  readonly service: Pick<InternalService, 'fireInternal'>;
  /** People who may still vote on a level, told besides those whom its timer names. */
  pendingVoters(connection: Connection, requestId: string, level: string): Promise<readonly string[]>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}
