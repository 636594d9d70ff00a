import type { Logger } from 'pino';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { Recalculation } from '../../../src/core/wire/operations.ts';
import type { CallContext, Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall, requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices, Reading } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import { compareBatch, readersOf, recalculate } from './stored-results.ts';

interface JobRow {
  readonly id: string;
  readonly tenantId: string;
  readonly entityId: string;
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  readonly state: 'waiting' | 'running' | 'done';
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
}

const COLUMNS = 'id, "tenantId", "entityId", "userId", account, "realName", state, total, done, changed, failed';

/** A job whose process has died is taken up again after this many seconds. */
const DEAD_AFTER = 60;

async function countAffected(tx: Reading): Promise<number> {
  const { call } = tx;
  let count = 0;
  for (const model of readersOf(call.snapshot.entities, call.model.key)) {
    for (let after = ''; ; ) {
      const batch = await compareBatch(tx, model, after);
      count += batch.changed.length;
      if (batch.size === 0) break;
      after = batch.last;
    }
  }
  return count;
}

async function lastJob(tx: Reading): Promise<JobRow | undefined> {
  const { call } = tx;
  const [row] = await tx.db.query<JobRow>(
    `select ${COLUMNS} from platform.recalculation where "tenantId" = $1 and "entityId" = $2
     order by "createTime" desc, id desc limit 1`,
    [call.context.tenantId, call.model.id],
  );
  return row;
}

function answerOf(affected: number, job: JobRow | undefined): Recalculation {
  const { state = 'none', total = 0, done = 0, changed = 0, failed = 0 } = job ?? {};
  return { affected, state, total, done, changed, failed };
}

/**
 * Says how far a recalculation is and, to those who may ask for one, how many stored results it would change; to others
 * 0, since counting walks through all of them.
 */
export function readRecalculation(call: EntityCall, { button }: OperationModel): Promise<Recalculation> {
  requireAction(call, 'view');
  return call.services.database.withTenant(call.context.tenantId, async (db) => {
    const tx = { call, db };
    const job = await lastJob(tx);
    // While records are being changed their number is the job's to say.
    const affected = job?.state === 'running' ? Math.max(0, job.total - job.done) : undefined;
    const counts = call.internal || call.granted.has(button ?? 'edit');
    return answerOf(affected ?? (counts ? await countAffected(tx) : 0), job);
  });
}

/** Asks for a recalculation; it runs in the background. One that waits or runs already is answered instead. */
export async function requestRecalculation(tx: Reading, { button }: OperationModel): Promise<Recalculation> {
  const { call, db } = tx;
  requireAction(call, button ?? 'edit', say('重新计算'));
  await db.query('select pg_advisory_xact_lock(hashtext($1))', [
    `recalculation ${call.context.tenantId} ${call.model.id}`,
  ]);
  const open = await lastJob(tx);
  if (open !== undefined && open.state !== 'done') return answerOf(open.total - open.done, open);
  const affected = await countAffected(tx);
  if (affected === 0) throw new AnlanError('guardFailed', { detail: say('没有需要重新计算的记录') });
  const { userId, account, realName } = call.context.caller;
  await db.execute(
    `insert into platform.recalculation
       (id, "tenantId", "entityId", "userId", account, "realName", state, total, "createTime", "touchTime")
     values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $8)`,
    [
      call.services.ids.next(),
      call.context.tenantId,
      call.model.id,
      userId,
      account,
      realName,
      affected,
      call.at.toISOString(),
    ],
  );
  return { affected, state: 'waiting', total: affected, done: 0, changed: 0, failed: 0 };
}

/** The background side of recalculations. */
export interface Recalculations {
  /** Works off what was asked for; gives the number of recalculations finished. */
  runDue(now: Date): Promise<number>;
}

/** Creates the worker. Processes share the jobs by row locks. */
export function createRecalculations(options: {
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly logger: Logger;
}): Recalculations {
  const { services, clock, logger } = options;
  const { database } = services;

  async function claim(now: Date): Promise<JobRow | undefined> {
    return database.transaction('000000', async (connection) => {
      const [row] = await connection.query<JobRow>(
        `update platform.recalculation set state = 'running', "touchTime" = $1
         where id = (select id from platform.recalculation
           where state = 'waiting' or (state = 'running' and "touchTime" < $2)
           order by "createTime" limit 1 for update skip locked)
         returning ${COLUMNS}`,
        [now, new Date(now.getTime() - DEAD_AFTER * 1000)],
      );
      return row;
    });
  }

  async function note(job: JobRow, set: string, values: readonly unknown[]): Promise<void> {
    await database.withTenant(job.tenantId, (connection) =>
      connection.execute(`update platform.recalculation set ${set}, "touchTime" = $2 where id = $1`, [
        job.id,
        clock.now(),
        ...values,
      ]),
    );
  }

  async function work(job: JobRow): Promise<void> {
    const snapshot = await services.metadata.snapshot(job.tenantId);
    const source = [...snapshot.entities.values()].find(({ id }) => id === job.entityId);
    if (source === undefined) return note(job, "state = 'done'", []);
    const call = createEntityCall(services, contextOf(job, clock), snapshot, source, { internal: true });
    const cause = say('因{source}改变而重新计算', { source: source.title });
    const sums = { done: job.done, changed: job.changed, failed: job.failed };
    for (const model of readersOf(snapshot.entities, source.key)) {
      for (let after = ''; ; ) {
        const batch = await database.withTenant(job.tenantId, (db) => compareBatch({ call, db }, model, after));
        for (const id of batch.changed) {
          const own = createEntityCall(services, contextOf(job, clock), snapshot, model, { internal: true });
          try {
            await transact({ ...own, cause }, (tx) => recalculate(tx, id));
            sums.changed += 1;
          } catch (error) {
            sums.failed += 1;
            logger.warn({ err: error, entity: model.key, id }, '记录不能重新计算');
          }
          sums.done += 1;
          if (sums.done % 50 === 0) {
            await note(job, 'done = $3, changed = $4, failed = $5', [sums.done, sums.changed, sums.failed]);
          }
        }
        if (batch.size === 0) break;
        after = batch.last;
      }
    }
    await transact(call, async (tx) => {
      await services.parts.notices.send(tx, {
        userIds: [job.userId],
        kind: 'result',
        title: ({ model }) => say('{source}：重新计算完成', { source: model.title }),
        text: () => {
          const refused = sums.failed === 0 ? '' : say('，{failed}条未能改变', { failed: sums.failed });
          return say('{changed}条记录的计算结果已改变{refused}', { changed: sums.changed, refused });
        },
        entityKey: source.key,
        recordId: '',
      });
      await tx.db.execute(
        `update platform.recalculation
         set state = 'done', done = $3, changed = $4, failed = $5, total = greatest(total, $3), "touchTime" = $2
         where id = $1`,
        [job.id, clock.now(), sums.done, sums.changed, sums.failed],
      );
    });
  }

  return {
    async runDue(now) {
      for (let finished = 0; ; finished += 1) {
        const job = await claim(now);
        if (job === undefined) return finished;
        await work(job);
      }
    },
  };
}

/** The platform acts for the person who asked: rights do not bind it, and the log names that person. */
function contextOf({ tenantId, userId, account, realName, id }: JobRow, clock: Clock): CallContext {
  const context = systemContext(tenantId, clock, `recalculation-${id}`);
  return { ...context, caller: { ...context.caller, userId, account, realName } };
}
