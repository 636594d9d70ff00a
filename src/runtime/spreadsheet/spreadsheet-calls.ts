import { requestOperation } from '../../api/client.ts';
import { saveBlob } from '../../api/files.ts';
import type { EntityModel } from '../../core/model/entity-model.ts';
import { identifying } from '../../core/model/identifying.ts';
import type { LongJob, StartedJob } from '../../core/wire/long-job.ts';
import type { ImportAnswer, ImportMode } from '../../core/wire/spreadsheet.ts';
import { callForFile, callForFileOrJob, MissingOperationError, operationOf } from '../calls/entity-calls.ts';
import type { EntityPageModel } from '../model/page-model.ts';

/** Milliseconds that a large file may take. */
const LONG = 600_000;

function operation<Kind extends 'export' | 'importTemplate' | 'import'>(model: EntityModel, kind: Kind) {
  const found = operationOf(model, kind);
  if (found === undefined) throw new MissingOperationError(model.key, kind);
  return found;
}

/**
 * Takes the records under a list's query out as a spreadsheet, and hands it to the browser's downloads. Many rows are
 * taken out in the background: the job that does it is given.
 */
export async function exportSheet(
  { model, page }: EntityPageModel,
  query: Readonly<Record<string, string | number>>,
  columns: readonly string[],
  day: string,
): Promise<LongJob | undefined> {
  const { current: _, size: __, ...asked } = query;
  const input = { ...asked, columns: columns.join(','), lines: 'true' };
  const file = await callForFileOrJob(model, operation(model, 'export'), input, { timeout: LONG });
  if (!(file instanceof Blob)) return file;
  saveBlob(file, `${page.title}-${day}.xlsx`);
  return undefined;
}

/** Hands the template of an import to the browser's downloads. */
export async function downloadTemplate({ model, page }: EntityPageModel, name: string): Promise<void> {
  const file = await callForFile(model, operation(model, 'importTemplate'), {}, { page: page.code });
  saveBlob(file, `${name}.xlsx`);
}

/** How a file is imported. */
interface ImportRequest {
  readonly file: File;
  readonly mode: ImportMode;
  /** Fields that find the record to update, comma separated; '' to insert only. */
  readonly key: string;
  /** Makes sending it twice safe. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Share of the file that is sent, 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

/**
 * Sends a file to be checked or imported; of many rows the job is answered that does it. What is wrong with the file is
 * the caller's to tell.
 */
export function importSheet(
  { model, page }: EntityPageModel,
  { file, mode, key, idempotencyKey, signal, onProgress }: ImportRequest,
): Promise<ImportAnswer | StartedJob> {
  const sheet = operation(model, 'import');
  const body = new FormData();
  body.append('mode', mode);
  body.append('background', 'true');
  if (key !== '') body.append('key', key);
  body.append('file', file, file.name);
  return requestOperation(sheet, {
    service: model.service,
    path: `${model.base}/${sheet.path}`,
    query: { page: page.code },
    body,
    idempotencyKey,
    signal,
    onProgress,
    timeout: LONG,
    quiet: [0, 400],
  });
}

/** Sets of fields by which records can be found again, as keys, comma separated. */
export function updateKeys(model: EntityModel): readonly string[] {
  const { key } = model.source.import ?? {};
  const sets = [...(key === undefined ? [] : [key]), ...identifying(model)];
  return [...new Set(sets.map((fields) => fields.join(',')))];
}
