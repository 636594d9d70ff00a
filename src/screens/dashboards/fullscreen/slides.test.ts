import { expect, test } from 'vitest';
import { slidesOf } from './slides.ts';

const sizes = (count: number) => slidesOf(Array.from({ length: count }, (_, at) => at)).map(({ length }) => length);

test('slides have six to eight cards, the last one what is left, and every card stands once', () => {
  expect(sizes(0)).toEqual([0]);
  expect(sizes(5)).toEqual([5]);
  expect(sizes(8)).toEqual([8]);
  expect(sizes(9)).toEqual([6, 3]);
  expect(sizes(17)).toEqual([6, 6, 5]);
  expect(sizes(20)).toEqual([7, 7, 6]);
  for (let count = 1; count <= 40; count += 1) {
    const all = sizes(count);
    expect(all.reduce((sum, size) => sum + size, 0)).toBe(count);
    for (const size of all.slice(0, -1)) expect(size >= 6 && size <= 8).toBe(true);
  }
});
