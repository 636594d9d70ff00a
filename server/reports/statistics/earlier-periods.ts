import { earlierPeriod } from '../../../src/core/expression/index.ts';
import type { EarlierPeriod, StatisticsRow } from '../../../src/core/wire/statistics.ts';

/**
 * Rows by time, each beside the figures of earlier periods. A period without records in between had none of anything; of
 * one that lies before the first nothing is known, since a filter may leave it out.
 * @param measured whether the figures of a column are averages or extremes, of which there is none of nothing.
 */
export function withEarlier(
  rows: readonly StatisticsRow[],
  compare: readonly EarlierPeriod[] | undefined,
  measured: readonly boolean[] = [],
): readonly StatisticsRow[] {
  const first = rows[0]?.key;
  if (compare === undefined || first === undefined || first === null) return rows;
  const known = new Map(rows.map(({ key, values }) => [key, values]));
  const figures = (row: StatisticsRow, which: EarlierPeriod): readonly (number | null)[] => {
    const key = row.key === null ? undefined : earlierPeriod(row.key, which === 'before' ? 'period' : 'year');
    const nothing = key === undefined || key < first ? null : 0;
    return (
      (key === undefined ? undefined : known.get(key)) ??
      row.values.map((_, column) => (measured[column] === true ? null : nothing))
    );
  };
  return rows.map((row) => ({
    ...row,
    earlier: Object.fromEntries(compare.map((which) => [which, figures(row, which)])),
  }));
}

/** The largest rows by one of their figures, from large to small, and how many are left out. */
export function largestRows(
  rows: readonly StatisticsRow[],
  top: number | undefined,
  column: number,
): { readonly rows: readonly StatisticsRow[]; readonly left: number } {
  if (top === undefined) return { rows, left: 0 };
  const size = ({ values }: StatisticsRow): number => values[column] ?? 0;
  const sorted = [...rows].sort((left, right) => size(right) - size(left));
  return { rows: sorted.slice(0, top), left: Math.max(0, rows.length - top) };
}
