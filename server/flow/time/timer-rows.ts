import type { Timer } from '../../../src/core/dialect/entity.generated.ts';
import type { Connection } from '../../ground/database/database.ts';
import type { Row } from '../../records/call/record-row.ts';

/** Which timer it is. */
export interface TimerKey {
  readonly tenantId: string;
  readonly entityKey: string;
  readonly recordId: string;
  /** `state:<id>` or `level:<request>:<level>`. */
  readonly scope: string;
  readonly key: string;
}

/** What a level's timer was when its request was opened: levels are frozen. */
export interface FrozenTimer {
  readonly timer: Timer;
  /** What the request proposes, for `row.x`. */
  readonly row?: Row;
  /** The row that the level is, for `node.x`. */
  readonly node?: Row;
}

/** A timer that a runner has taken. */
export interface ClaimedTimer extends TimerKey {
  readonly armedTime: Date;
  readonly dueTime: Date;
  readonly attempts: number;
  /** Mark of the runner that has it. */
  readonly claim: string;
  readonly definition: FrozenTimer | null;
}

const KEY = '"tenantId" = $1 and "entityKey" = $2 and "recordId" = $3 and scope = $4 and key = $5';
const keyValues = (timer: TimerKey) => [timer.tenantId, timer.entityKey, timer.recordId, timer.scope, timer.key];

/** Arms a timer. One with the same time stays as it is, fired or not; `keep` leaves one that exists whatever its time. */
export async function armTimer(
  connection: Connection,
  timer: TimerKey,
  at: Date,
  options: { readonly keep?: boolean; readonly definition?: FrozenTimer } = {},
): Promise<void> {
  await connection.execute(
    `insert into platform.timer as t
       ("tenantId", "entityKey", "recordId", scope, key, "armedTime", "dueTime", "tryTime", definition)
     values ($1, $2, $3, $4, $5, $6, $6, $6, $7)
     on conflict ("tenantId", "entityKey", "recordId", scope, key) do ${
       options.keep === true
         ? 'nothing'
         : `update set "armedTime" = excluded."armedTime", "dueTime" = excluded."dueTime",
              "tryTime" = excluded."tryTime", attempts = 0, claim = null, definition = excluded.definition
            where t."armedTime" <> excluded."armedTime"`
     }`,
    [...keyValues(timer), at, options.definition === undefined ? null : JSON.stringify(options.definition)],
  );
}

/** Removes one timer. */
export async function dropTimer(connection: Connection, timer: TimerKey): Promise<void> {
  await connection.execute(`delete from platform.timer where ${KEY}`, keyValues(timer));
}

/** Removes the timers of a record's states, except the named ones of one state. */
export async function dropOtherStates(
  connection: Connection,
  record: Pick<TimerKey, 'tenantId' | 'entityKey' | 'recordId'>,
  scope: string,
  keys: readonly string[],
): Promise<void> {
  await connection.execute(
    `delete from platform.timer where "tenantId" = $1 and "entityKey" = $2 and "recordId" = $3
       and scope like 'state:%' and (scope <> $4 or key <> all($5))`,
    [record.tenantId, record.entityKey, record.recordId, scope, keys],
  );
}

/** Removes all timers of a record. */
export async function dropRecord(
  connection: Connection,
  record: Pick<TimerKey, 'tenantId' | 'entityKey' | 'recordId'>,
): Promise<void> {
  await connection.execute(
    `delete from platform.timer where "tenantId" = $1 and "entityKey" = $2 and "recordId" = $3`,
    [record.tenantId, record.entityKey, record.recordId],
  );
}

/** Removes the timers of one level of a request, or of all its levels. */
export async function dropLevels(
  connection: Connection,
  tenantId: string,
  requestId: string,
  level: string | undefined,
): Promise<void> {
  const scope = `level:${requestId}:`;
  await connection.execute(
    `delete from platform.timer where "tenantId" = $1 and starts_with(scope, $2)${level === undefined ? '' : ' and scope = $3'}`,
    level === undefined ? [tenantId, scope] : [tenantId, scope, scope + level],
  );
}

/**
 * Takes timers that are due, earliest first, for as long as `lease` says: rows that another runner has just locked are
 * passed over, and what a runner that died had taken comes back when its lease is over.
 */
export async function claimDue(
  connection: Connection,
  now: Date,
  lease: number,
  claim: string,
  size: number,
): Promise<readonly ClaimedTimer[]> {
  const rows = await connection.query<
    TimerKey & { armed: number; due: number; attempts: number; definition: FrozenTimer | null }
  >(
    `with due as (
       select "tenantId", "entityKey", "recordId", scope, key from platform.timer
       where "dueTime" is not null and "tryTime" <= $1 order by "tryTime" limit $4 for update skip locked
     ), taken as (
       update platform.timer t set claim = $2, "tryTime" = $3 from due
       where t."tenantId" = due."tenantId" and t."entityKey" = due."entityKey" and t."recordId" = due."recordId"
         and t.scope = due.scope and t.key = due.key
       returning t."tenantId", t."entityKey", t."recordId", t.scope, t.key, t.attempts, t.definition,
         t."armedTime", t."dueTime"
     )
     select "tenantId", "entityKey", "recordId", scope, key, attempts, definition,
       (extract(epoch from "armedTime") * 1000)::float8 as armed, (extract(epoch from "dueTime") * 1000)::float8 as due
     from taken order by "dueTime", "recordId", key`,
    [now, claim, new Date(now.getTime() + lease), size],
  );
  return rows.map(({ armed, due, ...row }) => ({
    ...row,
    claim,
    armedTime: new Date(armed),
    dueTime: new Date(due),
  }));
}

/** Whether a claim still stands, under lock until the transaction ends. */
export async function holdsClaim(connection: Connection, timer: ClaimedTimer): Promise<boolean> {
  const rows = await connection.query(`select 1 from platform.timer where ${KEY} and claim = $6 for update`, [
    ...keyValues(timer),
    timer.claim,
  ]);
  return rows.length > 0;
}

/** Ends a claim: the timer fires next at `next`, or never again. False where the claim no longer stands. */
export async function settleTimer(
  connection: Connection,
  timer: ClaimedTimer,
  next: Date | undefined,
): Promise<boolean> {
  const touched = await connection.execute(
    `update platform.timer set claim = null, attempts = 0, "dueTime" = $7, "tryTime" = $7 where ${KEY} and claim = $6`,
    [...keyValues(timer), timer.claim, next ?? null],
  );
  return touched > 0;
}

/** Gives a claim back after a failure, to be tried again later. */
export async function postponeTimer(connection: Connection, timer: ClaimedTimer, until: Date): Promise<void> {
  await connection.execute(
    `update platform.timer set claim = null, attempts = attempts + 1, "tryTime" = $7 where ${KEY} and claim = $6`,
    [...keyValues(timer), timer.claim, until],
  );
}
