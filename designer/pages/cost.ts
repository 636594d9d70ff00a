import { isIndexedField, isSlowOrder } from '../../src/compile/sql/order-index.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';

/** What looking into the records of a page costs, as the indexes of their table say it; titles of fields. */
export interface PageCost {
  /** Filters that look through all records. */
  readonly filters: readonly string[];
  /** Whether the page's own order sorts all records. */
  readonly sort: boolean;
  /** Columns by which a press on the head sorts all records. */
  readonly columns: readonly string[];
  /** Fields for which an index is made when this is published. */
  readonly indexes: readonly string[];
}

/** The cost of a page over a model, against the model that serves. */
export function pageCost(model: EntityModel, serving: EntityModel | undefined, code: string): PageCost {
  const page = model.pages[code];
  if (page === undefined) return { filters: [], sort: false, columns: [], indexes: [] };
  const orderOf = (of: EntityModel, sort: EntityModel['pages'][string]['sort']) =>
    sort.map(({ field, descending }) => ({ field: of.field.get(field), descending }));
  // What is not stored has no index, whatever it is sorted by besides.
  const isSlowIn = (of: EntityModel, sort: EntityModel['pages'][string]['sort']) => {
    const order = orderOf(of, sort).flatMap(({ field, descending }) =>
      field?.column === undefined ? [] : [{ field, descending }],
    );
    return order.length < sort.length || (order.length > 0 && isSlowOrder(of, order));
  };
  const isSlow = (of: EntityModel, key: string) => isSlowIn(of, [{ field: key, descending: false }]);
  const isFound = (of: EntityModel, key: string) => {
    const field = of.field.get(key);
    return field?.column !== undefined && isIndexedField(of, field);
  };
  const titled = (keys: readonly string[]) => keys.map((key) => model.field.get(key)?.title ?? key);
  const sorted = page.sort.slice(0, 1).map(({ field }) => field);
  const fast = [...new Set([...page.filters, ...sorted])].filter((key) => isFound(model, key));
  const columns = page.columns.map(({ field }) => field);
  return {
    filters: titled(page.filters.filter((key) => !isFound(model, key))),
    sort: isSlowIn(model, page.sort),
    columns: titled(columns.filter((key) => model.field.get(key)?.sortable === true && isSlow(model, key))),
    indexes: titled(
      serving === undefined
        ? []
        : fast.filter((key) => serving.field.get(key)?.column !== undefined && !isFound(serving, key)),
    ),
  };
}
