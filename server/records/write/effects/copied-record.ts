import { copiedCells, isCopied, mayBeCopied } from '../../../../src/core/model/copied-fields.ts';
import type { CopyStep, EntityModel, FieldModel } from '../../../../src/core/model/entity-model.ts';
import { readRowsOf } from '../../call/read-rows.ts';
import type { Row } from '../../call/record-row.ts';
import type { RunningEffect } from './effect-runner.ts';

/** What a copy of the record begins with: its own values, and the rows of the child entities that go along. */
export async function copiedRecord({ tx, record, subject }: RunningEffect<unknown>, copy: CopyStep): Promise<Row> {
  const copied: Row = valuesOf(fieldsOf(subject, copy), record);
  for (const key of copy.rows) {
    const child = tx.call.snapshot.entities.get(key);
    const field = child?.parent?.field;
    if (child === undefined || field === undefined) continue;
    const rows = await readRowsOf(tx, child, { below: { field, id: String(record.id) } });
    const fields = child.fields.filter((one) => one.key !== field && isCopied(child, one));
    copied[key] = rows.map((row) => valuesOf(fields, row));
  }
  return copied;
}

function fieldsOf(model: EntityModel, { fields }: CopyStep): readonly FieldModel[] {
  if (fields === undefined) return model.fields.filter((field) => isCopied(model, field));
  return fields.flatMap((key) => {
    const field = model.field.get(key);
    return field !== undefined && mayBeCopied(field) ? [field] : [];
  });
}

function valuesOf(fields: readonly FieldModel[], row: Row): Row {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = row[field.key];
      if (value === null || value === undefined) return [];
      return [[field.key, Array.isArray(value) ? value.map((one: unknown) => copiedCells(field, one)) : value]];
    }),
  );
}
