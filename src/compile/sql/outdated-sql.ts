import {
  callsWithin,
  compileExpressionSql,
  type ExpressionNode,
  FUNCTIONS,
  isFunctionName,
  quoteIdentifier,
  quoteText,
  type SqlFragment,
  sql,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { feedsInto } from '../../core/model/rollup-graph.ts';
import { renamedOptions } from './column-sql.ts';
import { tableName } from './plan-tables.ts';
import { ownComputation, type SqlWorld, sqlEnvironment } from './record-sql.ts';
import { rollupDifferences } from './rollup-sql.ts';

const T = 't';

/** Functions whose answer a company decides by itself: what it has set, ordered, worded or closed. */
const OWN: ReadonlySet<string> = new Set(['setting', 'rank', 'labelOf', 'keys']);

/**
 * Counts, as `count`, the records of a tenant of which a stored field holds another value than its definition gives now,
 * over their other values as they are stored. Undefined where a company's own settings decide, which files do not know.
 */
export function outdatedCount(field: FieldModel, model: EntityModel, world: SqlWorld): SqlFragment | undefined {
  const tenantId = sql`${{ value: world.me.tenantId, type: 'text' }}`;
  const rows = sql`${T}."tenantId" = ${tenantId} and ${T}."isDeleted" = 0`;
  if (field.rollup !== undefined) {
    const ids = sql`array(select ${T}.id from ${tableName(model.id)} ${T} where ${rows})`;
    const feeds = feedsInto(model, (key) => world.entity(key)).map((feed) => ({
      ...feed,
      fields: feed.fields.filter(({ key }) => key === field.key),
    }));
    const counting = feeds.filter(({ fields }) => fields.length > 0);
    return sql`select count(*) as count from (${rollupDifferences(counting, model, { tenantId, ids }, world)}) d`;
  }
  const node = valueNow(field, model);
  if (node === undefined || callsWithin(node).some(({ name }) => isOwn(name))) return undefined;
  const value = asStored(field, compileExpressionSql(node, sqlEnvironment(model, T, world)));
  return sql`select count(*) as count from ${tableName(model.id)} ${T} where ${rows} and ${T}.${quoteIdentifier(field.id)} is distinct from ${value}`;
}

/** The same of a column of a sub-table: the records of which some row holds another value. */
export function outdatedRows(
  table: FieldModel,
  column: FieldModel,
  model: EntityModel,
  world: SqlWorld,
): SqlFragment | undefined {
  const node = valueNow(column, model);
  if (node === undefined || callsWithin(node).some(({ name }) => isOwn(name))) return undefined;
  const held: ExpressionNode = { kind: 'name', name: column.key };
  const isOther: ExpressionNode = { kind: 'binary', operator: '!=', left: held, right: asHeld(column, node) };
  const any: ExpressionNode = { kind: 'call', name: 'any', arguments: [{ kind: 'name', name: table.key }, isOther] };
  const tenantId = sql`${{ value: world.me.tenantId, type: 'text' }}`;
  const met = compileExpressionSql(any, sqlEnvironment(model, T, world), { position: 'condition' });
  return sql`select count(*) as count from ${tableName(model.id)} ${T} where ${T}."tenantId" = ${tenantId} and ${T}."isDeleted" = 0 and ${met}`;
}

/** A number as a row holds it: rounded as the field says. */
function asHeld({ valueType, property, type }: FieldModel, value: ExpressionNode): ExpressionNode {
  if (valueType !== 'number') return value;
  const scale: ExpressionNode = { kind: 'literal', value: property.scale ?? type.defaultScale ?? 0 };
  return { kind: 'call', name: 'round', arguments: [value, scale] };
}

const isOwn = (name: string): boolean => OWN.has(name) || (isFunctionName(name) && FUNCTIONS[name].calendar === true);

/** What a stored field is computed to be: nothing where it does not exist for the record. */
function valueNow(field: FieldModel, model: EntityModel): ExpressionNode | undefined {
  const own = ownComputation(field);
  const section = model.sections.find(({ fields }) => fields.includes(field.key));
  return [field.visible, section?.visible].reduce<ExpressionNode | undefined>(
    (value, visible) =>
      value === undefined || visible === undefined
        ? value
        : { kind: 'conditional', test: visible.node, whenTrue: value, whenFalse: { kind: 'literal', value: null } },
    own,
  );
}

/** A value as the field's column holds it: rounded to it, texts without anything in them as none, options by permanent keys. */
function asStored(field: FieldModel, value: SqlFragment & { readonly type: string }): SqlFragment {
  const type = field.column?.ddl ?? 'text';
  if (value.type !== 'text') return sql`(${value})::${type}`;
  const given = sql`nullif(${value}, '')`;
  const renamed = renamedOptions(field);
  if (renamed === undefined) return sql`(${given})::${type}`;
  const whens = [...renamed].map(([id, key]) => `when ${quoteText(key)} then ${quoteText(id)}`).join(' ');
  return sql`(case ${given} ${whens} else ${given} end)::${type}`;
}
