/** A point of the picture, in pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of a line: a cubic curve by its ends and what they are drawn towards; straight where all lie on one line. */
type Piece = readonly [from: Point, towards: Point, before: Point, to: Point];

/** What a line is drawn from: parts that begin where the one before ends. */
export type Route = readonly Piece[];

/** Heights between which the boxes of a row stand. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

export type FlowLine = readonly [from: string, to: string];

/** Where ways pass rows: between the boxes, with room of its own. Ways that lead to the same box share it. */
interface Lanes {
  /** Ids of the lanes in each row. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
  /** What is bound to what, from box to lane to box. */
  readonly bonds: readonly FlowLine[];
}

/** The rows that a way passes, in its order: those between its ends, or, where it leads back, those of both ends too. */
function passed(from: number, to: number): readonly number[] {
  const count = Math.abs(to - from) + 1;
  const all = Array.from({ length: count }, (_, index) => (to > from ? from + index : from - index));
  return to > from ? all.slice(1, -1) : all;
}

const laneId = (target: string, isDown: boolean, row: number): string =>
  `lane ${isDown ? 'down' : 'up'} ${row} ${target}`;

/** The lanes that ways need between boxes in these rows. */
export function lanesFor(ways: readonly FlowLine[], rank: ReadonlyMap<string, number>): Lanes {
  const rows = new Map<number, string[]>();
  const bonds: FlowLine[] = [];
  for (const [from, to] of ways) {
    const [start, end] = [rank.get(from) ?? 0, rank.get(to) ?? 0];
    let last = from;
    for (const row of passed(start, end)) {
      const lane = laneId(to, end > start, row);
      const known = rows.get(row) ?? [];
      if (!known.includes(lane)) rows.set(row, [...known, lane]);
      bonds.push([last, lane]);
      last = lane;
    }
    bonds.push([last, to]);
  }
  return { rows, bonds };
}

/** What a route is drawn through. */
interface Drawn {
  /** Middles of boxes and lanes, by id. */
  readonly middles: ReadonlyMap<string, number>;
  readonly rank: ReadonlyMap<string, number>;
  readonly bands: readonly Band[];
  /** Upper and lower edge of a box. */
  readonly edges: (id: string) => Band;
  /** Pixels between two rows. */
  readonly between: number;
}

/**
 * The line of a way: it leaves its box below, passes each row in its lane, changes places between the rows only, where no
 * box stands, and comes to its end from above.
 */
export function routeOf([from, to]: FlowLine, { middles, rank, bands, edges, between }: Drawn): Route {
  const [start, end] = [rank.get(from) ?? 0, rank.get(to) ?? 0];
  const isDown = end > start;
  const middle = (id: string) => middles.get(id) ?? 0;
  const band = (row: number) => bands[row] ?? { top: 0, bottom: 0 };
  const pieces: Piece[] = [];
  let at: Point = { x: middle(from), y: edges(from).bottom };
  const straight = (y: number) => {
    const next = { x: at.x, y };
    if (y !== at.y) pieces.push([at, at, next, next]);
    at = next;
  };
  /** Over to another place between two rows; `by` says how far it is drawn out of the height that it leaves and comes to. */
  const over = (next: Point, leave: number, come: number) => {
    pieces.push([at, { x: at.x, y: at.y + leave }, { x: next.x, y: next.y + come }, next]);
    at = next;
  };
  const turn = between * TURN;
  straight(band(start).bottom);
  for (const row of passed(start, end)) {
    const x = middle(laneId(to, isDown, row));
    const { top, bottom } = band(row);
    if (isDown) over({ x, y: top }, between / 2, -between / 2);
    else if (row === start) over({ x, y: bottom }, turn, turn);
    else over({ x, y: bottom }, -between / 2, between / 2);
    straight(isDown ? bottom : top);
  }
  const goal = { x: middle(to), y: band(end).top };
  if (isDown) over(goal, between / 2, -between / 2);
  else over(goal, -turn, -turn);
  straight(edges(to).top);
  return pieces;
}

/** How far a line that turns back is drawn into the space between two rows, as a part of that. */
const TURN = 0.8;

/** A point of a part, from 0 at its beginning to 1 at its end. */
export function pointOn([from, towards, before, to]: Piece, at: number): Point {
  const rest = 1 - at;
  const mix = (a: number, b: number, c: number, d: number) =>
    rest ** 3 * a + 3 * rest ** 2 * at * b + 3 * rest * at ** 2 * c + at ** 3 * d;
  return { x: mix(from.x, towards.x, before.x, to.x), y: mix(from.y, towards.y, before.y, to.y) };
}

/** The line as SVG draws it. */
export function svgPathOf(route: Route): string {
  const told = ({ x, y }: Point) => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
  const [first] = route;
  if (first === undefined) return '';
  return `M${told(first[0])} ${route.map(([, towards, before, to]) => `C${told(towards)} ${told(before)} ${told(to)}`).join(' ')}`;
}
