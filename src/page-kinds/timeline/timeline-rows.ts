import { compareNames } from '../../core/text/name-order.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import type { TimedRows } from '../../runtime/calendar/TimedEntries.tsx';
import type { EntityPageModel } from '../../runtime/model/page-model.ts';
import { labelsOf } from '../../runtime/model/record-view.ts';
import { viewText } from '../../runtime/view/text.ts';

/** Rows that are shown at most. */
export const MOST_ROWS = 200;

/** Key of the row of records without a value; no id is like it. */
const BLANK = '-';

interface TimelineRows extends TimedRows {
  /** How many there are. */
  readonly count: number;
}

/** The rows that the records stand in, by name; those without a value come last. */
export function timelineRows(page: EntityPageModel, key: string, records: readonly WireRecord[]): TimelineRows {
  const field = page.model.field.get(key);
  const choices = new Map((field && page.choices(field))?.map((choice) => [choice.key, choice.title]));
  const states = key === 'status' ? page.model.states : undefined;
  const titles = new Map<string, string>();
  const of = (record: WireRecord): readonly string[] => {
    const value = record[key];
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
    return ids.length === 0 ? [BLANK] : ids;
  };
  for (const record of records) {
    const labels = labelsOf(record, key);
    for (const [index, id] of of(record).entries()) {
      const label = typeof labels === 'string' ? labels : labels?.[index];
      titles.set(id, id === BLANK ? viewText('blank') : (states?.[id]?.title ?? choices.get(id) ?? label ?? id));
    }
  }
  const rows = [...titles].map(([id, title]) => ({ key: id, title }));
  rows.sort((a, b) => Number(a.key === BLANK) - Number(b.key === BLANK) || compareNames(a.title, b.title));
  return {
    by: key,
    shown: rows.slice(0, MOST_ROWS),
    count: rows.length,
    of,
    moved: (record, { from, to }) => {
      const next = to === BLANK ? null : to;
      const value = record[key];
      if (!Array.isArray(value)) return next;
      const kept = value.filter((id) => id !== from && id !== to);
      return next === null ? kept : [...kept, next];
    },
  };
}
