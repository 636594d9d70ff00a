/** A source of repeatable choices: the same seed gives the same demo plant. */
export interface Chance {
  /** From 0 up to 1, 1 left out. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in so many cases of one. */
  happens(share: number): boolean;
  pick<Entry>(entries: readonly Entry[]): Entry;
}

/** Numbers from 0 up to 1 (1 left out): the same for the same seed everywhere (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Choices that follow from a seed. */
export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed * 0x9e3779b1);
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (share) => next() < share,
    pick(entries) {
      const entry = entries[Math.floor(next() * entries.length)];
      if (entry === undefined) throw new Error('没有可选的项');
      return entry;
    },
  };
}
