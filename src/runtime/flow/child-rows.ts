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
  const { children } = record;
  if (typeof children !== 'object' || children === null || !Object.hasOwn(children, child)) return undefined;
  const value = (children as Readonly<Record<string, unknown>>)[child];
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
  // What was said (an opinion, a reason) comes before how it was classed.
  const rank = ({ key }: FieldModel) => (key === child.model.label ? 0 : 1);
  if (keys === undefined) return own.toSorted((one, other) => rank(one) - rank(other)).slice(0, COLUMNS);
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

/** Rights on children as the server's abilities say them. */
export function childRights(child: EntityPageModel, parent: WireRecord): ChildRights {
  const { childAbilities } = parent;
  const { key } = child.model;
  const own =
    typeof childAbilities === 'object' && childAbilities !== null && Object.hasOwn(childAbilities, key)
      ? (childAbilities as Readonly<Record<string, { readonly add?: boolean }>>)[key]
      : undefined;
  return {
    create: own?.add === true,
    edit: (row) => row.abilities?.edit === true,
    remove: (row) => row.abilities?.delete === true,
  };
}

/** What was sealed when a row was written; undefined where nothing was. */
export function evidenceOf(row: WireRecord): { readonly id: string; readonly hash: string | null } | undefined {
  const { evidence } = row;
  if (typeof evidence !== 'object' || evidence === null || !('id' in evidence)) return undefined;
  const hash = 'hash' in evidence && typeof evidence.hash === 'string' ? evidence.hash : null;
  return typeof evidence.id === 'string' ? { id: evidence.id, hash } : undefined;
}
