import type { Logger } from 'pino';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { LongJobKey } from '../../../src/core/wire/long-job.ts';
import type { FileServices } from '../../files/file-services.ts';
import type { CallContext, Clock } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { jobPatience, patiently } from '../../ground/database/patience.ts';
import { inLanguage } from '../../ground/language/language.ts';
import { orStorageFull } from '../../ground/storage-full.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall, EntityServices, Tx } from '../../records/call/ports.ts';
import { transact } from '../../records/write/transact.ts';
import {
  askToCancel,
  claimJob,
  endJob,
  findJob,
  findRequested,
  insertJob,
  type LongJobResult,
  type LongJobRow,
  type NewLongJob,
  noteResumePoint,
  openJobs,
  releaseJob,
  sweepJobs,
  tellPerson,
  touchJob,
} from './long-job-store.ts';
import { personContext } from './person-context.ts';

/** What the work on a job has at hand. */
export interface JobRun {
  readonly job: LongJobRow;
  /** Ended when the job is to stop, for whatever reason. */
  readonly signal: AbortSignal;
  readonly files: FileServices;
  /** Says how far the work is. */
  report(done: number, total: number): void;
  /** Notes within the transaction of what was written from where to go on. Throws where the job is not ours any more. */
  resumeFrom(connection: Connection, point: unknown): Promise<void>;
  /** Ends the job within the transaction of what it writes. Throws where it was asked to stop, or is not ours any more. */
  end(tx: Tx, result: LongJobResult): Promise<void>;
}

/** How jobs of a kind are worked on. */
export interface LongJobKind {
  /** Works with the rights that the person has now; undefined where it has ended the job by itself. */
  run(call: EntityCall, run: JobRun): Promise<LongJobResult | undefined>;
  /** What stays of a job that did not come to its end, by what its work threw. */
  remains(job: LongJobRow, error: unknown): Pick<LongJobResult, 'tell' | 'answer'>;
}

/** Long pieces of work that people ask for. */
export interface LongJobs {
  readonly files: FileServices;
  /**
   * Stores a job, to be begun as soon as there is room. A repetition under the same idempotency key is answered with the
   * job that there is.
   */
  enqueue(call: EntityCall, job: NewLongJob): Promise<LongJobRow>;
  /** The job that was asked for under the idempotency key of the call; refuses another request under it. */
  repeated(context: CallContext, hash: string): Promise<LongJobRow | undefined>;
  /** Stores a job and works on it while the caller waits; whoever asks again meanwhile hears that it runs. */
  runNow(call: EntityCall, job: NewLongJob, kind: LongJobKind, signal: AbortSignal): Promise<LongJobRow>;
  /** Asks a job of the person to stop; false where it has ended. */
  cancel(context: CallContext, id: string): Promise<boolean>;
  /** Works on what waits; gives how many jobs it worked on. */
  runDue(): Promise<number>;
  sweep(now: Date): Promise<number>;
  /** Stops what runs here and gives it back, for the next process to go on. */
  stop(): Promise<void>;
}

/** Jobs that one process works on at a time. What writes a file waits for other files alone, what is short for its like. */
const LANES: readonly { readonly kinds: readonly LongJobKey[]; readonly most: number }[] = [
  { kinds: ['export', 'import'], most: 2 },
  { kinds: ['print'], most: 1 },
  { kinds: ['recalculation'], most: 1 },
  { kinds: ['publish'], most: 1 },
];
/** Milliseconds between two signs of life, and of progress. */
const BEAT = 500;
/** Seconds without a sign of life after which a job is taken up by another process. */
const DEAD_AFTER = 15;
/** How often a job is begun before it counts as one that kills its server. */
const MOST_ATTEMPTS = 3;
/** Jobs of one person that have not ended. */
const MOST_OPEN = 5;

