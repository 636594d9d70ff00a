import { type RawBuilder, sql } from 'kysely';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { columnName, T } from './access-conditions.ts';
import { type OrderTerm, orderOf, termSql } from './list-order.ts';
import { inNameOrder } from './name-order.ts';
import { shownNames } from './record-name.ts';
import type { SqlWorld } from './record-sql.ts';

/** One term of an order, as SQL. */
export interface SortTerm {
  /** What the rows stand by, over their table under `T` and the joins. */
  readonly value: string;
  /** Type of the database. */
  readonly type: string;
  readonly descending: boolean;
  readonly mayBeNull: boolean;
}

/** A row that tells what the referred records are called, joined laterally to each row of the table. */
interface NameJoin {
  readonly alias: string;
  readonly select: RawBuilder<unknown>;
}

/** How the rows of a list stand. */
export interface SqlOrder {
  readonly terms: readonly SortTerm[];
  readonly joins: readonly NameJoin[];
  /** The joins, to be written behind the table. */
  readonly joined: RawBuilder<unknown>;
  /** The terms, to be written behind `order by`. */
  readonly order: RawBuilder<unknown>;
}

const BASE_TYPES: Readonly<Record<string, string>> = { id: 'text', tenantId: 'text' };
const NEVER_NULL: ReadonlySet<string> = new Set(['id', 'createTime', 'version']);

/**
 * The order of a list as SQL. A name is joined and not asked for in the order itself: of rows that refer to the same
 * record the database then reads it once.
 */
export function sqlOrder(
  model: EntityModel,
  sort: readonly { readonly field: FieldModel; readonly descending: boolean }[],
  world: SqlWorld,
): SqlOrder {
  const joins: NameJoin[] = [];
  const terms = orderOf(model, sort).map((term, at): SortTerm => {
    const select = term.named === undefined ? undefined : shownNames(term.named, model, world);
    if (select === undefined) return columnTerm(term, model);
    const alias = `named${at}`;
    joins.push({ alias, select });
    return { value: inNameOrder(`${alias}.name`), type: 'text', descending: term.descending, mayBeNull: true };
  });
  const joined = joins.map(({ alias, select }) => sql` left join lateral (${select}) ${sql.raw(alias)} on true`);
  return {
    terms,
    joins,
    joined: joined.length === 0 ? sql`` : sql.join(joined, sql``),
    order: orderSql(terms, ({ value }) => value),
  };
}

function columnTerm({ id, descending, words = false }: OrderTerm, model: EntityModel): SortTerm {
  const type = BASE_TYPES[id] ?? model.fields.find((one) => one.id === id)?.column?.ddl ?? 'text';
  return { value: inNameOrder(columnName(id, T), words), type, descending, mayBeNull: !NEVER_NULL.has(id) };
}

/** What rows stand by, to be written behind `order by`; `name` tells what each term is called there. */
export function orderSql(
  terms: readonly SortTerm[],
  name: (term: SortTerm, at: number) => string,
): RawBuilder<unknown> {
  return sql.join(terms.map((term, at) => termSql(name(term, at), term.descending)));
}

/** The terms as columns `o0`, `o1` and so on, each with a comma before it. */
export function orderKeys(terms: readonly SortTerm[]): RawBuilder<unknown> {
  return sql.raw(terms.map(({ value }, at) => `, ${value} as o${at}`).join(''));
}
