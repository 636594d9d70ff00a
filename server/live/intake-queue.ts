import { AnlanError } from '../../src/core/errors/catalogue.ts';

/** What waits for its commit. */
interface Waiting<Item> {
  readonly items: readonly Item[];
  done(outcomes: readonly boolean[]): void;
  fail(error: unknown): void;
}

interface QueueOptions<Item> {
  /** Stores in one transaction; tells of each item whether it is new. */
  store(tenantId: string, items: readonly Item[]): Promise<readonly boolean[]>;
  /** Most items that wait or are being stored; more are refused, so that their sender slows down. Default 100,000. */
  readonly most?: number;
  /** Milliseconds from one transaction of a company to its next, unless a full one waits. Default 200. */
  readonly every?: number;
  /** Items of a full transaction. Default 5,000. */
  readonly full?: number;
}

/** Gathers what many senders bring into few transactions. */
export interface IntakeQueue<Item> {
  /** Whether so many items would be taken now. */
  hasRoom(count: number): boolean;
  /** Resolves after the commit, and tells of each item whether it is new. Throws where there is no room, or what the transaction threw. */
  add(tenantId: string, items: readonly Item[]): Promise<readonly boolean[]>;
  /** Takes nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

/** Creates a queue; what it holds is nowhere else yet, so nobody acknowledges before `add` has resolved. */
export function createIntakeQueue<Item>(options: QueueOptions<Item>): IntakeQueue<Item> {
  const { store, most = 100_000, every = 200, full = 5_000 } = options;
  const waiting = new Map<string, Waiting<Item>[]>();
  const running = new Map<string, Promise<void>>();
  const begun = new Map<string, number>();
  let held = 0;
  let closed = false;

  const hasRoom = (count: number) => !closed && held + count <= most;

  function take(tenantId: string): readonly Waiting<Item>[] {
    const queue = waiting.get(tenantId) ?? [];
    let count = 0;
    let end = 0;
    for (; end < queue.length && (end === 0 || count < full); end += 1) count += queue[end]?.items.length ?? 0;
    const taken = queue.splice(0, end);
    if (queue.length === 0) waiting.delete(tenantId);
    return taken;
  }

  async function storeAll(tenantId: string): Promise<void> {
    while (waiting.has(tenantId)) {
      const since = performance.now() - (begun.get(tenantId) ?? Number.NEGATIVE_INFINITY);
      const count = (waiting.get(tenantId) ?? []).reduce((sum, { items }) => sum + items.length, 0);
      if (count < full && since < every && !closed) await new Promise((resolve) => setTimeout(resolve, every - since));
      begun.set(tenantId, performance.now());
      await storeSome(tenantId, take(tenantId));
    }
    // At once, and not when the promise is settled: whoever was told just now may add the next already.
    running.delete(tenantId);
  }

  async function storeSome(tenantId: string, taken: readonly Waiting<Item>[]): Promise<void> {
    const items = taken.flatMap((one) => one.items);
    try {
      const outcomes = await store(tenantId, items);
      let from = 0;
      for (const { items: own, done } of taken) {
        done(outcomes.slice(from, from + own.length));
        from += own.length;
      }
    } catch (error) {
      for (const { fail } of taken) fail(error);
    } finally {
      held -= items.length;
    }
  }

  function run(tenantId: string): void {
    if (running.has(tenantId)) return;
    running.set(tenantId, storeAll(tenantId));
  }

  return {
    hasRoom,
    add(tenantId, items) {
      if (!hasRoom(items.length)) return Promise.reject(new AnlanError('readingsWaiting'));
      if (items.length === 0) return Promise.resolve([]);
      held += items.length;
      return new Promise((done, fail) => {
        const queue = waiting.get(tenantId) ?? [];
        queue.push({ items, done, fail });
        waiting.set(tenantId, queue);
        run(tenantId);
      });
    },
    async close() {
      closed = true;
      await Promise.all(running.values());
    },
  };
}
