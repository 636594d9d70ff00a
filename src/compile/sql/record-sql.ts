import {
  type ExpressionNode,
  ExpressionTypeError,
  type ExpressionUser,
  FUNCTIONS,
  isFunctionName,
  type JsonbColumn,
  jsonbRows,
  quoteIdentifier,
  type SqlColumn,
  type SqlEnvironment,
  type SqlParameter,
  type SqlRows,
  sql,
  withParts,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { columnSql, currentOption, sqlTypeOf } from './column-sql.ts';
import { TOP_TENANT, tableName } from './plan-tables.ts';

/** What expressions of a query are compiled with. */
export interface SqlWorld {
  entity(key: string): EntityModel | undefined;
  /** The tenant's wall clock, `YYYY-MM-DD HH:mm:ss`. */
  readonly now: string;
  readonly zone: string;
  readonly me: ExpressionUser;
  readonly settings: Readonly<Record<string, unknown>>;
  ranks(dictionary: string): readonly { readonly key: string; readonly rank: number }[] | undefined;
  /** Choices that `labelOf` names, with their Chinese titles. */
  titles?(titles: string): readonly { readonly key: string; readonly title: string }[] | undefined;
}

/** An expression in which live fields of the record stand with what computes them. */
export function inlineLive(node: ExpressionNode, model: EntityModel): ExpressionNode {
  return replaceNames(node, (name) => {
    const field = model.field.get(name);
    return field?.live === true ? computation(field, model) : undefined;
  });
}

/** An expression in which names of the record's fields stand with what `replacement` gives for them, if it gives anything. */
export function replaceNames(
  node: ExpressionNode,
  replacement: (name: string) => ExpressionNode | undefined,
): ExpressionNode {
  if (node.kind === 'name') return replacement(node.name) ?? node;
  const parameters = node.kind === 'call' && isFunctionName(node.name) ? FUNCTIONS[node.name].parameters : [];
  return withParts(node, (part, index) => {
    // Behind rows or an entity's name a bare name is the row's, and the name itself is none of the record's.
    const parameter = parameters[index];
    const kept = parameter?.perRow === true || parameter?.accepts === 'entity';
    return kept || (parameter?.accepts === 'rows' && part.kind !== 'call') ? part : replaceNames(part, replacement);
  });
}

/** What computes a field, as one expression; undefined for a field that is entered. */
export function computation(field: FieldModel, model: EntityModel): ExpressionNode | undefined {
  const own = ownComputation(field);
  return own === undefined ? undefined : inlineLive(own, model);
}

/** The same as it is written, in which live fields stand by their names. */
export function ownComputation(field: FieldModel): ExpressionNode | undefined {
  if (field.compute !== undefined) return field.compute.node;
  return field.cases?.reduceRight<ExpressionNode>(
    (rest, branch) => {
      const whenTrue: ExpressionNode = { kind: 'literal', value: branch.value };
      if (branch.when === undefined) return whenTrue;
      return { kind: 'conditional', test: branch.when.node, whenTrue, whenFalse: rest };
    },
    { kind: 'literal', value: null },
  );
}

/**
 * The conditions of `cases` under which a field has one of the values: each branch holds and none before it does. Bare
 * conditions, so that indexes can answer them.
 */
export function caseConditions(field: FieldModel, values: readonly string[], model: EntityModel): ExpressionNode {
  const before: ExpressionNode[] = [];
  const branches: ExpressionNode[] = [];
  for (const branch of field.cases ?? []) {
    const when = branch.when === undefined ? undefined : inlineLive(branch.when.node, model);
    if (values.includes(branch.value)) {
      const terms = [...before, ...(when === undefined ? [] : [when])];
      branches.push(terms.length === 0 ? { kind: 'literal', value: true } : combine('and', terms));
    }
    if (when !== undefined) before.push({ kind: 'unary', operator: 'not', operand: when });
  }
  return branches.length === 0 ? { kind: 'literal', value: false } : combine('or', branches);
}

function combine(operator: 'and' | 'or', nodes: readonly ExpressionNode[]): ExpressionNode {
  return nodes.reduce((left, right) => ({ kind: 'binary', operator, left, right }));
}

/** Condition that ties rows of another entity to the tenant of the record under `alias`. */
export function sameTenant(target: EntityModel, targetAlias: string, alias: string): string {
  return ofTenant(target, targetAlias, `${alias}."tenantId"`);
}

/** The same of a tenant that any SQL gives. */
function ofTenant(target: EntityModel, targetAlias: string, tenant: string): string {
  const column = `${targetAlias}."tenantId"`;
  if (target.scope === 'global') return `${column} = '${TOP_TENANT}'`;
  if (target.scope === 'inherited') return `${column} in (${tenant}, '${TOP_TENANT}')`;
  return `${column} = ${tenant}`;
}

/** What a path finds behind a reference under an alias, as a subquery; `inner` is the alias inside. */
function behindReference(
  field: FieldModel | undefined,
  path: readonly string[],
  alias: string,
  inner: string,
  world: SqlWorld,
): SqlColumn | undefined {
  const id = field === undefined ? undefined : columnSql(field, alias);
  return behindId(field, id?.sql, path, { tenant: `${alias}."tenantId"`, inner }, world);
}

/** The same of a reference whose id any SQL gives, as one in a row of a sub-table. */
export function behindId(
  field: FieldModel | undefined,
  id: string | undefined,
  [key = '', ...deeper]: readonly string[],
  { tenant, inner }: { readonly tenant: string; readonly inner: string },
  world: SqlWorld,
): SqlColumn | undefined {
  const target = field?.target === undefined || field.multiple ? undefined : world.entity(field.target);
  const read = target?.field.get(key);
  const column =
    deeper.length > 0
      ? behindReference(read, deeper, inner, `${inner}r`, world)
      : read === undefined
        ? undefined
        : storedSql(read, target, inner);
  if (target === undefined || id === undefined || column === undefined) return undefined;
  const rows = `${tableName(target.id)} ${inner} where ${ofTenant(target, inner, tenant)} and ${inner}.id = ${id}`;
  return { ...column, notNull: false, sql: `(select ${column.sql} from ${rows} limit 1)` };
}

/** Column of a field of another entity. Throws where it is made only when a record is read, so that no query finds it. */
function storedSql(field: FieldModel, owner: EntityModel | undefined, alias: string): SqlColumn | undefined {
  if (!field.live) return columnSql(field, alias);
  const words = `“${owner?.title ?? ''}”的“${field.title}”（${field.key}）是读取时才算出的值，没有存在数据库里`;
  throw new ExpressionTypeError(words);
}

function entityRows(target: EntityModel, alias: string, world: SqlWorld, tie?: (rows: string) => string): SqlRows {
  const above = target.field.get(target.source.tree?.parent ?? '');
  return {
    from: (rows) => `${tableName(target.id)} as ${rows}`,
    where: (rows) =>
      [sameTenant(target, rows, alias), `${rows}."isDeleted" = 0`, ...(tie === undefined ? [] : [tie(rows)])].join(
        ' and ',
      ),
    orderBy: (rows) => `${rows}.id`,
    column(rows, name) {
      const field = target.field.get(name);
      return field === undefined ? undefined : storedSql(field, target, rows);
    },
    ...(above === undefined ? {} : { above: (rows: string) => `${rows}.${quoteIdentifier(above.id)}` }),
    member: (rows, [first = '', ...path]) => behindReference(target.field.get(first), path, rows, 'behind', world),
    rows: (rows, name) => rowsBelow(target, name, rows, world),
  };
}

/** Rows that belong to the record under an alias: of a sub-table, or the records of a child entity. */
function rowsBelow(model: EntityModel, name: string, alias: string, world: SqlWorld): SqlRows | undefined {
  const field = model.field.get(name);
  const child = field === undefined ? world.entity(name) : undefined;
  if (child?.parent?.entity === model.key) {
    const reference = quoteIdentifier(child.field.get(child.parent.field)?.id ?? child.parent.field);
    return entityRows(child, alias, world, (rows) => `${rows}.${reference} = ${alias}.id`);
  }
  if (field?.columns === undefined || field.column === undefined) return undefined;
  const columns = Object.fromEntries(
    field.columns.map((column): [string, JsonbColumn] => [
      column.key,
      { type: sqlTypeOf(column), cell: column.id, read: (stored) => currentOption(column, stored) },
    ]),
  );
  const rows = jsonbRows(`${alias}.${quoteIdentifier(field.id)}`, columns);
  return {
    ...rows,
    member(row, [first = '', ...path]) {
      const reference = field.columns?.find((column) => column.key === first);
      return behindId(
        reference,
        rows.column(row, first)?.sql,
        path,
        { tenant: `${alias}."tenantId"`, inner: 'behind' },
        world,
      );
    },
  };
}

/**
 * How an entity's names become SQL under an alias. `special` gives records that are no row of the table (`record` of a
 * picker, `row` of a proposal).
 */
export function sqlEnvironment(
  model: EntityModel,
  alias: string,
  world: SqlWorld,
  special?: (path: readonly string[]) => SqlColumn | undefined,
): SqlEnvironment {
  return {
    get now() {
      return world.now;
    },
    zone: world.zone,
    get me() {
      return world.me;
    },
    settings: world.settings,
    ranks: (dictionary) => world.ranks(dictionary),
    titles: (titles) => world.titles?.(titles),
    column(name) {
      const field = model.field.get(name);
      return field === undefined ? undefined : columnSql(field, alias);
    },
    member(path) {
      const given = special?.(path);
      if (given !== undefined) return given;
      const [first = '', ...behind] = path;
      const above = first === 'parent' ? model.parent : undefined;
      return behindReference(model.field.get(above?.field ?? first), behind, alias, 'r', world);
    },
    rows: (name) => rowsBelow(model, name, alias, world),
    entity(name) {
      const target = world.entity(name);
      return target === undefined ? undefined : entityRows(target, alias, world);
    },
    awaiting(approval) {
      const transition = model.transitions[approval];
      if (transition === undefined) return undefined;
      // Found once for the query, so that a page of what awaits a person reads his tasks and not the table.
      const text = (value: string | null): SqlParameter => ({ value, type: 'text' });
      return sql`${alias}.id = any(array(select x."recordId" from platform."approvalTask" x where x."tenantId" = ${text(world.me.tenantId)} and x."userId" = ${text(world.me.userId)} and x."entityId" = ${text(model.id)} and x.transition = ${text(transition.source.id ?? transition.key)} and x.status = 'open'))`;
    },
  };
}

/** What of the surroundings an expression's SQL depends on, so that compiled queries can be kept that long. */
export interface Dependence {
  readonly clock: 'none' | 'day' | 'second';
  readonly person: boolean;
}

/** Reads off an expression how long its SQL stays right. */
export function dependenceOf(nodes: readonly ExpressionNode[]): Dependence {
  let clock: Dependence['clock'] = 'none';
  let person = false;
  const walk = (node: ExpressionNode): void => {
    switch (node.kind) {
      case 'name':
        if (node.name === 'me') person = true;
        break;
      case 'member':
        walk(node.object);
        break;
      case 'unary':
        walk(node.operand);
        break;
      case 'binary':
        walk(node.left);
        walk(node.right);
        break;
      case 'conditional':
        for (const child of [node.test, node.whenTrue, node.whenFalse]) walk(child);
        break;
      case 'list':
        for (const item of node.items) walk(item);
        break;
      case 'call':
        if (node.name === 'now') clock = 'second';
        else if (node.name === 'today' && clock === 'none') clock = 'day';
        else if (node.name === 'hasRole' || node.name === 'awaiting') person = true;
        for (const child of node.arguments) walk(child);
        break;
    }
  };
  for (const node of nodes) walk(node);
  return { clock, person };
}
