import type { ExpressionCalendar } from '../../core/expression/index.ts';
import type { LookupRow } from '../../core/wire/page.ts';

const calendars = new WeakMap<readonly LookupRow[], ExpressionCalendar>();

/** The plant's calendar from its days as `metadata/lookup` answers them; the same object for the same rows. */
export function calendarOfRows(rows: readonly LookupRow[]): ExpressionCalendar {
  let known = calendars.get(rows);
  if (known === undefined) {
    const of = (kind: string) => new Set(rows.flatMap((row) => (row.kind === kind ? [String(row.date)] : [])));
    known = { holidays: of('holiday'), workdays: of('workday') };
    calendars.set(rows, known);
  }
  return known;
}
