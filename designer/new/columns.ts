import { isReservedKey } from '../../src/core/model/base-fields.ts';
import { type FieldKind, hasOwnOptions, optionsFrom } from '../../src/core/new-entity/field-kinds.ts';
import type { InferredColumn } from '../../src/core/new-entity/infer-column.ts';
import type { NewField } from '../../src/core/new-entity/new-entity.ts';
import { soundKey } from '../names/sound-key.ts';

/** A column of the sheet with what the person has decided of it. */
export interface DecidedColumn {
  readonly inferred: InferredColumn;
  readonly used: boolean;
  readonly title: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  /** Whether the kind leaves no doubt, or the person has confirmed it. */
  readonly settled: boolean;
}

/** What the person finds: as it was inferred. */
export function undecided(columns: readonly InferredColumn[]): readonly DecidedColumn[] {
  return columns.map((inferred) => ({
    inferred,
    used: true,
    title: inferred.title,
    kind: inferred.kind,
    required: inferred.required,
    settled: inferred.sure,
  }));
}

/** Columns that are wanted and still ask. */
export const unsettled = (columns: readonly DecidedColumn[]): readonly DecidedColumn[] =>
  columns.filter(({ used, settled }) => used && !settled);

/** The fields that the wanted columns make, each with a key of its title's sound. */
export function fieldsFrom(columns: readonly DecidedColumn[]): readonly NewField[] {
  const keys = new Set<string>();
  return columns.flatMap(({ inferred, used, title, kind, required }): NewField[] => {
    if (!used) return [];
    const key = soundKey(title, 'field', (other) => keys.has(other) || isReservedKey(other));
    keys.add(key);
    const { options, scale, maxLength } = inferred;
    // A choice may have been made of a column without values.
    const choices = options.length > 0 ? options : optionsFrom([title.trim()]);
    const own = hasOwnOptions(kind) ? { options: choices } : {};
    return [{ key, title: title.trim(), kind, required, scale, maxLength, ...own }];
  });
}
