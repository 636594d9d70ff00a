import { useFieldServices } from '../field-services.ts';
import type { ViewColumn } from '../field-view.ts';
import { knownLabel, rememberLabel } from '../known-labels.ts';
import { keysOf } from '../text-field.tsx';
import { useLoaded } from '../use-loaded.ts';
import type { RowData } from './rows.ts';

/**
 * Reads the names of the records that rows refer to, where this tab does not know them yet; rows carry only their ids.
 * What it gives changes when names have come.
 */
export function useRowLabels(columns: readonly ViewColumn[], rows: readonly RowData[]): string | undefined {
  const services = useFieldServices();
  const missing = new Map<string, Set<string>>();
  for (const { field } of columns) {
    const { target } = field;
    if (target === undefined) continue;
    for (const row of rows) {
      if (row[`${field.key}Label`] !== undefined) continue;
      for (const id of keysOf(row[field.key])) {
        if (knownLabel(target, id) === undefined) missing.set(target, (missing.get(target) ?? new Set()).add(id));
      }
    }
  }
  const key = [...missing].map(([target, ids]) => `${target}:${[...ids].join(',')}`).join(';');
  const loaded = useLoaded(key === '' ? undefined : key, async (signal) => {
    await Promise.all(
      [...missing].map(async ([target, ids]) => {
        for (const { id, label } of await services.recordLabels(target, [...ids], signal))
          rememberLabel(target, id, label);
      }),
    );
    return key;
  });
  return loaded.data;
}
