import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { findAttachments } from '../../files/attach-table.ts';
import type { FileServices } from '../../files/file-services.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { SentFile } from '../../records/service/handler.ts';
import { keeperOf } from '../long-jobs/keeper.ts';
import type { LongJobResult, LongJobRow } from '../long-jobs/long-job-store.ts';
import type { JobRun, LongJobKind } from '../long-jobs/long-jobs.ts';
import { readExport, writeExport } from './export.ts';
import { FAULT_HEADING } from './fault-heading.ts';
import { writeFaultReport } from './fault-report.ts';
import { type FinishedImport, importOpened, openImport, readWish } from './import.ts';
import { answerOf } from './import-answer.ts';
import { EXPORT_ROWS } from './limits.ts';
import type { OpenedImport } from './opened-import.ts';
import { type ImportHooks, type ResumePoint, StoppedImport } from './run-import.ts';
import { writeOf } from './write-records.ts';

/** Has a workbook written into the file store, where the person of the call finds it for a day. */
async function keepFile(
  files: FileServices,
  call: EntityCall,
  name: string,
  write: (path: string) => Promise<unknown>,
): Promise<{ id: string; name: string }> {
  const taken = await files.intake.receive(keeperOf(call), async (path) => {
    await write(path);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    return { path, name, size: (await stat(path)).size, sha256: hash.digest('hex') };
  });
  return { id: taken.id, name: taken.originalName };
}

/** Exports in the background: the same rows, columns and rights as at once. */
export const exportJobs: LongJobKind = {
  async run(call, { job, signal, files, report }) {
    const { name, args } = job.input as { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
    const operation = call.model.operations.find((one) => one.kind === 'export' && one.name === name);
    if (operation === undefined) throw new AnlanError('unknownCall');
    const wish = readExport(call, operation, args, EXPORT_ROWS.job);
    let count = 0;
    const file = await keepFile(files, call, wish.name, async (path) => {
      count = await writeExport(call, wish, path, { signal, report });
    });
    return { state: 'done', file, tell: () => say('共{count}条，文件可在24小时内下载', { count }) };
  },
  remains: () => ({ tell: () => '' }),
};

/** What an import of valid rows had stored when it broke off, by its job. */
const storedUntil = new WeakMap<LongJobRow, ResumePoint['outcomes']>();

/** Imports a file that was put away when it was asked for. */
export const importJobs: LongJobKind = {
  async run(call, run) {
    requireAction(call, 'import', say('导入'));
    const file = await sourceOf(call, run);
    // It was asked for long ago, and few jobs run at a time: others who read files only put it off.
    return importInto(call, run, await openImport(call, file, readWish(call, run.job.input), { patient: true }));
  },
  remains(job, error) {
    const point = job.resumePoint as ResumePoint | null;
    const outcomes =
      error instanceof StoppedImport ? error.result.outcomes : (storedUntil.get(job) ?? point?.outcomes ?? undefined);
    if (job.input.mode !== 'valid' || outcomes === undefined || outcomes.inserted + outcomes.updated === 0)
      return { tell: () => (job.input.mode === 'preview' ? '' : say('没有导入任何行')) };
    return { tell: () => say('此前已新增{inserted}条、更新{updated}条并保留，其余没有导入', outcomes) };
  },
};

/** Imports a file that is at hand. */
export const importOf = (opened: OpenedImport): LongJobKind => ({
  run: (call, run) => importInto(call, run, opened),
  remains: importJobs.remains,
});

async function sourceOf(call: EntityCall, { job, files }: JobRun): Promise<SentFile> {
  const id = String(job.input.sourceId);
  const [row] = await files.database.withTenant(call.context.tenantId, (connection) =>
    findAttachments(connection, [id]),
  );
  const content = row === undefined ? undefined : await files.drive.read(row.name);
  if (row === undefined || content === undefined) throw new AnlanError('notFound', { what: say('上传的文件') });
  return { content: await buffer(content), name: row.originalName };
}

async function importInto(call: EntityCall, run: JobRun, opened: OpenedImport): Promise<LongJobResult | undefined> {
  const { job, signal, report } = run;
  let ended = false;
  const hooks: ImportHooks = {
    signal,
    report,
    from: (job.resumePoint as ResumePoint | null) ?? undefined,
    async resumeFrom(tx, point) {
      await run.resumeFrom(tx.db, point);
      storedUntil.set(job, point.outcomes);
    },
    async end(tx, result) {
      const answer = answerOf(opened, result);
      await run.end(tx, resultOf({ result, answer }));
      ended = true;
    },
  };
  const finished = await importOpened(call, opened, hooks, writeOf(call));
  if (ended) return undefined;
  if (finished.result.faults.length === 0) return resultOf(finished);
  const name = `${call.model.title}-${FAULT_HEADING()}-${call.now.slice(0, 10).replaceAll('-', '')}.xlsx`;
  const file = await keepFile(run.files, call, name, (path) => writeFaultReport(call, opened, finished.result, path));
  const answer = { ...finished.answer, report: { attachId: file.id, name: file.name } };
  return { ...resultOf({ ...finished, answer }), file };
}

function resultOf({ result, answer }: FinishedImport): LongJobResult {
  const { mode, stored, failed, inserted, updated, unchanged } = answer;
  const taken = stored || result.faults.length === 0;
  const tell = () => {
    if (mode === 'preview') return say('已检查{total}行', { total: answer.total });
    return taken
      ? say('已新增{inserted}条，更新{updated}条，{unchanged}条没有变化，{failed}行未导入', {
          inserted,
          updated,
          unchanged,
          failed,
        })
      : say('没有导入任何行，{failed}行有错误', { failed });
  };
  return { state: taken || mode === 'preview' ? 'done' : 'failed', tell, answer };
}
