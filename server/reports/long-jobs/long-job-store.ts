import { wallClock } from '../../../src/core/clock/wall-clock.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { currentLanguage, type Language } from '../../../src/core/text/language.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { hasEnded, type LongJob, type LongJobKey, type LongJobState } from '../../../src/core/wire/long-job.ts';
import type { ImportAnswer, ImportMode } from '../../../src/core/wire/spreadsheet.ts';
import type { CallContext } from '../../ground/context.ts';
import type { Connection } from '../../ground/database/database.ts';
import { publishEvents } from '../../ground/publish.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';

/** What a recalculation has changed. */
export interface RecalculationSums {
  readonly changed: number;
  /** Records that could not be changed. */
  readonly failed: number;
}

/** What a job keeps of what came of it, beside words and a file. */
type LongJobAnswer = ImportAnswer | RecalculationSums | { readonly faults: readonly WireFault[] };

/** A long job as it is stored. */
export interface LongJobRow {
  readonly id: string;
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly userId: string;
  readonly kind: LongJobKey;
  readonly entityKey: string;
  readonly page: string | null;
  /** What was asked for. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly ip: string;
  readonly requestHash: string | null;
  readonly state: LongJobState;
  /** How often it was begun; whoever works on it works under this number. */
  readonly attempts: number;
  readonly cancelAsked: boolean;
  readonly total: number;
  readonly done: number;
  /** From where it goes on after a break; null from its beginning. */
  readonly resumePoint: unknown;
  readonly answer: LongJobAnswer | null;
  readonly message: string;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly createTime: string;
  readonly endTime: string | null;
}

/** What is asked for. */
export interface NewLongJob {
  readonly kind: LongJobKey;
  readonly entityKey: string;
  readonly page: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly total: number;
  /** Fingerprint of the request, by which its repetition is told under the same idempotency key. */
  readonly hash?: string;
}

/** What came of a job. */
export interface LongJobResult {
  readonly state: 'done' | 'failed' | 'cancelled';
  /** What is said of it, in the language of the moment: the person's own, and Chinese where it is stored for all. */
  tell(): string;
  readonly answer?: LongJobAnswer | undefined;
  readonly file?: { readonly id: string; readonly name: string } | undefined;
}

/** Milliseconds that a file of a job can be fetched; the sweep of files goes by the same day. */
const FILE_LIVES = 86_400_000;
/** Days that an ended job is remembered. */
const REMEMBERED = 7;
/** Jobs that a person is told of. */
const MOST_TOLD = 20;

const COLUMNS = `id, "tenantId", "homeTenantId", "userId", kind, "entityKey", page, input, language, ip, "requestHash",
  state, attempts, "cancelAsked", total, done, "resumePoint", answer, message, "fileId", "fileName", "createTime",
  "endTime"`;
const BRIEF = COLUMNS.replace('"resumePoint", answer,', 'null as "resumePoint", null as answer,');

/** Tells the person of a job that something about his jobs has changed. */
export function tellPerson(connection: Connection, { tenantId, userId }: LongJobRow): Promise<void> {
  return publishEvents(connection, [{ tenantId, topic: 'longJobs', userIds: [userId] }]);
}

/** Stores a job; undefined where the person has one under the same idempotency key already. */
export async function insertJob(
  connection: Connection,
  id: string,
  { caller, tenantId, ip, clock, idempotencyKey }: CallContext,
  job: NewLongJob,
  begun: boolean,
): Promise<LongJobRow | undefined> {
  const [row] = await connection.query<LongJobRow>(
    `insert into platform."longJob" (id, "tenantId", "homeTenantId", "userId", kind, "entityKey", page, input, language,
       ip, "requestKey", "requestHash", state, attempts, total, "createTime")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict do nothing returning ${COLUMNS}`,
    [
      id,
      tenantId,
      caller.homeTenantId,
      caller.userId,
      job.kind,
      job.entityKey,
      job.page ?? null,
      JSON.stringify(job.input),
      currentLanguage(),
      ip,
      idempotencyKey ?? null,
      job.hash ?? null,
      begun ? 'running' : 'waiting',
      begun ? 1 : 0,
      job.total,
      clock.now(),
    ],
  );
  return row;
}

