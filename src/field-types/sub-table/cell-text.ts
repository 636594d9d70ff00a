import { listed } from '../../core/text/punctuate.ts';
import { toMinutes } from '../../ui/to-minutes.ts';
import type { ViewColumn, ViewField } from '../field-view.ts';
import { chosenRecords } from '../reference-value.tsx';
import type { RowData } from './rows.ts';

/** The column's field for one row, with the name that the row carries for a reference. */
export function cellField(column: ViewColumn, label: unknown): ViewField {
  return typeof label === 'string' || Array.isArray(label) ? { ...column.field, labels: label } : column.field;
}

/** The same for a cell that is entered: what it may hold can depend on the row or the record. */
export function choosingField(column: ViewColumn, label: unknown, values: () => RowData): ViewField {
  const field = cellField(column, label);
  return field.property.ref?.where === undefined ? field : { ...field, values };
}

/** A cell as it stands there while nobody is in it; what was pasted and cannot be read stands as it was pasted. */
export function cellText(column: ViewColumn, value: unknown, label: unknown): string {
  if (value === null || value === undefined) return '';
  const subject = cellField(column, label);
  if (subject.target !== undefined) {
    return listed(chosenRecords(subject, value).map((record) => record.label));
  }
  const isNumber = column.field.property.type === 'number' || column.field.property.type === 'integer';
  if (isNumber && typeof value === 'string') return value;
  return toMinutes(column.type.format(value, subject));
}

/** Label that a row carries for one of its cells. */
export function rowLabel(row: RowData, key: string): unknown {
  return row[`${key}Label`];
}
