import { browserStore } from '../core/stores.ts';
import { machineNow } from './plant-clock.ts';

/** Milliseconds after which a lock of a tab that has died is taken over. */
const LEASE = 30_000;

/**
 * Runs `work` in one tab of the origin at a time; undefined where another tab is at it. The browser's locks are used
 * where there are any; pages that came over plain http have none, and take a lease in localStorage instead.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator && navigator.locks) {
    return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined));
  }
  return withLease(name, work);
}

async function withLease<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const mine = `${machineNow() + LEASE}:${Math.random().toString(36).slice(2)}`;
  const held = browserStore.getItem(name);
  if (held !== null && Number.parseInt(held, 10) > machineNow()) {
    return undefined;
  }
  browserStore.setItem(name, mine);
  // Two tabs may write in the same moment; after a while only the last writer still sees its own lease.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (browserStore.getItem(name) !== mine) {
    return undefined;
  }
  try {
    return await work();
  } finally {
    if (browserStore.getItem(name) === mine) {
      browserStore.removeItem(name);
    }
  }
}
