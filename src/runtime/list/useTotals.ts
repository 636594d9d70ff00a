import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { filterQuery } from '../../compile/columns/compile-filters.ts';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { callOperation, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { ListController } from './useListController.ts';

/** Sums by field over all rows that the filters let in; undefined where no shown column is summed, or none is known. */
export function useTotals(
  list: ListController,
  columns: readonly ColumnPlan[],
): Readonly<Record<string, number>> | undefined {
  const { page, changes } = useEntityPage();
  const operation = operationOf(page.model, 'count');
  const summed = columns.filter(({ total }) => total).map(({ key }) => key);
  const { filters, matches, keyword, figure } = list.state;
  const query = {
    ...filterQuery(page.filters, filters, matches),
    page: page.page.code,
    sums: summed.join(','),
    ...(keyword === '' ? {} : { keyword }),
    ...(figure === undefined ? {} : { figure }),
  };
  const wanted = summed.length > 0 && operation !== undefined && list.approval !== true;
  const read = useLoaded<{ sums?: Readonly<Record<string, number>> }>(
    wanted ? `${JSON.stringify(query)}/${changes}/${list.attempt}/${page.metadata.revision}` : undefined,
    (signal) =>
      operation === undefined
        ? Promise.resolve({})
        : callOperation(page.model, operation, query, { signal, quiet: true }),
  );
  return wanted && read.error === undefined ? read.data?.sums : undefined;
}
