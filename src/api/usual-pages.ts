import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../core/stores.ts';
import { fetchUsualPages } from './attention.ts';
import { machineNow } from './plant-clock.ts';
import { currentTenantId, session } from './session.ts';

interface UsualPages {
  /** Whose they are, and in which company. */
  readonly owner: string;
  /** Codes, what is used most first. */
  readonly codes: readonly string[];
  /** When they were asked for, in milliseconds of this machine's clock. */
  readonly asked: number;
}

/** Milliseconds after which they are asked for again: what a role uses changes slowly, and a menu that moves is a nuisance. */
const FRESH = 86_400_000;

/** The pages that people of the person's roles use most; they stand where he has starred none. */
export const useUsualPages = create<UsualPages>()(
  persist((): UsualPages => ({ owner: '', codes: [], asked: 0 }), {
    name: 'anlan-usual-pages',
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

/** Asks for them, where those at hand are another's or old. Without an answer there are none. */
export async function loadUsualPages(): Promise<void> {
  const owner = `${currentTenantId()}/${session().userInfo?.userId ?? ''}`;
  const known = useUsualPages.getState();
  const age = machineNow() - known.asked;
  if (known.owner === owner && age >= 0 && age < FRESH) return;
  if (known.owner !== owner) useUsualPages.setState({ owner, codes: [], asked: 0 });
  const codes = await fetchUsualPages().catch(() => undefined);
  if (codes !== undefined) useUsualPages.setState({ owner, codes, asked: machineNow() });
}
