import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { type CompanionModel, isCompanion } from '../../records/call/companions.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import { accompany } from '../../records/write/new-record.ts';
import { transact } from '../../records/write/transact.ts';

/** Records made in one transaction. */
const BATCH = 100;

/**
 * Makes the records that stand beside others which were there before their entity was, or were written by nobody's save.
 * Gives how many.
 */
export async function makeCompanions(services: EntityServices, now: Date): Promise<number> {
  const { database, metadata } = services;
  let made = 0;
  for (const tenantId of await tenantCodes(database, 'current')) {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'companions');
    for (const model of [...snapshot.entities.values()].filter(isCompanion)) {
      const call = createEntityCall(services, context, snapshot, model, { internal: true });
      for (let batch = BATCH; batch === BATCH; made += batch) batch = await makeBatch(call, model);
    }
  }
  return made;
}

function makeBatch(call: EntityCall, model: CompanionModel): Promise<number> {
  const of = call.snapshot.entities.get(model.companion.of);
  if (of === undefined) return Promise.resolve(0);
  return transact(call, async (tx) => {
    // One at a time, of all processes: whoever waits looks after the other is done.
    await tx.db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `companions ${tx.db.tenantId} ${model.id}`,
    ]);
    // Locked, so that none is removed meanwhile; one that somebody else is writing comes next time.
    const rows = await tx.db.query<{ id: string }>(
      `select o.id from ${tableName(of.id)} o
       where o."tenantId" = $1 and o."isDeleted" = 0
         and not exists (select 1 from ${tableName(model.id)} c where c."tenantId" = o."tenantId" and c.id = o.id)
       order by o.id limit ${BATCH} for key share of o skip locked`,
      [tx.db.tenantId],
    );
    for (const { id } of rows) await accompany(tx, model, id);
    return rows.length;
  });
}
