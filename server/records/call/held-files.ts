import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { joined } from '../../../src/core/text/say.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { rowTitle } from '../../../src/core/validation/validate-rows.ts';
import type { Row } from './record-row.ts';

/** Files that one field of a record holds, or one cell of its sub-tables. */
interface HeldFiles {
  readonly field: FieldModel;
  /** `/photos`, in a sub-table `/certificates/2/file`. */
  readonly pointer: string;
  /** What the place is called: the field's title, in a sub-table with table and row in front. */
  readonly title: string;
  readonly ids: readonly string[];
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFile(field: FieldModel): boolean {
  return field.type.group === 'file';
}

/** Ids of files in a value as the service works on it; anything else in it is left out. */
export function fileIds(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

/** Whether a field holds files: itself, or in a column of its rows. */
export function holdsFiles(field: FieldModel): boolean {
  return isFile(field) || field.columns?.some(isFile) === true;
}

/** All files of a record by the place that holds them; places without files are left out. */
export function heldFiles(fields: readonly FieldModel[], values: Row): HeldFiles[] {
  return fields.flatMap((field): HeldFiles[] => {
    const value = values[field.key];
    if (isFile(field)) {
      const ids = fileIds(value);
      return ids.length === 0 ? [] : [{ field, pointer: fieldPointer(field.key), title: field.title, ids }];
    }
    if (!holdsFiles(field) || !Array.isArray(value)) return [];
    return value.flatMap((row: unknown, index) =>
      heldFiles((field.columns ?? []).filter(isFile), isRow(row) ? row : {}).map((held) => ({
        ...held,
        pointer: `${fieldPointer(field.key, index)}${held.pointer}`,
        title: joined(rowTitle(field, index), held.title),
      })),
    );
  });
}

/** Ids of all files of a record. */
export function heldIds(fields: readonly FieldModel[], values: Row): string[] {
  return heldFiles(fields, values).flatMap(({ ids }) => ids);
}

/** A field's value with each list of files in it changed, in the cells of its rows too; other values stay as they are. */
export function changeFiles(
  field: FieldModel,
  value: unknown,
  change: (files: readonly unknown[]) => unknown,
): unknown {
  if (!Array.isArray(value)) return value;
  if (isFile(field)) return change(value);
  const columns = (field.columns ?? []).filter(isFile);
  if (columns.length === 0) return value;
  return value.map((row: unknown) => {
    if (!isRow(row)) return row;
    const cells = columns.filter(({ key }) => Array.isArray(row[key]));
    return { ...row, ...Object.fromEntries(cells.map((cell) => [cell.key, changeFiles(cell, row[cell.key], change)])) };
  });
}