/** The job that a person asked for under an idempotency key. */
export async function findRequested(connection: Connection, context: CallContext): Promise<LongJobRow | undefined> {
  const { tenantId, caller, idempotencyKey } = context;
  if (idempotencyKey === undefined) return undefined;
  const [row] = await connection.query<LongJobRow>(
    `select ${COLUMNS} from platform."longJob" where "tenantId" = $1 and "userId" = $2 and "requestKey" = $3`,
    [tenantId, caller.userId, idempotencyKey],
  );
  return row;
}

/** A person's own job, with its answer. */
export async function findJob(
  connection: Connection,
  { tenantId, caller }: CallContext,
  id: string,
): Promise<LongJobRow | undefined> {
  const [row] = await connection.query<LongJobRow>(
    `select ${COLUMNS} from platform."longJob" where "tenantId" = $1 and "userId" = $2 and id = $3`,
    [tenantId, caller.userId, id],
  );
  return row;
}

/** A person's latest jobs, newest first; previews are their dialog's own affair. */
export function latestJobs(connection: Connection, { tenantId, caller }: CallContext): Promise<LongJobRow[]> {
  return connection.query<LongJobRow>(
    `select ${BRIEF} from platform."longJob"
     where "tenantId" = $1 and "userId" = $2 and coalesce(input ->> 'mode', '') <> 'preview'
       and (input ->> 'inline') is null
     order by "createTime" desc, id desc limit ${MOST_TOLD}`,
    [tenantId, caller.userId],
  );
}

