import type { Connection, Database } from '../../ground/database/database.ts';
import { foundRows, platform, touched } from '../../ground/database/platform-queries.ts';
import type {} from './timer-tables.ts';

/** A state of an entity in one tenant. */
export interface StateKey {
  readonly tenantId: string;
  readonly entityKey: string;
  readonly stateId: string;
}

/** A record whose timers could not be armed yet. */
export interface LeftRecord {
  readonly recordId: string;
  /** How often it has failed. */
  readonly attempts: number;
  readonly tryTime: Date;
}

/**
 * Records that the walk through a state could not arm for these timers; undefined where no walk has left any, so that
 * all records have to be gone through.
 */
export async function readLeft(
  database: Database,
  { tenantId, entityKey, stateId }: StateKey,
  fingerprint: string,
): Promise<readonly LeftRecord[] | undefined> {
  const rows = await database.withTenant(tenantId, (connection) =>
    foundRows(
      connection,
      platform
        .selectFrom('timerLeft')
        .select(['recordId', 'attempts', 'tryTime'])
        .where((left) => left.and({ tenantId, entityKey, stateId, fingerprint }))
        .orderBy('recordId'),
    ),
  );
  if (rows.length === 0) return undefined;
  return rows.map(({ tryTime, ...row }) => ({ ...row, tryTime: new Date(tryTime) }));
}

/** Keeps those that are still left, in place of all that were. */
export async function keepLeft(
  connection: Connection,
  { tenantId, entityKey, stateId }: StateKey,
  fingerprint: string | undefined,
  left: readonly LeftRecord[],
): Promise<void> {
  await touched(
    connection,
    platform.deleteFrom('timerLeft').where((before) => before.and({ tenantId, entityKey, stateId })),
  );
  if (left.length === 0) return;
  await connection.execute(
    `insert into platform."timerLeft" ("tenantId", "entityKey", "stateId", fingerprint, "recordId", attempts, "tryTime")
     select $1, $2, $3, $4, * from unnest($5::text[], $6::integer[], $7::timestamptz[])`,
    [
      ...[tenantId, entityKey, stateId, fingerprint],
      left.map(({ recordId }) => recordId),
      left.map(({ attempts }) => attempts),
      left.map(({ tryTime }) => tryTime),
    ],
  );
}
