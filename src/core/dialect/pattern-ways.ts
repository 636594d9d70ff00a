import type { CodeRanges } from './pattern-tree.ts';

/** Texts that are followed at once: those tried in the most ways so far. */
const BEAM = 12;

/** Steps from place to place that are looked at in all. */
const MOST_WORK = 3_000_000;

/** Ways that lead to each place by one text. */
type Ways = ReadonlyMap<number, number>;

/**
 * Ways in which the places can take the worst text found, all its beginnings together: what a matcher that goes back
 * tries before it gives up. The text is grown by the character that leaves the most ways open, from several at once.
 */
export function countWays(
  first: Ways,
  follow: readonly Ways[],
  classes: readonly CodeRanges[],
  length: number,
  most: number,
): number {
  const takers = takersOf(classes);
  let work = 0;
  let worst = 0;
  let beam: readonly { readonly ends: Ways; readonly sum: number }[] = [{ ends: first, sum: 0 }];
  for (let at = 0; at < length && beam.length > 0 && work < MOST_WORK; at += 1) {
    const grown: { ends: Ways; sum: number; open: number }[] = [];
    for (const { ends, sum } of beam) {
      for (const taken of takers) {
        // `ends` holds the ways to places that are to take the next character.
        const next = new Map<number, number>();
        let through = 0;
        for (const [place, ways] of ends) {
          if (!taken.has(place)) continue;
          through += ways;
          const steps = follow[place] ?? new Map<number, number>();
          work += steps.size;
          for (const [to, more] of steps) next.set(to, (next.get(to) ?? 0) + ways * more);
        }
        if (through === 0) continue;
        if (sum + through > most) return sum + through;
        worst = Math.max(worst, sum + through);
        const open = [...next.values()].reduce((all, ways) => all + ways, 0);
        grown.push({ ends: next, sum: sum + through, open });
      }
    }
    beam = grown.toSorted((one, other) => other.sum + other.open - (one.sum + one.open)).slice(0, BEAM);
  }
  return worst;
}

/** For one character of each kind that the classes tell apart, the places that take it. */
function takersOf(classes: readonly CodeRanges[]): readonly ReadonlySet<number>[] {
  const points = new Set(classes.flatMap((ranges) => ranges.map(([start]) => start)));
  const kinds = new Map<string, ReadonlySet<number>>();
  for (const point of points) {
    const places = classes.flatMap((ranges, place) =>
      ranges.some(([start, end]) => start <= point && point <= end) ? [place] : [],
    );
    kinds.set(places.join(), new Set(places));
  }
  return [...kinds.values()];
}
