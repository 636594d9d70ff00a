import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { MOST_NAMES } from '../../core/model/entity-scope.ts';
import { columnSql } from './column-sql.ts';
import { tableName } from './plan-tables.ts';
import { sameTenant } from './record-sql.ts';

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
  const target = field.target === undefined || field.column?.kind !== 'text' ? undefined : entity(field.target);
  const label = target?.field.get(field.property.ref?.label ?? target.label);
  if (column === undefined) return undefined;
  const inner = `${alias}n`;
  const name = label === undefined || depth === MOST_NAMES ? undefined : nameSql(label, inner, entity, depth + 1);
  if (target === undefined || name === undefined) return `${column}::text`;
  const key = `${alias}.${quoteIdentifier(field.id)}`;
  return `(select ${name} from ${tableName(target.id)} ${inner} where ${sameTenant(target, inner, alias)} and ${inner}.id = ${key} limit 1)`;
}
