import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { StartedJob } from '../../../src/core/wire/long-job.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { keeperOf } from '../long-jobs/keeper.ts';
import { toldJob } from '../long-jobs/long-job-store.ts';
import type { LongJobKind, LongJobs } from '../long-jobs/long-jobs.ts';
import { PRINT_LIMITS } from './print-document.ts';
import type { FileAnswer, Printing } from './printing.ts';

/** Records from which on nobody waits for their paper: a page of a few is there in about a second, thirty on a busy machine took half a minute. */
const BACKGROUND_RECORDS = 5;

/** What is to be printed. */
interface PrintWish {
  readonly ids: readonly string[];
  readonly origin: string | undefined;
}

/** Serves a print: the file, or with `background=true` and more than a few records the job that makes it. */
export async function startPrint(
  { printing, longJobs }: { readonly printing: Printing; readonly longJobs: LongJobs },
  call: EntityCall,
  { ids, origin, background, page }: PrintWish & { readonly background?: unknown; readonly page?: unknown },
): Promise<FileAnswer | StartedJob> {
  const count = new Set(ids).size;
  if (textArgument(background) !== 'true' || count <= BACKGROUND_RECORDS) return printing.print(call, ids, origin);
  requireAction(call, call.model.print.button ? 'print' : 'view', say('打印'));
  if (ids.length > PRINT_LIMITS.records) throw new AnlanError('printTooMany', { count: PRINT_LIMITS.records });
  const job = await longJobs.enqueue(call, {
    kind: 'print',
    entityKey: call.model.key,
    page: textArgument(page),
    input: { ids, ...(origin === undefined ? {} : { origin }) },
    total: count,
  });
  return { job: toldJob(job, call.snapshot, call.at) };
}

/** Prints in the background: the same records, fields and rights as at once. */
export const printJobs = (printing: Printing): LongJobKind => ({
  async run(call, { job, files, signal, report }) {
    const { ids, origin } = job.input as unknown as PrintWish;
    const { name, content } = await printing.print(call, ids, origin, (done) => {
      signal.throwIfAborted();
      report(done, job.total);
    });
    signal.throwIfAborted();
    const file = await files.intake.store(keeperOf(call), name, Buffer.from(content));
    const count = job.total;
    return {
      state: 'done',
      file: { id: file.id, name },
      tell: () => say('共{count}条，文件可在24小时内下载', { count }),
    };
  },
  remains: () => ({ tell: () => '' }),
});
