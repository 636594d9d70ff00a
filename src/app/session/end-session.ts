import { resetAccess } from '../../api/access.ts';
import { logout } from '../../api/auth.ts';
import { clearSession } from '../../api/session.ts';
import { clearTabs } from '../tabs/tabs.ts';

/** Clears token, info, menu id, routes, rights, tabs and session storage. The guard then leads to the login page. */
export function endSession(): void {
  clearSession();
  resetAccess();
  clearTabs();
  sessionStorage.clear();
}

/** Whether the person asked to leave: the login page then begins anew instead of coming back to the page that was left. */
export const departure = { asked: false };

/** Ends the session on the server and here; here even where the server could not be told. */
export async function logoutAndClear(): Promise<void> {
  try {
    await logout();
  } catch {
    // The session is cleared all the same; on the server it ends by its age.
  } finally {
    departure.asked = true;
    endSession();
  }
}
