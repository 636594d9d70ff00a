import type { SheetReading } from '../../../src/core/field-type.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { isRecordId } from '../../../src/core/validation/text-checks.ts';
import type { ChoiceAnswer } from '../../../src/core/wire/operations.ts';
import type { ImportFault } from '../../../src/core/wire/spreadsheet.ts';
import { callFor } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { originalValue } from '../../records/call/shipped-values.ts';
import { readChoices } from '../../records/list/list.ts';
import { columnLetters } from './column-name.ts';
import { type PlacedField, type PlacedHead, withoutMark } from './import-columns.ts';
import type { ReadSheet } from './read-workbook.ts';
import type { RowLines } from './row-lines.ts';
import type { SheetRow } from './sheet-row.ts';

/** A row of the file as a body, or with what is wrong in its cells. */
export interface ImportRow {
  readonly row: number;
  /** Values by field key; null where the cells are empty. */
  readonly values: Row;
  /** Fields whose names stand for several records each; what a known record holds of them may stay. */
  readonly doubtful: readonly DoubtfulField[];
  /** Rows of its tables, where the file has a sheet of them; absent before they were read. */
  readonly lines?: readonly RowLines[];
  readonly faults: readonly ImportFault[];
}

/** A reference whose names do not say which records are meant. */
export interface DoubtfulField {
  readonly key: string;
  /** Ids that each name may stand for, in the order of the cell. */
  readonly candidates: readonly (readonly string[])[];
  readonly msg: string;
}

/** Most records that a name is looked for among. */
const MOST_FOUND = 200;

/** Reads each cell by its field's form, and finds the records that names stand for. */
export async function readImportRows(
  call: EntityCall,
  sheet: ReadSheet,
  head: PlacedHead,
  updates: boolean,
): Promise<ImportRow[]> {
  const find = createFinder(call);
  const rows: ImportRow[] = [];
  for (const row of sheet.rows) {
    const read = await readRow(row, sheet.head, head, updates, find);
    rows.push({ ...read, values: originalValues(call, read.values) });
  }
  return rows;
}

/** Values with the Chinese texts of what the product ships, where the file gives back their translations. */
function originalValues(call: EntityCall, values: Row): Row {
  if (call.snapshot.shippedValues === undefined) return values;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = call.model.field.get(key);
      return [key, field === undefined ? value : originalValue(call, field, value)];
    }),
  );
}

/** The records that a name may stand for, or why there is none. */
export type Finder = (field: FieldModel, name: string) => Promise<{ ids: readonly string[] } | { msg: string }>;

async function readRow(
  row: SheetRow,
  headings: readonly string[],
  head: PlacedHead,
  updates: boolean,
  find: Finder,
): Promise<ImportRow> {
  const values: Row = {};
  const doubtful: DoubtfulField[] = [];
  const faults: ImportFault[] = [];
  for (const [index, cell] of row.cells) {
    const column = headings[index] ?? '';
    if (column === '') {
      faults.push({
        row: row.row,
        column: columnLetters(index),
        msg: say('{column}列没有表头', { column: columnLetters(index) }),
      });
    } else if ('fault' in cell) {
      const at = `${columnLetters(index)}${row.row}`;
      faults.push({ row: row.row, column: withoutMark(column), msg: joined(at, cell.fault) });
    }
  }
  for (const placed of head.fields) {
    if (placed.places.some((place) => 'fault' in (row.cells.get(place) ?? {}))) continue;
    // A record that is updated keeps what a sheet cannot carry.
    if (updates && placed.sheet.form.imports === 'refused') continue;
    const read = await readField(placed, row, find);
    if ('msg' in read) faults.push({ row: row.row, column: placed.sheet.headings[read.at ?? 0] ?? '', msg: read.msg });
    else if (placed.sheet.form.imports === 'refused') continue;
    else if ('values' in read) Object.assign(values, read.values);
    else if (updates) doubtful.push(read.doubtful);
    else faults.push({ row: row.row, column: placed.sheet.headings[0] ?? '', msg: read.doubtful.msg });
  }
  return { row: row.row, values, doubtful, faults };
}

