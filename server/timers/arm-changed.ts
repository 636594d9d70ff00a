import { createHash } from 'node:crypto';
import type { EntityModel, StateModel } from '../../src/core/model/entity-model.ts';
import type { Connection } from '../database/database.ts';
import { createEntityCall, type EntityCall } from '../entity/entity-call.ts';
import { lockRecord } from '../entity/read-record.ts';
import { systemContext } from '../jobs/system-context.ts';
import { armState } from './arm-timers.ts';
import type { TimersOptions } from './timers.ts';

/** Records read at a time. */
const PAGE = 200;

/**
 * Arms what a changed metadata file brought: where the timers of a state are others than when it was last looked at,
 * those of all records in it are armed anew. What stays the same stays as it is, fired or not. Gives the number of
 * records; one that fails is logged and passed over.
 */
export async function armChanged(options: TimersOptions, now: Date): Promise<number> {
  const { database, metadata } = options;
  const tenants = await database.withTenant('000000', (connection) =>
    connection.query<{ tenantCode: string }>('select "tenantCode" from data.tenant where "isDeleted" = 0'),
  );
  let armed = 0;
  for (const { tenantCode: tenantId } of tenants) {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'timers');
    const known = await database.withTenant(tenantId, readFingerprints);
    for (const model of snapshot.entities.values()) {
      for (const state of Object.values(model.states)) {
        const fingerprint = fingerprintOf(state);
        if (fingerprint === known.get(`${model.key}/${state.id}`)) continue;
        const call = createEntityCall(options.entities().services, context, snapshot, model, { internal: true });
        if (fingerprint !== undefined) armed += await armAllIn(options, call, state);
        await database.transaction(tenantId, (connection) => noteFingerprint(connection, model, state, fingerprint));
      }
    }
  }
  return armed;
}

/** What the timers of a state are; undefined where it has none. */
function fingerprintOf({ source }: StateModel): string | undefined {
  const timers = Object.entries(source.timers ?? {});
  if (timers.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(timers)).digest('hex');
}

async function armAllIn({ database, logger }: TimersOptions, call: EntityCall, state: StateModel): Promise<number> {
  const { model, context } = call;
  const { tenantId } = context;
  let armed = 0;
  for (let after = ''; ; ) {
    const rows = await database.withTenant(tenantId, (connection) =>
      connection.query<{ id: string }>(
        `select id from data."${model.id}" where "tenantId" = $1 and "isDeleted" = 0 and status = $2 and id > $3
         order by id limit ${PAGE}`,
        [tenantId, state.id, after],
      ),
    );
    for (const { id } of rows) {
      try {
        await database.transaction(tenantId, async (connection) => {
          const { status, values } = await lockRecord(call, connection, id);
          // Meanwhile it may have left, and has armed what it came to.
          if (status === state.key)
            await armState(call, connection, { id, tenantId, from: status, to: status, values });
        });
        armed += 1;
      } catch (error) {
        logger.error({ err: error, entity: model.key, id }, '新的定时未能在已有记录上设定');
      }
    }
    if (rows.length < PAGE) return armed;
    after = rows.at(-1)?.id ?? after;
  }
}

async function readFingerprints(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.query<{ entityKey: string; stateId: string; fingerprint: string }>(
    'select "entityKey", "stateId", fingerprint from platform."timerArming" where "tenantId" = $1',
    [connection.tenantId],
  );
  return new Map(rows.map(({ entityKey, stateId, fingerprint }) => [`${entityKey}/${stateId}`, fingerprint]));
}

async function noteFingerprint(
  connection: Connection,
  model: EntityModel,
  state: StateModel,
  fingerprint: string | undefined,
): Promise<void> {
  const key = [connection.tenantId, model.key, state.id];
  if (fingerprint === undefined) {
    await connection.execute(
      'delete from platform."timerArming" where "tenantId" = $1 and "entityKey" = $2 and "stateId" = $3',
      key,
    );
    return;
  }
  await connection.execute(
    `insert into platform."timerArming" ("tenantId", "entityKey", "stateId", fingerprint) values ($1, $2, $3, $4)
     on conflict ("tenantId", "entityKey", "stateId") do update set fingerprint = excluded.fingerprint`,
    [...key, fingerprint],
  );
}
