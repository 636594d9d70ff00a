import type { FieldModel } from '../../core/model/entity-model.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { parentField } from '../model/child-page.ts';
import type { EntityPageModel } from '../model/page-model.ts';

/** Columns of a table of children where the child's own pages name none. */
const COLUMNS = 4;

function isRow(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/** Rows of a child entity as the detail of their parent carries them; undefined where it carries none of that kind. */
export function rowsOf(record: WireRecord, child: string): readonly WireRecord[] | undefined {
  const value = record[child];
  return Array.isArray(value) ? value.filter(isRow) : undefined;
}

/** Fields that the table of a child shows; the rest unfolds below the row. */
export function tableFields(child: EntityPageModel): readonly FieldModel[] {
  const parent = parentField(child);
  const named = Object.values(child.metadata.children?.[child.model.key]?.entity.pages ?? {})[0]?.columns;
  const keys = named?.map((column) => (typeof column === 'string' ? column : column.field));
  const own = child.model.fields.filter(
    ({ key, base, property, type }) =>
      key !== parent && !base && property.endOf === undefined && !property.writeOnly && type.group !== 'file',
  );
  if (keys === undefined) return own.slice(0, COLUMNS);
  return keys.flatMap((key) => (key === parent ? [] : (child.model.field.get(key) ?? [])));
}

/** All fields of a row as they are read, in the order of the form. */
export function readFields(child: EntityPageModel): readonly FieldModel[] {
  const parent = parentField(child);
  return child.model.fields.filter(
    ({ key, base, property }) => key !== parent && !base && property.endOf === undefined && !property.writeOnly,
  );
}

/** What a person may do with the children of one kind. */
export interface ChildRights {
  readonly create: boolean;
  edit(row: WireRecord): boolean;
  remove(row: WireRecord): boolean;
}

/** Rights on children as the server's abilities say them; rows that only transitions write are nobody's to change. */
export function childRights(child: EntityPageModel, parent: WireRecord): ChildRights {
  const { entity } = child.metadata;
  const written = child.metadata.children?.[entity.parent?.entity ?? '']?.entity.transitions ?? {};
  const given = entity.parent?.create ?? entity.parent?.edit ?? entity.parent?.remove;
  const isWritten = given === undefined && Object.values(written).some(({ writes }) => writes === entity.entity);
  const closed = isWritten || entity.readOnly === true;
  const { abilities = {} } = parent;
  return {
    create: !closed && (abilities[`${entity.entity}:create`] ?? abilities.edit) === true,
    edit: (row) => !closed && row.abilities?.edit === true,
    remove: (row) => !closed && row.abilities?.delete === true,
  };
}
