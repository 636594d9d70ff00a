/** Lets so many pieces of work run at once; the others wait in their order. */
export function createGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Whoever waits takes the place over, so that nobody who comes now gets in front of him.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
