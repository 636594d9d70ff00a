import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Paths of the pages that a person pinned, in his order, by account. Kept in this browser. */
export const useShortcuts = create<{ readonly byAccount: Readonly<Record<string, readonly string[]>> }>()(
  persist(() => ({ byAccount: {} }), {
    name: 'anlan-shortcuts',
    storage: createJSONStorage(() => localStorage),
    version: 1,
  }),
);

/** Stores the pinned pages of a person. */
export function storeShortcuts(account: string, paths: readonly string[]): void {
  useShortcuts.setState(({ byAccount }) => ({ byAccount: { ...byAccount, [account]: paths } }));
}

/** Adds a path at the end, or takes it away where it is pinned. */
export function togglePath(paths: readonly string[], path: string): readonly string[] {
  return paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path];
}

/** Moves a path by one place; at an end it stays. */
export function movePath(paths: readonly string[], path: string, by: -1 | 1): readonly string[] {
  const at = paths.indexOf(path);
  const to = at + by;
  const other = paths[to];
  if (at < 0 || other === undefined) {
    return paths;
  }
  return paths.map((each, index) => (index === at ? other : index === to ? path : each));
}
