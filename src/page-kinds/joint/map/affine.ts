/** How a pixel of a picture becomes a point of the map: `[a, b, c, d, e, f]` as canvases take it. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

type Pair = readonly [x: number, y: number];

/**
 * The way by which three pixels come to lie on three points; it may turn, stretch and mirror. Undefined where the pixels
 * lie on one line, which says nothing of what is beside it.
 */
export function affineThrough(points: readonly { readonly pixel: Pair; readonly at: Pair }[]): Affine | undefined {
  const [p, q, r] = points;
  if (p === undefined || q === undefined || r === undefined) return undefined;
  const [ux, uy] = [q.pixel[0] - p.pixel[0], q.pixel[1] - p.pixel[1]];
  const [vx, vy] = [r.pixel[0] - p.pixel[0], r.pixel[1] - p.pixel[1]];
  const size = ux * vy - vx * uy;
  if (Math.abs(size) < 1e-9) return undefined;
  const along = (axis: 0 | 1): readonly [number, number] => {
    const [s, t] = [q.at[axis] - p.at[axis], r.at[axis] - p.at[axis]];
    return [(s * vy - t * uy) / size, (t * ux - s * vx) / size];
  };
  const [a, c] = along(0);
  const [b, d] = along(1);
  return [a, b, c, d, p.at[0] - a * p.pixel[0] - c * p.pixel[1], p.at[1] - b * p.pixel[0] - d * p.pixel[1]];
}

/** West, south, east and north of a picture of so many pixels that is laid this way. */
export function boundsOf(
  [a, b, c, d, e, f]: Affine,
  width: number,
  height: number,
): [west: number, south: number, east: number, north: number] {
  const corners = [0, width].flatMap((x) => [0, height].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
