import type { FieldModel } from '../../core/model/entity-model.ts';
import { isEmptyValue } from '../../core/validation/record-environment.ts';
import { isRow } from '../../core/validation/row-values.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { RecordAfterWrite } from '../../core/wire/operations.ts';
import { attachIdOf } from '../../field-types/upload/definition.ts';
import type { RecordData } from '../model/record-view.ts';

/** A value as a body carries it: files as ids, empty ones as null. */
function wireValue(field: FieldModel, value: unknown): unknown {
  if (isEmptyValue(value)) return null;
  if (!Array.isArray(value)) return value;
  if (field.type.group === 'file') return value.map((file) => attachIdOf(file));
  const columns = (field.columns ?? []).filter(({ type }) => type.group === 'file');
  if (columns.length === 0) return value;
  return value.map((row: unknown) =>
    isRow(row)
      ? { ...row, ...Object.fromEntries(columns.map((cell) => [cell.key, wireValue(cell, row[cell.key])])) }
      : row,
  );
}

/** Whether two records say the same of a field: files are compared by what is stored of them. */
export function sameWire(field: FieldModel, left: RecordData, right: RecordData): boolean {
  return sameValue(wireValue(field, left[field.key]), wireValue(field, right[field.key]));
}

/**
 * The fields that a save sends. A new record sends what is filled in; of a stored one what differs goes, null where it
 * was cleared, with `id` and the `version` it was read at.
 */
export function formBody(
  fields: readonly FieldModel[],
  values: RecordData,
  stored: RecordData | undefined,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if (stored !== undefined) {
    body.id = stored.id;
    body.version = stored.version;
  }
  for (const field of fields) {
    const value = wireValue(field, values[field.key]);
    if (stored === undefined ? value !== null : !sameValue(value, wireValue(field, stored[field.key]))) {
      body[field.key] = value;
    }
  }
  return body;
}

/**
 * The record from which a form goes on after a save: as the server answered it, or what was sent where its writer may no
 * longer see it; nothing that he typed goes, and the server says at the next save that the record is not his any more.
 */
export function recordAfter({ version, ...written }: RecordAfterWrite, sent: RecordData): WireRecord {
  return version === undefined ? { ...sent, ...written, version: 0 } : { ...written, version };
}
