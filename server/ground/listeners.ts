/** Those who want to hear of something, told in the order in which they asked for it. */
export interface Listeners<Told> {
  add(listener: (told: Told) => unknown): void;
  /** Tells each in turn; the next one is told once the one before has done with it. Throws what one of them throws. */
  tell(told: Told): Promise<void>;
}

/** Creates a list of listeners that nobody is on yet. */
export function createListeners<Told>(): Listeners<Told> {
  const listeners: ((told: Told) => unknown)[] = [];
  return {
    add(listener) {
      listeners.push(listener);
    },
    async tell(told) {
      for (const listener of listeners) await listener(told);
    },
  };
}
