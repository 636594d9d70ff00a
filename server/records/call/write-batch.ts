/** What the writes of many records in one transaction share, so that each asks the database less. */
export interface WriteBatch {
  /** Does it once for a key, and remembers its answer for as long as the batch lasts. */
  once<T>(key: string, ask: () => Promise<T>): Promise<T>;
  /** Work that is done for all records together when the batch ends. */
  later<T>(kind: string, item: T, work: (items: readonly T[]) => Promise<void>): void;
}

interface Open extends WriteBatch {
  end(): Promise<void>;
}

/**
 * Does work as one batch. What it remembers is true for as long as its locks are held: whoever rolls back to a savepoint
 * begins the batch after it and ends it before. Where the work throws, nothing of what was put off is done.
 */
export async function inBatch<T>(work: (batch: WriteBatch) => Promise<T>): Promise<T> {
  const batch = createBatch();
  const result = await work(batch);
  await batch.end();
  return result;
}

function createBatch(): Open {
  const answers = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, { items: unknown[]; work: (items: readonly never[]) => Promise<void> }>();
  return {
    once<T>(key: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(key) ?? ask();
      answers.set(key, known);
      return known as Promise<T>;
    },
    later(kind, item, work) {
      const held = waiting.get(kind);
      if (held === undefined) waiting.set(kind, { items: [item], work });
      else held.items.push(item);
    },
    async end() {
      for (const { items, work } of waiting.values()) await work(items as never[]);
    },
  };
}
