import type { MapPoint, TileContent } from '../../../core/wire/joint.ts';
import { affineThrough, boundsOf } from '../map/affine.ts';

export type PlanContent = Extract<TileContent, { kind: 'plan' }>;

/** Metres of a degree along a meridian. */
const DEGREE = 111_320;

/** How large a picture is, in its own pixels. */
export interface PlanSize {
  readonly width: number;
  readonly height: number;
}

type Pair = readonly [x: number, y: number];

/** What is drawn, in metres to the east and south of its first point. */
interface Sketch {
  /** As `viewBox` takes it. */
  readonly view: readonly [x: number, y: number, width: number, height: number];
  /** How the picture is laid, as `matrix()` takes it; undefined where there is none. */
  readonly picture: readonly number[] | undefined;
  /** A length by which marks and letters are measured. */
  readonly unit: number;
  readonly layers: readonly SketchLayer[];
}

interface SketchLayer {
  readonly key: string;
  readonly title: string;
  readonly count: number;
  /** Larger ones first, so that what lies within others lies over them. */
  readonly areas: readonly SketchArea[];
  readonly heaps: readonly SketchHeap[];
}

interface SketchArea {
  readonly corners: readonly Pair[];
  /** Middle of its upper edge, below which its grade is written. */
  readonly top: Pair;
  readonly width: number;
  readonly text: string | undefined;
  readonly color: string | undefined;
}

interface SketchHeap {
  readonly at: Pair;
  readonly count: number;
}

/** Lays out a plan; undefined where nothing on it has a place. */
export function sketchOf({ ground, layers }: PlanContent, size: PlanSize | undefined): Sketch | undefined {
  const points = layers.flatMap(({ areas = [], heaps = [] }) => [
    ...areas.flatMap(({ corners }) => corners),
    ...heaps.map(({ at }) => at),
  ]);
  const [first] = [...(ground.plan?.points.map(({ at }) => at) ?? []), ...points];
  if (first === undefined) return undefined;
  const narrow = Math.cos((first[1] * Math.PI) / 180);
  const lay = ([lng, lat]: MapPoint): Pair => [(lng - first[0]) * narrow * DEGREE, (first[1] - lat) * DEGREE];
  const way =
    ground.plan === undefined || size === undefined
      ? undefined
      : affineThrough(ground.plan.points.map(({ pixel, at }) => ({ pixel, at: lay(at) })));
  const plan = way === undefined || size === undefined ? undefined : boundsOf(way, size.width, size.height);
  const laid = points.map(lay);
  // What lies beside the picture moves nothing.
  const [west, north, east, south] = plan ?? boundsAround(laid);
  const [width, height] = [Math.max(east - west, 1), Math.max(south - north, 1)];
  const edge = plan === undefined ? Math.max(width, height) * 0.04 : 0;
  const view = [west - edge, north - edge, width + 2 * edge, height + 2 * edge] as const;
  const unit = Math.max(view[2] / 16, view[3] / 9) / 2.4;
  const taken: Pair[] = [];
  return {
    view,
    picture: plan === undefined ? undefined : way,
    unit,
    layers: layers.map(({ key, title, count, areas = [], heaps = [] }) => ({
      key,
      title,
      count,
      areas: areas
        .map(({ corners, grade }) => areaOf(corners.map(lay), grade?.text, grade?.color))
        .sort((one, other) => other.size - one.size),
      heaps: apart(
        heaps.map(({ at, count: many }) => ({ at: lay(at), count: many })),
        unit * NEAR,
        taken,
      ),
    })),
  };
}

function areaOf(corners: readonly Pair[], text: string | undefined, color: string | undefined) {
  const [left, upper, right, lower] = boundsAround(corners);
  const top: Pair = [(left + right) / 2, upper];
  return { corners, top, width: right - left, size: (right - left) * (lower - upper), text, color };
}

/** Units within which two marks would lie over each other. */
const NEAR = 1.45;

/** Marks of a layer that would hide each other become one, and step aside where another layer's stand already. */
function apart(heaps: readonly SketchHeap[], near: number, taken: Pair[]): readonly SketchHeap[] {
  const merged: { at: Pair; count: number }[] = [];
  for (const { at, count } of heaps) {
    const close = merged.find((one) => isNear(one.at, at, near));
    if (close === undefined) {
      merged.push({ at, count });
      continue;
    }
    const all = close.count + count;
    const between = (axis: 0 | 1): number => (close.at[axis] * close.count + at[axis] * count) / all;
    close.at = [between(0), between(1)];
    close.count = all;
  }
  for (const one of merged) {
    const hidden = taken.find((other) => isNear(one.at, other, near));
    if (hidden !== undefined) one.at = [hidden[0] + near * (one.at[0] < hidden[0] ? -1 : 1), one.at[1]];
    taken.push(one.at);
  }
  return merged;
}

const isNear = ([x, y]: Pair, [otherX, otherY]: Pair, near: number): boolean =>
  Math.abs(x - otherX) < near && Math.abs(y - otherY) < near;

function boundsAround(points: readonly Pair[]): [west: number, north: number, east: number, south: number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** How many areas are of each grade, in the order in which they come. */
export function gradesOf({
  layers,
}: PlanContent): readonly { text: string; color: string | undefined; count: number }[] {
  const grades = new Map<string, { text: string; color: string | undefined; count: number }>();
  for (const { grade } of layers.flatMap(({ areas = [] }) => areas)) {
    if (grade === undefined) continue;
    const known = grades.get(grade.text);
    grades.set(grade.text, { text: grade.text, color: grade.color, count: (known?.count ?? 0) + 1 });
  }
  return [...grades.values()];
}
