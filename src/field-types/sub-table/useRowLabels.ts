import { heldPlace } from '../choice-place.ts';
import { useFieldServices } from '../field-services.ts';
import type { ViewColumn, ViewField } from '../field-view.ts';
import { knownLabel, rememberLabel } from '../known-labels.ts';
import { keysOf } from '../text-field.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { RowData } from './rows.ts';

/**
 * Reads the names of the records that rows of a record refer to, where this tab does not know them yet; rows carry only
 * their ids.
 * What it gives changes when names have come.
 */
export function useRowLabels(
  columns: readonly ViewColumn[],
  rows: readonly RowData[],
  recordId: string | undefined,
): string | undefined {
  const services = useFieldServices();
  const missing = new Map<ViewField, Set<string>>();
  for (const { field } of columns) {
    const { target } = field;
    if (target === undefined) continue;
    for (const row of rows) {
      if (row[`${field.key}Label`] !== undefined) continue;
      for (const id of keysOf(row[field.key])) {
        if (knownLabel(target, id) === undefined) missing.set(field, (missing.get(field) ?? new Set()).add(id));
      }
    }
  }
  const key = [...missing].map(([field, ids]) => `${field.key}:${[...ids].join(',')}`).join(';');
  const loaded = useLoaded(key === '' ? undefined : key, async (signal) => {
    await Promise.all(
      [...missing].map(async ([field, ids]) => {
        const { target = '' } = field;
        const found = await services.recordLabels(target, [...ids], signal, heldPlace(field, recordId));
        for (const { id, label } of found) rememberLabel(target, id, label);
      }),
    );
    return key;
  });
  return loaded.data;
}
