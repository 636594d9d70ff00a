import {
  type CompiledSql,
  collectReferences,
  compileExpressionSql,
  type ExpressionNode,
  joinSql,
  quoteIdentifier,
  type SqlColumn,
  type SqlFragment,
  sql,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { ownComputation, replaceNames, type SqlWorld, sqlEnvironment } from './record-sql.ts';

/** Alias of the row that holds what an expression names more than once. */
const BOUND = 'live';

/** Live fields that are computed already, by key: each a column. */
export type Computed = ReadonlyMap<string, SqlColumn>;

/**
 * What a live field is computed by, under an alias. Live fields that it names more than once are computed once, in a row
 * of their own: put in at each place, a chain of such fields grows with the product of its links, and so does the time
 * in which the database plans it. Undefined for a field that is entered.
 */
export function liveSql(
  field: FieldModel,
  model: EntityModel,
  alias: string,
  world: SqlWorld,
  computed: Computed = new Map(),
): CompiledSql | undefined {
  const own = ownComputation(field);
  if (own === undefined) return undefined;
  const { node, repeated } = withSingles(own, model, computed);
  const bound = repeated.flatMap((key): (CompiledSql & { readonly key: string })[] => {
    const named = model.field.get(key);
    const compiled = named === undefined ? undefined : liveSql(named, model, alias, world, computed);
    return compiled === undefined ? [] : [{ key, ...compiled }];
  });
  const columns = new Map(bound.map(({ key, type, nullable }) => [key, columnOf(BOUND, key, type, nullable)]));
  const environment = sqlEnvironment(model, alias, world);
  const column = (name: string) => columns.get(name) ?? computed.get(name) ?? environment.column(name);
  const value = compileExpressionSql(node, { ...environment, column });
  if (bound.length === 0) return value;
  const values = joinSql(
    bound.map((one) => as(one, one.key)),
    ', ',
  );
  // Without `offset` the planner would put each of them back where it is named.
  return { ...sql`(select ${value} from (select ${values} offset 0) ${BOUND})`, type: value.type, nullable: true };
}

/** A row of one computed value, to be joined laterally. */
interface LiveJoin {
  /** Its alias. */
  readonly row: string;
  readonly select: SqlFragment;
}

/**
 * For a single row: the live fields that others of these name, each computed once for all of them. The joins stand in an
 * order in which each finds those that it names.
 */
export function sharedLive(
  fields: readonly FieldModel[],
  model: EntityModel,
  alias: string,
  world: SqlWorld,
): { readonly computed: Computed; readonly joins: readonly LiveJoin[] } {
  const computed = new Map<string, SqlColumn>();
  const joins: LiveJoin[] = [];
  const visit = (key: string): void => {
    const field = model.field.get(key);
    if (field === undefined || computed.has(key)) return;
    for (const name of liveNames(field, model)) visit(name);
    const value = liveSql(field, model, alias, world, computed);
    if (value === undefined) return;
    const row = `${BOUND}${computed.size + 1}`;
    computed.set(key, columnOf(row, key, value.type, value.nullable));
    joins.push({ row, select: sql`(select ${as(value, key)} offset 0)` });
  };
  for (const field of fields) for (const name of liveNames(field, model)) visit(name);
  return { computed, joins };
}

function liveNames(field: FieldModel, model: EntityModel): readonly string[] {
  const own = field.live ? ownComputation(field) : undefined;
  const names = new Set<string>();
  if (own !== undefined) {
    replaceNames(own, (name) => {
      if (model.field.get(name)?.live === true) names.add(name);
      return undefined;
    });
  }
  return [...names];
}

function columnOf(row: string, key: string, type: SqlColumn['type'], nullable: boolean): SqlColumn {
  return { sql: `${row}.${quoteIdentifier(key)}`, type, notNull: !nullable };
}

function as(value: SqlFragment, key: string): SqlFragment {
  return sql`(${value}) as ${quoteIdentifier(key)}`;
}

/** The expression with live fields that stand there once put in, and the keys of those that stand there several times. */
function withSingles(
  node: ExpressionNode,
  model: EntityModel,
  computed: Computed,
): { readonly node: ExpressionNode; readonly repeated: readonly string[] } {
  const times = new Map<string, number>();
  replaceNames(node, (name) => {
    if (model.field.get(name)?.live === true && !computed.has(name)) times.set(name, (times.get(name) ?? 0) + 1);
    return undefined;
  });
  const single = (name: string) => (times.get(name) === 1 ? model.field.get(name) : undefined);
  if ([...times.values()].every((count) => count > 1)) return { node, repeated: [...times.keys()] };
  const put = replaceNames(node, (name) => {
    const field = single(name);
    return field === undefined ? undefined : ownComputation(field);
  });
  return withSingles(put, model, computed);
}

/** What the live ones of some fields are computed by, and what those name in turn: each once, by live fields' names. */
export function liveNodes(fields: readonly FieldModel[], model: EntityModel): readonly ExpressionNode[] {
  const found = new Map<string, ExpressionNode>();
  const visit = (field: FieldModel | undefined): void => {
    const own = field?.live === true && !found.has(field.key) ? ownComputation(field) : undefined;
    if (field === undefined || own === undefined) return;
    found.set(field.key, own);
    for (const name of collectReferences(own)) visit(model.field.get(name.split('.')[0] ?? name));
  };
  for (const field of fields) visit(field);
  return [...found.values()];
}
