import type { PatternTree } from './pattern-tree.ts';

/** Characters of a text that a pattern is tried over. */
const TRIED_LENGTH = 200;

/** Kinds of characters that texts are pumped up from, singly and in pairs. */
const MOST_SINGLE = 10;
const MOST_PAIRED = 5;

/** Steps of all trials of one pattern together: some hundred milliseconds. */
const MOST_IN_ALL = 5_000_000;

/**
 * Steps that a matcher which goes back takes over a text, as the engines of browsers and Node do; it stops counting at
 * `most`. Look-arounds are passed over. A counter, so that no machine's speed has a part in it.
 */
export function countSteps(tree: PatternTree, text: readonly number[], most: number): number {
  let steps = 0;

  function match(part: PatternTree, at: number, then: (at: number) => boolean): boolean {
    steps += 1;
    if (steps > most) return true;
    switch (part.kind) {
      case 'empty':
        return then(at);
      case 'start':
        return at === 0 && then(at);
      case 'characters': {
        const code = text[at];
        return code !== undefined && part.ranges.some(([from, to]) => from <= code && code <= to) && then(at + 1);
      }
      case 'sequence':
        return inOrder(part.parts, 0, at, then);
      case 'choice':
        return part.options.some((option) => match(option, at, then));
      case 'repeat':
        return again(part, 0, at, then);
    }
  }
  function inOrder(parts: readonly PatternTree[], index: number, at: number, then: (at: number) => boolean): boolean {
    const part = parts[index];
    return part === undefined ? then(at) : match(part, at, (next) => inOrder(parts, index + 1, next, then));
  }
  function again(
    part: Extract<PatternTree, { kind: 'repeat' }>,
    round: number,
    at: number,
    then: (at: number) => boolean,
  ): boolean {
    // A round that takes nothing is not repeated beyond the least number.
    const more = (next: number) => (next === at && round >= part.least ? false : again(part, round + 1, next, then));
    if (round < part.most && match(part.part, at, more)) return true;
    return round >= part.least && then(at);
  }

  // The end of the pattern stands at no text's end, so that every way is tried.
  for (let from = 0; from <= text.length && steps <= most; from += 1) match(tree, from, () => false);
  return steps;
}

/**
 * Steps over the worst text found of `length` characters, from trials over up to 200 of them, grown by `degree`, the
 * power of the length that they can reach. Texts are pumped up from the kinds of characters that the pattern tells
 * apart. Stops above `most`, or when trying has cost too much, with what was found until then.
 */
export function stepsByTrial(tree: PatternTree, length: number, degree: number, most: number): number {
  const tried = Math.min(length, TRIED_LENGTH);
  const growth = (length / tried) ** degree;
  const kinds = kindsOf(tree);
  const few = kinds.slice(0, MOST_PAIRED);
  const pumps = [
    ...kinds.slice(0, MOST_SINGLE).map((code) => [code]),
    ...few.flatMap((one) => few.flatMap((other) => (one === other ? [] : [[one, other]]))),
  ];
  let left = MOST_IN_ALL;
  let worst = 0;
  for (const pump of pumps) {
    const text = Array.from({ length: tried }, (_, at) => pump[at % pump.length] ?? 0);
    const steps = countSteps(tree, text, Math.min(left, most / growth));
    worst = Math.max(worst, steps * growth);
    left -= steps;
    if (worst > most || left <= 0) break;
  }
  return worst;
}

/** One character of each kind that the pattern tells apart; those that most of its places take come first. */
function kindsOf(tree: PatternTree): readonly number[] {
  const places: (readonly (readonly [number, number])[])[] = [];
  const open: PatternTree[] = [tree];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === 'characters') places.push(part.ranges);
    if (part.kind === 'sequence') open.push(...part.parts);
    if (part.kind === 'choice') open.push(...part.options);
    if (part.kind === 'repeat') open.push(part.part);
  }
  const takers = new Map<string, { readonly code: number; readonly count: number }>();
  for (const code of new Set(places.flatMap((ranges) => ranges.map(([first]) => first)))) {
    const taking = places.flatMap((ranges, place) =>
      ranges.some(([first, last]) => first <= code && code <= last) ? [place] : [],
    );
    takers.set(taking.join(), { code, count: taking.length });
  }
  return [...takers.values()].toSorted((one, other) => other.count - one.count).map(({ code }) => code);
}
