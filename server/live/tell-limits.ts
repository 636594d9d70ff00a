import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Clock } from '../ground/context.ts';
import type { Connection } from '../ground/database/database.ts';
import { tenantCodes } from '../ground/database/tenants.ts';
import { systemContext } from '../ground/jobs/system-context.ts';
import { createEntityCall } from '../records/call/entity-call.ts';
import type { EntityServices } from '../records/call/ports.ts';
import { transact } from '../records/write/transact.ts';
import { type PointModel, pointModels } from './reading-store.ts';
import { findSilent, isWatched } from './watch-silence.ts';

interface TellParts {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface DueLimit {
  readonly pointId: string;
  readonly limit: string;
  readonly entityKey: string;
  readonly state: 'waiting' | 'leaving';
}

/**
 * Fires what is due: the record's transition of a limit that has been passed for long enough, or of a value that is back.
 * The limit's row changes in the same transaction, so that each is told once, whoever dies in between.
 * @returns how many were told
 */
export async function tellLimits(parts: TellParts, tenantId?: string): Promise<number> {
  const tenants = tenantId === undefined ? await tenantCodes(parts.services.database, 'current') : [tenantId];
  let told = 0;
  for (const tenant of tenants) {
    const due = await parts.services.database.withTenant(tenant, (connection) =>
      dueLimits(connection, parts.clock.now()),
    );
    for (const limit of due) {
      if (await tell(parts, tenant, limit)) told += 1;
    }
  }
  return told;
}

/** Finds the points that have given no value for too long: they are told of like any other limit that is passed. */
export async function findSilences(parts: TellParts): Promise<void> {
  for (const tenantId of await tenantCodes(parts.services.database, 'current')) await findSilencesOf(parts, tenantId);
}

async function findSilencesOf({ services, clock }: TellParts, tenantId: string): Promise<void> {
  const snapshot = await services.metadata.snapshot(tenantId);
  for (const model of pointModels(snapshot.entities)) {
    const silence = model.readings.limits?.silence;
    if (silence === undefined) continue;
    const { world } = createEntityCall(services, systemContext(tenantId, clock, 'silence'), snapshot, model);
    const at = { world, now: clock.now().getTime() };
    await services.database.transaction(tenantId, (connection) => findSilent(connection, model, silence, at));
  }
}

/** Milliseconds after which what a record refused is tried again. */
const REFUSED_AGAIN = 60_000;
/** The same of what failed for another reason. */
const FAILED_AGAIN = 5_000;

/** Most limits of one run; the next one goes on. */
const MOST = 500;

/** What is to be told; of a point that is watched and quiet there is nothing to tell until it is found silent. */
function dueLimits(connection: Connection, now: Date): Promise<DueLimit[]> {
  return connection.query<DueLimit>(
    `select "pointId", "limit", "entityKey", state from platform."readingLimit"
     where "tenantId" = $1 and due <= $2 and state in ('waiting', 'leaving') order by due, "pointId" limit ${MOST}`,
    [connection.tenantId, now.toISOString()],
    'dueLimits',
  );
}

/** Tells one; gives false where somebody else did, or the value has changed meanwhile. */
async function tell({ services, clock, logger }: TellParts, tenantId: string, due: DueLimit): Promise<boolean> {
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(due.entityKey);
  const limits = model?.readings?.limits;
  const context = systemContext(tenantId, clock, `limit-${randomUUID()}`);
  if (model === undefined || limits === undefined) return false;
  const call = createEntityCall(services, context, snapshot, model, { internal: true });
  const step = due.state === 'waiting' ? limits.raise : limits.back;
  try {
    return await transact(call, async (tx) => {
      if (due.state === 'waiting' && !(await isWatched(tx.db, model as PointModel, due.pointId, call.world))) {
        await forget(tx.db, due);
        return false;
      }
      const settled = due.limit === limits.silence?.limit ? await settleSilence(tx.db, due) : await settle(tx.db, due);
      if (!settled) return false;
      await tx.verbs.fire(tx, due.pointId, step, { [limits.into.key]: due.limit });
      return true;
    });
  } catch (error) {
    // What the record refuses is tried once somebody may have mended it, what failed otherwise soon; the limits behind it do
    // not wait for it. Nothing that was passed is forgotten.
    const isRefused = error instanceof AnlanError && error.status < 500;
    logger.error({ err: error, ...due }, '越限未能通知');
    const again = new Date(clock.now().getTime() + (isRefused ? REFUSED_AGAIN : FAILED_AGAIN));
    await services.database.withTenant(tenantId, (connection) => postpone(connection, due, again));
    return false;
  }
}

function postpone(connection: Connection, { pointId, limit, state }: DueLimit, due: Date): Promise<number> {
  return connection.execute(
    `update platform."readingLimit" set due = $5
     where "tenantId" = $1 and "pointId" = $2 and "limit" = $3 and state = $4`,
    [connection.tenantId, pointId, limit, state, due.toISOString()],
  );
}

/** A limit of which nobody is to be told: the next value begins anew. */
function forget(connection: Connection, { pointId, limit, state }: DueLimit): Promise<number> {
  return connection.execute(
    `delete from platform."readingLimit"
     where "tenantId" = $1 and "pointId" = $2 and "limit" = $3 and state = $4`,
    [connection.tenantId, pointId, limit, state],
  );
}

/** The row as it stands once the limit was told; gives false where it is no longer due. */
async function settle(connection: Connection, { pointId, limit, state }: DueLimit): Promise<boolean> {
  const where = `"tenantId" = $1 and "pointId" = $2 and "limit" = $3 and state = $4`;
  const text =
    state === 'waiting'
      ? `update platform."readingLimit" set state = 'raised', due = null where ${where}`
      : `delete from platform."readingLimit" where ${where}`;
  return (await connection.execute(text, [connection.tenantId, pointId, limit, state])) > 0;
}

/** The same of a silence: a point that gave a value is watched on. */
async function settleSilence(connection: Connection, { pointId, limit, state }: DueLimit): Promise<boolean> {
  const becomes = state === 'waiting' ? `'raised', due = null` : `'quiet'`;
  const text = `update platform."readingLimit" set state = ${becomes}
     where "tenantId" = $1 and "pointId" = $2 and "limit" = $3 and state = $4`;
  return (await connection.execute(text, [connection.tenantId, pointId, limit, state])) > 0;
}
