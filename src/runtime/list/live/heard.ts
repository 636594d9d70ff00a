import { tabStore } from '../../../core/stores.ts';

/** Records that are remembered at most. */
const MOST = 200;

const keyOf = (person: string, page: string): string => `anlan-heard ${person} ${page}`;

/** Records of an attended list that have sounded in this tab and still waited when it was last asked; a reload keeps them. */
export function heardRecords(person: string, page: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(tabStore.getItem(keyOf(person, page)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Remembers what has sounded; what no longer waits may sound when it comes again. */
export function keepHeard(person: string, page: string, ids: Iterable<string>): void {
  tabStore.setItem(keyOf(person, page), JSON.stringify([...ids].slice(0, MOST)));
}
