import { browserStore } from '../../core/stores.ts';
import { currentTenantId, type StoredSession, session } from '../session.ts';

/** Whoever is signed in, as owner of what this device keeps: his tenant and himself; undefined while nobody is. */
export function keptOwner(state: StoredSession = session()): string | undefined {
  const user = state.userInfo?.userId;
  return state.token === '' || user === undefined ? undefined : `${currentTenantId(state)}/${user}`;
}

/** Name of the database in this browser. */
export const KEPT_DATABASE = 'anlan-kept';

const MARK = 'anlan-kept';

/**
 * Whether something was ever kept in this browser, so that the program which sends it has to be loaded; known without
 * opening a database.
 */
export const hasKept = (): boolean => browserStore.getItem(MARK) !== null;

/**
 * The same, certain: a browser that was killed may have forgotten the mark, and never what was acknowledged. Asked where
 * there is time to ask; the mark is set again.
 */
export async function findKept(): Promise<boolean> {
  if (hasKept()) return true;
  // A browser that cannot say which databases it has is one that the mark alone tells of.
  const found = typeof indexedDB === 'undefined' ? [] : ((await indexedDB.databases?.().catch(() => [])) ?? []);
  if (!found.some(({ name }) => name === KEPT_DATABASE)) return false;
  noteKept();
  return true;
}

/** Notes that something is kept in this browser from now on. */
export function noteKept(): void {
  browserStore.setItem(MARK, '1');
}
