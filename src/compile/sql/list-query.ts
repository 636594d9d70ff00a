import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileExpressionSql, type ExpressionNode, quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { accessConditions, type Condition, column, type RowAccess, T, tenantCondition } from './access-conditions.ts';
import { jointCondition, jointIndexOf } from './joint-index.ts';
import { type Computed, liveSql, sharedLive } from './live-sql.ts';
import { type Period, periodOf } from './period.ts';
import { tableName } from './plan-tables.ts';
import { argument, type PlacedQuery, place, queries, rawSql, typedArgument } from './query.ts';
import { type Readable, readableSql } from './readable.ts';
import { referredName } from './record-name.ts';
import { caseConditions, inlineLive, type SqlWorld, sqlEnvironment } from './record-sql.ts';
import { PLACE, placeSql, type Seek, seekRows } from './seek-query.ts';
import { sqlOrder } from './sql-order.ts';
import { indexedCondition, type TextSearch, textCondition } from './text-conditions.ts';

/** One filter: the field, how it compares, and the argument that holds the value. */
export interface FilterCondition {
  readonly field: FieldModel;
  readonly how: 'contains' | 'equals' | 'any' | 'below' | 'from' | 'to' | 'before' | 'overlap' | 'empty';
  /** Name of the argument; for `overlap` it stands in front of `:from` and `:to`. `empty` takes none. */
  readonly argument: string;
  /** Whether the rows are meant that the condition does not hold for, those without a value included. */
  readonly not?: boolean;
  /** Whether shipped texts, as stored, are meant too by their translation: the argument of `shippedArgument`. */
  readonly shipped?: boolean;
  /** Values of a filter on live `cases`: they choose the condition. */
  readonly cases?: readonly string[];
}

/** Argument of a filter on a field. Fields may be named as what every list is asked with: `limit`, `ids`, `keyword`. */
export const filterArgument = ({ key }: Pick<FieldModel, 'key'>): string => `of:${key}`;

export interface ListShape {
  readonly model: EntityModel;
  /** Fields answered. */
  readonly fields: readonly FieldModel[];
  /** Conditions of page and operation. */
  readonly where: readonly ExpressionNode[];
  /** Records that the conditions name and that are no row of the table (`record` of a picker). Default none. */
  readonly special?: Parameters<typeof sqlEnvironment>[3];
  /** Text that says why a record cannot be chosen, answered as `MISFIT`. Default none. */
  readonly misfit?: ExpressionNode | undefined;
  readonly access: RowAccess;
  /** Fields that the person reads in some records only: what is asked of them is asked of those. Default none. */
  readonly readable?: Readable | undefined;
  readonly filters: readonly FilterCondition[];
  /** Fields the quick search looks into; empty for none. The argument is `keyword`. */
  readonly search: readonly FieldModel[];
  /** Whether the quick search also means shipped texts by their translation. */
  readonly shippedSearch?: boolean;
  /** Whether only the ids in argument `ids` are wanted. */
  readonly byIds: boolean;
  readonly sort: readonly { readonly field: FieldModel; readonly descending: boolean }[];
  /** Whether a page (arguments `limit`, `offset`) is cut out. */
  readonly paged: boolean;
  /** How the rows are counted along: up to argument `cap`, all, or not. */
  readonly total: 'capped' | 'exact' | 'none';
  /** Whether labels of references are answered beside them. */
  readonly labels: boolean;
  /** Whether the page lies behind the first one. Default false. */
  readonly deep?: boolean;
  /** Where a page behind the first begins that follows a row, or is followed by one. Default at argument `offset`. */
  readonly seek?: Seek | undefined;
  /** Whether so many rows match that their order soon comes to enough of them. Default false: nobody knows. */
  readonly many?: boolean;
}

/** Column that carries the total of a page. */
export const TOTAL = '__total';

/** Column that says why a row cannot be chosen; null where it can. */
export const MISFIT = '__misfit';

/** The rows of a list, with the total in `__total` where it is counted. */
export function compileListQuery(shape: ListShape, world: SqlWorld): PlacedQuery {
  const { model } = shape;
  if (shape.paged && shape.deep === true) return place(deepQuery(shape, world), isPlain(shape));
  const conditions = () => (shape.many === true ? commonConditions : listConditions)(shape, world);
  let query = queries
    .selectFrom(`${model.id} as ${T}`)
    .select(shape.fields.flatMap((field) => selected(field, shape, world)))
    .where((builder) => builder.and(conditions()));
  if (shape.misfit !== undefined) query = query.select(misfitSql(shape.misfit, shape, world).as(MISFIT));
  if (shape.total !== 'none') query = query.select(countOf(shape, conditions()).as(TOTAL));
  const { joins, order } = sqlOrder(model, shape.sort, world);
  for (const { alias, select } of joins)
    query = query.leftJoinLateral(sql`(${select})`.as(alias), (join) => join.onTrue()) as typeof query;
  query = query.orderBy(order);
  if (shape.paged)
    query = query
      .limit(rawSql<number>(typedArgument('limit', 'bigint')))
      .offset(rawSql<number>(typedArgument('offset', 'bigint')));
  return place(query, isPlain(shape));
}

