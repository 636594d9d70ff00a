import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../../core/stores.ts';
import type { PageChoice } from '../../screens/shared/page-choices.ts';
import type { FindEntry } from './find-entries.ts';

/** Entries remembered for a person. */
const KEPT = 8;

type Kept = Readonly<Record<string, readonly FindEntry[]>>;

/** What a person went to from the search last, newest first, by account; it stays in this browser. */
export const useFinds = create<{ readonly byAccount: Kept }>()(
  persist(() => ({ byAccount: {} as Kept }), {
    name: 'anlan-finds',
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

/** Notes what was gone to; lists of a search are not worth it. */
export function noteFind(account: string, entry: FindEntry): void {
  if (account === '' || entry.kind === 'list') return;
  const before = useFinds.getState().byAccount;
  const others = (before[account] ?? []).filter(({ key }) => key !== entry.key);
  useFinds.setState({ byAccount: { ...before, [account]: [entry, ...others].slice(0, KEPT) } });
}

/** Those whose page the person still has: rights change, and so do menus. */
export function stillThere(entries: readonly FindEntry[], pages: readonly PageChoice[]): readonly FindEntry[] {
  return entries.filter(({ path }) => pages.some((page) => path === page.path || path.startsWith(`${page.path}/`)));
}
