import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  compileExpressionSql,
  type ExpressionNode,
  sql as fragment,
  quoteIdentifier,
  type SqlFragment,
} from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { TOP_TENANT, tableName } from './plan-tables.ts';
import { argument, DEPT_TREE, DEPTS, type PlacedQuery, place, queries, rawSql, TENANT, USER } from './query.ts';
import {
  caseConditions,
  columnSql,
  computation,
  inlineLive,
  type SqlWorld,
  sameTenant,
  sqlEnvironment,
} from './record-sql.ts';
import { SEARCH_FUNCTION } from './search-text.ts';

/** Alias of the entity's own table in every query of this file. */
const T = 't';

/** Rows of which a person is an owner, or that a condition names. */
export interface OwnRows {
  readonly owners: 'departmentTree' | 'department' | 'own' | undefined;
  readonly where: readonly ExpressionNode[];
  /** Whether whoever has or had an approval task about a row, or got a copy, sees it too. Default false. */
  readonly tasks?: boolean;
}

/** Rows of a child entity: those whose parent the person may see. */
export interface RowsBelow {
  readonly parent: EntityModel;
  readonly access: RowAccess;
  /** Which of them; default all. */
  readonly rows?: RowAccess;
}

/** Rows a person may see: all, none, his own, or those below records that he may see. */
export type RowAccess = 'all' | 'none' | OwnRows | RowsBelow;

/** Conditions that a row access asks, those of the parent included. */
export function accessNodes(access: RowAccess): readonly ExpressionNode[] {
  if (typeof access === 'string') return [];
  if (!('parent' in access)) return access.where;
  return [...accessNodes(access.access), ...accessNodes(access.rows ?? 'all')];
}

/** One filter: the field, how it compares, and the argument that holds the value. */
export interface FilterCondition {
  readonly field: FieldModel;
  readonly how: 'contains' | 'equals' | 'any' | 'below' | 'from' | 'to' | 'before' | 'overlap' | 'empty';
  /** Name of the argument; for `overlap` it stands in front of `:from` and `:to`. `empty` takes none. */
  readonly argument: string;
  /** Whether the rows are meant that the condition does not hold for, those without a value included. */
  readonly not?: boolean;
  /** Values of a filter on live `cases`: they choose the condition. */
  readonly cases?: readonly string[];
}

export interface ListShape {
  readonly model: EntityModel;
  /** Fields answered. */
  readonly fields: readonly FieldModel[];
  /** Conditions of page and operation. */
  readonly where: readonly ExpressionNode[];
  /** Records that the conditions name and that are no row of the table (`record` of a picker). Default none. */
  readonly special?: Parameters<typeof sqlEnvironment>[3];
  readonly access: RowAccess;
  readonly filters: readonly FilterCondition[];
  /** Fields the quick search looks into; empty for none. The argument is `keyword`. */
  readonly search: readonly FieldModel[];
  /** Whether only the ids in argument `ids` are wanted. */
  readonly byIds: boolean;
  readonly sort: readonly { readonly field: FieldModel; readonly descending: boolean }[];
  /** Whether a page (arguments `limit`, `offset`) is cut out. */
  readonly paged: boolean;
  /** How the rows are counted along: up to argument `cap`, all, or not. */
  readonly total: 'capped' | 'exact' | 'none';
  /** Whether labels of references are answered beside them. */
  readonly labels: boolean;
}

/** Column that carries the total of a page. */
export const TOTAL = '__total';

type Condition = Expression<SqlBool>;

/** The rows of a list, with the total in `__total` where it is counted. */
export function compileListQuery(shape: ListShape, world: SqlWorld): PlacedQuery {
  const { model } = shape;
  const conditions = () => listConditions(shape, world);
  let query = queries
    .selectFrom(`${model.id} as ${T}`)
    .select(shape.fields.flatMap((field) => selected(field, shape, world)))
    .where((builder) => builder.and(conditions()));
  if (shape.total !== 'none') query = query.select(countOf(shape, conditions()).as(TOTAL));
  for (const entry of orderOf(shape)) query = query.orderBy(entry);
  if (shape.paged)
    query = query.limit(rawSql<number>(typed('limit', 'bigint'))).offset(rawSql<number>(typed('offset', 'bigint')));
  return place(query, isPlain(shape));
}

/** Only the number of rows, for a page behind the last one. */
export function compileCountQuery(shape: ListShape, world: SqlWorld): PlacedQuery {
  const query = queries.selectNoFrom(countOf(shape, listConditions(shape, world)).as(TOTAL));
  return place(query, false);
}

