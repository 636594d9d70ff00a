// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenThere } from './when-there.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => void vi.useRealTimers());

/** What is there from so many milliseconds on, with what was done about it so far. */
function waitFor(ms: number) {
  const begun = performance.now();
  const then = vi.fn();
  const end = whenThere(() => (performance.now() - begun >= ms ? { there: true } : null), then);
  return { then, end };
}

it.each([0, 17, 4_000, 29_000])('does it once, when it is there after %i ms', (ms) => {
  const { then } = waitFor(ms);
  expect(then).not.toHaveBeenCalled();
  vi.advanceTimersByTime(ms + 40);
  expect(then).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(then).toHaveBeenCalledOnce();
});

it('does nothing for whoever has gone on, has left, or has waited for half a minute', () => {
  const [gone, left, late] = [waitFor(1_000), waitFor(1_000), waitFor(31_000)];
  left.end();
  vi.advanceTimersByTime(500);
  expect(gone.then).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(60_000);
  for (const { then } of [gone, left, late]) expect(then).not.toHaveBeenCalled();
});

it('is not ended by the very press that asks for it', async () => {
  vi.useRealTimers();
  const then = vi.fn();
  const cell = document.createElement('input');
  document.body.append(cell);
  cell.addEventListener('keydown', () => void whenThere(() => cell, then));
  cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await vi.waitFor(() => expect(then).toHaveBeenCalledOnce());
});
