import type { Logger } from 'pino';
import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { type Feed, isRolledUp, type RolledField, rollupGraph } from '../../../src/core/model/rollup-graph.ts';
import type { Clock } from '../../ground/context.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import { lockTargets } from '../../records/read/lock-targets.ts';
import { takeDirty } from '../../records/write/rollup/dirty-rollups.ts';
import { recount } from '../../records/write/rollup/recount.ts';
import { transact } from '../../records/write/transact.ts';

/** Records that one transaction counts for. */
const BATCH = 200;

/** Notes that one transaction takes: where very many refer to one record, most are of the same. */
const MOST_NOTES = 5000;

/** The background side of roll-ups. */
export interface Rollups {
  /** Brings up to date what writes have left for later; gives how many records were counted for. */
  runDue(): Promise<number>;
  /** Counts for all records what is new, and what reads the clock once the day has changed; gives how many changed. */
  runNew(now: Date): Promise<number>;
}

/** Creates the workers. Processes share what was left for later by row locks. */
export function createRollups(options: {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Logger;
}): Rollups {
  const { services, clock, logger } = options;
  const { database, metadata } = services;

  async function callsOf(tenantId: string, at: Clock): Promise<(model: EntityModel) => EntityCall> {
    const snapshot = await metadata.snapshot(tenantId);
    const context = systemContext(tenantId, at, 'rollups');
    return (model) => createEntityCall(services, context, snapshot, model, { internal: true });
  }

  /** One batch of what one company has left; gives its size. */
  async function countLeft(tenantId: string): Promise<number> {
    const { entities } = await metadata.snapshot(tenantId);
    const call = await callsOf(tenantId, clock);
    const graph = rollupGraph(entities);
    const any = [...entities.values()].find(({ fields }) => fields.some(isRolledUp));
    if (any === undefined) return 0;
    return transact(call(any), async (tx) => {
      const left = await takeDirty(tx, MOST_NOTES);
      for (const model of entities.values()) {
        const ids = left.get(model.id);
        if (ids === undefined) continue;
        const own = { ...tx, call: call(model) };
        await lockTargets(own, ids);
        await recount(
          own,
          onlyFields(graph.into(model.key), ({ rollup }) => rollup.later),
          ids,
        );
      }
      return [...left.values()].reduce((sum, ids) => sum + ids.length, 0);
    });
  }

  /** Counts some roll-ups for all records of an entity; gives how many changed. */
  async function countAll(call: EntityCall, feeds: readonly Feed[]): Promise<number> {
    let changed = 0;
    for (let after = ''; ; ) {
      const ids = await idsAfter(call, after);
      const last = ids.at(-1);
      if (last === undefined) return changed;
      changed += await transact(call, async (tx) => {
        await lockTargets(tx, ids);
        return (await recount(tx, feeds, ids)).length;
      });
      after = last;
    }
  }

  return {
    async runDue() {
      let counted = 0;
      const open = await database.withTenant('000000', (connection) =>
        connection.query<{ tenantId: string }>('select distinct "tenantId" from platform."dirtyRollup"'),
      );
      for (const { tenantId } of open) {
        try {
          counted += await countLeft(tenantId);
        } catch (error) {
          logger.error({ err: error, tenantId }, '汇总未能更新，稍后重试');
        }
      }
      return counted;
    },
    async runNew(now) {
      let changed = 0;
      for (const tenantId of await tenantCodes(database, 'current')) {
        const { entities } = await metadata.snapshot(tenantId);
        const call = await callsOf(tenantId, { now: () => now });
        const graph = rollupGraph(entities);
        for (const model of countedFirst(entities)) {
          const own = call(model);
          const today = own.now.slice(0, 10);
          const known = await readCounted(own);
          const feeds = onlyFields(graph.into(model.key), ({ id, rollup }) => {
            const day = known.get(id);
            return day === undefined || (rollup.daily && day !== today);
          });
          if (feeds.length === 0) continue;
          changed += await countAll(own, feeds);
          await noteCounted(own, feeds, today);
        }
      }
      return changed;
    },
  };
}

/** Entities with roll-ups, those that are counted by others before these. */
function countedFirst(entities: ReadonlyMap<string, EntityModel>): readonly EntityModel[] {
  const graph = rollupGraph(entities);
  const found: EntityModel[] = [];
  const visit = (model: EntityModel): void => {
    if (found.includes(model)) return;
    for (const { source } of graph.into(model.key)) visit(source);
    if (!found.includes(model)) found.push(model);
  };
  for (const model of entities.values()) if (model.fields.some(isRolledUp)) visit(model);
  return found.filter(({ fields }) => fields.some(isRolledUp));
}

/** Feeds with those of their fields alone that are wanted. */
function onlyFields(feeds: readonly Feed[], wanted: (field: RolledField) => boolean): readonly Feed[] {
  return feeds.flatMap((feed) => {
    const fields = feed.fields.filter(wanted);
    return fields.length === 0 ? [] : [{ ...feed, fields }];
  });
}

async function idsAfter({ services, context, model }: EntityCall, after: string): Promise<string[]> {
  const rows = await services.database.withTenant(context.tenantId, (connection) =>
    connection.query<{ id: string }>(
      `select id from ${tableName(model.id)} where "tenantId" = $1 and id > $2 and "isDeleted" = 0 order by id limit ${BATCH}`,
      [context.tenantId, after],
    ),
  );
  return rows.map(({ id }) => id);
}

async function readCounted({ services, context, model }: EntityCall): Promise<ReadonlyMap<string, string>> {
  const rows = await services.database.withTenant(context.tenantId, (connection) =>
    connection.query<{ field: string; day: string }>(
      'select field, day from platform."countedRollup" where "tenantId" = $1 and entity = $2',
      [context.tenantId, model.id],
    ),
  );
  return new Map(rows.map(({ field, day }) => [field, day]));
}

async function noteCounted(
  { services, context, model }: EntityCall,
  feeds: readonly Feed[],
  today: string,
): Promise<void> {
  const fields = feeds.flatMap(({ fields: counted }) => counted.map(({ id }) => id));
  await services.database.transaction(context.tenantId, (connection) =>
    connection.execute(
      `insert into platform."countedRollup" ("tenantId", entity, field, day)
       select $1, $2, field, $4 from unnest($3::text[]) as f(field)
       on conflict ("tenantId", entity, field) do update set day = excluded.day`,
      [context.tenantId, model.id, fields, today],
    ),
  );
}