/** Why work on a job stops. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'stopping';

  constructor(why: Stopped['why']) {
    super(`a long job stopped: ${why}`);
    this.why = why;
  }
}

/** Creates the part that keeps and works on long jobs. Processes share them by row locks. */
export function createLongJobs(options: {
  readonly services: EntityServices;
  readonly files: FileServices;
  readonly kinds: Readonly<Record<LongJobRow['kind'], LongJobKind>>;
  readonly clock: Clock;
  readonly logger: Logger;
}): LongJobs {
  const { services, files, kinds, clock, logger } = options;
  const { database } = services;
  const running = new Map<string, AbortController>();
  const under = new Set<Promise<unknown>>();
  const taken = LANES.map(() => 0);
  let stopped = false;

  async function callOf(job: LongJobRow): Promise<EntityCall | undefined> {
    const context = await personContext({ ...services, clock }, job, `job-${job.id}`);
    const snapshot = await services.metadata.snapshot(job.tenantId);
    const model = snapshot.entities.get(job.entityKey);
    if (context === undefined || model === undefined) return undefined;
    const page = job.page !== null && Object.hasOwn(model.pages, job.page) ? { page: job.page } : {};
    return createEntityCall(services, context, snapshot, model, page);
  }

  async function end(connection: Connection, job: LongJobRow, result: LongJobResult, heeds = false): Promise<void> {
    const ended = await endJob(connection, job, result, { now: clock.now(), heeds });
    if (!ended) throw new Stopped(heeds ? 'cancelled' : 'lost');
  }

  /** Ends a job and tells its person, who may be somewhere else by now. */
  async function endAndTell(tx: Tx, job: LongJobRow, result: LongJobResult, heeds = false): Promise<void> {
    await end(tx.db, job, result, heeds);
    const quiet = job.input.inline === true || job.input.mode === 'preview' || result.state === 'cancelled';
    if (quiet) return;
    await tx.call.services.parts.notices.send(tx, {
      userIds: [job.userId],
      kind: 'result',
      title: ({ model }) => {
        const own = job.input.title;
        const title = typeof own === 'string' ? own : (model.pages[job.page ?? '']?.title ?? model.title);
        const texts: Record<LongJobKey, string> = {
          export: say('{title}：导出', { title }),
          import: say('{title}：导入', { title }),
          print: say('{title}：打印', { title }),
          recalculation: say('{title}：重新计算', { title }),
          publish: say('{title}：发布', { title }),
        };
        return `${texts[job.kind]}${result.state === 'done' ? say('已完成') : say('未完成')}`;
      },
      text: () => result.tell(),
      entityKey: 'longJob',
      recordId: job.id,
    });
  }

  function finish(call: EntityCall | undefined, job: LongJobRow, result: LongJobResult): Promise<void> {
    return call === undefined
      ? database.transaction(job.tenantId, (connection) => end(connection, job, result))
      : transact(call, (tx) => endAndTell(tx, job, result));
  }

  async function settle(call: EntityCall, job: LongJobRow, kind: LongJobKind, run: JobRun): Promise<void> {
    try {
      const result = await kind.run(call, run);
      if (result !== undefined) await finish(call, job, result);
    } catch (error) {
      const reason: unknown = error instanceof Stopped ? error : run.signal.reason;
      const why = run.signal.aborted || error instanceof Stopped ? (reason as Stopped).why : undefined;
      if (why === 'lost') return;
      if (why === 'stopping') await database.withTenant(job.tenantId, (connection) => releaseJob(connection, job));
      else if (why === 'cancelled')
        await finish(
          call,
          job,
          unfinished(job, error, 'cancelled', () => say('已取消')),
        );
      else await finish(call, job, failure(job, error));
    }
  }

  function unfinished(
    job: LongJobRow,
    error: unknown,
    state: 'failed' | 'cancelled',
    why: () => string,
  ): LongJobResult {
    const { tell, answer } = kinds[job.kind].remains(job, error);
    return { state, tell: () => [why(), tell()].filter((text) => text !== '').join(say('，')), answer };
  }

  function failure(job: LongJobRow, error: unknown): LongJobResult {
    const known = orStorageFull(error);
    if (known !== error) logger.error({ err: error, job: job.id }, '后台作业没有存储空间');
    if (known instanceof AnlanError && (known.status < 500 || known !== error)) {
      const { faults } = known;
      const message = faults.length > 0 ? faults.map(({ msg }) => msg).join(say('，')) : known.message;
      const failed = unfinished(job, error, 'failed', () => message);
      return failed.answer === undefined && faults.length > 0 ? { ...failed, answer: { faults } } : failed;
    }
    logger.error({ err: error, job: job.id }, '后台作业出错');
    return unfinished(job, error, 'failed', () => say('服务器出错，没有完成'));
  }

  async function work(job: LongJobRow, call: EntityCall, kind: LongJobKind, gone?: AbortSignal): Promise<void> {
    const control = new AbortController();
    const stop = () => control.abort(new Stopped('cancelled'));
    if (gone?.aborted === true) stop();
    gone?.addEventListener('abort', stop, { once: true });
    running.set(job.id, control);
    const progress = { total: job.total, done: job.done };
    let told = '';
    let beating: Promise<void> | undefined;
    const beat = async (): Promise<void> => {
      const asked = await database.withTenant(job.tenantId, async (connection) => {
        const answer = await touchJob(connection, job, progress);
        const now = `${progress.done}/${progress.total}`;
        if (now !== told && answer !== undefined) await tellPerson(connection, job);
        told = now;
        return answer;
      });
      // Nothing is left to be touched once the work has ended by itself.
      if (asked === undefined && running.has(job.id)) control.abort(new Stopped('lost'));
      else if (asked === true) control.abort(new Stopped('cancelled'));
    };
    const timer = setInterval(() => {
      beating ??= beat()
        .catch((error: unknown) => logger.warn({ err: error, job: job.id }, '后台作业的进度未能记下'))
        .finally(() => {
          beating = undefined;
        });
    }, BEAT);
    const run: JobRun = {
      job,
      signal: control.signal,
      files,
      report: (done, total) => Object.assign(progress, { done, total }),
      async resumeFrom(connection, point) {
        if (!(await noteResumePoint(connection, job, point))) throw new Stopped('lost');
      },
      end: (tx, result) => endAndTell(tx, job, result, true),
    };
    try {
      await patiently(jobPatience, () => settle(call, job, kind, run));
    } finally {
      clearInterval(timer);
      gone?.removeEventListener('abort', stop);
      running.delete(job.id);
      await beating;
    }
  }

  async function begin(job: LongJobRow): Promise<void> {
    await inLanguage(job.language, async () => {
      const call = await callOf(job);
      if (call === undefined) {
        return finish(undefined, job, { state: 'failed', tell: () => say('账号或业务已停用，没有完成') });
      }
      const broken = job.input.inline === true || job.attempts > MOST_ATTEMPTS;
      if (broken)
        return finish(
          call,
          job,
          unfinished(job, undefined, 'failed', () => say('服务器中断，没有完成')),
        );
      return work(job, call, kinds[job.kind]);
    }).catch((error: unknown) => logger.error({ err: error, job: job.id }, '后台作业出错'));
  }

  async function runDue(): Promise<number> {
    const counts = await Promise.all(LANES.map((_, lane) => runLane(lane)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async function runLane(lane: number): Promise<number> {
    const { kinds: own = [], most = 0 } = LANES[lane] ?? {};
    let count = 0;
    while (!stopped && (taken[lane] ?? 0) < most) {
      taken[lane] = (taken[lane] ?? 0) + 1;
      try {
        const job = await database.transaction('000000', (connection) => claimJob(connection, own, DEAD_AFTER));
        if (job === undefined) break;
        count += 1;
        await begin(job);
      } finally {
        taken[lane] = (taken[lane] ?? 0) - 1;
      }
    }
    return count;
  }

  function wake(): void {
    const due = runDue()
      .catch((error: unknown) => logger.error({ err: error }, '后台作业未能开始'))
      .finally(() => under.delete(due));
    under.add(due);
  }

  function sameRequest(row: LongJobRow, hash: string | undefined): LongJobRow {
    if (row.requestHash !== (hash ?? null))
      throw new AnlanError('invalidInput', { detail: say('提交编号已用于另一次提交，请刷新后再试') });
    return row;
  }

  async function store(
    call: EntityCall,
    job: NewLongJob,
    begun: boolean,
  ): Promise<{ row: LongJobRow; fresh: boolean }> {
    const { context, services } = call;
    return database.transaction(context.tenantId, async (connection) => {
      if (!begun && (await openJobs(connection, context)) >= MOST_OPEN) {
        const detail = say('您已有{most}项后台作业未完成，请等其中一项完成后再试', { most: MOST_OPEN });
        throw new AnlanError('guardFailed', { detail });
      }
      const row = await insertJob(connection, services.ids.next(), context, job, begun);
      if (row !== undefined) {
        await tellPerson(connection, row);
        return { row, fresh: true };
      }
      const known = await findRequested(connection, context);
      if (known === undefined) throw new AnlanError('duplicateKey');
      return { row: sameRequest(known, job.hash), fresh: false };
    });
  }

  return {
    files,
    async enqueue(call, job) {
      const { row } = await store(call, job, false);
      wake();
      return row;
    },
    async repeated(context, hash) {
      const row = await database.withTenant(context.tenantId, (connection) => findRequested(connection, context));
      return row === undefined ? undefined : sameRequest(row, hash);
    },
    async runNow(call, job, kind, signal) {
      const { row, fresh } = await store(call, { ...job, input: { ...job.input, inline: true } }, true);
      if (fresh) await work(row, call, kind, signal);
      const ended = await database.withTenant(row.tenantId, (connection) => findJob(connection, call.context, row.id));
      return ended ?? row;
    },
    async cancel(context, id) {
      return database.transaction(context.tenantId, async (connection) => {
        const job = await findJob(connection, context, id);
        if (job === undefined) throw new AnlanError('notFound', { what: say('后台作业') });
        const asked = await askToCancel(connection, job, say('已取消'), clock.now());
        if (asked) running.get(id)?.abort(new Stopped('cancelled'));
        return asked;
      });
    },
    runDue,
    sweep: (now) => database.transaction('000000', (connection) => sweepJobs(connection, now)),
    async stop() {
      stopped = true;
      for (const control of running.values()) control.abort(new Stopped('stopping'));
      await Promise.all(under);
    },
  };
}
