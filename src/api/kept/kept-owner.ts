import { currentTenantId, type StoredSession, session } from '../session.ts';

/** Whoever is signed in, as owner of what this device keeps: his tenant and himself; undefined while nobody is. */
export function keptOwner(state: StoredSession = session()): string | undefined {
  const user = state.userInfo?.userId;
  return state.token === '' || user === undefined ? undefined : `${currentTenantId(state)}/${user}`;
}

const MARK = 'anlan-kept';

/**
 * Whether something was ever kept in this browser, so that the program which sends it has to be loaded; known without
 * opening a database.
 */
export const hasKept = (): boolean => localStorage.getItem(MARK) !== null;

/** Notes that something is kept in this browser from now on. */
export function noteKept(): void {
  localStorage.setItem(MARK, '1');
}
