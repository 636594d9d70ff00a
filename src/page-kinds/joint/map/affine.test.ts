import { expect, test } from 'vitest';
import { affineThrough, boundsOf } from './affine.ts';

const apply = ([a, b, c, d, e, f]: readonly number[], [x, y]: readonly number[]) => [
  (a ?? 0) * (x ?? 0) + (c ?? 0) * (y ?? 0) + (e ?? 0),
  (b ?? 0) * (x ?? 0) + (d ?? 0) * (y ?? 0) + (f ?? 0),
];

test('a picture lies on its control points, turned and mirrored as they say, and between them evenly', () => {
  const points = [
    { pixel: [0, 0], at: [100, 900] },
    { pixel: [1000, 0], at: [700, 100] },
    { pixel: [0, 500], at: [500, 1200] },
  ] as const;
  const way = affineThrough(points);
  if (way === undefined) throw new Error('three points that lie on no line give a way');
  for (const { pixel, at } of points) {
    for (const [index, found] of apply(way, pixel).entries()) expect(found).toBeCloseTo(at[index as 0 | 1], 6);
  }
  const [x, y] = apply(way, [500, 0]);
  expect([x, y]).toEqual([expect.closeTo(400, 6), expect.closeTo(500, 6)]);
});

test('three pixels of one line say no way', () => {
  const points = [0, 1, 2].map((at) => ({ pixel: [at * 10, at * 20], at: [at, at * at] }) as const);
  expect(affineThrough(points)).toBeUndefined();
});

test('a picture that is laid turned reaches as far as its corners do', () => {
  const way = affineThrough([
    { pixel: [0, 0], at: [10, 20] },
    { pixel: [100, 0], at: [10, 120] },
    { pixel: [0, 50], at: [60, 20] },
  ]);
  if (way === undefined) throw new Error('three points that lie on no line give a way');
  expect(boundsOf(way, 200, 50)).toEqual([10, 20, 60, 220].map((one) => expect.closeTo(one, 6)));
});
