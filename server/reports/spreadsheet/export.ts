import { TOTAL } from '../../../src/compile/sql/list-query.ts';
import { bind } from '../../../src/compile/sql/query.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { jobPatience, patiently } from '../../ground/database/patience.ts';
import { writeAudit } from '../../records/audit/audit.ts';
import { requireAction } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import type { Row } from '../../records/call/record-row.ts';
import { isSecret } from '../../records/call/record-row.ts';
import { textArgument } from '../../records/call/text-argument.ts';
import { pageOf } from '../../records/list/list.ts';
import { type ListPlan, type ListPurpose, listPlan } from '../../records/list/list-plan.ts';
import { type ListRequest, readListRequest } from '../../records/list/list-request.ts';
import { coverFields, linkUploads } from '../../records/read/answer-record.ts';
import { loadOpenSteps } from '../../records/read/open-steps.ts';
import { createLineWriter } from './export-lines.ts';
import { cellsOf, fieldSheets, sheetLayout } from './field-sheets.ts';
import { createGate } from './gate.ts';
import { EXPORT_ROWS, IMPORT_LIMITS } from './limits.ts';
import { type LineSheet, lineSheets } from './line-sheets.ts';
import { madeFile, StreamAnswer, XLSX } from './stream-answer.ts';
import { addRow, addSheet, openWorkbook, packed } from './workbook.ts';

type Args = Readonly<Record<string, unknown>>;

/** Rows that are read and written at a time. */
const BATCH = 500;
const CURSOR = 'anlan_export';

const gate = createGate(2);

/** What an export is to hold. */
interface ExportWish {
  readonly fields: readonly FieldModel[];
  /** Sheets with the rows of tables behind the first one. */
  readonly lines: readonly LineSheet[];
  readonly request: ListRequest;
  readonly purpose: ListPurpose;
  /** Name of the file. */
  readonly name: string;
  /** Most rows. */
  readonly most: number;
}

/** Whoever waits for an export. */
interface ExportWatch {
  readonly signal?: AbortSignal;
  report?(done: number, total: number): void;
}

/**
 * The records that the list shows under the same arguments, as a spreadsheet: of the page's columns, or of those that
 * `columns` names. Needs the button `export`; that it was exported, and how much, is logged.
 * @throws AnlanError invalidInput for unknown columns, guardFailed for more than 100,000 rows.
 */
export async function exportRecords(call: EntityCall, operation: OperationModel, args: Args): Promise<StreamAnswer> {
  const wish = readExport(call, operation, args);
  const content = await gate(() =>
    madeFile((path) => patiently(jobPatience, async () => void (await writeExport(call, wish, path)))),
  );
  return new StreamAnswer(XLSX, wish.name, content);
}

/** Reads what is to be exported. Throws where the person may not export, or asks for what is not there. */
export function readExport(
  call: EntityCall,
  operation: OperationModel,
  args: Args,
  most: number = EXPORT_ROWS.atOnce,
): ExportWish {
  requireAction(call, 'export', say('导出'));
  const { columns: wanted, lines: withLines, current: _, size: __, ...listed } = args;
  const request = readListRequest(call, listed);
  const page = pageOf(args);
  const fields = exportedFields(call, page, textArgument(wanted));
  const lines = textArgument(withLines) === 'true' ? lineSheets(call) : [];
  const read = [
    ...fields,
    ...lines.flatMap(({ field: table, key }) => [...(table ? [table] : []), ...key.map(({ field }) => field)]),
  ];
  const keys = [...new Set(read.flatMap(({ key, property }) => [key, property.end ?? key]))];
  const purpose: ListPurpose = {
    operation: { ...operation, name: `export:${keys.join('+')}`, fields: keys },
    page,
    answer: 'records',
    scoped: !call.internal,
    paged: true,
    total: 'none',
  };
  const title = page === undefined ? call.model.title : (call.model.pages[page]?.title ?? call.model.title);
  const name = `${title}-${call.now.slice(0, 10).replaceAll('-', '')}.xlsx`;
  return { fields, lines, request, purpose, name, most };
}

/** How many rows an export has. Throws where they are more than it may write. */
export async function countExport(tx: Reading, { request, purpose, most }: ExportWish): Promise<number> {
  const { call } = tx;
  const counting = listPlan(call, { ...purpose, total: 'capped' }, request).count();
  const values = { ...request.values, limit: most, offset: 0, cap: most + 1 };
  const [counted] = await runQuery(tx.db, counting, queryInput(call, values));
  const total = Number(counted?.[TOTAL] ?? 0);
  if (total > most) {
    const detail = say('超过{most}条，不能一次导出，请缩小筛选范围', { most });
    throw new AnlanError('guardFailed', { detail });
  }
  return total;
}

