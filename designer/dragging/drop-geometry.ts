/** A point on the screen, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle on the screen, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something beside which a thing may be dropped. */
interface DropItem {
  readonly id: string;
  readonly box: Box;
}

/** What holds things in an order, all of which takes a drop. */
export interface DropGroup {
  readonly key: string;
  readonly box: Box;
  /** In their order. */
  readonly items: readonly DropItem[];
}

/** Where a thing comes to stand, and the line that shows it. */
export interface Drop {
  readonly group: string;
  /** Id of what it comes behind; null for the first place. */
  readonly after: string | null;
  readonly line: Box;
}

/** Pixels between a line and the edge of the group or item that it stands at. */
const GAP = 4;

/** Share of a group's width below which an item stands beside others rather than above and below them. */
const ALONE = 0.6;

/**
 * Where a thing would be dropped at a point: in the nearest group, in its nearest row, before or behind the item there by
 * the nearer of its edges: left and right where items stand beside each other, else top and bottom. Undefined where there
 * is no group. What is dragged itself is nothing to stand behind.
 */
export function dropAt(point: Point, groups: readonly DropGroup[], dragged: ReadonlySet<string>): Drop | undefined {
  const group = nearest(groups, ({ box }) => distanceTo(point, box));
  if (group === undefined) return undefined;
  const row = nearest(rowsOf(group.items), (items) =>
    outside(point.y, boundsOf(items, 'top'), boundsOf(items, 'bottom')),
  );
  const item = row && nearest(row, ({ box }) => outside(point.x, box.left, box.right));
  if (row === undefined || item === undefined) {
    const { left, right, top } = group.box;
    return { group: group.key, after: null, line: { left, right, top: top + GAP, bottom: top + GAP } };
  }
  const { box } = item;
  const isBeside = row.length > 1 || box.right - box.left < (group.box.right - group.box.left) * ALONE;
  const isBehind = isBeside ? point.x > (box.left + box.right) / 2 : point.y > (box.top + box.bottom) / 2;
  return {
    group: group.key,
    after: behind(group.items, item, isBehind, dragged),
    line: lineAt(box, isBeside, isBehind),
  };
}

/** The items that stand beside each other, row by row. */
function rowsOf(items: readonly DropItem[]): readonly (readonly DropItem[])[] {
  const rows: DropItem[][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row !== undefined && first !== undefined && isSameRow(first.box, item.box)) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

function isSameRow(left: Box, right: Box): boolean {
  const common = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top);
  return common > Math.min(left.bottom - left.top, right.bottom - right.top) / 2;
}

function boundsOf(items: readonly DropItem[], side: 'top' | 'bottom'): number {
  const edges = items.map(({ box }) => box[side]);
  return side === 'top' ? Math.min(...edges) : Math.max(...edges);
}

function behind(
  items: readonly DropItem[],
  item: DropItem,
  isBehind: boolean,
  dragged: ReadonlySet<string>,
): string | null {
  const end = items.indexOf(item) + (isBehind ? 1 : 0);
  return items.slice(0, end).findLast(({ id }) => !dragged.has(id))?.id ?? null;
}

function lineAt({ left, top, right, bottom }: Box, isBeside: boolean, isBehind: boolean): Box {
  if (isBeside) {
    const x = isBehind ? right + GAP : left - GAP;
    return { left: x, right: x, top, bottom };
  }
  const y = isBehind ? bottom + GAP : top - GAP;
  return { left, right, top: y, bottom: y };
}

/** How far a number lies outside of a range. */
function outside(value: number, from: number, to: number): number {
  return value < from ? from - value : value > to ? value - to : 0;
}

function distanceTo({ x, y }: Point, { left, right, top, bottom }: Box): number {
  return Math.hypot(outside(x, left, right), outside(y, top, bottom));
}

function nearest<Thing>(things: readonly Thing[], distance: (thing: Thing) => number): Thing | undefined {
  let best: Thing | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const thing of things) {
    const far = distance(thing);
    if (far < least) [best, least] = [thing, far];
  }
  return best;
}
