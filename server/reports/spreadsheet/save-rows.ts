import { filterArgument } from '../../../src/compile/sql/list-query.ts';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel, OperationModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { callFor, withCall } from '../../records/call/entity-call.ts';
import type { EntityCall, Reading, Tx } from '../../records/call/ports.ts';
import { queryInput, runQuery } from '../../records/call/query-input.ts';
import { readRowsOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { isNumbered } from '../../records/call/serial.ts';
import { listPlan } from '../../records/list/list-plan.ts';
import { rowsSeenBelow } from '../../records/read/read-record.ts';
import { saveRecord } from '../../records/write/save.ts';
import { fieldSheets } from './field-sheets.ts';
import type { DoubtfulField, ImportRow } from './import-rows.ts';
import { mergedBelow, mergedRows } from './merge-lines.ts';
import type { RowLines } from './row-lines.ts';

/** What came of a row. */
export type Outcome = 'inserted' | 'updated' | 'unchanged';

/** Saves a row: inserts, or updates the record that its key finds where that differs. */
export async function saveRow(
  tx: Tx,
  { key }: { readonly key: readonly FieldModel[] },
  { values, doubtful, lines = [] }: ImportRow,
): Promise<Outcome> {
  const { call } = tx;
  const withTables = lines.length > 0 || Object.keys(values).some((name) => holdsRows(call, name));
  const find = (found: Row) => findByKey(tx, key, found, withTables);
  const stored = await findAmong(find, key, values, doubtful);
  // Numbers that the platform gives find a record; nobody enters them.
  const entered = Object.fromEntries(Object.entries(values).filter(([name]) => !isGiven(call, name)));
  for (const field of doubtful) entered[field.key] = settled(field, stored);
  for (const one of lines) {
    const rows = await linesOf(tx, one, stored);
    if (rows !== undefined) entered[one.table.key] = rows;
  }
  if (stored === undefined) {
    const given = key.find((field) => isGiven(call, field.key));
    if (given !== undefined) throw unknownRecord(given, values[given.key]);
    // What the file leaves empty gets its default.
    await saveRecord(tx, filled(entered));
    return 'inserted';
  }
  const same = Object.entries(entered).every(([name, value]) => sameValue(value, stored[name]));
  if (same) return 'unchanged';
  await saveRecord(tx, { ...entered, id: stored.id, version: stored.version });
  return 'updated';
}

/** The rows of a table of the record as a body holds them; undefined where those below it stay as they are. */
async function linesOf(tx: Reading, lines: RowLines, stored: Row | undefined): Promise<unknown> {
  const { call } = tx;
  const { key } = lines.table;
  const child = lines.table.child === undefined ? undefined : call.snapshot.entities.get(key);
  if (child?.parent === undefined) return mergedRows(lines, stored?.[key]);
  const { field } = child.parent;
  const other = callFor(call, child);
  const below = { field, id: String(stored?.id) };
  const known =
    stored === undefined ? [] : await readRowsOf(withCall(tx, other), child, { below, access: rowsSeenBelow(other) });
  return mergedBelow(lines, child, known);
}

/** Most records that a doubtful name in a key is tried as. */
const MOST_TRIED = 20;

/** The record of the row. A name in the key that several records bear is tried as each of them; one of them has it. */
async function findAmong(
  find: (values: Row) => Promise<Row | undefined>,
  key: readonly FieldModel[],
  values: Row,
  doubtful: readonly DoubtfulField[],
): Promise<Row | undefined> {
  const open = doubtful.find((field) => key.some((one) => one.key === field.key));
  if (open === undefined) return find(values);
  const [ids = []] = open.candidates;
  const found: Row[] = [];
  for (const id of ids.slice(0, MOST_TRIED)) {
    const row = await find({ ...values, [open.key]: id });
    if (row !== undefined) found.push(row);
  }
  const [only] = found;
  if (only === undefined || found.length > 1 || ids.length > MOST_TRIED) {
    throw new AnlanError(
      'invalidInput',
      { detail: open.msg },
      { faults: [{ pointer: `/${open.key}`, msg: open.msg }] },
    );
  }
  return only;
}

/** What a known record holds where the names of the file may stand for just that. Throws where they do not say. */
function settled({ key, candidates, msg }: DoubtfulField, stored: Row | undefined): unknown {
  const held = stored?.[key];
  const ids: readonly unknown[] = Array.isArray(held) ? held : [held];
  const fits =
    ids.length === candidates.length && candidates.every((found, index) => found.includes(String(ids[index])));
  if (!fits) throw new AnlanError('invalidInput', { detail: msg }, { faults: [{ pointer: `/${key}`, msg }] });
  return held;
}

function isGiven(call: EntityCall, key: string): boolean {
  const field = call.model.field.get(key);
  return field !== undefined && isNumbered(field);
}

/** Whether the row's own line says a table: one that stands across. */
const holdsRows = ({ model }: EntityCall, key: string): boolean => model.field.get(key)?.columns !== undefined;

function unknownRecord(field: FieldModel, value: unknown): AnlanError {
  const msg = say('没有{field}为“{value}”的记录', { field: field.title, value: String(value) });
  return new AnlanError('invalidInput', { detail: msg }, { faults: [{ pointer: `/${field.key}`, msg }] });
}

const filled = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)));