function countOf(shape: ListShape, conditions: Condition[]): RawBuilder<number> {
  const rows = queries
    .selectFrom(`${shape.model.id} as ${T}`)
    .select(sql`1`.as('one'))
    .where((builder) => builder.and(conditions));
  const capped = shape.total === 'exact' ? rows : rows.limit(rawSql<number>(typed('cap', 'bigint')));
  return sql<number>`(select count(*) from ${capped} counted)`;
}

// The best plan of a filtered list depends on how rare the value is; an unfiltered one has only one good plan.
function isPlain(shape: ListShape): boolean {
  return shape.filters.length === 0 && shape.search.length === 0 && !shape.byIds && shape.special === undefined;
}

function typed(name: string, type: 'bigint' | 'text' | 'text[]'): SqlFragment {
  return fragment`${{ value: argument(name), type }}`;
}

/** Conditions of the rows of a list: tenant, removal, page, rights, filters, search. */
export function listConditions(shape: ListShape, world: SqlWorld): Condition[] {
  const { model } = shape;
  const environment = sqlEnvironment(model, T, world, shape.special);
  const expression = (node: ExpressionNode): Condition =>
    // In brackets: a page's `a or b` must not open what tenant and rights close.
    sql<SqlBool>`(${rawSql(compileExpressionSql(inlineLive(node, model), environment, { position: 'condition' }))})`;
  const conditions: Condition[] = [tenantCondition(model), sql<SqlBool>`t."isDeleted" = 0`];
  conditions.push(...shape.where.map(expression), ...accessConditions(model, shape.access, T, world));
  for (const filter of shape.filters) {
    const condition =
      filter.cases === undefined
        ? filterCondition(filter, model, world)
        : expression(caseConditions(filter.field, filter.cases, model));
    conditions.push(filter.not === true ? sql<SqlBool>`(${condition}) is not true` : condition);
  }
  if (shape.search.length > 0) {
    const hits = shape.search.map((field) => containsText(field, 'keyword'));
    conditions.push(sql<SqlBool>`(${sql.join(hits, sql` or `)})`);
  }
  if (shape.byIds) conditions.push(sql<SqlBool>`t.id = any(${rawSql(typed('ids', 'text[]'))})`);
  return conditions;
}

/** The tenant stands in every query, whatever row-level security would hide anyway. */
export function tenantCondition(model: EntityModel): Condition {
  if (model.scope === 'global') return sql<SqlBool>`t."tenantId" = ${sql.lit(TOP_TENANT)}`;
  if (model.scope === 'inherited') return sql<SqlBool>`t."tenantId" in (${TENANT}, ${sql.lit(TOP_TENANT)})`;
  return sql<SqlBool>`t."tenantId" = ${TENANT}`;
}

