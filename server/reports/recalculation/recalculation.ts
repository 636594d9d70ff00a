import type { Logger } from 'pino';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { hasEnded } from '../../../src/core/wire/long-job.ts';
import type { Recalculation } from '../../../src/core/wire/operations.ts';
import { compareBatch, readersOf, recalculate } from '../../flow/recalculation/stored-results.ts';
import type { CallContext } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall, requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import { type LongJobRow, lastJobOf, type RecalculationSums } from '../long-jobs/long-job-store.ts';
import type { JobRun, LongJobKind, LongJobs } from '../long-jobs/long-jobs.ts';

/** Records after which is noted how many were changed. */
const NOTE_EVERY = 50;

const NOTHING: RecalculationSums = { changed: 0, failed: 0 };

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

const lastJob = ({ db, call }: Reading): Promise<LongJobRow | undefined> =>
  lastJobOf(db, { tenantId: call.context.tenantId, kind: 'recalculation', entityKey: call.model.key });

function answerOf(affected: number, job: LongJobRow | undefined): Recalculation {
  if (job === undefined) return { affected, state: 'none', total: 0, done: 0, ...NOTHING };
  const { changed, failed } = sumsOf(job);
  const { state, total, done } = job;
  return { affected, state: state === 'waiting' || state === 'running' ? state : 'done', total, done, changed, failed };
}

/** What a recalculation has changed, or had when that was noted last. */
function sumsOf({ answer, resumePoint }: LongJobRow): RecalculationSums {
  if (answer !== null && 'changed' in answer) return answer;
  return (resumePoint as RecalculationSums | null) ?? NOTHING;
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
export async function requestRecalculation(
  longJobs: LongJobs,
  tx: Reading,
  { button }: OperationModel,
): Promise<Recalculation> {
  const { call, db } = tx;
  requireAction(call, button ?? 'edit', say('重新计算'));
  await db.query('select pg_advisory_xact_lock(hashtext($1))', [
    `recalculation ${call.context.tenantId} ${call.model.id}`,
  ]);
  const open = await lastJob(tx);
  if (open !== undefined && !hasEnded(open)) return answerOf(open.total - open.done, open);
  const affected = await countAffected(tx);
  if (affected === 0) throw new AnlanError('guardFailed', { detail: say('没有需要重新计算的记录') });
  // The key of the call is this transaction's; whoever asks twice is answered what runs.
  const asking = { ...call, context: { ...call.context, idempotencyKey: undefined } };
  const { key } = call.model;
  await longJobs.enqueue(asking, {
    kind: 'recalculation',
    entityKey: key,
    page: undefined,
    input: {},
    total: affected,
  });
  return { affected, state: 'waiting', total: affected, done: 0, ...NOTHING };
}

/** Brings stored results up to date, record by record; one that cannot be changed does not stop the rest. */
export function recalculationJobs(logger: Logger): LongJobKind {
  const told = ({ changed, failed }: RecalculationSums) => {
    const refused = failed === 0 ? '' : say('，{failed}条未能改变', { failed });
    return say('{changed}条记录的计算结果已改变{refused}', { changed, refused });
  };
  /** How many a job had changed when it broke off. */
  const until = new WeakMap<LongJobRow, RecalculationSums>();

  async function run({ services, snapshot, model: source, context }: EntityCall, { job, ...work }: JobRun) {
    const acting = actingFor(context);
    const cause = say('因{source}改变而重新计算', { source: source.title });
    const sums = { ...sumsOf(job) };
    let { done } = job;
    until.set(job, sums);
    for (const model of readersOf(snapshot.entities, source.key)) {
      const acted = () => ({ ...createEntityCall(services, acting, snapshot, model, { internal: true }), cause });
      for (let after = ''; ; ) {
        const batch = await services.database.withTenant(job.tenantId, (db) =>
          compareBatch({ call: acted(), db }, model, after),
        );
        for (const id of batch.changed) {
          work.signal.throwIfAborted();
          try {
            await transact(acted(), (tx) => recalculate(tx, id));
            sums.changed += 1;
          } catch (error) {
            sums.failed += 1;
            logger.warn({ err: error, entity: model.key, id }, '记录不能重新计算');
          }
          done += 1;
          work.report(done, Math.max(job.total, done));
          if (done % NOTE_EVERY === 0) {
            await services.database.withTenant(job.tenantId, (db) => work.resumeFrom(db, sums));
          }
        }
        if (batch.size === 0) break;
        after = batch.last;
      }
    }
    return { state: 'done', answer: sums, tell: () => told(sums) } as const;
  }

  return {
    run,
    remains(job) {
      const sums = until.get(job) ?? sumsOf(job);
      return { answer: sums, tell: () => (sums.changed + sums.failed === 0 ? '' : told(sums)) };
    },
  };
}

/** The platform acts for the person who asked: rights do not bind it, and the log names that person. */
function actingFor({ tenantId, clock, requestId, caller }: CallContext): CallContext {
  const context = systemContext(tenantId, clock, requestId);
  const { userId, account, realName } = caller;
  return { ...context, caller: { ...context.caller, userId, account, realName } };
}
