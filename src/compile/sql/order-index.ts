import { quoteIdentifier } from '../../core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { indexTerm, type OrderTerm, orderOf } from './list-order.ts';
import type { ListShape } from './list-query.ts';
import { planTables } from './plan-tables.ts';

const known = new WeakMap<EntityModel, readonly string[]>();

/** Definitions of the entity's indexes, as its table is made with. */
function definitionsOf(model: EntityModel): readonly string[] {
  let definitions = known.get(model);
  if (definitions === undefined) {
    definitions = planTables([model]).flatMap(({ indexes }) => indexes.map(({ definition }) => definition));
    known.set(model, definitions);
  }
  return definitions;
}

const termText = (term: OrderTerm): string => indexTerm(quoteIdentifier(term.id), term);

function isServed(model: EntityModel, terms: readonly OrderTerm[], end: string): boolean {
  // What others are called stands in no index of this table.
  if (terms.some(({ named }) => named !== undefined)) return false;
  // An index is read from either of its ends.
  return [terms, terms.map((term) => ({ ...term, descending: !term.descending }))].some((ends) => {
    const begun = `("tenantId", ${ends.map(termText).join(', ')}${end}`;
    return definitionsOf(model).some((definition) => definition.startsWith(begun));
  });
}

/** Whether an index has the rows in this order from first to last term. */
export function isIndexedOrder(model: EntityModel, sort: ListShape['sort']): boolean {
  return isServed(model, orderOf(model, sort), ')');
}

/**
 * Whether the rows have to be sorted, all of them, to find the first page: no index begins with what is sorted by first.
 * Where one does, equal values alone are sorted.
 */
export function isSlowOrder(model: EntityModel, sort: ListShape['sort']): boolean {
  return !isServed(model, orderOf(model, sort).slice(0, 1), '');
}

/** Whether an index finds the rows by a field's values; what an index only carries along does not count. */
export function isIndexedField(model: EntityModel, { id }: FieldModel): boolean {
  return definitionsOf(model).some((definition) =>
    (definition.split(' include ')[0] ?? '').includes(quoteIdentifier(id)),
  );
}
