import type { HostileInput } from './hostile-kind.ts';

/** How often what is small by nature is sent: often enough for its cost to be seen. */
const TIMES = 50;

/**
 * An input that headers bound, 16 KB at most, taken in 50 times over: a square hides below what can be measured when it
 * is sent once, and a stranger sends it as often as he likes.
 */
export function repeatedly<T>(make: (size: number) => T, take: (text: T) => unknown): HostileInput {
  return {
    prepare(size) {
      const text = make(size);
      return async () => {
        for (let time = 0; time < TIMES; time += 1) await take(text);
      };
    },
  };
}
