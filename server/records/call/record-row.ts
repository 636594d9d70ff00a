import { renamedOptions } from '../../../src/compile/sql/column-sql.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { instantOfWallClock, wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { choicesOf, choiceTitles } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { rowsReader, rowsWriter } from './stored-rows.ts';

/** A row as a query answers it, its columns already named by field keys. */
export type Row = Record<string, unknown>;

/** Turns rows into records in place. */
export type RowReader = (row: Row) => Row;

type Step = (row: Row) => void;

/**
 * Reader of rows with these fields: instants become wall-clock text, and with `labels` choices get their titles as
 * `<key>Label`. References have theirs from the query.
 */
export function createRowReader(fields: readonly FieldModel[], snapshot: MetadataSnapshot, labels: boolean): RowReader {
  const steps: Step[] = fields.flatMap((field) => [
    ...timeStep(field, snapshot.timeZone),
    ...renameStep(field),
    ...rowsStep(field),
    ...(labels ? labelStep(field, snapshot) : []),
  ]);
  return (row) => {
    for (const step of steps) step(row);
    return row;
  };
}

function timeStep(field: FieldModel, zone: string): Step[] {
  const { key } = field;
  if (field.valueType !== 'dateTime') return [];
  return [
    (row) => {
      const value = row[key];
      // A computed wall time has no zone behind it and needs none.
      if (typeof value === 'string')
        row[key] = value.includes('+') ? wallClockOfStored(value, zone) : value.slice(0, 19);
    },
  ];
}

function renameStep(field: FieldModel): Step[] {
  const renamed = field.live ? undefined : renamedOptions(field);
  if (renamed === undefined) return [];
  const { key } = field;
  const current = (value: unknown): unknown => (typeof value === 'string' ? (renamed.get(value) ?? value) : value);
  return [
    (row) => {
      const value = row[key];
      row[key] = Array.isArray(value) ? value.map(current) : current(value);
    },
  ];
}

function rowsStep(field: FieldModel): Step[] {
  const read = field.column === undefined ? undefined : rowsReader(field);
  if (read === undefined) return [];
  const { key } = field;
  return [
    (row) => {
      row[key] = read(row[key]);
    },
  ];
}

function labelStep(field: FieldModel, snapshot: MetadataSnapshot): Step[] {
  const choices = choicesOf(snapshot, field);
  if (choices === undefined) return [];
  const titles = choiceTitles(choices);
  const { key } = field;
  const label = `${key}Label`;
  const title = (value: unknown): string => titles.get(String(value)) ?? String(value);
  return [
    (row) => {
      const value = row[key];
      row[label] =
        value === null || value === undefined ? null : Array.isArray(value) ? value.map(title) : title(value);
    },
  ];
}

/** A value of a record as its column takes it; throws nothing: what does not fit was refused before. */
export function columnValue(field: FieldModel, value: unknown, zone: string): unknown {
  if (value === null || value === undefined) return null;
  switch (field.column?.kind) {
    case 'timestamptz':
      return instantOfWallClock(String(value), zone)?.toISOString() ?? null;
    case 'jsonb':
      return JSON.stringify(rowsWriter(field)?.(value) ?? value);
    default: {
      const renamed = renamedOptions(field);
      if (renamed === undefined) return value;
      const stored = new Map([...renamed].map(([id, key]) => [key, id]));
      const back = (entry: unknown): unknown => stored.get(String(entry)) ?? entry;
      return Array.isArray(value) ? value.map(back) : back(value);
    }
  }
}

/** Whether a value is taken and never given back. */
export function isSecret(field: FieldModel): boolean {
  return field.property.writeOnly === true || field.type.type === 'password';
}

/** The ids in a value of a field: one, several or none. */
export function textIds(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');
}
