/** West, south, east and north. */
export type NameBox = readonly [west: number, south: number, east: number, north: number];

/** Pixels that a name keeps from the edge along which it stands, and from the middle of marks beside it and above. */
const EDGE = 6;
const BESIDE = 9;
const ABOVE = 7;
/** Lines that are tried in an area. */
const MOST_LINES = 16;
/** Pixels of a line of text. */
export const LINE = 16;

/** Most characters of a name that a map shows; the list beside it shows all. */
const LONGEST = 14;

/** A name as a map shows it. */
export function shortName(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST ? name : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

/** Pixels that a name takes at 13 px; a Chinese character is as wide as it is high. */
export const widthOf = (name: string): number => [...name].reduce((sum, one) => sum + (one < '\u0250' ? 8 : 13), 0);

interface NamePlace {
  readonly name: string;
  /** Whether other areas lie within: then it stands along an edge. */
  readonly holds: boolean;
  /** Units of the map in a pixel. */
  readonly resolution: number;
  /** How many marks stand within a box. */
  readonly marksIn: (box: NameBox) => number;
}

/** Where in an area its name hides fewest marks: in the middle, else along the upper edge or below it. */
export function namePlace(
  area: NameBox,
  { name, holds, resolution, marksIn }: NamePlace,
): readonly [x: number, y: number] {
  const [west, south, east, north] = area;
  const x = (west + east) / 2;
  const inset = (EDGE + LINE / 2) * resolution;
  const lines = holds ? [north - inset, south + inset] : [(south + north) / 2, ...linesIn(area, inset, resolution)];
  const [wide, high] = [(widthOf(name) / 2 + BESIDE) * resolution, (LINE / 2 + ABOVE) * resolution];
  let best = lines[0] ?? north - inset;
  let fewest = Number.POSITIVE_INFINITY;
  for (const y of lines) {
    const hidden = marksIn([x - wide, y - high, x + wide, y + high]);
    if (hidden >= fewest) continue;
    [best, fewest] = [y, hidden];
  }
  return [x, best];
}

/** Lines of an area from the upper edge to the lower one; none where it is too low for more than the middle one. */
function linesIn([, south, , north]: NameBox, inset: number, resolution: number): readonly number[] {
  const room = north - south - 2 * inset;
  if (room < LINE * resolution) return [];
  const count = Math.min(MOST_LINES, Math.floor(room / (LINE * resolution)));
  return Array.from({ length: count + 1 }, (_, at) => north - inset - (room * at) / count);
}
