import { type Band, type FlowLine, lanesFor, type Route, routeOf } from './route.ts';

/** Something that is to find its place: size in pixels. */
interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** Left upper corner of a box. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Pixels between boxes beside and below each other, and around a lane, which is a line wide. */
const BESIDE = 28;
const BELOW = 56;
const LANE = 14;
/** How often boxes are moved to where what they are bound to stands. */
const SWEEPS = 6;

/** Where boxes stand, and the lines of the ways in their order; none of a way whose ends are not there. */
interface Layout {
  readonly spots: ReadonlyMap<string, Spot>;
  readonly routes: readonly (Route | undefined)[];
}

/**
 * Places boxes in rows from above to below, so that ways lead down as far as they do not lead back, and what is bound
 * together stands near each other. Boxes never lie over each other, and no line lies behind a box that it does not lead
 * from or to; the same flow always looks the same. The first box is where it begins.
 */
export function layOut(boxes: readonly Box[], ways: readonly FlowLine[]): Layout {
  const known = new Map(boxes.map((box) => [box.id, box]));
  const isSound = ([from, to]: FlowLine) => from !== to && known.has(from) && known.has(to);
  const sound = ways.filter(isSound);
  const rank = ranks(boxes, forward(boxes, sound));
  const lanes = lanesFor(sound, rank);
  const rows: Box[][] = [];
  for (const box of boxes) {
    const row = rank.get(box.id) ?? 0;
    rows[row] = [...(rows[row] ?? []), box];
  }
  const filled = rows.map((row, index) => [
    ...row,
    ...(lanes.rows.get(index) ?? []).map((id) => ({ id, width: 0, height: 0 })),
  ]);
  // Whole pixels, so that lines come exactly where boxes end.
  const middles = new Map([...settle(filled, lanes.bonds)].map(([id, middle]) => [id, Math.round(middle) + 0]));
  const spots = new Map<string, Spot>();
  const bands: Band[] = [];
  // What leads back to the first row comes from above it.
  let y = lanes.rows.has(0) ? BELOW : 0;
  for (const row of rows) {
    const height = Math.max(...row.map((box) => box.height));
    for (const box of row) {
      spots.set(box.id, { x: (middles.get(box.id) ?? 0) - box.width / 2, y: y + (height - box.height) / 2 });
    }
    bands.push({ top: y, bottom: y + height });
    y += height + BELOW;
  }
  const edges = (id: string): Band => {
    const top = spots.get(id)?.y ?? 0;
    return { top, bottom: top + (known.get(id)?.height ?? 0) };
  };
  const drawn = { middles, rank, bands, edges, between: BELOW };
  return { spots, routes: ways.map((way) => (isSound(way) ? routeOf(way, drawn) : undefined)) };
}

/** The ways without those that lead back to what they come from. */
function forward(boxes: readonly Box[], ways: readonly FlowLine[]): readonly FlowLine[] {
  const seen = new Map<string, 'open' | 'done'>();
  const kept: FlowLine[] = [];
  const visit = (id: string): void => {
    seen.set(id, 'open');
    for (const way of ways) {
      if (way[0] !== id || seen.get(way[1]) === 'open') continue;
      kept.push(way);
      if (!seen.has(way[1])) visit(way[1]);
    }
    seen.set(id, 'done');
  };
  for (const { id } of boxes) if (!seen.has(id)) visit(id);
  return kept;
}

/** Rows: one below the lowest of those from which ways lead. */
function ranks(boxes: readonly Box[], ways: readonly FlowLine[]): ReadonlyMap<string, number> {
  const rank = new Map(boxes.map(({ id }) => [id, 0]));
  let moved = true;
  while (moved) {
    moved = false;
    for (const [from, to] of ways) {
      const least = (rank.get(from) ?? 0) + 1;
      if ((rank.get(to) ?? 0) >= least) continue;
      rank.set(to, least);
      moved = true;
    }
  }
  return rank;
}

/** Middles of the boxes: each as near to those it is bound to as its neighbours let it. */
function settle(rows: Box[][], ways: readonly FlowLine[]): ReadonlyMap<string, number> {
  const middles = new Map<string, number>();
  const bound = new Map<string, string[]>();
  for (const [from, to] of ways) {
    bound.set(from, [...(bound.get(from) ?? []), to]);
    bound.set(to, [...(bound.get(to) ?? []), from]);
  }
  for (const row of rows) spread(row, middles, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const downwards = sweep % 2 === 0;
    for (const row of downwards ? rows : rows.toReversed()) {
      const wished = new Map(
        row.map(({ id }) => {
          const near = (bound.get(id) ?? []).flatMap((other) => middles.get(other) ?? []);
          const mean = near.reduce((sum, middle) => sum + middle, 0) / near.length;
          return [id, near.length === 0 ? (middles.get(id) ?? 0) : mean];
        }),
      );
      const order = new Map(row.map(({ id }, index) => [id, index]));
      row.sort(
        (left, right) =>
          (wished.get(left.id) ?? 0) - (wished.get(right.id) ?? 0) ||
          (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0),
      );
      spread(row, middles, ({ id }) => wished.get(id) ?? 0);
    }
  }
  return middles;
}

/** Puts the boxes of a row where they wish to be, from left to right without touching, and the row as a whole in the middle of its wishes. */
function spread(row: readonly Box[], middles: Map<string, number>, wish: (box: Box) => number): void {
  let edge = Number.NEGATIVE_INFINITY;
  let isLane = false;
  let off = 0;
  for (const box of row) {
    const space = isLane || box.width === 0 ? LANE : BESIDE;
    const middle = Math.max(wish(box), edge + space + box.width / 2);
    isLane = box.width === 0;
    middles.set(box.id, middle);
    off += middle - wish(box);
    edge = middle + box.width / 2;
  }
  for (const box of row) middles.set(box.id, (middles.get(box.id) ?? 0) - off / row.length);
}
