import { createHash } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { calledSteps } from '../../../src/core/model/called-steps.ts';
import type { EntityModel, StateModel } from '../../../src/core/model/entity-model.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { foundRows, platform, touched } from '../../ground/database/platform-queries.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { arrivals } from '../../records/audit/state-changes.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { lockRecord } from '../../records/read/read-record.ts';
import { transact } from '../../records/write/transact.ts';
import { recountSteps } from '../turns/settle-steps.ts';
import { armState } from './arm-timers.ts';
import { keepLeft, type LeftRecord, readLeft, type StateKey } from './left-records.ts';
import type {} from './timer-tables.ts';
import type { TimersOptions } from './timers-options.ts';

/** Records read at a time. */
const PAGE = 200;
/** Milliseconds after the first failure of a record; doubled with each, up to the longest. */
const FIRST_RETRY = 30_000;
const LONGEST_RETRY = 3_600_000;

/**
 * Arms what a changed metadata file brought: where the timers of a state are others than when it was last looked at,
 * those of all records in it are armed anew. What stays the same stays as it is, fired or not. The state counts as looked
 * at once all are armed: records that failed are kept and tried again, later each time, and hold nothing else up. Gives
 * the number of records that were armed.
 */
export async function armChanged(options: TimersOptions, now: Date): Promise<number> {
  const { services, logger } = options;
  const { database, metadata } = services;
  let armed = 0;
  for (const tenantId of await tenantCodes(database, 'current')) {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, { now: () => now }, 'timers');
    const known = await database.withTenant(tenantId, readFingerprints);
    for (const model of snapshot.entities.values()) {
      for (const state of Object.values(model.states)) {
        const fingerprint = fingerprintOf(state);
        if (fingerprint === known.get(`${model.key}/${state.id}`)) continue;
        const call = createEntityCall(services, context, snapshot, model, { internal: true });
        try {
          armed += await armChangedState(options, { call, state, fingerprint, now });
        } catch (error) {
          logger.error({ err: error, entity: model.key, state: state.key }, '新的定时未能设定，稍后重试');
        }
      }
    }
  }
  return armed;
}

/** A state whose timers changed, with what they are now; undefined where it has none any more. */
interface ChangedState {
  readonly call: EntityCall;
  readonly state: StateModel;
  readonly fingerprint: string | undefined;
  readonly now: Date;
}

/** Arms all records of a state, or those that an earlier run left; notes the fingerprint once none is left. */
async function armChangedState({ services, logger }: TimersOptions, changed: ChangedState): Promise<number> {
  const { database } = services;
  const { call, state, fingerprint, now } = changed;
  const { model } = call;
  const { tenantId } = call.context;
  const of: StateKey = { tenantId, entityKey: model.key, stateId: state.id };
  const left = fingerprint === undefined ? undefined : await readLeft(database, of, fingerprint);
  let armed = 0;
  const failed: LeftRecord[] = [];
  const arm = async ({ recordId, attempts }: Omit<LeftRecord, 'tryTime'>): Promise<void> => {
    try {
      await armOne(call, state, recordId);
      armed += 1;
    } catch (error) {
      if (error instanceof AnlanError && error.code === 'notFound') return;
      logger.error({ err: error, entity: model.key, id: recordId }, '新的定时未能在已有记录上设定，稍后重试');
      failed.push({ recordId, attempts: attempts + 1, tryTime: retryTime(now, attempts) });
    }
  };
  if (left !== undefined) {
    for (const record of left) {
      if (record.tryTime > now) failed.push(record);
      else await arm(record);
    }
    // Nothing was due, so nothing changed.
    if (left.length > 0 && left.every(({ tryTime }) => tryTime > now)) return 0;
  } else if (fingerprint !== undefined) {
    // From here on some records are armed to the new timers: the file as it was before would have to arm all again.
    await database.transaction(tenantId, (connection) => noteFingerprint(connection, of, undefined));
    for await (const recordId of recordsIn(database, model, state, tenantId)) await arm({ recordId, attempts: 0 });
  }
  await database.transaction(tenantId, async (connection) => {
    await keepLeft(connection, of, fingerprint, failed);
    if (failed.length === 0) await noteFingerprint(connection, of, fingerprint);
  });
  return armed;
}

/** When a record that failed so many times before is tried again. */
function retryTime(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.min(attempts, 20)));
}

/** What the timers of a state are; undefined where it has none. */
function fingerprintOf({ source }: StateModel): string | undefined {
  const timers = Object.entries(source.timers ?? {});
  if (timers.length === 0) return undefined;
  return createHash('sha256').update(JSON.stringify(timers)).digest('hex');
}

async function* recordsIn(
  database: Database,
  model: EntityModel,
  state: StateModel,
  tenantId: string,
): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await database.withTenant(tenantId, (connection) =>
      connection.query<{ id: string }>(
        `select id from data."${model.id}" where "tenantId" = $1 and "isDeleted" = 0 and status = $2 and id > $3
         order by id limit ${PAGE}`,
        [tenantId, state.id, after],
      ),
    );
    for (const { id } of rows) yield id;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function armOne(call: EntityCall, state: StateModel, id: string): Promise<void> {
  const { tenantId } = call.context;
  await transact(call, async (tx) => {
    const { status, values } = await lockRecord(tx, id);
    // Meanwhile it may have left, and has armed what it came to.
    if (status !== state.key) return;
    await armState(tx, { id, tenantId, from: status, to: status, values });
    // The deadlines of its steps come from these timers.
    if (calledSteps(call.model, status).length > 0) await recountSteps(tx, await arrivals(tx, [id]));
  });
}

async function readFingerprints(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const rows = await foundRows(
    connection,
    platform
      .selectFrom('timerArming')
      .select(['entityKey', 'stateId', 'fingerprint'])
      .where('tenantId', '=', connection.tenantId),
  );
  return new Map(rows.map(({ entityKey, stateId, fingerprint }) => [`${entityKey}/${stateId}`, fingerprint]));
}

async function noteFingerprint(
  connection: Connection,
  { tenantId, entityKey, stateId }: StateKey,
  fingerprint: string | undefined,
): Promise<void> {
  const key = { tenantId, entityKey, stateId };
  await touched(
    connection,
    fingerprint === undefined
      ? platform.deleteFrom('timerArming').where((arming) => arming.and(key))
      : platform
          .insertInto('timerArming')
          .values({ ...key, fingerprint })
          .onConflict((conflict) =>
            conflict.columns(['tenantId', 'entityKey', 'stateId']).doUpdateSet({ fingerprint }),
          ),
  );
}
