import type { FieldModel } from '../../core/model/entity-model.ts';
import { isBlank, labelKey, type RecordData, valueText } from '../model/record-view.ts';
import type { FormEngine } from './form-engine.ts';
import type { FormSnapshot } from './form-state.ts';

/** What was typed into a field that the present form has no more. */
export interface LostInput {
  /** Permanent id of the field; of a column behind that of its table, `rows.amount`. */
  readonly id: string;
  readonly title: string;
  /** What was typed, as it was shown; of a column one line a row. */
  readonly text: string;
}

/** Whether what was typed into a field can stand in the form that follows. */
function isKept(field: FieldModel, next: FormEngine): boolean {
  const follower = next.page.model.fields.find(({ id }) => id === field.id);
  return follower !== undefined && follower.type.type === field.type.type && next.field(follower.key) !== undefined;
}

/** Columns of a table that the form that follows lacks, with what was typed into them. */
function lostColumns(field: FieldModel, value: unknown, next: FormEngine): LostInput[] {
  const follower = next.page.model.fields.find(({ id }) => id === field.id);
  if (field.columns === undefined || !Array.isArray(value)) return [];
  const stays = (column: FieldModel) =>
    follower?.columns?.some(({ id, type }) => id === column.id && type.type === column.type.type) === true;
  return field.columns
    .filter((column) => !stays(column))
    .flatMap((column) => {
      const cells = value.map((row) => String((row as RecordData)[column.key] ?? ''));
      if (cells.every((cell) => cell === '')) return [];
      return [{ id: `${field.id}.${column.id}`, title: `${field.title} · ${column.title}`, text: cells.join('\n') }];
    });
}

/** What a person had typed into the old form and the new one cannot hold: of removed fields, and of those of another type. */
export function lostInput(old: FormEngine, next: FormEngine): readonly LostInput[] {
  const { values, labels } = old.snapshot();
  return old.page.model.fields.flatMap((field): LostInput[] => {
    const value = values[field.id];
    if (!Object.hasOwn(values, field.id) || isBlank(value)) return [];
    if (isKept(field, next)) return lostColumns(field, value, next);
    const record = { [field.key]: value, [labelKey(field.key)]: labels[field.id] };
    return [{ id: field.id, title: field.title, text: valueText(old.page, field, record) }];
  });
}

/** A snapshot without what a field of another type cannot take. */
export function restorable(old: FormEngine, next: FormEngine, snapshot: FormSnapshot): FormSnapshot {
  const misfits = new Set(
    old.page.model.fields
      .filter((field) => {
        const follower = next.page.model.fields.find(({ id }) => id === field.id);
        return follower !== undefined && follower.type.type !== field.type.type;
      })
      .map(({ id }) => id),
  );
  return {
    ...snapshot,
    values: Object.fromEntries(Object.entries(snapshot.values).filter(([id]) => !misfits.has(id))),
  };
}
