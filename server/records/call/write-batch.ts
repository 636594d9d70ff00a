/** What the writes of many records in one transaction share, so that each asks the database less. */
export interface WriteBatch {
  /** Does it once for a key, and remembers its answer for as long as the batch lasts. */
  once<T>(key: string, ask: () => Promise<T>): Promise<T>;
  /**
   * The same for each of several ids of a kind: those that nobody has asked for yet are asked for together. What is not
   * found is not remembered, since it may be written meanwhile.
   */
  each<T>(
    kind: string,
    ids: readonly string[],
    ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>>;
  /** Forgets what `each` remembers of an id, which the batch itself has changed. */
  forget(kind: string, id: string): void;
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
  const kinds = new Map<string, Map<string, Promise<ReadonlyMap<string, unknown>>>>();
  const waiting = new Map<string, { items: unknown[]; work: (items: readonly never[]) => Promise<void> }>();
  return {
    once<T>(key: string, ask: () => Promise<T>): Promise<T> {
      const known = answers.get(key) ?? ask();
      answers.set(key, known);
      return known as Promise<T>;
    },
    async each<T>(
      kind: string,
      ids: readonly string[],
      ask: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    ) {
      const known = kinds.get(kind) ?? new Map<string, Promise<ReadonlyMap<string, unknown>>>();
      kinds.set(kind, known);
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length > 0) {
        const asked = ask(missing);
        for (const id of missing) known.set(id, asked);
      }
      const found = new Map<string, T>();
      for (const id of ids) {
        const answer = (await known.get(id)) as ReadonlyMap<string, T> | undefined;
        const value = answer?.get(id);
        if (value === undefined) known.delete(id);
        else found.set(id, value);
      }
      return found;
    },
    forget: (kind, id) => void kinds.get(kind)?.delete(id),
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
