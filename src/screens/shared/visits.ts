import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../../core/stores.ts';

/** Pages remembered for a person. */
const VISITS_KEPT = 8;

/** Paths of the pages a person visited last, newest first, by account. */
export const useVisits = create<{ readonly byAccount: Readonly<Record<string, readonly string[]>> }>()(
  persist(() => ({ byAccount: {} }), {
    name: 'anlan-visits',
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

/** Notes a visit of a page. */
export function noteVisit(account: string, path: string): void {
  if (account === '') {
    return;
  }
  const before = useVisits.getState().byAccount;
  const visited = before[account] ?? [];
  if (visited[0] !== path) {
    const next = [path, ...visited.filter((other) => other !== path)].slice(0, VISITS_KEPT);
    useVisits.setState({ byAccount: { ...before, [account]: next } });
  }
}
