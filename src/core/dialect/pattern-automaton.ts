import { type CodeRanges, overlap, type PatternTree } from './pattern-tree.ts';
import { countWays } from './pattern-ways.ts';

/** Places of a pattern above which it is not analysed. */
const MOST_PLACES = 400;

/** Pairs and triples of places that are walked at most. */
const MOST_WALKED = 400_000;

/** Comparisons of places that judging one pattern may take: some hundred milliseconds. */
const MOST_COMPARED = 20_000_000;

/** Steps between pairs of places that are kept at most. */
const MOST_KEPT = 1_000_000;

/** What judging a pattern may still cost. Where it is used up, no answer counts. */
interface Budget {
  compared: number;
}

/** Repetitions that are spelled out; above them a repetition counts as one without end. */
const SPELLED = 10;

/** What can be said of the time that a pattern takes. */
export interface PatternAutomaton {
  /** Whether some text passes a loop in two ways, so that each round doubles the time. */
  isExponential(): boolean;
  /** Power of the text's length that the time can reach: 0 without a loop, 1 for one, more where loops take the same text. */
  degree(): number;
  /** Whether the pattern was too large to answer what was asked so far. */
  gaveUp(): boolean;
  /**
   * Ways that a match tries over the worst text found of up to `length` characters, all its beginnings counted; stops
   * counting above `most`. Without a loop their number is bounded, and can still be 2 to the power of the repetitions.
   */
  ways(length: number, most: number): number;
}

interface Ends {
  readonly nullable: boolean;
  /** Places at which it begins, and ends: each with the number of ways. */
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
}

const NOTHING: Ends = { nullable: true, first: new Map(), last: new Map() };

function union(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const both = new Map(one);
  for (const [place, ways] of other) both.set(place, (both.get(place) ?? 0) + ways);
  return both;
}

/**
 * The position automaton of a pattern: each character of it is a place, and a step from place to place counts in how
 * many ways the pattern allows it. Undefined for a pattern with more than 400 places.
 */
export function createAutomaton(tree: PatternTree): PatternAutomaton | undefined {
  const classes: CodeRanges[] = [];
  const follow: Map<number, number>[] = [];
  let tooLarge = false;

  function link(from: ReadonlyMap<number, number>, to: ReadonlyMap<number, number>): void {
    for (const [before, ways] of from) {
      for (const [after, more] of to) {
        const steps = follow[before];
        steps?.set(after, (steps.get(after) ?? 0) + ways * more);
      }
    }
  }

  function build(part: PatternTree): Ends {
    if (tooLarge) return NOTHING;
    switch (part.kind) {
      case 'empty':
      case 'start':
        return NOTHING;
      case 'characters': {
        const place = classes.push(part.ranges) - 1;
        follow.push(new Map());
        tooLarge = classes.length > MOST_PLACES;
        const here = new Map([[place, 1]]);
        return { nullable: false, first: here, last: here };
      }
      case 'sequence':
        return part.parts.map(build).reduce(inSequence, NOTHING);
      case 'choice': {
        const options = part.options.map(build);
        return {
          nullable: options.some(({ nullable }) => nullable),
          first: options.map(({ first }) => first).reduce(union, new Map()),
          last: options.map(({ last }) => last).reduce(union, new Map()),
        };
      }
      case 'repeat':
        return repeated(part.part, part.least, part.most);
    }
  }

  function inSequence(one: Ends, other: Ends): Ends {
    link(one.last, other.first);
    return {
      nullable: one.nullable && other.nullable,
      first: one.nullable ? union(one.first, other.first) : one.first,
      last: other.nullable ? union(one.last, other.last) : other.last,
    };
  }

  function repeated(part: PatternTree, least: number, most: number): Ends {
    let ends = NOTHING;
    for (let round = 0; round < Math.min(least, 60); round += 1) ends = inSequence(ends, build(part));
    if (most - least > SPELLED) return inSequence(ends, loop(build(part)));
    // Nested, as `(a(a)?)?`: side by side the same text could be taken by different ones of them.
    let rest = NOTHING;
    for (let round = least; round < most; round += 1) rest = { ...inSequence(build(part), rest), nullable: true };
    return inSequence(ends, rest);
  }

  function loop(inner: Ends): Ends {
    link(inner.last, inner.first);
    return { ...inner, nullable: true };
  }

  const { first } = build(tree);
  if (tooLarge) return undefined;
  const meets = classes.map((one) => classes.map((other) => overlap(one, other)));
  const steps = follow.map((next) => [...next.keys()]);
  const budget: Budget = { compared: MOST_COMPARED };
  return {
    isExponential: () => isExponential(follow, steps, meets, budget),
    degree: () => degreeOf(follow, steps, meets, budget),
    gaveUp: () => budget.compared < 0,
    ways: (length, most) => countWays(first, follow, classes, Math.min(length, classes.length + 20), most),
  };
}

/** Components of a graph in which each node reaches each other one, by number of the node. */
function components(count: number, next: (node: number) => readonly number[]): Int32Array {
  const component = new Int32Array(count).fill(-1);
  const index = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const open: number[] = [];
  let counter = 0;
  for (let root = 0; root < count; root += 1) {
    if (index[root] !== -1) continue;
    const walk: { node: number; edges: readonly number[]; at: number }[] = [];
    const enter = (node: number) => {
      index[node] = low[node] = counter;
      counter += 1;
      open.push(node);
      walk.push({ node, edges: next(node), at: 0 });
    };
    enter(root);
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const to = top.edges[top.at];
      if (to !== undefined) {
        top.at += 1;
        if (index[to] === -1) enter(to);
        else if (component[to] === -1) low[top.node] = Math.min(low[top.node] ?? 0, index[to] ?? 0);
        continue;
      }
      walk.pop();
      const above = walk.at(-1);
      if (above !== undefined) low[above.node] = Math.min(low[above.node] ?? 0, low[top.node] ?? 0);
      if (low[top.node] !== index[top.node]) continue;
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        component[node] = top.node;
        if (node === top.node) break;
      }
    }
  }
  return component;
}

