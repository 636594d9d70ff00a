import { isIndexedOrder } from '../../../src/compile/sql/order-index.ts';
import type { QueryInput } from '../../../src/compile/sql/query.ts';
import { PLACE, placeArgument, type Seek } from '../../../src/compile/sql/seek-query.ts';
import type { Row } from '../call/record-row.ts';
import type { ListPlan } from './list-plan.ts';
import { type ListRequest, TOTAL_CAP } from './list-request.ts';

/** Pages that are always counted off: up to here passing over rows costs less than it is worth to remember. */
const COUNTED_PAGES = 50;

/** Pages remembered for each list's plan. */
const MOST_PAGES = 500;

/** Milliseconds for which somebody who leafs goes on from where he was. */
const KEPT_FOR = 300_000;

/** What the first and the last row of an answered page are sorted by. */
interface Ends {
  readonly first: readonly (string | null)[];
  readonly last: readonly (string | null)[];
  /** On the process's own clock. */
  readonly at: number;
}

/**
 * Whether pages of a list of so many rows may go on from rows: only while its end is not told. Where it is (in one that is
 * counted exactly too), a page that keeps its place while rows in front of it go away would leave the last ones on a page
 * that the pager does not offer.
 */
export function isEndless(total: number): boolean {
  return total > TOTAL_CAP;
}

// The plan knows entity, page, rights, filters and order. A process that does not remember a page counts it off.
const kept = new WeakMap<ListPlan, Map<string, Ends>>();

/** Beside which row a page begins, with its values; undefined where no neighbour was answered to this person lately. */
export function besidePage(
  plan: ListPlan,
  input: QueryInput,
  { current, size }: ListRequest,
): { readonly seek: Seek; readonly values: Readonly<Record<string, unknown>> } | undefined {
  const pages = kept.get(plan);
  if (pages === undefined || current <= COUNTED_PAGES) return undefined;
  const endsOf = (page: number): Ends | undefined => {
    const ends = pages.get(keyOf(input, page, size));
    return ends !== undefined && performance.now() - ends.at < KEPT_FOR ? ends : undefined;
  };
  const before = endsOf(current - 1);
  const values = before?.last ?? endsOf(current + 1)?.first;
  if (values === undefined) return undefined;
  const seek: Seek = {
    way: before === undefined ? 'before' : 'behind',
    nulls: values.map((value) => value === null),
  };
  return { seek, values: Object.fromEntries(values.map((value, at) => [placeArgument(at), value])) };
}

/** Remembers between which rows a page lies, where pages behind or before it may be asked for next. */
export function keepPlaces(
  plan: ListPlan,
  input: QueryInput,
  request: ListRequest,
  rows: readonly Row[],
  total: number,
): void {
  const [first, last] = [placeOf(rows[0]), placeOf(rows.at(-1))];
  if (first === undefined || last === undefined || request.current < COUNTED_PAGES) return;
  if (!isEndless(total) || !isIndexedOrder(plan.shape.model, plan.shape.sort)) return;
  const pages = kept.get(plan) ?? new Map<string, Ends>();
  kept.set(plan, pages);
  const key = keyOf(input, request.current, request.size);
  pages.delete(key);
  pages.set(key, { first, last, at: performance.now() });
  const [oldest] = pages.keys();
  if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
}

function placeOf(row: Row | undefined): readonly (string | null)[] | undefined {
  return Array.isArray(row?.[PLACE]) ? (row[PLACE] as readonly (string | null)[]) : undefined;
}

function keyOf({ tenantId, userId, deptIds, deptTreeIds, values }: QueryInput, page: number, size: number): string {
  const { limit: _limit, offset: _offset, ...asked } = values;
  return JSON.stringify([tenantId, userId, deptIds, deptTreeIds, asked, page, size]);
}