/** The record of the row, among those that the person sees; undefined for a new one. Throws where it is not one. */
async function findByKey(
  tx: Reading,
  key: readonly FieldModel[],
  values: Row,
  withTables: boolean,
): Promise<Row | undefined> {
  const { call } = tx;
  if (key.length === 0) return undefined;
  const empty = key.find((field) => isEmptyValue(values[field.key]));
  if (empty !== undefined) {
    const msg = say('{field}不能为空', { field: empty.title });
    throw new AnlanError('invalidInput', { detail: msg }, { faults: [{ pointer: `/${empty.key}`, msg }] });
  }
  const request = {
    filters: key.map((field) => ({ field, how: 'equals' as const, argument: filterArgument(field) })),
    values: {
      ...Object.fromEntries(key.map((field) => [filterArgument(field), values[field.key]])),
      limit: 2,
      offset: 0,
    },
    sort: [],
    current: 1,
    size: 2,
    exact: false,
    keyword: false,
    byIds: false,
  };
  const purpose = {
    operation: withTables ? tablesToo(call) : undefined,
    page: undefined,
    answer: 'values',
    scoped: !call.internal,
    paged: true,
    total: 'none',
  } as const;
  const plan = listPlan(call, purpose, request);
  const found = await runQuery(tx.db, plan.rows, queryInput(call, request.values));
  if (found.length > 1) {
    const fields = key.map(({ title }) => title).join(say('、'));
    throw new AnlanError('guardFailed', { detail: say('有多条记录的{fields}相同，无法确定更新哪一条', { fields }) });
  }
  const [row] = found;
  return row === undefined ? undefined : plan.read(row);
}

/** The call that answers the rows of tables too, which lists leave out. */
function tablesToo({ model }: EntityCall): OperationModel | undefined {
  const [first] = model.operations;
  return first === undefined
    ? undefined
    : { ...first, name: 'import:tables', fields: model.fields.map(({ key }) => key) };
}

/** Names rows that have the key, or what has to be unique, of a row above them. */
export function withoutRepeats(
  call: EntityCall,
  rows: readonly ImportRow[],
  key: readonly FieldModel[],
  headings: ReadonlyMap<string, string>,
): ImportRow[] {
  const sets = [
    // Whether two rows meet under a condition is known once both are complete: the database says it.
    ...call.model.unique.flatMap(({ fields, ignoreCase, where }) =>
      where === undefined ? [{ fields, ignoreCase }] : [],
    ),
    ...(key.length === 0 ? [] : [{ fields: key.map((field) => field.key), ignoreCase: false }]),
  ];
  const seen = sets.map(() => new Map<string, number>());
  return rows.map((row) => {
    if (row.faults.length > 0) return row;
    for (const [index, { fields, ignoreCase }] of sets.entries()) {
      const values = fields.map((field) => row.values[field] ?? null);
      if (values.some(isEmptyValue)) continue;
      const text = JSON.stringify(values);
      const name = ignoreCase ? text.toLowerCase() : text;
      const before = seen[index]?.get(name);
      if (before === undefined) {
        seen[index]?.set(name, row.row);
        continue;
      }
      const titles = fields.map((field) => call.model.field.get(field)?.title ?? field).join(say('、'));
      const msg = joined(titles, say('与第{row}行重复', { row: before }));
      return { ...row, faults: [{ row: row.row, column: headings.get(fields[0] ?? '') ?? '', msg }] };
    }
    return row;
  });
}

/**
 * Heading of a field by its key; those of a range each by the key of its end. A table that stands across has its title:
 * which of its columns is meant only a fault within it says.
 */
export function headingsOf(call: EntityCall): ReadonlyMap<string, string> {
  return new Map(
    fieldSheets(call, call.model.fields).flatMap(({ field, headings: [first = field.title, second = first] }) => {
      const { end, items } = field.property;
      const own = items?.across === undefined ? first : field.title;
      return [[field.key, own] as const, ...(end === undefined ? [] : [[end, second] as const])];
    }),
  );
}

/** The heading under which a row of a table that stands across was entered. */
export function acrossHeading(call: EntityCall, key: string, values: Row, index: number): string | undefined {
  const field = call.model.field.get(key);
  const across = field?.property.items?.across;
  const rows = values[key];
  if (field === undefined || across === undefined || !Array.isArray(rows)) return undefined;
  const row = rows[index] as Row | undefined;
  const place = across.values.indexOf(String(row?.[across.by]));
  return place < 0 ? undefined : fieldSheets(call, [field])[0]?.headings[place];
}
