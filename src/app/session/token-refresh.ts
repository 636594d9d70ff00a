import { refresh } from '../../api/auth.ts';
import { exclusively } from '../../api/exclusive.ts';
import { ApiError } from '../../api/faults.ts';
import { machineNow } from '../../api/plant-clock.ts';
import { reloadSession, type StoredSession, session, storeTokens, useSession } from '../../api/session.ts';

/** Milliseconds between two looks at the token's age. */
const REFRESH_CHECK = 10_000;

/** Age of a token in milliseconds at which it is refreshed. */
const REFRESH_AGE = 1800 * 1000;

const LOCK = 'anlan-token-refresh';

/** Whether the token of a session is old enough to be refreshed. */
function isDue(state: StoredSession, now: number): boolean {
  return state.token !== '' && state.refreshToken !== '' && now - state.tokenTime >= REFRESH_AGE;
}

/**
 * Refreshes the token once it is 1800 s old. Of all tabs one asks the server; the others find its token in the storage.
 * `force` refreshes whatever the age. True where this tab has asked.
 */
export async function refreshIfDue(force = false): Promise<boolean> {
  const before = session();
  if (!(force ? before.refreshToken !== '' : isDue(before, machineNow()))) {
    return false;
  }
  const asked = await exclusively(LOCK, async () => {
    const stored = await reloadSession();
    if (stored.token !== before.token || stored.refreshToken === '') {
      return false;
    }
    try {
      storeTokens(await refresh(stored.refreshToken, stored.tenantId));
      return true;
    } catch (error) {
      // Asking again with a token that was refused would only count as attacks; the next call meets its 401. A broken
      // line is tried again at the next look.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        useSession.setState({ refreshToken: '' });
      }
      return false;
    }
  });
  return asked ?? false;
}

/** Looks at the token every 10 s; returns the function that ends it. */
export function startTokenRefresh(): () => void {
  const timer = setInterval(() => void refreshIfDue(), REFRESH_CHECK);
  return () => clearInterval(timer);
}
