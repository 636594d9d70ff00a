import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { wholeValue } from '../../../src/core/field-forms.ts';
import type { FieldContext, SheetCell } from '../../../src/core/field-type.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';
import type { Connection } from '../../ground/database/database.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { readChoices } from '../../records/list/list.ts';
import { coverFields } from '../../records/read/answer-record.ts';
import { shownAccess } from '../../records/read/field-conditions.ts';
import { rowsSeenBelow } from '../../records/read/read-record.ts';
import { cellsOf, type FieldSheet, sheetLayout } from './field-sheets.ts';
import { IMPORT_LIMITS } from './limits.ts';
import type { LineSheet } from './line-sheets.ts';
import { addRow, addSheet, type OpenWorkbook } from './workbook.ts';

/** Ids whose names are asked for at a time. */
const NAMES = 200;

/** Gathers the lines of records as they are read, and writes them behind the first sheet. */
interface LineWriter {
  take(connection: Connection, records: readonly Row[]): Promise<void>;
  write(workbook: OpenWorkbook): void;
}

/** A writer of these sheets. What the person does not see, or only masked, has no lines. */
export function createLineWriter(call: EntityCall, sheets: readonly LineSheet[]): LineWriter {
  const cells = new Map<LineSheet, SheetCell[][]>(sheets.map((sheet) => [sheet, []]));
  const names = createNames(call);
  return {
    async take(connection, records) {
      for (const sheet of sheets) {
        const lines = cells.get(sheet) ?? [];
        const below = await rowsBelow({ call, db: connection }, sheet, records);
        const tables = records.map((record) => ({
          record,
          rows: sheet.field === undefined ? (below.get(record.id) ?? []) : rowsOf(call, sheet.field, record),
        }));
        await names.learn(
          sheet.columns.map(({ field }) => field),
          tables.flatMap(({ rows }) => rows),
        );
        for (const { record, rows } of tables) {
          const key = sheet.key.flatMap((one) => cellsOf(call, one, record));
          for (const row of rows) lines.push([...key, ...sheet.columns.flatMap((one) => columnCells(one, row, names))]);
        }
        if (lines.length > IMPORT_LIMITS.lines) {
          throw new AnlanError('guardFailed', {
            detail: say('“{table}”超过{most}行，不能一次导出，请缩小筛选范围', {
              table: sheet.table.title,
              most: IMPORT_LIMITS.lines,
            }),
          });
        }
      }
    },
    write(workbook) {
      for (const sheet of sheets) {
        const written = addSheet(workbook, sheet.name, [...sheet.key, ...sheet.columns].flatMap(sheetLayout));
        for (const line of cells.get(sheet) ?? []) addRow(written, line);
        written.commit();
      }
    },
  };
}

/** Rows of an entity below these records by their ids, as the person sees them. */
async function rowsBelow(
  tx: Reading,
  { table: { child } }: LineSheet,
  records: readonly Row[],
): Promise<ReadonlyMap<unknown, readonly Row[]>> {
  if (child?.parent === undefined) return new Map();
  const { field } = child.parent;
  const ids = records.map(({ id }) => String(id));
  const other = callFor(tx.call, child);
  const rows = await readRowsOf(withCall(tx, other), child, { below: { field, ids }, access: rowsSeenBelow(other) });
  coverFields(other, readableFields(child), rows);
  return Map.groupBy(rows, (row) => row[field]);
}

function rowsOf(call: EntityCall, table: FieldModel, record: Row): readonly Row[] {
  const value = record[table.key];
  const masked = shownAccess(call, table, record) === 'masked';
  return Array.isArray(value) && !masked ? value.filter(isRow) : [];
}

function columnCells({ field, form, context }: FieldSheet, row: Row, names: Names): SheetCell[] {
  const value = wholeValue(field, row) ?? null;
  const labels = names.of(field, value);
  const subject: FieldContext = labels === undefined ? context : { ...context, labels };
  return form.columns.map((column) => column.cell(value, subject));
}

/** Names of the records that cells of tables refer to. */
interface Names {
  learn(columns: readonly FieldModel[], rows: readonly Row[]): Promise<void>;
  of(column: FieldModel, value: unknown): FieldContext['labels'];
}

// Rows that the person sees name these records; their labels follow the rights on labels.
const HELD = { kind: 'entering' } as const;

function createNames(call: EntityCall): Names {
  const known = new Map<string, Map<string, string>>();
  const idsOf = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string' && id !== '').map(String);
  return {
    async learn(columns, rows) {
      for (const column of columns) {
        const target = call.snapshot.entities.get(column.target ?? '');
        const select = target?.operations.find(({ kind }) => kind === 'select');
        if (target === undefined || select === undefined) continue;
        const names = known.get(target.key) ?? new Map<string, string>();
        known.set(target.key, names);
        const wanted = [...new Set(rows.flatMap((row) => idsOf(row[column.key])))].filter((id) => !names.has(id));
        for (let at = 0; at < wanted.length; at += NAMES) {
          const ids = wanted.slice(at, at + NAMES);
          const found = await readChoices(
            callFor(call, target),
            select,
            { ids: ids.join(','), size: String(NAMES) },
            HELD,
          );
          for (const { id, label } of found) names.set(id, label);
        }
      }
    },
    of(column, value) {
      const names = column.target === undefined ? undefined : known.get(column.target);
      if (names === undefined) return undefined;
      const labels = idsOf(value).map((id) => names.get(id) ?? id);
      return Array.isArray(value) ? labels : labels[0];
    },
  };
}
