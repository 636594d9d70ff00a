import { expect, it } from 'vitest';
import { atOnce, byTurns } from './by-turns.ts';

/** Steps of some milliseconds each, which note how many were made. */
function* busy(count: number, noted: { steps: number }): Generator<void, string> {
  for (noted.steps = 0; noted.steps < count; noted.steps += 1) {
    const until = performance.now() + 4;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

it('gives the same at once and by turns', async () => {
  expect(atOnce(busy(3, { steps: 0 }))).toBe('done');
  expect(await byTurns(busy(3, { steps: 0 }))).toBe('done');
});

it('lets others have their turn before it has ended', async () => {
  const noted = { steps: 0 };
  const seen: number[] = [];
  const running = byTurns(busy(30, noted));
  const others = setInterval(() => seen.push(noted.steps), 1);
  await running;
  clearInterval(others);
  expect(seen.filter((steps) => steps < 30).length).toBeGreaterThan(2);
});

it('passes on what goes wrong', async () => {
  function* failing(): Generator<void, void> {
    yield;
    throw new Error('broken');
  }
  await expect(byTurns(failing())).rejects.toThrow('broken');
  expect(() => atOnce(failing())).toThrow('broken');
});
