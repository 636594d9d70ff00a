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
