import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import { isEmptyValue } from '../../../src/core/validation/record-environment.ts';
import { isRow } from '../../../src/core/validation/row-values.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import type { Row } from '../../records/call/record-row.ts';
import type { LineTable } from './line-sheets.ts';
import type { RowLines } from './row-lines.ts';

/**
 * The rows of a table as they are to be stored: those of the file, with what a sheet cannot carry (files) from the row
 * that says the same. Where the file changes nothing, what is stored itself.
 * @throws AnlanError where a row that holds such a thing would be changed or left out, or a name remains doubtful.
 */
export function mergedRows(lines: RowLines, stored: unknown): unknown {
  const old: readonly Row[] = Array.isArray(stored) ? stored.filter(isRow) : [];
  const rows = settled(lines, old);
  const same = (row: Row, other: Row | undefined) => other !== undefined && saysTheSame(lines.entered, row, other);
  if (rows.length === old.length && rows.every((row, index) => same(row, old[index]))) return stored;
  const kept = (lines.table.columns ?? []).filter((column) => !column.computed && !lines.entered.includes(column));
  const left = new Set(old);
  const merged = rows.map((row, index) => {
    const match = [old[index], ...left].find((other) => other !== undefined && left.has(other) && same(row, other));
    if (match === undefined) return row;
    left.delete(match);
    return { ...Object.fromEntries(kept.map(({ key }) => [key, match[key] ?? null])), ...row };
  });
  for (const other of left) refuseLoss(lines.table, kept, other, old.indexOf(other));
  return merged;
}

/**
 * The rows of an entity below a record as its save takes them: each with the id of the stored row that says the same, or
 * that alone bears its name, so that this one is changed; further rows are new, and stored ones that are not in the file
 * removed. Undefined where the file changes nothing.
 * @throws AnlanError where a row that holds what a sheet cannot carry would be removed, or a name remains doubtful.
 */
export function mergedBelow(lines: RowLines, { label }: EntityModel, old: readonly Row[]): Row[] | undefined {
  const rows = settled(lines, old);
  const left = new Set(old);
  const matches = new Map<Row, Row>();
  const same = (row: Row, other: Row | undefined) =>
    other !== undefined && left.has(other) && saysTheSame(lines.entered, row, other);
  const match = (row: Row, other: Row | undefined) => {
    if (other === undefined) return;
    matches.set(row, other);
    left.delete(other);
  };
  for (const [index, row] of rows.entries())
    match(
      row,
      [old[index], ...left].find((other) => same(row, other)),
    );
  if (left.size === 0 && matches.size === rows.length && rows.every((row, index) => matches.get(row) === old[index])) {
    return undefined;
  }
  for (const row of rows.filter((one) => !matches.has(one))) {
    const named = [...left].filter((other) => !isEmptyValue(row[label]) && sameValue(other[label], row[label]));
    if (named.length === 1) match(row, named[0]);
  }
  const kept = (lines.table.columns ?? []).filter((column) => !column.computed && !lines.entered.includes(column));
  for (const other of left) refuseLoss(lines.table, kept, other, old.indexOf(other));
  return rows.map((row) => {
    const known = matches.get(row);
    return known === undefined ? row : { ...row, id: known.id };
  });
}

const saysTheSame = (columns: readonly FieldModel[], left: Row, right: Row): boolean =>
  columns.every(({ key }) => sameValue(left[key], right[key]));

/** The rows of the file, a doubtful name standing for what the row held before. */
function settled({ rows, doubtful, table }: RowLines, old: readonly Row[]): readonly Row[] {
  const found = rows.map((row) => ({ ...row }));
  for (const { index, key, candidates, msg } of doubtful) {
    const held = old[index]?.[key];
    const ids: readonly unknown[] = Array.isArray(held) ? held : [held];
    const fits = ids.length === candidates.length && candidates.every((one, at) => one.includes(String(ids[at])));
    if (!fits) throw refusal(`/${table.key}/${index}/${key}`, msg);
    const row = found[index];
    if (row !== undefined) row[key] = held;
  }
  return found;
}

function refuseLoss(table: LineTable, kept: readonly FieldModel[], row: Row, index: number): void {
  const lost = kept.filter(({ key }) => !isEmptyValue(row[key]));
  if (lost.length === 0) return;
  const columns = lost.map(({ title }) => title).join(say('、'));
  const msg = say('{table}现有的第{row}行已有{columns}，只能在页面上修改或删除', {
    table: table.title,
    row: index + 1,
    columns,
  });
  throw refusal(`/${table.key}`, msg);
}

function refusal(pointer: string, msg: string): AnlanError {
  return new AnlanError('invalidInput', { detail: msg }, { faults: [{ pointer, msg }] });
}