/** Reads a field's cells of a row. */
export async function readField(
  { sheet, places }: PlacedField,
  row: SheetRow,
  find: Finder,
): Promise<{ values: Row } | { doubtful: DoubtfulField } | { msg: string; at?: number }> {
  const { field, form, context } = sheet;
  const texts = places.map((place) => {
    const cell = row.cells.get(place);
    return cell !== undefined && 'text' in cell ? cell.text : '';
  });
  if (texts.every((text) => text.trim() === '')) return { values: spread(field, null) };
  // What the platform gives stands here as the key alone: it finds a record, and nobody enters it.
  if (form.imports === 'passed') return { values: { [field.key]: texts.join('').trim() } };
  const [first] = places.map((place) => row.cells.get(place));
  const read = form.read(texts, context, first !== undefined && 'typed' in first);
  if ('message' in read) {
    const msg = joined(field.title, read.message);
    return 'at' in read ? { msg, at: read.at } : { msg };
  }
  if ('value' in read) return { values: spread(field, read.value) };
  const ids: string[] = [];
  const candidates: (readonly string[])[] = [];
  let msg: string | undefined;
  const named = await findNamed(field, read, find);
  if ('msg' in named) return named;
  for (const { name, found } of named.all) {
    const count = found.length;
    if (count > 1) msg ??= say('{field}有{count}个“{name}”，请改填编号', { field: field.title, count, name });
    candidates.push(found);
    const [id = ''] = found;
    if (!ids.includes(id)) ids.push(id);
  }
  if (msg !== undefined) return { doubtful: { key: field.key, candidates, msg } };
  return { values: { [field.key]: field.property.type === 'array' ? ids : (ids[0] ?? null) } };
}

/** A name of a cell with the ids of the records that bear it. */
interface Named {
  readonly name: string;
  readonly found: readonly string[];
}

type CellNames = Extract<SheetReading, { readonly lookups: readonly string[] }>;

/** Most parts of a cell that one name is put together from. */
const MOST_PARTS = 8;

/**
 * The records that the parts of a cell name. A name may hold the mark that stands between names (温度、压力联锁): parts
 * that name nothing by themselves are read together, and where that leaves one over, as long names first.
 */
async function findNamed(
  field: FieldModel,
  cell: CellNames,
  find: Finder,
): Promise<{ all: readonly Named[] } | { msg: string }> {
  const short = await findInOrder(field, cell, find, (left) => lengths(left));
  if ('all' in short || cell.lookups.length === 1) return short;
  const long = await findInOrder(field, cell, find, (left) => lengths(left).reverse());
  return 'all' in long ? long : short;
}

const lengths = (left: number): number[] => Array.from({ length: Math.min(left, MOST_PARTS) }, (_, index) => index + 1);

async function findInOrder(
  field: FieldModel,
  { lookups: parts, marks = [] }: CellNames,
  find: Finder,
  lengthsOf: (left: number) => readonly number[],
): Promise<{ all: readonly Named[] } | { msg: string }> {
  const all: Named[] = [];
  let at = 0;
  while (at < parts.length) {
    let taken: { readonly named: Named; readonly length: number } | undefined;
    for (const length of lengthsOf(parts.length - at)) {
      const name = parts
        .slice(at, at + length)
        .map((part, index) => (index < length - 1 ? `${part}${marks[at + index] ?? ''}` : part))
        .join('');
      const found = await find(field, name);
      if ('msg' in found) continue;
      taken = { named: { name, found: found.ids }, length };
      break;
    }
    if (taken === undefined) {
      const none = await find(field, parts[at] ?? '');
      return 'msg' in none
        ? none
        : { msg: say('{field}中没有“{name}”', { field: field.title, name: parts[at] ?? '' }) };
    }
    all.push(taken.named);
    at += taken.length;
  }
  return { all };
}

/** A range's value is the pair of both its ends, which are two keys of the record. */
function spread(field: FieldModel, value: unknown): Row {
  const { end } = field.property;
  if (end === undefined) return { [field.key]: value };
  const pair = Array.isArray(value) ? value : [];
  return { [field.key]: pair[0] ?? null, [end]: pair[1] ?? null };
}

// A sheet fills in the fields that it has columns for.
const ENTERED = { kind: 'entering' } as const;

/** Finds records by name or id among those that the person may choose, each name once. */
export function createFinder(call: EntityCall): Finder {
  const known = new Map<string, ReturnType<Finder>>();

  async function lookUp(field: FieldModel, name: string): ReturnType<Finder> {
    const target = call.snapshot.entities.get(field.target ?? '');
    const select = target?.operations.find(({ kind }) => kind === 'select');
    if (target === undefined || select === undefined) return { msg: joined(field.title, say('不能从表格导入')) };
    const other = callFor(call, target);
    const label = target.field.get(field.property.ref?.label ?? target.label);
    const original = label === undefined ? name : String(originalValue(other, label, name));
    const named = await readChoices(
      other,
      select,
      { keyword: original.slice(0, 200), size: String(MOST_FOUND) },
      ENTERED,
    );
    let found: readonly ChoiceAnswer[] = named.filter((choice) => choice.label === name || choice.label === original);
    if (found.length === 0 && isRecordId(name)) {
      found = await readChoices(other, select, { ids: name }, ENTERED);
    }
    if (found.length === 0) return { msg: say('{field}中没有“{name}”', { field: field.title, name }) };
    return { ids: found.map(({ id }) => id) };
  }

  return (field, name) => {
    const key = `${field.target ?? ''}\n${name}`;
    let found = known.get(key);
    if (found === undefined) {
      found = lookUp(field, name);
      known.set(key, found);
    }
    return found;
  };
}