function accessConditions(model: EntityModel, access: RowAccess, alias: string, world: SqlWorld): Condition[] {
  if (access === 'all') return [];
  if (access === 'none') return [sql<SqlBool>`false`];
  if ('parent' in access) {
    return [
      parentCondition(model, access, alias, world),
      ...accessConditions(model, access.rows ?? 'all', alias, world),
    ];
  }
  const environment = sqlEnvironment(model, alias, world);
  const grounds: Condition[] = access.where.map((node) =>
    rawSql<SqlBool>(compileExpressionSql(inlineLive(node, model), environment, { position: 'condition' })),
  );
  if (access.owners !== undefined) {
    for (const key of model.owners.users) grounds.push(...ownerCondition(model, key, alias, USER, false));
    if (access.owners !== 'own') {
      const depts = access.owners === 'department' ? DEPTS : DEPT_TREE;
      for (const key of model.owners.depts) grounds.push(...ownerCondition(model, key, alias, depts, true));
    }
  }
  if (access.tasks === true) grounds.push(taskCondition(model, alias));
  return [grounds.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(grounds, sql` or `)})`];
}

// The ids are found once and looked up by key, so that the condition costs the person's tasks and not the table.
function taskCondition(model: EntityModel, alias: string): Condition {
  const of = (table: string) =>
    sql`select x."recordId" from ${sql.raw(`platform.${quoteIdentifier(table)}`)} x where x."tenantId" = ${TENANT}::text and x."userId" = ${USER}::text and x."entityId" = ${sql.lit(model.id)}`;
  return sql<SqlBool>`${sql.raw(alias)}.id = any(array(${of('approvalTask')} and x."openedAt" is not null union ${of('approvalCopy')}))`;
}

/** Whether the record above, and with two levels the one above that, may be seen. */
function parentCondition(model: EntityModel, rows: RowsBelow, alias: string, world: SqlWorld): Condition {
  const { parent, access } = rows;
  const above = `${alias}p`;
  const reference = model.field.get(model.parent?.field ?? '');
  if (reference === undefined) return sql<SqlBool>`false`;
  const tie = `${sameTenant(parent, above, alias)} and ${above}.id = ${alias}.${quoteIdentifier(reference.id)}`;
  const conditions = [
    sql<SqlBool>`${sql.raw(tie)} and ${sql.raw(above)}."isDeleted" = 0`,
    ...accessConditions(parent, access, above, world),
  ];
  return sql<SqlBool>`exists (select 1 from ${sql.raw(tableName(parent.id))} ${sql.raw(above)} where ${sql.join(conditions, sql` and `)})`;
}

function ownerCondition(model: EntityModel, key: string, alias: string, value: unknown, list: boolean): Condition[] {
  const field = model.field.get(key);
  if (field?.column === undefined) return [];
  const name = column(field, alias);
  if (field.column.kind === 'text[]')
    return [list ? sql<SqlBool>`${name} && ${value}::text[]` : sql<SqlBool>`${name} @> array[${value}::text]`];
  return [list ? sql<SqlBool>`${name} = any(${value}::text[])` : sql<SqlBool>`${name} = ${value}::text`];
}

function column(field: FieldModel, alias = T): RawBuilder<unknown> {
  return sql.raw(`${alias}.${quoteIdentifier(field.id)}`);
}

/** Name of the argument that holds the text as the index has it, beside the pattern itself. */
export function searchArgument(name: string): string {
  return `${name}:search`;
}

// The second condition says nothing new; it is the one that an index can answer.
function contains(name: RawBuilder<unknown>, value: string): Condition {
  const indexed = sql`${sql.raw(SEARCH_FUNCTION)}(${name})`;
  return sql<SqlBool>`(${name} ilike ${rawSql(typed(value, 'text'))} and ${indexed} like ${rawSql(typed(searchArgument(value), 'text'))})`;
}

// Markup is searched by its text alone; no index holds that.
function containsText(field: FieldModel, value: string): Condition {
  if (field.type.markup !== true) return contains(column(field), value);
  const bare = sql`regexp_replace(${column(field)}, '<[^>]*>', '', 'g')`;
  const text = sql`replace(replace(replace(replace(${bare}, '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')`;
  return sql<SqlBool>`${text} ilike ${rawSql(typed(value, 'text'))}`;
}

function filterCondition(filter: FilterCondition, model: EntityModel, world: SqlWorld): Condition {
  const { field } = filter;
  const name = column(field);
  const kind = field.column?.kind ?? 'text';
  const scalar = kind.replace('[]', '');
  const value = (suffix = '') => sql`${argument(filter.argument + suffix)}::${sql.raw(scalar)}`;
  const list = sql`${argument(filter.argument)}::${sql.raw(`${scalar}[]`)}`;
  switch (filter.how) {
    case 'contains':
      return containsText(field, filter.argument);
    case 'equals':
      return kind === 'text[]' ? sql<SqlBool>`${name} @> array[${value()}]` : sql<SqlBool>`${name} = ${value()}`;
    case 'any':
      return kind === 'text[]' ? sql<SqlBool>`${name} && ${list}` : sql<SqlBool>`${name} = any(${list})`;
    case 'below':
      return sql<SqlBool>`${name} = any(array(${recordsBelow(field, filter.argument, model, world)}))`;
    case 'empty':
      if (kind === 'text') return sql<SqlBool>`coalesce(${name}, '') = ''`;
      return kind.endsWith('[]') ? sql<SqlBool>`coalesce(cardinality(${name}), 0) = 0` : sql<SqlBool>`${name} is null`;
    case 'from':
      return sql<SqlBool>`${name} >= ${value()}`;
    case 'to':
      return sql<SqlBool>`${name} <= ${value()}`;
    case 'before':
      return sql<SqlBool>`${name} < ${value()}`;
    case 'overlap': {
      const end = field.property.end;
      const last = end === undefined ? name : sql`coalesce(${sql.raw(`${T}.${quoteIdentifier(end)}`)}, 'infinity')`;
      return sql<SqlBool>`(${name} <= ${value(':to')} and ${last} >= ${value(':from')})`;
    }
  }
}

/** Ids of the named records of a tree and of all below them; a circle among them ends by itself. */
function recordsBelow(field: FieldModel, name: string, model: EntityModel, world: SqlWorld): RawBuilder<unknown> {
  const target = field.target === undefined ? undefined : world.entity(field.target);
  const parent = target?.field.get(target.tree?.parent ?? '');
  const named = sql`select unnest(${rawSql(typed(name, 'text[]'))}) as id`;
  if (target === undefined || parent === undefined) return named;
  const own = sameTenantAs(target, model);
  const from = sql.raw(tableName(target.id));
  const above = sql.raw(`r.${quoteIdentifier(parent.id)}`);
  return sql`with recursive below(id) as (${named} union select r.id from ${from} r join below b on ${above} = b.id where ${own} and r."isDeleted" = 0) select id from below`;
}

/** Null counts as smallest, so that one index serves both directions; the id decides between equals. */
function orderOf(shape: ListShape): RawBuilder<unknown>[] {
  const last = shape.sort.at(-1);
  const terms = shape.sort.map(({ field, descending }) => ({
    name: column(field),
    descending,
    id: field.key === 'id',
  }));
  if (!terms.some((term) => term.id))
    terms.push({ name: sql.raw('t.id'), descending: last?.descending ?? true, id: true });
  return terms.map(({ name, descending }) =>
    descending ? sql`${name} desc nulls last` : sql`${name} asc nulls first`,
  );
}

function selected(field: FieldModel, shape: ListShape, world: SqlWorld) {
  const found = [valueSql(field, shape.model, world).as(field.key)];
  // Whose the record is decides who may change it, where the platform's rows are shown to tenants.
  if (field.key === 'id' && shape.labels) found.push(sql`t."tenantId"`.as('tenantId'));
  const label = shape.labels ? labelOf(field, shape.model, world) : undefined;
  if (label !== undefined) found.push(label.as(`${field.key}Label`));
  return found;
}

function valueSql(field: FieldModel, model: EntityModel, world: SqlWorld): RawBuilder<unknown> {
  if (!field.live) return column(field);
  const node = computation(field, model);
  if (node === undefined) return sql`null`;
  const value = rawSql(compileExpressionSql(node, sqlEnvironment(model, T, world)));
  // As a stored value would be rounded: half away from zero, at the field's scale.
  return field.valueType === 'number'
    ? sql`round(${value}, ${sql.lit(field.property.scale ?? field.type.defaultScale ?? 0)})`
    : value;
}

/** Label of a reference, read in the same statement; the planner computes it only for the rows of the page. */
export function labelOf(field: FieldModel, model: EntityModel, world: SqlWorld): RawBuilder<unknown> | undefined {
  const target = field.target === undefined ? undefined : world.entity(field.target);
  const label = target?.field.get(field.property.ref?.label ?? target.label);
  const text = label === undefined ? undefined : columnSql(label, 'r');
  if (target === undefined || text === undefined || field.column === undefined) return undefined;
  const own = sameTenantAs(target, model);
  const from = sql.raw(tableName(target.id));
  const read = sql.raw(`${text.sql}::text`);
  if (field.column.kind === 'text')
    return sql`(select ${read} from ${from} r where ${own} and r.id = ${column(field)} limit 1)`;
  if (field.column.kind !== 'text[]') return undefined;
  return sql`(select array_agg(coalesce((select ${read} from ${from} r where ${own} and r.id = u.id limit 1), '') order by u.place) from unnest(${column(field)}) with ordinality as u(id, place))`;
}

// Rows of a global or inherited entity belong to the top tenant; what they refer to is looked up in the caller's view.
function sameTenantAs(target: EntityModel, model: EntityModel): RawBuilder<unknown> {
  if (model.scope === 'tenant' || target.scope === 'global') return sql.raw(sameTenant(target, 'r', T));
  return target.scope === 'inherited'
    ? sql`r."tenantId" in (${TENANT}, ${sql.lit(TOP_TENANT)})`
    : sql`r."tenantId" = ${TENANT}`;
}

/**
 * One record by argument `id`, removed ones only where asked. `lock` keeps others from writing it until the
 * transaction ends.
 */
export function compileDetailQuery(
  shape: Pick<ListShape, 'model' | 'fields' | 'access' | 'labels'>,
  world: SqlWorld,
  options: { readonly lock?: boolean; readonly removed?: boolean } = {},
): PlacedQuery {
  const { model } = shape;
  const whole: ListShape = {
    ...shape,
    where: [],
    filters: [],
    search: [],
    byIds: false,
    sort: [],
    paged: false,
    total: 'none',
  };
  const conditions = [
    tenantCondition(model),
    sql<SqlBool>`t.id = ${rawSql(typed('id', 'text'))}`,
    ...(options.removed === true ? [] : [sql<SqlBool>`t."isDeleted" = 0`]),
    ...accessConditions(model, shape.access, T, world),
  ];
  const query = queries
    .selectFrom(`${model.id} as ${T}`)
    .select(shape.fields.flatMap((field) => selected(field, whole, world)))
    .$if(!shape.labels, (built) => built.select(sql`t."tenantId"`.as('tenantId')))
    .where((builder) => builder.and(conditions))
    .limit(1);
  return place(options.lock === true ? query.forUpdate(T) : query, true);
}
