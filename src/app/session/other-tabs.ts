import { resetAccess } from '../../api/access.ts';
import { reloadSession, SESSION_KEY, type StoredSession, session } from '../../api/session.ts';

function identity(state: StoredSession): string {
  return [state.tenantId, state.companyTenantId, state.userInfo?.account ?? ''].join('/');
}

/**
 * Takes over what another tab has stored: a refreshed token, a logout, another person or company. Returns the function
 * that ends it.
 */
export function followOtherTabs(): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key !== null && event.key !== SESSION_KEY) {
      return;
    }
    const before = session();
    void reloadSession().then((after) => {
      if (after.token === '' || (after.userInfo !== null && identity(after) !== identity(before))) {
        resetAccess();
      }
    });
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
