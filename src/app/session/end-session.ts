import { resetAccess } from '../../api/access.ts';
import { logout } from '../../api/auth.ts';
import { sendChoices } from '../../api/choices.ts';
import { findKept, keptOwner } from '../../api/kept/kept-owner.ts';
import { clearSession } from '../../api/session.ts';
import { tabStore } from '../../core/stores.ts';
import { clearTabs } from '../tabs/tabs.ts';

/** Clears token, info, menu id, routes, rights, tabs and session storage. The guard then leads to the login page. */
export function endSession(): void {
  clearSession();
  resetAccess();
  clearTabs();
  tabStore.clear();
}

/** How many of the person's answers are still on this device; none where this browser keeps nothing. */
export async function countKept(): Promise<number> {
  const owner = keptOwner();
  if (owner === undefined || !(await findKept())) return 0;
  try {
    const { answersOf } = await import('../../api/kept/kept-store.ts');
    return (await answersOf(owner)).length;
  } catch {
    return 0;
  }
}

/** Forgets what the person has opened here, which whoever has the device next has no part in; answers that wait stay. */
async function forgetOpened(): Promise<void> {
  const owner = keptOwner();
  if (owner === undefined || !(await findKept())) return;
  const { answersOf, forgetKept } = await import('../../api/kept/kept-store.ts');
  if ((await answersOf(owner)).length === 0) await forgetKept(owner);
}

/** Whether the person asked to leave: the login page then begins anew instead of coming back to the page that was left. */
export const departure = { asked: false };

/** Ends the session on the server and here; here even where the server could not be told. */
export async function logoutAndClear(): Promise<void> {
  // A browser that cannot open its store has nothing in it that could be forgotten.
  await forgetOpened().catch(() => undefined);
  // What was chosen in this moment follows the person too.
  await sendChoices();
  // From now on: another call may hear that the session is over before this one has its answer.
  departure.asked = true;
  try {
    await logout();
  } catch {
    // The session is cleared all the same; on the server it ends by its age.
  } finally {
    endSession();
  }
}
