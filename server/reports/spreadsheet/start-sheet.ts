import { createHash } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { hasEnded, type StartedJob } from '../../../src/core/wire/long-job.ts';
import type { ImportAnswer } from '../../../src/core/wire/spreadsheet.ts';
import { jobPatience, patiently } from '../../ground/database/patience.ts';
import { requestHash } from '../../ground/idempotency.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { pageOf } from '../../records/list/list.ts';
import type { SentSheet } from '../../records/service/handler.ts';
import { keeperOf } from '../long-jobs/keeper.ts';
import { type LongJobRow, type NewLongJob, toldJob } from '../long-jobs/long-job-store.ts';
import type { LongJobs } from '../long-jobs/long-jobs.ts';
import { countExport, exportRecords, readExport } from './export.ts';
import { importOpened, openImport, readWish } from './import.ts';
import { BACKGROUND_ROWS, EXPORT_ROWS } from './limits.ts';
import { admitWorkbook } from './read-workbook.ts';
import { importOf } from './sheet-jobs.ts';
import type { StreamAnswer } from './stream-answer.ts';
import { writeOf } from './write-records.ts';

type Args = Readonly<Record<string, unknown>>;

/** Whether the caller would rather hear at once that his work goes on in the background. */
const mayWait = (given: unknown): boolean => textArgument(given) === 'true';

/**
 * Serves an export: the file, or with `background=true` and more than 5,000 rows the job that makes it, up to a million
 * rows. Needs the button `export`.
 */
export async function startExport(
  longJobs: LongJobs,
  call: EntityCall,
  operation: OperationModel,
  { background, ...args }: Args,
): Promise<StreamAnswer | StartedJob> {
  const { database } = call.services;
  if (!mayWait(background)) return exportRecords(call, operation, args);
  const wish = readExport(call, operation, args, EXPORT_ROWS.job);
  const total = await patiently(jobPatience, () =>
    database.withTenant(call.context.tenantId, (db) => countExport({ call, db }, wish)),
  );
  if (total <= BACKGROUND_ROWS.export) return exportRecords(call, operation, args);
  const input = { name: operation.name, args };
  const job: NewLongJob = { kind: 'export', entityKey: call.model.key, page: pageOf(args), input, total };
  return told(call, await longJobs.enqueue(call, { ...job, hash: requestHash('export', input) }));
}

/**
 * Serves an import. With `background=true` and more than 500 rows it goes on in the background, a preview too; the file
 * as a whole is checked before. What stores rows and carries an idempotency key is done once: whoever sends it again
 * gets the same answer, or the job while it runs. Needs the button `import`.
 * @throws AnlanError where the file as a whole cannot be imported; what is wrong in rows stands in the answer.
 */
export async function startImport(
  longJobs: LongJobs,
  call: EntityCall,
  { upload, signal }: SentSheet,
  query: Args,
): Promise<ImportAnswer | StartedJob> {
  requireAction(call, 'import', say('导入'));
  admitWorkbook();
  const { file, fields } = await upload();
  const given = { ...fields, ...query };
  const wish = readWish(call, given);
  const { idempotencyKey } = call.context;
  const once = idempotencyKey !== undefined && wish.mode !== 'preview';
  const key = wish.key.map((field) => field.key).join(',');
  const input = { mode: wish.mode, ...(key === '' ? {} : { key }) };
  const sha = createHash('sha256').update(file.content).digest('base64url');
  const hash = requestHash(`import ${call.model.key}`, { ...input, sha });
  if (once) {
    const known = await longJobs.repeated(call.context, hash);
    if (known !== undefined) return answerOfJob(call, known);
  }
  const opened = await openImport(call, file, wish);
  const total = opened.sheet.rows.length;
  const long = mayWait(given.background) && total > BACKGROUND_ROWS.import;
  if (!long && !once) {
    return (await importOpened(call, opened, { signal }, writeOf(call))).answer;
  }
  // A preview has nothing that could be done twice.
  const acting = once ? call : { ...call, context: { ...call.context, idempotencyKey: undefined } };
  const job = { kind: 'import', entityKey: call.model.key, page: pageOf(given), total, hash } as const;
  if (!long) {
    const row = await longJobs.runNow(acting, { ...job, input }, importOf(opened), signal);
    return answerOfJob(call, row);
  }
  const source = await longJobs.files.intake.store(keeperOf(call), `${call.model.title}.xlsx`, file.content);
  return told(call, await longJobs.enqueue(acting, { ...job, input: { ...input, sourceId: source.id } }));
}

function told(call: EntityCall, row: LongJobRow): StartedJob {
  return { job: toldJob(row, call.snapshot, call.at) };
}

/** What a caller hears who waited for a job, or asked for it again. */
function answerOfJob(call: EntityCall, row: LongJobRow): ImportAnswer | StartedJob {
  if (!hasEnded(row)) return told(call, row);
  if (row.answer !== null && 'mode' in row.answer) return row.answer;
  throw new AnlanError('guardFailed', { detail: row.message });
}
