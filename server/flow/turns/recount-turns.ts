import type { Logger } from 'pino';
import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { calledSteps } from '../../../src/core/model/called-steps.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Connection } from '../../ground/database/database.ts';
import { foundRows, platform, touched } from '../../ground/database/platform-queries.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { arrivals } from '../../records/audit/state-changes.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import { recountSteps } from './settle-steps.ts';
import { planFingerprint, stepPlan } from './step-plan.ts';
import type {} from './turn-table.ts';

/** What recounting works with. */
interface RecountOptions {
  readonly services: EntityServices;
  readonly logger: Logger;
}

/** Records looked at in one transaction. */
const PAGE = 200;

/**
 * Finds anew who is called for the records of each entity whose steps changed since they were last looked at, and tells
 * nobody: they stood there before. An entity that fails is tried again with the next run. Gives the number of records.
 */
export async function recountTurns({ services, logger }: RecountOptions, now: Date): Promise<number> {
  const { database, metadata } = services;
  let looked = 0;
  for (const tenantId of await tenantCodes(database, 'current')) {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'turns');
    const known = await database.withTenant(tenantId, readFingerprints);
    for (const model of snapshot.entities.values()) {
      const fingerprint = stepPlan(model) === undefined ? undefined : planFingerprint(model);
      if (fingerprint === known.get(model.id)) continue;
      const call = createEntityCall(services, context, snapshot, model, { internal: true });
      try {
        looked += await recountEntity(call, fingerprint);
      } catch (error) {
        logger.error({ err: error, entity: model.key }, '待办未能重新查找，稍后重试');
      }
    }
  }
  return looked;
}

async function recountEntity(call: EntityCall, fingerprint: string | undefined): Promise<number> {
  const { model, services, context } = call;
  const { tenantId } = context;
  const states = Object.values(model.states).filter(({ key }) => calledSteps(model, key).length > 0);
  await services.database.transaction(tenantId, (db) =>
    db.execute(
      `delete from platform."stepTask" x where x."tenantId" = $1 and x."entityId" = $2
         and not exists (select 1 from ${tableName(model.id)} t where t."tenantId" = $1 and t.id = x."recordId"
           and t."isDeleted" = 0 and t.status = any($3))`,
      [tenantId, model.id, states.map(({ id }) => id)],
    ),
  );
  let looked = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const ids = await services.database.transaction(tenantId, async (db) => {
      // Whoever writes one of them meanwhile waits, and finds anew what follows from that.
      const page = await pageOf(
        db,
        model,
        states.map(({ id }) => id),
        from,
      );
      if (page.length > 0) await recountSteps({ call, db }, await arrivals({ call, db }, page));
      return page;
    });
    looked += ids.length;
    after = ids.length < PAGE ? undefined : ids.at(-1);
  }
  await services.database.transaction(tenantId, (db) => noteFingerprint(db, model.id, fingerprint));
  return looked;
}

async function pageOf(
  db: Connection,
  model: EntityModel,
  states: readonly string[],
  after: string,
): Promise<readonly string[]> {
  if (states.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `select id from ${tableName(model.id)} where "tenantId" = $1 and "isDeleted" = 0 and status = any($2) and id > $3
     order by id limit ${PAGE} for share`,
    [db.tenantId, states, after],
  );
  return rows.map(({ id }) => id);
}

async function readFingerprints(db: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await foundRows(
    db,
    platform.selectFrom('stepPlan').select(['entityId', 'fingerprint']).where('tenantId', '=', db.tenantId),
  );
  return new Map(rows.map(({ entityId, fingerprint }) => [entityId, fingerprint]));
}

async function noteFingerprint(db: Connection, entityId: string, fingerprint: string | undefined): Promise<void> {
  const key = { tenantId: db.tenantId, entityId };
  await touched(
    db,
    fingerprint === undefined
      ? platform.deleteFrom('stepPlan').where((plan) => plan.and(key))
      : platform
          .insertInto('stepPlan')
          .values({ ...key, fingerprint })
          .onConflict((conflict) => conflict.columns(['tenantId', 'entityId']).doUpdateSet({ fingerprint })),
  );
}
