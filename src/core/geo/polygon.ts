import { thousands } from '../amount/number-text.ts';
import { say } from '../text/say.ts';

/** A point on the map in degrees: longitude −180 to 180, latitude −90 to 90, at most 6 decimals (a tenth of a metre). */
export interface GeoPoint {
  readonly lng: number;
  readonly lat: number;
}

/** Fewest and most corners of a polygon. */
export const POLYGON_CORNERS = { least: 3, most: 200 } as const;

/** Metres of a degree of latitude. */
const METRES = 111_320;

interface Flat {
  readonly x: number;
  readonly y: number;
}

// Whole numbers of the smallest step, so that nothing is rounded.
function flat({ lng, lat }: GeoPoint): Flat {
  return { x: Math.round(lng * 1e6), y: Math.round(lat * 1e6) };
}

/** Above 0 where c lies left of the way from a to b, below 0 right of it, 0 on it. */
function side(a: Flat, b: Flat, c: Flat): number {
  const ahead = (b.x - a.x) * (c.y - a.y);
  const aside = (b.y - a.y) * (c.x - a.x);
  if (Math.abs(ahead) < 4e15 && Math.abs(aside) < 4e15) return Math.sign(ahead - aside);
  const exact = BigInt(b.x - a.x) * BigInt(c.y - a.y) - BigInt(b.y - a.y) * BigInt(c.x - a.x);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

function within(a: Flat, b: Flat, c: Flat): boolean {
  return (
    Math.min(a.x, b.x) <= c.x && c.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= c.y && c.y <= Math.max(a.y, b.y)
  );
}

function runsBack(a: Flat, b: Flat, c: Flat): boolean {
  return Math.sign(b.x - a.x) * Math.sign(c.x - b.x) + Math.sign(b.y - a.y) * Math.sign(c.y - b.y) <= 0;
}

function meet(a: Flat, b: Flat, c: Flat, d: Flat): boolean {
  const sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)] as const;
  if (sides[0] !== sides[1] && sides[2] !== sides[3] && !sides.includes(0)) return true;
  return (
    (sides[0] === 0 && within(a, b, c)) ||
    (sides[1] === 0 && within(a, b, d)) ||
    (sides[2] === 0 && within(c, d, a)) ||
    (sides[3] === 0 && within(c, d, b))
  );
}

/** Numbers (from 1) of the two corners at which the first pair of lines begins that cross or touch; undefined for none. */
export function crossingLines(points: readonly GeoPoint[]): readonly [number, number] | undefined {
  const corners = points.map(flat);
  const count = corners.length;
  const at = (index: number): Flat => corners[index % count] ?? { x: 0, y: 0 };
  for (let first = 0; first < count; first += 1) {
    for (let second = first + 1; second < count; second += 1) {
      const neighbours = second === first + 1 || (first === 0 && second === count - 1);
      if (neighbours) {
        // Neighbours share a corner; they cross where one runs back along the other.
        const [a, b, c] = second === first + 1 ? [first, second, second + 1] : [second, first, first + 1];
        const [p, q, r] = [at(a), at(b), at(c)];
        if (side(p, q, r) === 0 && runsBack(p, q, r)) {
          return [first + 1, second + 1];
        }
      } else if (meet(at(first), at(first + 1), at(second), at(second + 1))) return [first + 1, second + 1];
    }
  }
  return undefined;
}

/** Area in square metres, good to a per cent for what is smaller than a county. */
export function polygonArea(points: readonly GeoPoint[]): number {
  const [origin] = points;
  if (origin === undefined) return 0;
  const shrink = Math.cos((origin.lat * Math.PI) / 180);
  const corners = points.map(({ lng, lat }) => ({
    x: (lng - origin.lng) * METRES * shrink,
    y: (lat - origin.lat) * METRES,
  }));
  const doubled = corners.reduce((sum, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? { x: 0, y: 0 };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(doubled) / 2;
}

/** An area in words: 约860平方米, 约1.2万平方米, 约3.5平方千米. */
export function areaText(squareMetres: number): string {
  if (squareMetres >= 1e6) return say('约{value}平方千米', { value: thousands(squareMetres / 1e6, 1) });
  if (squareMetres >= 1e4) return say('约{value}万平方米', { value: thousands(squareMetres / 1e4, 1) });
  return say('约{value}平方米', { value: Math.round(squareMetres) });
}
