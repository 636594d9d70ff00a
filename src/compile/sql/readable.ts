import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileExpressionSql, type ExpressionNode } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { rawSql } from './query.ts';
import { replaceNames, type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** The condition under which a person reads a field, by field key; fields that he always reads have none. */
export type Readable = ReadonlyMap<string, ExpressionNode>;

/** An expression that finds null in a field of a record in which the person may not read it. */
export function withinReadable(node: ExpressionNode, readable: Readable | undefined): ExpressionNode {
  if (readable === undefined || readable.size === 0) return node;
  return replaceNames(node, (name) => {
    const test = readable.get(name);
    if (test === undefined) return undefined;
    return { kind: 'conditional', test, whenTrue: { kind: 'name', name }, whenFalse: { kind: 'literal', value: null } };
  });
}

/** Condition for the rows in which the person reads a field; undefined for a field that he always reads. */
export function readableSql(
  { key }: FieldModel,
  { model, readable }: { readonly model: EntityModel; readonly readable?: Readable | undefined },
  alias: string,
  world: SqlWorld,
): RawBuilder<SqlBool> | undefined {
  const node = readable?.get(key);
  if (node === undefined) return undefined;
  const compiled = compileExpressionSql(node, sqlEnvironment(model, alias, world), { position: 'condition' });
  // Null is no right: a row of which it is not known is one that is not read.
  return sql<SqlBool>`coalesce((${rawSql(compiled)}), false)`;
}
