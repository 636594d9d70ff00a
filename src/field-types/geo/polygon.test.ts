import { expect, test } from 'vitest';
import type { Property } from '../../core/dialect/entity.generated.ts';
import { areaText, crossingLines, polygonArea } from '../../core/geo/polygon.ts';
import { definition } from './definition.ts';

const property: Property = { title: '区域范围', field: 'geo', type: 'object', shape: 'polygon' };
const field = { key: 'ground', title: '区域范围', property };
const point = (lng: number, lat: number) => ({ lng, lat });
const square = [point(121, 31), point(121.01, 31), point(121.01, 31.01), point(121, 31.01)];
const check = (points: unknown) => definition.check({ points }, field);

test('a polygon has 3 to 200 corners, each in its bounds, none twice', () => {
  expect(check(square)).toBeUndefined();
  expect(check(square.slice(0, 3))).toBeUndefined();
  expect(check(square.slice(0, 2))).toBe('至少3个顶点，现有2个');
  expect(check([])).toBe('至少3个顶点，现有0个');
  const ring = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const angle = (2 * Math.PI * index) / count;
      return point(Number((121 + Math.cos(angle) / 10).toFixed(6)), Number((31 + Math.sin(angle) / 10).toFixed(6)));
    });
  expect(check(ring(200))).toBeUndefined();
  expect(check(ring(201))).toBe('最多200个顶点');
  expect(check([...square, point(121, 95)])).toBe('须改正第5个顶点：不能超出纬度范围-90至90');
  expect(check([...square, square[0]])).toBe('不能有相同的顶点：第5个与前面的重复');
  expect(definition.check(square, field)).toBe('须为各顶点的经度和纬度');
  expect(definition.check(square[0], field)).toBe('须为各顶点的经度和纬度');
});

test('lines that cross, touch or run back are refused', () => {
  const [a, b, c, d] = square;
  expect(check([a, c, b, d])).toMatch(/^不能有交叉的边线/);
  expect(check([a, b, point(121.02, 31)])).toMatch(/^不能有交叉的边线/);
  expect(check([a, b, c, point(121.005, 31)])).toMatch(/^不能有交叉的边线/);
  expect(crossingLines(square)).toBeUndefined();
  // A corner on a straight line is no fault.
  expect(check([a, point(121.005, 31), b, c, d])).toBeUndefined();
});

test('a polygon is read from text as it is written, closed or not', () => {
  const text = definition.format({ points: square }, field);
  expect(text).toBe('121, 31；121.01, 31；121.01, 31.01；121, 31.01');
  expect(definition.parse(text, field)).toEqual({ value: { points: square } });
  expect(definition.parse(`${text}；121,31`, field)).toEqual({ value: { points: square } });
  expect(definition.parse('121,31；东门', field)).toEqual({
    message: '第2个顶点须为“经度,纬度”，如 121.47,31.23',
  });
  expect(definition.parse(' ', field)).toEqual({ value: null });
});

test('the area is said in words', () => {
  expect(polygonArea(square)).toBeGreaterThan(1.05e6);
  expect(polygonArea(square)).toBeLessThan(1.08e6);
  expect([areaText(860.4), areaText(12_000), areaText(3_500_000)]).toEqual([
    '约860平方米',
    '约1.2万平方米',
    '约3.5平方千米',
  ]);
});
