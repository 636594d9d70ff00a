/** What is used of a store that a browser gives its pages. */
export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

/**
 * A browser's store that never throws: what it has no room for, and everything where it is forbidden, is held in memory,
 * as long as the page is open. Browsers throw at the mere mention of a forbidden one, hence `open`.
 */
export function lasting(open: () => Store | undefined): Store {
  const held = new Map<string, string>();
  const real = <T>(use: (store: Store) => T): T | undefined => {
    try {
      const store = open();
      return store === undefined ? undefined : use(store);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => held.get(key) ?? real((store) => store.getItem(key)) ?? null,
    setItem(key, value) {
      const kept = real((store) => {
        store.setItem(key, value);
        return true;
      });
      if (kept === true) held.delete(key);
      else held.set(key, value);
    },
    removeItem(key) {
      held.delete(key);
      real((store) => store.removeItem(key));
    },
    clear() {
      held.clear();
      real((store) => store.clear());
    },
  };
}

// Neither is there on a server.
const surroundings = globalThis as { readonly localStorage?: Store; readonly sessionStorage?: Store };

/** What this browser keeps for all its tabs. */
export const browserStore: Store = lasting(() => surroundings.localStorage);

/** What a tab keeps until it is closed. */
export const tabStore: Store = lasting(() => surroundings.sessionStorage);
