import { compareNames } from '../../core/text/name-order.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { valueText } from '../../runtime/model/record-view.ts';
import type { MatrixSettings } from './definition.ts';

const DAY = 86_400_000;

interface MatrixRow {
  readonly key: string;
  readonly title: string;
  /** Its records by day. */
  readonly cells: ReadonlyMap<string, WireRecord>;
}

/** Rows by name with a record for each day that has one; a record without row or day stands nowhere. */
export function rowsOfMatrix(
  page: EntityPageModel,
  { rows, columns }: MatrixSettings,
  records: readonly WireRecord[],
): readonly MatrixRow[] {
  const field = page.model.field.get(rows);
  if (field === undefined) return [];
  const found = new Map<string, { title: string; cells: Map<string, WireRecord> }>();
  for (const choice of page.choices(field) ?? []) found.set(choice.key, { title: choice.title, cells: new Map() });
  for (const record of records) {
    const key = record[rows];
    const day = record[columns];
    if (typeof key !== 'string' || typeof day !== 'string') continue;
    const row = found.get(key) ?? { title: valueText(page, field, record), cells: new Map() };
    found.set(key, row);
    row.cells.set(day.slice(0, 10), record);
  }
  const all = [...found].map(([key, row]) => ({ key, ...row }));
  // Choices stand in their own order, everything else by name.
  return page.choices(field) === undefined ? all.sort((a, b) => compareNames(a.title, b.title)) : all;
}

/** Every day from the first to the last, at most so many. */
export function daysBetween(from: string, to: string, most: number): readonly string[] {
  const count = Math.min(most, Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + at * DAY).toISOString().slice(0, 10),
  );
}
