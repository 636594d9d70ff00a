import { expect, it } from 'vitest';
import { gradesOf, type PlanContent, sketchOf } from './sketch.ts';

const plan = {
  link: '/plan.png',
  points: [
    { pixel: [0, 0], at: [120, 30.01] },
    { pixel: [1000, 0], at: [120.01, 30.01] },
    { pixel: [0, 1000], at: [120, 30] },
  ],
} as const;
const square = (west: number, south: number, side: number): readonly (readonly [number, number])[] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
];
const high = { text: '重大风险', color: 'red' };
const low = { text: '低风险', color: 'blue' };
const content: PlanContent = {
  kind: 'plan',
  ground: { plan },
  layers: [
    {
      key: 'areas',
      title: '区域',
      count: 3,
      areas: [
        { corners: square(120.002, 30.002, 0.001), grade: low },
        { corners: square(120.001, 30.001, 0.006), grade: high },
        { corners: square(120.008, 30.008, 0.001), grade: high },
      ],
    },
    {
      key: 'dangers',
      title: '隐患',
      count: 5,
      heaps: [
        { at: [120.005, 30.005], count: 2 },
        { at: [120.00501, 30.00501], count: 1 },
        { at: [120.009, 30.001], count: 2 },
      ],
    },
    { key: 'tickets', title: '作业', count: 1, heaps: [{ at: [120.005, 30.005], count: 1 }] },
  ],
};

it('is as large as the picture, and lays what lies within others over them', () => {
  const sketch = sketchOf(content, { width: 1000, height: 1000 });
  const [x, y, width, height] = sketch?.view ?? [];
  expect([x, y].map((one) => Math.round(one ?? 1))).toEqual([0, 0]);
  expect(Math.round(height ?? 0)).toBe(1113);
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo(Math.cos((30.01 * Math.PI) / 180), 3);
  expect(sketch?.layers[0]?.areas.map(({ text }) => text)).toEqual(['重大风险', '低风险', '重大风险']);
});

it('puts marks together that would hide each other, beside those of other layers, and loses none', () => {
  const [, dangers, tickets] = sketchOf(content, { width: 1000, height: 1000 })?.layers ?? [];
  expect(dangers?.heaps.map(({ count }) => count)).toEqual([3, 2]);
  expect(tickets?.heaps.map(({ count }) => count)).toEqual([1]);
  expect(Math.abs((tickets?.heaps[0]?.at[0] ?? 0) - (dangers?.heaps[0]?.at[0] ?? 0))).toBeGreaterThan(50);
});

it('needs no picture, and shows nothing where nothing has a place', () => {
  const bare: PlanContent = { ...content, ground: {} };
  const sketch = sketchOf(bare, undefined);
  expect(sketch?.picture).toBeUndefined();
  expect(sketch?.view.every(Number.isFinite)).toBe(true);
  expect(
    sketchOf({ kind: 'plan', ground: {}, layers: [{ key: 'a', title: '', count: 0, areas: [] }] }, undefined),
  ).toBeUndefined();
  expect(gradesOf(content)).toEqual([
    { ...low, count: 1 },
    { ...high, count: 2 },
  ]);
});
