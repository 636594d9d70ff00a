import { type RawBuilder, sql } from 'kysely';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { foundBy } from '../../core/model/page-kind.ts';
import { holdsWords, inNameOrder } from './name-order.ts';

/** One column of an order. */
interface OrderColumn {
  /** Key of the field. */
  readonly field: string;
  readonly descending: boolean;
}

/** One term of an order. */
export interface OrderTerm {
  /** Column of the table. */
  readonly id: string;
  readonly descending: boolean;
  /** Whether the column holds words, which stand in the order of names. Default false. */
  readonly words?: boolean;
  /** The reference whose column it is: rows stand by what the records behind it are called, not by their ids. */
  readonly named?: FieldModel;
}

/** Whether an order by a field goes by the names of the records that it refers to: ids are seen by nobody. */
export function isNamedOrder({ target, column }: FieldModel): boolean {
  return target !== undefined && (column?.kind === 'text' || column?.kind === 'text[]');
}

/** Whether a search can look into a field: into its text, or into the names of the records that it refers to. */
export function isSearchable(field: FieldModel): boolean {
  return field.column?.kind === 'text' || isNamedOrder(field);
}

const NEWEST_FIRST: readonly OrderColumn[] = [{ field: 'createTime', descending: true }];

/**
 * The order that begins with a field: that of the page that begins with it; else rows of equal value stand as on the
 * first page that filters by it, or on the first page of all. Indexes and lists share it, so that one index answers the
 * filter in the page's order, and the order by the field itself.
 */
export function orderBeginningWith(model: EntityModel, key: string): readonly OrderColumn[] {
  const pages = Object.values(model.pages).map((page) => {
    const sort = page.sort.filter(({ field }) => model.field.get(field)?.column !== undefined);
    return { page, sort: sort.length > 0 ? sort : NEWEST_FIRST };
  });
  const begun = pages.find(({ sort }) => sort[0]?.field === key);
  if (begun !== undefined) return begun.sort;
  const found = pages.find(({ page }) => foundBy(page).includes(key)) ?? pages[0];
  const behind = (found?.sort ?? NEWEST_FIRST).filter(({ field }) => field !== key);
  return [{ field: key, descending: behind[0]?.descending ?? true }, ...behind];
}

/** The order of a list: what is sorted by one field goes on as its index does, and the id decides at last. */
export function orderOf(
  model: EntityModel,
  sort: readonly { readonly field: FieldModel; readonly descending: boolean }[],
): OrderTerm[] {
  const term = (field: FieldModel | undefined, id: string, descending: boolean): OrderTerm =>
    field !== undefined && isNamedOrder(field)
      ? { id, descending, named: field }
      : { id, descending, words: field !== undefined && holdsWords(field) };
  const terms = sort.map(({ field, descending }) => term(field, field.id, descending));
  const [first] = sort;
  if (first !== undefined && sort.length === 1) {
    const [own, ...behind] = orderBeginningWith(model, first.field.key);
    // The index is read from its other end where the order begins the other way round. Names have none to be read.
    const turned = !isNamedOrder(first.field) && first.descending !== own?.descending;
    for (const { field: key, descending } of behind) {
      const field = model.field.get(key);
      terms.push(term(field, field?.id ?? key, descending !== turned));
    }
  }
  if (!terms.some(({ id }) => id === 'id')) terms.push({ id: 'id', descending: terms.at(-1)?.descending ?? true });
  return terms;
}

/** A column as an index and an order name it. */
export function indexTerm(name: string, { descending, words }: Omit<OrderTerm, 'id' | 'named'>): string {
  return `${inNameOrder(name, words === true)} ${descending ? 'desc nulls last' : 'asc nulls first'}`;
}

/** Null counts as smallest, so that one index serves both directions. */
export function termSql(name: string, descending: boolean): RawBuilder<unknown> {
  return sql.raw(`${name} ${descending ? 'desc nulls last' : 'asc nulls first'}`);
}