/**
 * A page behind the first: its rows are found by their keys alone, then read, with what they are sorted by in `PLACE`. In
 * one statement labels, and whatever else stands in the answer, would be computed for each row that is passed over.
 */
function deepQuery(shape: ListShape, world: SqlWorld): { compile(): ReturnType<RawBuilder<unknown>['compile']> } {
  const { model } = shape;
  const conditions = () => (shape.many === true ? commonConditions : listConditions)(shape, world);
  const table = sql.raw(`${tableName(model.id)} as ${T}`);
  const sorted = sqlOrder(model, shape.sort, world);
  const { joined, order } = sorted;
  const answer: AliasedRawBuilder<unknown, string>[] = shape.fields.flatMap((field) => selected(field, shape, world));
  if (shape.misfit !== undefined) answer.push(misfitSql(shape.misfit, shape, world).as(MISFIT));
  if (shape.total !== 'none') answer.push(countOf(shape, conditions()).as(TOTAL));
  answer.push(placeSql(sorted.terms).as(PLACE));
  const limit = rawSql<number>(typedArgument('limit', 'bigint'));
  const offset = rawSql<number>(typedArgument('offset', 'bigint'));
  const keys =
    shape.seek === undefined
      ? sql`select t."tenantId" as tenant, t.id as hit from ${table}${joined} where ${sql.join(conditions(), sql` and `)}
      order by ${order} limit ${limit} offset ${offset}`
      : seekRows(sorted, shape.seek, table, conditions);
  const query = sql`select ${sql.join(answer)}
    from (${keys}) found
    join ${table} on t."tenantId" = found.tenant and t.id = found.hit${joined}
    order by ${order}`;
  return { compile: () => query.compile(queries) };
}

function misfitSql(node: ExpressionNode, { model, special }: ListShape, world: SqlWorld): RawBuilder<string | null> {
  return rawSql(
    compileExpressionSql(inlineLive(node, model), sqlEnvironment(model, T, world, special), { as: 'text' }),
  );
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
  const capped = shape.total === 'exact' ? rows : rows.limit(rawSql<number>(typedArgument('cap', 'bigint')));
  return sql<number>`(select count(*) from ${capped} counted)`;
}

// The best plan of a filtered list depends on how rare the value is; an unfiltered one has only one good plan.
function isPlain(shape: ListShape): boolean {
  return shape.filters.length === 0 && shape.search.length === 0 && !shape.byIds && shape.special === undefined;
}

/** Conditions of the rows of a list, by how an index can answer them. */
export interface ListConditions {
  /** Tenant and removal. */
  readonly base: readonly Condition[];
  /** Of page and filters. */
  readonly plain: readonly Condition[];
  /** Of the person's rights, compared with each row. */
  readonly access: readonly Condition[];
  /** The same as indexes answer them. */
  readonly indexedAccess: readonly Condition[];
  /** Of page and filters, with choices as the joint index answers them. */
  readonly jointPlain: readonly Condition[];
  /** Whether there is one among them. */
  readonly choosing: boolean;
  readonly texts: readonly TextSearch[];
}