/** The columns that are asked for, else those of the file, of the page, or all of the entity's own with the state. */
function exportedFields(call: EntityCall, page: string | undefined, wanted: string | undefined): FieldModel[] {
  const { model } = call;
  const seen = (field: FieldModel | undefined): field is FieldModel =>
    field !== undefined && !isSecret(field) && (call.internal || call.fieldRights.isEverSeen(field));
  if (wanted !== undefined) {
    const keys = [...new Set(wanted.split(',').map((key) => key.trim()))].filter((key) => key !== '');
    return keys.map((key) => {
      const field = model.field.get(key);
      if (!seen(field)) throw invalidInput([{ pointer: '/columns', msg: say('没有“{field}”这一列', { field: key }) }]);
      return field;
    });
  }
  const shown = page === undefined ? [] : (model.pages[page]?.columns ?? []).filter(({ hidden }) => !hidden);
  const keys = model.source.export?.fields ?? (shown.length > 0 ? shown : ownColumns(model));
  return keys.map((entry) => model.field.get(typeof entry === 'string' ? entry : entry.field)).filter(seen);
}

/** Keys of an entity's own fields, with the state, where it has states, behind what a record is called by. */
function ownColumns(model: EntityModel): readonly string[] {
  const own = model.fields.filter(({ base, property }) => !base && property.hidden !== true).map(({ key }) => key);
  if (Object.keys(model.states).length === 0 || own.includes('status')) return own;
  const behind = own.indexOf(model.label) + 1;
  return [...own.slice(0, behind), 'status', ...own.slice(behind)];
}

/** Writes the rows to a file, and into the log how many they were. */
export async function writeExport(
  call: EntityCall,
  wish: ExportWish,
  path: string,
  { signal, report }: ExportWatch = {},
): Promise<number> {
  const { request, fields, lines, purpose, most } = wish;
  const plan = listPlan(call, purpose, request);
  const values = { ...request.values, limit: most, offset: 0 };
  const sheets = fieldSheets(call, fields);
  return call.services.database.transaction(call.context.tenantId, async (db) => {
    const tx = { call, db };
    const total = await countExport(tx, wish);
    // Texts that several cells share stand once in a file that may come back; of a long one they would fill the memory.
    const workbook = openWorkbook(path, total <= IMPORT_LIMITS.rows);
    const sheet = addSheet(workbook, call.model.title, sheets.flatMap(sheetLayout));
    const tables = createLineWriter(call, lines);
    let written = 0;
    for await (const rows of batches(tx, plan, values)) {
      if (signal?.aborted === true) throw new AnlanError('guardFailed', { detail: say('导出已取消') });
      for (const row of rows) {
        addRow(
          sheet,
          sheets.flatMap((one) => cellsOf(call, one, row)),
        );
      }
      await packed(workbook, sheet);
      await tables.take(db, rows);
      written += rows.length;
      report?.(written, Math.max(total, written));
    }
    sheet.commit();
    tables.write(workbook);
    await workbook.commit();
    await writeAudit(tx, {
      recordId: '',
      recordTitle: call.model.title,
      action: 'export',
      changes: [],
      remark: say('导出{count}条', { count: written }),
    });
    return written;
  });
}

/** The rows of a list as its pages answer them, so many at a time. */
async function* batches(tx: Reading, plan: ListPlan, values: Readonly<Record<string, unknown>>): AsyncGenerator<Row[]> {
  const { call, db } = tx;
  const bound = bind(plan.rows, queryInput(call, values));
  await db.execute(`declare ${CURSOR} no scroll cursor for ${plan.rows.text}`, bound);
  for (;;) {
    const rows = await db.query<Row>(`fetch ${BATCH} from ${CURSOR}`);
    if (rows.length === 0) break;
    for (const row of rows) {
      delete row[TOTAL];
      plan.read(row);
    }
    const ids = rows.map((row) => String(row.id));
    coverFields(call, plan.shape.fields, rows, await loadOpenSteps(tx, ids));
    await linkUploads(call, plan.files, rows);
    yield rows;
  }
  await db.execute(`close ${CURSOR}`);
}
