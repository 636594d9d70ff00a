import { create } from 'zustand';
import type { MenuItem } from '../core/wire/menu.ts';
import { loadChoices } from './choices.ts';
import { KEPT_ACCESS, keepRead, keptInstead } from './kept/kept-reads.ts';
import { clearLookupRows } from './lookup-rows.ts';
import { buildMenuTree, type MenuNode } from './menu-tree.ts';
import { clearPages } from './metadata.ts';
import { session, useSession } from './session.ts';
import { siteConfig } from './site.ts';
import { fetchButtons, fetchInfo, fetchMenu, rightsOfButtons } from './system.ts';
import { loadUsualPages } from './usual-pages.ts';

/** Code of the menu group that the management system shows. */
const SYSTEM_GROUP = 'systemGroup';

/** What the signed-in person may reach. It lives in memory only. */
interface AccessState {
  /** Whether menu and buttons are loaded: the request-control flag, which keeps them from being asked again. */
  readonly ready: boolean;
  readonly menu: readonly MenuNode[];
  /** Button code to true: `law_add`. */
  readonly rights: Readonly<Record<string, true>>;
}

/** What of it a device may keep. */
type KeptAccess = Pick<AccessState, 'menu' | 'rights'>;

const NOTHING: AccessState = { ready: false, menu: [], rights: {} };

/** Menu and rights of the signed-in person. */
export const useAccess = create<AccessState>()(() => NOTHING);

/** Forgets menu, rights and page metadata, so that they are asked again. */
export function resetAccess(): void {
  useAccess.setState(NOTHING);
  clearPages();
  clearLookupRows();
}

/**
 * Loads the person, then his menu under the stored menu id, his buttons, and what he has chosen for himself; no more than the person while he has to
 * change his password. Throws ApiError.
 */
export async function loadAccess(): Promise<void> {
  const userInfo = await fetchInfo().catch(accessKept);
  if (userInfo === undefined) return;
  // While another company is looked at, the answer may name that one; the own tenant is known from the login.
  const ownTenant =
    userInfo.tenantId !== '' && session().companyTenantId === '' ? userInfo.tenantId : session().tenantId;
  useSession.setState({ userInfo, tenantId: ownTenant });
  if (userInfo.mustChangePassword !== true) await reloadAccess(loadOwn);
}

/** Milliseconds that a start waits for what is the person's own; the pages come without it then, and follow it. */
const PATIENCE = 1_500;

/** What the person has chosen for himself, and what stands where he has chosen nothing. */
async function loadOwn(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([Promise.all([loadChoices(), loadUsualPages()]), late]);
}

/** Goes on with menu and buttons as this device keeps them, where there is no network; throws where it keeps none. */
async function accessKept(error: unknown): Promise<undefined> {
  const kept = await keptInstead<KeptAccess>(KEPT_ACCESS, error);
  if (session().token !== '') useAccess.setState({ ready: true, ...kept });
}

/** Keeps menu and buttons of whoever is signed in on this device, for when there is no network. */
export async function keepAccess(): Promise<void> {
  const { ready, menu, rights } = useAccess.getState();
  if (ready) await keepRead(KEPT_ACCESS, { menu, rights } satisfies KeptAccess);
}

/** Loads menu and buttons again, as after a change of the metadata; they are shown once what is asked `beside` is there too. */
export async function reloadAccess(beside?: () => Promise<void>): Promise<void> {
  const { token } = session();
  const [items, buttons] = await Promise.all([
    fetchMenu(session().menuId, siteConfig().kind),
    fetchButtons(),
    beside?.(),
  ]);
  // A logout or another login may have come in between; its answer must not be overwritten.
  if (session().token === '' || token === '' || session().userInfo === null) {
    return;
  }
  useAccess.setState({ ready: true, menu: buildMenuTree(menuOfSite(items)), rights: rightsOfButtons(buttons) });
}

// The system's pages belong to the management system; on the platform their addresses work, but no menu shows them.
function menuOfSite(items: readonly MenuItem[]): readonly MenuItem[] {
  return items.map((item) => (item.code === SYSTEM_GROUP ? { ...item, isShow: '1' } : item));
}