/** How many jobs of a person have not ended. */
export async function openJobs(connection: Connection, { tenantId, caller }: CallContext): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from platform."longJob"
     where "tenantId" = $1 and "userId" = $2 and state in ('waiting', 'running')`,
    [tenantId, caller.userId],
  );
  return row?.count ?? 0;
}

/** The newest job of a kind about an entity, whoever asked for it. */
export async function lastJobOf(
  connection: Connection,
  { tenantId, kind, entityKey }: Pick<LongJobRow, 'tenantId' | 'kind' | 'entityKey'>,
): Promise<LongJobRow | undefined> {
  const [row] = await connection.query<LongJobRow>(
    `select ${COLUMNS} from platform."longJob" where "tenantId" = $1 and kind = $2 and "entityKey" = $3
     order by "createTime" desc, id desc limit 1`,
    [tenantId, kind, entityKey],
  );
  return row;
}

/** Takes up the oldest job of some kinds that waits, or whose process has not been heard of for so many seconds. */
export async function claimJob(
  connection: Connection,
  kinds: readonly LongJobKey[],
  deadAfter: number,
): Promise<LongJobRow | undefined> {
  // Liveness goes by the clock of the database, which all processes share.
  const [row] = await connection.query<LongJobRow>(
    `update platform."longJob" set state = 'running', attempts = attempts + 1, "touchTime" = now()
     where id = (select id from platform."longJob"
       where kind = any($2) and (state = 'waiting'
         or (state = 'running' and "touchTime" < now() - make_interval(secs => $1)))
       order by "createTime" limit 1 for update skip locked)
     returning ${COLUMNS}`,
    [deadAfter, kinds],
  );
  return row;
}

/** Notes that a job lives and how far it is; says whether it is to stop, undefined where another process has it now. */
export async function touchJob(
  connection: Connection,
  job: LongJobRow,
  { total, done }: { readonly total: number; readonly done: number },
): Promise<boolean | undefined> {
  const [row] = await connection.query<{ cancelAsked: boolean }>(
    `update platform."longJob" set "touchTime" = now(), total = $3, done = $4
     where id = $1 and attempts = $2 and state = 'running' returning "cancelAsked"`,
    [job.id, job.attempts, total, done],
  );
  return row?.cancelAsked;
}

/** Notes, with what was written, from where the job would go on; false where another process has it now. */
export async function noteResumePoint(connection: Connection, job: LongJobRow, point: unknown): Promise<boolean> {
  const count = await connection.execute(
    `update platform."longJob" set "resumePoint" = $3, "touchTime" = now()
     where id = $1 and attempts = $2 and state = 'running'`,
    [job.id, job.attempts, JSON.stringify(point)],
  );
  return count > 0;
}

/**
 * Ends a job; false where another process has it now, and, where it `heeds` that, where it was asked to stop before. One
 * that did not end well gives its idempotency key back, so that it can be asked for again.
 */
export async function endJob(
  connection: Connection,
  job: LongJobRow,
  { state, tell, answer, file }: LongJobResult,
  { now, heeds }: { readonly now: Date; readonly heeds: boolean },
): Promise<boolean> {
  const count = await connection.execute(
    `update platform."longJob" set state = $3, message = $4, answer = $5, "fileId" = $6, "fileName" = $7, "endTime" = $8,
       "resumePoint" = null, "requestKey" = case when $3 = 'done' then "requestKey" end
     where id = $1 and attempts = $2 and state = 'running' and not ($9 and "cancelAsked")`,
    [
      job.id,
      job.attempts,
      state,
      tell(),
      answer === undefined ? null : JSON.stringify(answer),
      file?.id ?? null,
      file?.name ?? null,
      now,
      heeds,
    ],
  );
  if (count > 0) await tellPerson(connection, job);
  return count > 0;
}

/** Gives a job back that this process cannot go on with: the next one takes it up at once. */
export function releaseJob(connection: Connection, job: LongJobRow): Promise<number> {
  return connection.execute(
    `update platform."longJob" set state = 'waiting', attempts = attempts - 1
     where id = $1 and attempts = $2 and state = 'running'`,
    [job.id, job.attempts],
  );
}

/** Asks a job to stop; false where it has ended. */
export async function askToCancel(
  connection: Connection,
  job: LongJobRow,
  message: string,
  now: Date,
): Promise<boolean> {
  const [row] = await connection.query(
    `update platform."longJob" set "cancelAsked" = true,
       state = case when state = 'waiting' then 'cancelled' else state end,
       message = case when state = 'waiting' then $2 else message end,
       "endTime" = case when state = 'waiting' then $3::timestamptz end,
       "requestKey" = case when state = 'waiting' then null else "requestKey" end
     where id = $1 and state in ('waiting', 'running') returning id`,
    [job.id, message, now],
  );
  if (row !== undefined) await tellPerson(connection, job);
  return row !== undefined;
}

/** Forgets jobs that ended a week ago. */
export function sweepJobs(connection: Connection, now: Date): Promise<number> {
  const before = new Date(now.getTime() - REMEMBERED * 86_400_000);
  return connection.execute('delete from platform."longJob" where "endTime" < $1', [before]);
}

/** The job as its person is told of it, in his language. */
export function toldJob(row: LongJobRow, snapshot: MetadataSnapshot, now: Date): LongJob {
  const model = snapshot.entities.get(row.entityKey);
  const ended = row.endTime === null ? undefined : new Date(row.endTime);
  const lives = ended !== undefined && now.getTime() - ended.getTime() < FILE_LIVES;
  const { mode, title, opens } = row.input as Told;
  const { answer } = row;
  const page = opens ?? opened(row, model);
  return {
    id: row.id,
    kind: row.kind,
    ...(mode === undefined ? {} : { mode }),
    title: title ?? model?.pages[row.page ?? '']?.title ?? model?.title ?? row.entityKey,
    entityKey: row.entityKey,
    state: row.state,
    total: row.total,
    done: row.done,
    cancelling: row.cancelAsked && !hasEnded(row),
    message: row.message,
    ...(lives && row.fileId !== null ? { file: { attachId: row.fileId, name: row.fileName ?? '' } } : {}),
    expired: row.fileId !== null && ended !== undefined && !lives,
    createTime: wallClock(new Date(row.createTime), snapshot.timeZone),
    endTime: ended === undefined ? '' : wallClock(ended, snapshot.timeZone),
    ...(page === undefined ? {} : { opens: page }),
    ...(answer !== null && 'mode' in answer ? { answer } : {}),
    ...(answer !== null && 'faults' in answer ? { faults: answer.faults } : {}),
  };
}

/** What a job's own input says of how it is told. */
interface Told {
  readonly mode?: ImportMode;
  readonly title?: string;
  readonly opens?: string;
}

/** The page that shows what a job changed; a file that was made is its own result. */
function opened({ kind, page }: LongJobRow, model: EntityModel | undefined): string | undefined {
  if (model === undefined || (kind !== 'import' && kind !== 'recalculation')) return undefined;
  return page !== null && Object.hasOwn(model.pages, page) ? page : Object.keys(model.pages)[0];
}
