import type { GeoPoint } from '../../core/geo/polygon.ts';
import { roundDegrees } from './definition.ts';

/** Size of the schematic drawing in its own units. */
export const SKETCH = { width: 480, height: 280 } as const;

/** The piece of the earth that a drawing shows; `step` is degrees of latitude for a unit of the drawing. */
export interface SketchFrame {
  readonly centre: GeoPoint;
  readonly step: number;
}

/** Degrees of latitude for a unit where nothing says how much is to be seen: about 500 metres in all. */
const DEFAULT_STEP = 0.0045 / SKETCH.height;
const LARGEST_STEP = 160 / SKETCH.height;
const SMALLEST_STEP = 0.0001 / SKETCH.height;

const shrinkAt = (lat: number): number => Math.max(0.05, Math.cos((lat * Math.PI) / 180));

/** The frame around some points with a margin; undefined where there are none. */
export function frameAround(points: readonly GeoPoint[]): SketchFrame | undefined {
  if (points.length === 0) return undefined;
  const [lngs, lats] = [points.map(({ lng }) => lng), points.map(({ lat }) => lat)];
  const [west, east, south, north] = [Math.min(...lngs), Math.max(...lngs), Math.min(...lats), Math.max(...lats)];
  const centre = { lng: (west + east) / 2, lat: (south + north) / 2 };
  const wanted = Math.max(((east - west) * shrinkAt(centre.lat)) / SKETCH.width, (north - south) / SKETCH.height) * 1.3;
  return { centre, step: wanted === 0 ? DEFAULT_STEP : limitStep(wanted) };
}

function limitStep(step: number): number {
  return Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
}

/** The frame with more (factor above 1) or less of the earth in it. */
export function zoomFrame(frame: SketchFrame, factor: number): SketchFrame {
  return { ...frame, step: limitStep(frame.step * factor) };
}

/** Where a point stands in the drawing. */
export function toSketch(frame: SketchFrame, { lng, lat }: GeoPoint): { readonly x: number; readonly y: number } {
  const { centre, step } = frame;
  return {
    x: SKETCH.width / 2 + ((lng - centre.lng) * shrinkAt(centre.lat)) / step,
    y: SKETCH.height / 2 - (lat - centre.lat) / step,
  };
}

/** The point of the earth at a place in the drawing, within the bounds of the earth. */
export function fromSketch(frame: SketchFrame, { x, y }: { readonly x: number; readonly y: number }): GeoPoint {
  const { centre, step } = frame;
  const lng = centre.lng + ((x - SKETCH.width / 2) * step) / shrinkAt(centre.lat);
  const lat = centre.lat - (y - SKETCH.height / 2) * step;
  return {
    lng: roundDegrees(Math.min(180, Math.max(-180, lng))),
    lat: roundDegrees(Math.min(90, Math.max(-90, lat))),
  };
}

/** Index at which a new corner belongs: behind the corner whose line is nearest to it. */
export function placeOfCorner(frame: SketchFrame, points: readonly GeoPoint[], added: GeoPoint): number {
  if (points.length < 3) return points.length;
  const corners = points.map((point) => toSketch(frame, point));
  const at = toSketch(frame, added);
  let [nearest, least] = [points.length, Number.POSITIVE_INFINITY];
  for (const [index, from] of corners.entries()) {
    const to = corners[(index + 1) % corners.length] ?? from;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const held = Math.min(1, Math.max(0, along));
    const distance = Math.hypot(at.x - from.x - held * dx, at.y - from.y - held * dy);
    if (distance < least) [nearest, least] = [index + 1, distance];
  }
  return nearest;
}

/** A corner for who adds one by keyboard: in the middle of the longest line, beside the last one, or in the centre. */
export function nextCorner(frame: SketchFrame, points: readonly GeoPoint[]): { index: number; point: GeoPoint } {
  const last = points.at(-1);
  if (last === undefined) return { index: 0, point: fromSketch(frame, { x: SKETCH.width / 2, y: SKETCH.height / 2 }) };
  const corners = points.map((point) => toSketch(frame, point));
  const offset = points.length === 1 ? { x: 80, y: 0 } : { x: 0, y: 80 };
  const from = corners.at(-1) ?? { x: 0, y: 0 };
  if (points.length < 3) {
    return { index: points.length, point: fromSketch(frame, { x: from.x + offset.x, y: from.y + offset.y }) };
  }
  const lengths = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return Math.hypot(next.x - corner.x, next.y - corner.y);
  });
  const longest = lengths.indexOf(Math.max(...lengths));
  const [a, b] = [corners[longest] ?? from, corners[(longest + 1) % corners.length] ?? from];
  return { index: longest + 1, point: fromSketch(frame, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }) };
}