export function conditionsOf(shape: ListShape, world: SqlWorld): ListConditions {
  const { model } = shape;
  const environment = sqlEnvironment(model, T, world, shape.special);
  const expression = (node: ExpressionNode): Condition =>
    // In brackets: a page's `a or b` must not open what tenant and rights close.
    sql<SqlBool>`(${rawSql(compileExpressionSql(inlineLive(node, model), environment, { position: 'condition' }))})`;
  const plain = shape.where.map(expression);
  const jointPlain = [...plain];
  for (const filter of shape.filters) {
    if (isText(filter)) continue;
    const condition =
      filter.cases === undefined
        ? filterCondition(filter, model, world)
        : expression(caseConditions(filter.field, filter.cases, model));
    const read = readableSql(filter.field, shape, T, world);
    const known = read === undefined ? condition : withinRead(filter, condition, read);
    const own = filter.not === true ? sql<SqlBool>`(${known}) is not true` : known;
    plain.push(own);
    jointPlain.push((read === undefined ? jointChoice(filter, model) : undefined) ?? own);
  }
  if (shape.byIds) {
    const named = sql<SqlBool>`t.id = any(${rawSql(typedArgument('ids', 'text[]'))})`;
    plain.push(named);
    jointPlain.push(named);
  }
  const read = (field: FieldModel) => readableSql(field, shape, T, world);
  const texts: TextSearch[] = shape.filters.filter(isText).map(({ field, argument: name, shipped = false }) => {
    return { model, fields: [field], argument: name, shipped, read, world };
  });
  if (shape.search.length > 0)
    texts.push({
      model,
      fields: shape.search,
      argument: 'keyword',
      shipped: shape.shippedSearch === true,
      read,
      world,
    });
  return {
    base: [tenantCondition(model), sql<SqlBool>`t."isDeleted" = 0`],
    plain,
    access: accessConditions(model, shape.access, T, world),
    indexedAccess: accessConditions(model, shape.access, T, world, texts.length > 0 ? 'all' : 'users'),
    jointPlain,
    choosing: jointPlain.some((condition, at) => condition !== plain[at]),
    texts,
  };
}

/** A filter over a field that is read in some records: in the others it has no value. */
function withinRead({ how }: FilterCondition, condition: Condition, read: Condition): Condition {
  return how === 'empty' ? sql<SqlBool>`(${condition} or not ${read})` : sql<SqlBool>`(${condition} and ${read})`;
}

/** A filter as the joint index answers it; undefined where it does not. */
function jointChoice({ field, how, argument: name, not, cases }: FilterCondition, model: EntityModel) {
  if (not === true || cases !== undefined || jointIndexOf(model)?.choices.includes(field) !== true) return undefined;
  if (how === 'any') return jointCondition([field], rawSql(typedArgument(name, 'text[]')), T);
  return how === 'equals' ? jointCondition([field], sql`array[${rawSql(typedArgument(name, 'text'))}]`, T) : undefined;
}

/**
 * All of them for rows that are met in their order: of rights and texts the planner is told nothing, so that it neither
 * takes their indexes nor believes that few rows match.
 */
export function commonConditions(shape: ListShape, world: SqlWorld): Condition[] {
  const { base, plain, access, texts } = conditionsOf(shape, world);
  const unknown = [...access, ...texts.map((text) => textCondition(text, T))];
  return [...base, ...plain, ...unknown.map((condition) => sql<SqlBool>`coalesce(${condition}, false)`)];
}

/** Whether a filter looks for a text that the value holds. */
function isText(filter: FilterCondition): boolean {
  return filter.how === 'contains' && filter.not !== true;
}

/** All of them together: tenant, removal, page, rights, filters, search. */
export function listConditions(shape: ListShape, world: SqlWorld): Condition[] {
  const { base, plain, indexedAccess, texts } = conditionsOf(shape, world);
  return [...base, ...plain, ...indexedAccess, ...foundTexts(texts)];
}

/** That the rows hold all texts, with what indexes say of them. */
export function foundTexts(texts: readonly TextSearch[]): Condition[] {
  return texts.flatMap((text) => [textCondition(text, T), indexedCondition(text, T) ?? []].flat());
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
      return textCondition(
        { model, fields: [field], argument: filter.argument, shipped: filter.shipped === true, world },
        T,
      );
    case 'equals':
      return kind === 'text[]' ? sql<SqlBool>`${name} @> array[${value()}]` : sql<SqlBool>`${name} = ${value()}`;
    case 'any':
      return kind === 'text[]' ? sql<SqlBool>`${name} && ${list}` : sql<SqlBool>`${name} = any(${list})`;
    case 'below':
      return sql<SqlBool>`${name} = any(array(${recordsBelow(field, filter.argument, world)}))`;
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
      const period = periodOf(model, field, T);
      if (period === undefined) return sql<SqlBool>`(${name} <= ${value(':to')} and ${name} >= ${value(':from')})`;
      const end = sql.raw(period.end);
      const earliest = earliestStart(field, period, model, value(':from'));
      return sql<SqlBool>`(${name} <= ${value(':to')} and ${end} >= ${value(':from')} and ${name} >= ${earliest})`;
    }
  }
}

/**
 * When a period that reaches a moment began at the earliest: before it by the length of the longest one. It says nothing
 * new, but ends the range of the index, which else reaches back to the first row.
 */
