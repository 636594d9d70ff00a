import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import { say } from '../../../../src/core/text/say.ts';
import type { ImpactChoice } from '../../../../src/core/wire/design.ts';
import type { Clock } from '../../../ground/context.ts';
import type { Connection } from '../../../ground/database/database.ts';
import { tenantCodes } from '../../../ground/database/tenants.ts';
import type { MetadataStore } from '../../../metadata/store.ts';
import type { EntityServices } from '../../../records/call/ports.ts';
import { personContext } from '../../../reports/long-jobs/person-context.ts';
import { APPROVAL } from './approval-need.ts';
import { publishSeen } from './publish-calls.ts';

interface Granted {
  readonly id: string;
  readonly title: string;
  readonly reason: string | null;
  readonly draftId: string;
  readonly seq: string;
  readonly choices: readonly ImpactChoice[] | null;
  readonly createUser: string;
}

/** What publishing what was granted works with. */
interface GrantedOptions {
  readonly services: EntityServices;
  readonly metadata: MetadataStore;
  readonly clock: Clock;
}

/**
 * Publishes drafts whose approval was granted, in the name of whoever asked: all of a draft or nothing. What cannot be
 * published any more says why in its record, and is asked for anew.
 */
export function createGrantedDesigns({ services, metadata, clock }: GrantedOptions) {
  const { database } = services;

  async function publishGranted(tenantId: string): Promise<void> {
    const found = await database.withTenant(tenantId, (connection) =>
      connection.query<Granted>(
        `select id, title, reason, "draftId", seq, choices, "createUser" from data."${APPROVAL}"
         where "tenantId" = $1 and status = '2' and outcome is null and "isDeleted" = 0 order by id`,
        [tenantId],
      ),
    );
    for (const granted of found) await publishOne(tenantId, granted);
  }

  async function publishOne(tenantId: string, granted: Granted): Promise<void> {
    const { id, title, draftId, createUser: userId } = granted;
    try {
      const asker = { tenantId, homeTenantId: tenantId, userId, ip: '' };
      const context = await personContext({ database, metadata, clock }, asker, `design-${id}`);
      if (context === undefined) throw new AnlanError('guardFailed', { detail: say('提交人的账号已停用') });
      const snapshot = await metadata.snapshot(tenantId);
      const read = <T>(work: (connection: Connection) => Promise<T>) => database.withTenant(tenantId, work);
      await publishSeen(
        { services: { database, metadata, entities: services }, context, snapshot, read },
        {
          ...{
            title,
            reason: granted.reason ?? '',
            choices: granted.choices ?? [],
            draftId,
            seen: Number(granted.seq),
          },
          also: (connection) => noteOutcome(connection, id, say('已发布'), clock.now()),
        },
      );
    } catch (error) {
      // What is only unlucky (the database is away) is tried again.
      if (!(error instanceof AnlanError)) throw error;
      const why = [error.message, ...(error.faults ?? []).map(({ msg }) => msg)];
      const outcome = say('没有发布：{reason}', { reason: [...new Set(why)].join('；').slice(0, 1_900) });
      await database.transaction(tenantId, (connection) => noteOutcome(connection, id, outcome, clock.now()));
    }
  }

  return {
    publishGranted,
    /** Publishes what was granted when its server ended. */
    async runDue(): Promise<void> {
      for (const tenantId of await tenantCodes(database, 'all')) await publishGranted(tenantId);
    },
  };
}

/** Notes what became of a request that was granted; throws where somebody else has noted it. */
async function noteOutcome(connection: Connection, id: string, outcome: string, now: Date): Promise<void> {
  const touched = await connection.execute(
    `update data."${APPROVAL}" set outcome = $3, version = version + 1, "updateTime" = $4
     where "tenantId" = $1 and id = $2 and status = '2' and outcome is null`,
    [connection.tenantId, id, outcome, now.toISOString()],
  );
  if (touched !== 1) throw new Error(`the approval ${id} has an outcome already`);
}
