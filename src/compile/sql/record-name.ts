import { type RawBuilder, sql } from 'kysely';
import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { MOST_NAMES } from '../../core/model/entity-scope.ts';
import { column, T } from './access-conditions.ts';
import { columnSql } from './column-sql.ts';
import { TOP_TENANT, tableName } from './plan-tables.ts';
import { TENANT } from './query.ts';
import { type SqlWorld, sameTenant } from './record-sql.ts';

interface Naming {
  readonly target?: EntityModel | undefined;
  readonly label?: FieldModel | undefined;
}

const NAMED_BY_NOTHING: Naming = {};

/** The entity that a field refers to, and the field of it that a reader is shown. */
export function namedBy(field: FieldModel, entity: (key: string) => EntityModel | undefined): Naming {
  const target = field.target === undefined ? undefined : entity(field.target);
  return { target, label: target?.field.get(field.property.ref?.label ?? target.label) };
}

/**
 * What a field under an alias says of the record whose name it is, as text: of a reference what the record that it names
 * is called, and so on; its id where that goes on too long. Undefined for a field without a column.
 */
export function nameSql(
  field: FieldModel,
  alias: string,
  entity: (key: string) => EntityModel | undefined,
  depth = 0,
): string | undefined {
  const column = columnSql(field, alias)?.sql;
  const { target, label } = field.column?.kind === 'text' ? namedBy(field, entity) : NAMED_BY_NOTHING;
  if (column === undefined) return undefined;
  const inner = `${alias}n`;
  const name = label === undefined || depth === MOST_NAMES ? undefined : nameSql(label, inner, entity, depth + 1);
  if (target === undefined || name === undefined) return `${column}::text`;
  const key = `${alias}.${quoteIdentifier(field.id)}`;
  return `(select ${name} from ${tableName(target.id)} ${inner} where ${sameTenant(target, inner, alias)} and ${inner}.id = ${key} limit 1)`;
}

/**
 * Selects, as `name`, what the record is called that a reference of the table under `T` names; `id` is another place of
 * its id, such as one of several. Undefined for a field that refers to nothing that has a name.
 */
export function referredName(
  field: FieldModel,
  model: EntityModel,
  world: SqlWorld,
  id: RawBuilder<unknown> = column(field),
): RawBuilder<unknown> | undefined {
  const { target, label } = namedBy(field, (key) => world.entity(key));
  const text = label === undefined ? undefined : nameSql(label, 'r', (key) => world.entity(key));
  if (target === undefined || text === undefined || field.column === undefined) return undefined;
  const from = sql.raw(tableName(target.id));
  return sql`select ${sql.raw(text)} as name from ${from} r where ${sameTenantAs(target, model)} and r.id = ${id} limit 1`;
}

/**
 * Selects, as `name`, what a reader is shown of a reference: the name of the record, of several their names one behind the
 * other. Undefined for a field that refers to nothing that has a name.
 */
export function shownNames(field: FieldModel, model: EntityModel, world: SqlWorld): RawBuilder<unknown> | undefined {
  if (field.column?.kind !== 'text[]') return referredName(field, model, world);
  const one = referredName(field, model, world, sql.raw('u.id'));
  if (one === undefined) return undefined;
  const each = sql`unnest(${column(field)}) with ordinality as u(id, place) cross join lateral (${one}) each`;
  return sql`select string_agg(each.name, '、' order by u.place) as name from ${each}`;
}

// Rows of a global or inherited entity belong to the top tenant; what they refer to is looked up in the caller's view.
function sameTenantAs(target: EntityModel, model: EntityModel): RawBuilder<unknown> {
  if (model.scope === 'tenant' || target.scope === 'global') return sql.raw(sameTenant(target, 'r', T));
  return target.scope === 'inherited'
    ? sql`r."tenantId" in (${TENANT}, ${sql.lit(TOP_TENANT)})`
    : sql`r."tenantId" = ${TENANT}`;
}
