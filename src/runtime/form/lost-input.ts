import type { FieldModel } from '../../core/model/entity-model.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { isBlank, labelKey, type RecordData, valueText } from '../model/record-view.ts';

/** What was typed into a field that the present form has no more. */
export interface LostInput {
  /** Permanent id of the field; of a column behind that of its table, `rows.amount`. */
  readonly id: string;
  readonly title: string;
  /** What was typed, as it was shown; of a column one line a row. */
  readonly text: string;
}

/** What was typed into a field or column, with the type that took it; `table` is the id of a column's field. */
export interface TypedInput extends LostInput {
  readonly type: string;
  readonly table?: string;
}

/** What stands in a form, in words: it outlives the form that knows how it is said. */
export function typedInput(page: EntityPageModel, values: RecordData, labels: RecordData): readonly TypedInput[] {
  return page.model.fields.flatMap((field): TypedInput[] => {
    const { id, key, title } = field;
    const value = values[id];
    if (!Object.hasOwn(values, id) || isBlank(value)) return [];
    const record = { [key]: value, [labelKey(key)]: labels[id] };
    const own = { id, title, type: field.type.type, text: valueText(page, field, record) };
    return [own, ...typedColumns(field, value)];
  });
}

function typedColumns({ id: table, title, columns = [] }: FieldModel, value: unknown): TypedInput[] {
  if (!Array.isArray(value)) return [];
  return columns.flatMap((column) => {
    const cells = value.map((row) => String((row as RecordData)[column.key] ?? ''));
    if (cells.every((cell) => cell === '')) return [];
    const { type } = column.type;
    return [{ id: `${table}.${column.id}`, table, type, title: `${title} · ${column.title}`, text: cells.join('\n') }];
  });
}

/** What cannot stand in a form that follows: of removed fields, of those of another type, and of those that are closed. */
export function lostInput(
  typed: readonly TypedInput[],
  page: EntityPageModel,
  takes: (field: FieldModel) => boolean,
): readonly LostInput[] {
  const fields = new Map(page.model.fields.map((field) => [field.id, field]));
  const stays = ({ id, type }: TypedInput): boolean => {
    const field = fields.get(id);
    return field !== undefined && field.type.type === type && takes(field);
  };
  const gone = new Set(typed.filter((input) => input.table === undefined && !stays(input)).map(({ id }) => id));
  const isLost = (input: TypedInput): boolean => {
    if (input.table === undefined) return gone.has(input.id);
    if (gone.has(input.table)) return false;
    const columns = fields.get(input.table)?.columns ?? [];
    return !columns.some(({ id, type }) => `${input.table}.${id}` === input.id && type.type === input.type);
  };
  return typed.filter(isLost).map(({ id, title, text }) => ({ id, title, text }));
}
