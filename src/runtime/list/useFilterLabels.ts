import { useMemo } from 'react';
import { useFieldServices } from '../../field-types/field-services.ts';
import { knownLabel, rememberLabel } from '../../field-types/known-labels.ts';
import { keysOf } from '../../field-types/text-field.tsx';
import { useLoaded } from '../../field-types/use-loaded.ts';
import { useEntityPage } from '../EntityContext.ts';
import type { ListState } from './list-address.ts';

/** Asks for the names of records that the address filters by and that are not known here (a link from elsewhere). */
export function useFilterLabels(state: ListState): void {
  const { page } = useEntityPage();
  const services = useFieldServices();
  const unknown = useMemo(
    () =>
      page.filters.flatMap(({ key }) => {
        const target = page.model.field.get(key)?.target;
        if (target === undefined) return [];
        const ids = keysOf(state.filters[key]).filter((id) => knownLabel(target, id) === undefined);
        return ids.length === 0 ? [] : [{ target, ids, place: { field: `${page.model.key}.${key}` } }];
      }),
    [page, state.filters],
  );
  useLoaded(unknown.length === 0 ? undefined : JSON.stringify(unknown), async (signal) => {
    for (const { target, ids, place } of unknown) {
      const found = await services.recordLabels(target, ids, signal, place);
      for (const { id, label } of found) rememberLabel(target, id, label);
    }
  });
}
