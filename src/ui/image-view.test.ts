import { expect, test } from 'vitest';
import { FITTED, flipped, type ImageView, rotated, scaledTo, stepped, transformOf, zoomed } from './image-view.ts';

const repeat = (count: number, change: (view: ImageView) => ImageView) =>
  Array.from({ length: count }).reduce<ImageView>((view) => change(view), FITTED);

test('zooms by 0.1 without drifting, between a tenth and ten times', () => {
  expect(zoomed(FITTED, 1).scale).toBe(1.1);
  expect(zoomed(FITTED, -1).scale).toBe(0.9);
  expect(repeat(3, (view) => zoomed(view, 1)).scale).toBe(1.3);
  expect(repeat(200, (view) => zoomed(view, 1)).scale).toBe(10);
  expect(repeat(200, (view) => zoomed(view, -1)).scale).toBe(0.1);
  expect(scaledTo(FITTED, 1.2345).scale).toBe(1.235);
});

test('moves back to the middle once it fits', () => {
  expect(zoomed({ ...FITTED, scale: 1.1, x: 40, y: 5 }, -1)).toEqual(FITTED);
});

test('turns by 90 degrees, always the way it is told', () => {
  expect(repeat(5, (view) => rotated(view, 1)).rotation).toBe(450);
  expect(rotated(FITTED, -1).rotation).toBe(-90);
});

test('mirrors as people see it, on its side too', () => {
  expect(flipped(FITTED, 'across')).toMatchObject({ flippedAcross: true, flippedDown: false });
  expect(flipped(FITTED, 'down')).toMatchObject({ flippedAcross: false, flippedDown: true });
  expect(flipped(rotated(FITTED, 1), 'across')).toMatchObject({ flippedAcross: false, flippedDown: true });
  expect(flipped(flipped(FITTED, 'down'), 'down')).toEqual(FITTED);
  expect(transformOf({ ...flipped(rotated(FITTED, 1), 'down'), scale: 2 })).toBe(
    'translate(0px, 0px) rotate(90deg) scale(-2, 2)',
  );
});

test('goes round at the ends', () => {
  expect([stepped(2, 1, 3), stepped(0, -1, 3), stepped(0, 1, 1)]).toEqual([0, 2, 0]);
});
