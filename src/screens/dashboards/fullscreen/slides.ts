/** Cards of a slide: few enough to be read from afar. */
const FEWEST = 6;
const MOST = 8;

/** Seconds after which the next slide comes. */
export const INTERVALS = [2, 5] as const;

/** The cards as slides of six to eight, as even as can be; the last one has what is left. */
export function slidesOf<Card>(cards: readonly Card[]): readonly (readonly Card[])[] {
  const slides = Math.max(1, Math.ceil(cards.length / MOST));
  const size = Math.max(FEWEST, Math.ceil(cards.length / slides));
  return Array.from({ length: Math.max(1, Math.ceil(cards.length / size)) }, (_, at) =>
    cards.slice(at * size, (at + 1) * size),
  );
}
