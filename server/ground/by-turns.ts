import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a calculation keeps the event loop for itself before whoever waits has his turn. */
const SLICE = 10;

/** What a calculation gives, made in slices between which whatever else waits goes on; a step should be shorter than one. */
export async function byTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  for (let until = performance.now() + SLICE; ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + SLICE;
  }
}

/** The same at once, for whoever cannot wait. */
export function atOnce<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
