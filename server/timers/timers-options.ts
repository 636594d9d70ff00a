import type { Logger } from 'pino';
import type { Clock } from '../context.ts';
import type { Connection, Database } from '../database/database.ts';
import type { EntityServices } from '../entity/entity-call.ts';
import type { EntityService } from '../entity/service.ts';
import type { NoticePart } from '../flow/flow.ts';
import type { MetadataSource } from '../metadata/snapshot.ts';

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