function earliestStart(field: FieldModel, { type }: Period, model: EntityModel, from: unknown): RawBuilder<unknown> {
  const length = sql.raw(periodOf(model, field, 'x')?.length ?? 'null');
  const rows = sql`from ${sql.raw(tableName(model.id))} x where ${tenantCondition(model, 'x')} and x."isDeleted" = 0`;
  const longest = sql`(select ${length} as length ${rows} order by ${length} desc nulls last limit 1) longest`;
  const start = sql`(${from}::timestamptz - longest.length - interval '1 day')`;
  return sql`(select case when longest.length < interval '100 years' then ${start}::${sql.raw(type)} else '-infinity'::${sql.raw(type)} end from ${longest})`;
}

/** Ids of the named records of a tree and of all below them; a circle among them ends by itself. */
function recordsBelow(field: FieldModel, name: string, world: SqlWorld): RawBuilder<unknown> {
  const target = field.target === undefined ? undefined : world.entity(field.target);
  const parent = target?.field.get(target.tree?.parent ?? '');
  const named = sql`select unnest(${rawSql(typedArgument(name, 'text[]'))}) as id`;
  if (target === undefined || parent === undefined) return named;
  // The caller's tenant and not that of the row: so the tree is read once, and not for each row.
  const own = tenantCondition(target, 'r');
  const from = sql.raw(tableName(target.id));
  const above = sql.raw(`r.${quoteIdentifier(parent.id)}`);
  return sql`with recursive below(id) as (${named} union select r.id from ${from} r join below b on ${above} = b.id where ${own} and r."isDeleted" = 0) select id from below`;
}

/** Asks for the ids (`ids`) that a filter by a place in a tree means. */
export function compileBelowQuery({ field, argument: name }: FilterCondition, world: SqlWorld): PlacedQuery {
  return place({ compile: () => sql`select array(${recordsBelow(field, name, world)}) as ids`.compile(queries) }, true);
}

/** A field as the answer has it, with its label; `computed` are live fields that the query has already. */
export function selected(field: FieldModel, shape: ListShape, world: SqlWorld, computed?: Computed) {
  const found = [valueSql(field, shape.model, world, computed).as(field.key)];
  // Whose the record is decides who may change it, where the platform's rows are shown to tenants.
  if (field.key === 'id' && shape.labels) found.push(sql`t."tenantId"`.as('tenantId'));
  const label = shape.labels ? labelOf(field, shape.model, world) : undefined;
  if (label !== undefined) found.push(label.as(`${field.key}Label`));
  return found;
}

function valueSql(field: FieldModel, model: EntityModel, world: SqlWorld, computed?: Computed): RawBuilder<unknown> {
  if (!field.live) return column(field);
  const held = computed?.get(field.key);
  const compiled = held === undefined ? liveSql(field, model, T, world, computed) : { parts: [held.sql] };
  if (compiled === undefined) return sql`null`;
  const value = rawSql(compiled);
  // As a stored value would be rounded: half away from zero, at the field's scale.
  return field.valueType === 'number'
    ? sql`round(${value}, ${sql.lit(field.property.scale ?? field.type.defaultScale ?? 0)})`
    : value;
}

/** Label of a reference, read in the same statement; the planner computes it only for the rows of the page. */
export function labelOf(field: FieldModel, model: EntityModel, world: SqlWorld): RawBuilder<unknown> | undefined {
  if (field.column?.kind === 'text') {
    const named = referredName(field, model, world);
    return named === undefined ? undefined : sql`(${named})`;
  }
  if (field.column?.kind !== 'text[]') return undefined;
  const named = referredName(field, model, world, sql.raw('u.id'));
  if (named === undefined) return undefined;
  return sql`(select array_agg(coalesce((${named}), '') order by u.place) from unnest(${column(field)}) with ordinality as u(id, place))`;
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
    sql<SqlBool>`t.id = ${rawSql(typedArgument('id', 'text'))}`,
    ...(options.removed === true ? [] : [sql<SqlBool>`t."isDeleted" = 0`]),
    ...accessConditions(model, shape.access, T, world),
  ];
  const live = sharedLive(shape.fields, model, T, world);
  let query = queries
    .selectFrom(`${model.id} as ${T}`)
    .select(shape.fields.flatMap((field) => selected(field, whole, world, live.computed)))
    .$if(!shape.labels, (built) => built.select(sql`t."tenantId"`.as('tenantId')))
    .where((builder) => builder.and(conditions))
    .limit(1);
  for (const { row, select } of live.joins) query = query.crossJoinLateral(rawSql(select).as(row)) as typeof query;
  return place(options.lock === true ? query.forUpdate(T) : query, true);
}
