import { EARTH_RADIUS } from './ground-metres.ts';
import type { GeoPoint } from './polygon.ts';

interface Flat {
  readonly x: number;
  readonly y: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Metres from a point to an outline, 0 within it and on its edge. Reckoned on the plane that touches the earth at the
 * point: good to a millionth for what is no farther than a plant is large, and enough to say how far away a city is.
 * Undefined for an outline without corners.
 */
export function metresOutside(from: GeoPoint, corners: readonly GeoPoint[]): number | undefined {
  const shrink = Math.cos(radians(from.lat));
  const flat = corners.map(({ lng, lat }): Flat => {
    // The shorter way round the earth.
    const east = ((((lng - from.lng + 180) % 360) + 360) % 360) - 180;
    return { x: radians(east) * shrink * EARTH_RADIUS, y: radians(lat - from.lat) * EARTH_RADIUS };
  });
  if (flat.length === 0) return undefined;
  const sides = flat.map((corner, index) => [corner, flat[(index + 1) % flat.length] ?? corner] as const);
  if (isInside(sides)) return 0;
  return Math.min(...sides.map(([a, b]) => toSide(a, b)));
}

/** Whether the origin lies within sides, by how often a ray from it crosses them. */
function isInside(sides: readonly (readonly [Flat, Flat])[]): boolean {
  const crossed = sides.filter(([a, b]) => a.y > 0 !== b.y > 0 && a.x - (a.y * (b.x - a.x)) / (b.y - a.y) > 0);
  return crossed.length % 2 === 1;
}

/** Distance of the origin from the way between two corners. */
function toSide(a: Flat, b: Flat): number {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const long = x * x + y * y;
  const along = long === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * x + a.y * y) / long));
  return Math.hypot(a.x + along * x, a.y + along * y);
}
