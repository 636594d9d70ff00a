import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { printedType } from './plan-tables.ts';

/** A place in which records of an entity hold values: a field that has a column, or a column of a sub-table's rows. */
export interface StoredPlace {
  /** Permanent ids: `amount`, in rows `materials.amount`. */
  readonly id: string;
  /** Way to it in the entity's file. */
  readonly path: readonly string[];
  readonly field: FieldModel;
  /** The sub-table in whose rows it stands; undefined for a field of the record. */
  readonly table?: FieldModel;
  /** Type as PostgreSQL prints it; of rows, whose values are JSON, the type that it would have alone. */
  readonly type: string;
}

/** All places in which records of an entity hold what its file declares, a sub-table before its columns. */
export function storedPlaces(model: EntityModel): readonly StoredPlace[] {
  return model.fields.flatMap((field): StoredPlace[] => {
    if (field.base || field.column === undefined) return [];
    const path = ['record', 'properties', field.key];
    const rows = (field.columns ?? []).flatMap((column): StoredPlace[] =>
      column.column === undefined
        ? []
        : [
            {
              id: `${field.id}.${column.id}`,
              path: [...path, 'items', 'properties', column.key],
              field: column,
              table: field,
              type: printedType(column.column.ddl),
            },
          ],
    );
    return [{ id: field.id, path, field, type: printedType(field.column.ddl) }, ...rows];
  });
}

/** Ids of the places that the file says are gone, those of rows as `materials.amount`. */
export function removedPlaces({ source, fields }: EntityModel): readonly string[] {
  return [
    ...(source.removed ?? []),
    ...fields.flatMap(({ id, property }) => (property.items?.removed ?? []).map((column) => `${id}.${column}`)),
  ];
}
