import { dayReached } from './time-span.ts';

const DAY = 86_400_000;

/** Entries of one day that are drawn; one more is drawn where it is the last. */
const MOST_A_DAY = 4;

interface Lasting {
  /** By wall clock, `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
  readonly start: string;
  readonly end: string | undefined;
}

/** What a month shows of its entries. */
interface Thinned<T> {
  readonly shown: readonly T[];
  /** All entries of each day that has more than are shown, by day, and how many of them are not. */
  readonly crowded: ReadonlyMap<string, { readonly entries: readonly T[]; readonly left: number }>;
}

/**
 * As many entries as a day of a month has room for: of what stands on a crowded day the first ones, of a crowded month a few
 * hundred instead of thousands. An entry of several days is shown where each of them has room for it.
 * @param span first and last day that are drawn.
 * @param most entries of a day; one more where that is all.
 */
export function thinned<T extends Lasting>(
  entries: readonly T[],
  span: { readonly from: string; readonly to: string },
  most: number = MOST_A_DAY,
): Thinned<T> {
  const byDay = new Map<string, T[]>();
  const daysOf = new Map<T, readonly string[]>();
  for (const entry of entries) {
    const days = daysBetween(entry.start.slice(0, 10), dayReached(entry.end ?? entry.start), span);
    daysOf.set(entry, days);
    for (const day of days) {
      const all = byDay.get(day);
      if (all === undefined) byDay.set(day, [entry]);
      else all.push(entry);
    }
  }
  const room = new Map([...byDay].map(([day, all]) => [day, all.length <= most + 1 ? most + 1 : most]));
  const shown = entries.filter((entry) => {
    const days = daysOf.get(entry) ?? [];
    if (days.length === 0 || days.some((day) => (room.get(day) ?? 0) <= 0)) return false;
    for (const day of days) room.set(day, (room.get(day) ?? 0) - 1);
    return true;
  });
  const drawn = new Set(shown);
  const crowded = new Map(
    [...byDay].flatMap(([day, all]) => {
      const left = all.filter((entry) => !drawn.has(entry)).length;
      return left === 0 ? [] : [[day, { entries: all, left }] as const];
    }),
  );
  return { shown, crowded };
}

/** The days from one to another that lie within a span. */
function daysBetween(first: string, last: string, { from, to }: { from: string; to: string }): readonly string[] {
  const begin = Date.parse(`${first < from ? from : first}T00:00:00Z`);
  const end = Date.parse(`${last > to ? to : last < first ? first : last}T00:00:00Z`);
  const days: string[] = [];
  for (let time = begin; time <= end; time += DAY) days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}