type Steps = readonly (readonly number[])[];
type Meets = readonly (readonly boolean[])[];
type Follow = readonly ReadonlyMap<number, number>[];

function isExponential(follow: Follow, steps: Steps, meets: Meets, budget: Budget): boolean {
  const count = steps.length;
  const alone = components(count, (node) => steps[node] ?? []);
  for (const [place, next] of follow.entries()) {
    for (const [to, ways] of next) if (ways > 1 && alone[place] === alone[to]) return true;
  }
  // Two ways of passing the same text: pairs of places, from a place back to itself by way of two different ones.
  const pairs = new Map<number, number>();
  const edges: number[][] = [];
  const enter = (one: number, other: number): number => {
    const name = one * count + other;
    const known = pairs.get(name);
    if (known !== undefined) return known;
    const number = edges.push([]) - 1;
    pairs.set(name, number);
    queue.push([one, other, number]);
    return number;
  };
  const queue: [number, number, number][] = [];
  let kept = 0;
  const meeting = meets.map((row) => row.flatMap((same, place) => (same ? [place] : [])));
  for (let place = 0; place < count; place += 1) enter(place, place);
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    const [one, other, number] = entry;
    for (const to of steps[one] ?? []) {
      if (alone[to] !== alone[one]) continue;
      // Whichever are fewer are gone through: what may follow, or what can be the same character.
      const alike = meeting[to] ?? [];
      const besides = alike.length < (steps[other]?.length ?? 0) ? alike : (steps[other] ?? []);
      budget.compared -= besides.length;
      if (edges.length > MOST_WALKED || kept > MOST_KEPT) budget.compared = -1;
      if (budget.compared < 0) return true;
      for (const beside of besides) {
        if (alone[beside] !== alone[other] || !meets[to]?.[beside] || !follow[other]?.has(beside)) continue;
        edges[number]?.push(enter(to, beside));
        kept += 1;
      }
    }
  }
  const joint = components(edges.length, (node) => edges[node] ?? []);
  const apart = new Set<number>();
  for (const [name, number] of pairs) {
    if (Math.floor(name / count) !== name % count) apart.add(joint[number] ?? -1);
  }
  for (let place = 0; place < count; place += 1) {
    if (apart.has(joint[pairs.get(place * count + place) ?? -1] ?? -2)) return true;
  }
  return false;
}

/** Longest chain of loops of which each takes a text that the next one takes as well. */
function degreeOf(follow: Follow, steps: Steps, meets: Meets, budget: Budget): number {
  const alone = components(steps.length, (node) => steps[node] ?? []);
  const size = new Map<number, number>();
  for (const component of alone) size.set(component, (size.get(component) ?? 0) + 1);
  const looped = steps.flatMap((_, place) =>
    (size.get(alone[place] ?? -1) ?? 0) > 1 || (follow[place]?.has(place) ?? false) ? [place] : [],
  );
  const known = new Map<number, number>();
  const chain = (component: number): number => {
    const done = known.get(component);
    if (done !== undefined || budget.compared < 0) return done ?? 1;
    let longest = 1;
    const beginnings = looped.filter((place) => alone[place] === component);
    const ends = new Set(looped.map((place) => alone[place] ?? -1));
    for (const other of ends) {
      if (other === component) continue;
      const later = looped.filter((place) => alone[place] === other);
      const shared = beginnings.some((from) =>
        later.some((to) => sharesText(from, to, { alone, steps, meets, budget })),
      );
      if (shared) longest = Math.max(longest, 1 + chain(other));
    }
    known.set(component, longest);
    return longest;
  };
  return Math.max(0, ...looped.map((place) => chain(alone[place] ?? -1)));
}

/** What is known of the loops of an automaton while they are compared: `alone` is the component of each place. */
interface Loops {
  readonly alone: Int32Array;
  readonly steps: Steps;
  readonly meets: Meets;
  readonly budget: Budget;
}

/** Whether one text leads from `from` to itself, from `from` to `to`, and from `to` to itself. */
function sharesText(from: number, to: number, { alone, steps, meets, budget }: Loops): boolean {
  const count = steps.length;
  const seen = new Set<number>();
  const queue: [number, number, number][] = [[from, from, to]];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    const [one, middle, other] = entry;
    for (const first of steps[one] ?? []) {
      if (alone[first] !== alone[from]) continue;
      for (const third of steps[other] ?? []) {
        budget.compared -= 1;
        if (budget.compared < 0) return true;
        if (alone[third] !== alone[to] || !meets[first]?.[third]) continue;
        budget.compared -= steps[middle]?.length ?? 0;
        for (const second of steps[middle] ?? []) {
          // Three classes that meet in pairs are taken to meet all together.
          if (!meets[first]?.[second] || !meets[second]?.[third]) continue;
          if (first === from && second === to && third === to) return true;
          const name = (first * count + second) * count + third;
          if (seen.has(name)) continue;
          if (seen.size > MOST_WALKED) budget.compared = -1;
          seen.add(name);
          queue.push([first, second, third]);
        }
      }
    }
  }
  return false;
}
