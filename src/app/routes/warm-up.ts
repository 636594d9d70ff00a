import { useAccess } from '../../api/access.ts';
import type { MenuNode } from '../../api/menu-tree.ts';
import { fetchPage } from '../../api/metadata.ts';
import { session } from '../../api/session.ts';
import { screenOfCode, screenOfPath } from '../../screens/registry.ts';
import { text } from '../i18n/texts.ts';
import { fixedRouteOf } from './fixed-routes.ts';
import { loadBasicLayout, loadEntityPage, loadJointPage } from './parts.ts';
import { type RoutedPage, resolveRoute } from './resolve-route.ts';

/** Page code of the login page. */
const LOGIN = 'login';

/** Most redirects that lead from an address to a page: `/`, `/safety`, a group of the menu. */
const REDIRECTS = 3;

/** Begins, while the program starts, the part of a page that asks for no session: mostly that of the login page. */
export function warmEntry(): void {
  const fixed = fixedRouteOf(window.location.pathname);
  if (fixed?.open === true) begin(screenOfCode(fixed.code)?.load);
  else if (session().token === '') begin(screenOfCode(LOGIN)?.load);
}

/**
 * Begins what the page of an address needs while the person and his menu are asked for: first the program of the shell
 * and of the page, then, as soon as the menu says which page it is, its own part and its metadata, which the page would
 * ask for when the shell has been drawn. What he may see stays with the routes and the server. Returns what ends it.
 */
export function warmUp(): () => void {
  const path = window.location.pathname;
  // One after the other, so that the calls, of which the next ones wait, find a free connection.
  begin(() => loadBasicLayout().then(() => programOf(path)?.()));
  return useAccess.subscribe(({ ready, menu }, before) => {
    if (ready && !before.ready) warmPage(pageAt(menu, window.location.pathname));
  });
}

/** What an address tells by itself: the pages of the menu stand below /safety, and nearly all of them are generated. */
function programOf(path: string): (() => Promise<unknown>) | undefined {
  const fixed = fixedRouteOf(path);
  if (fixed !== undefined) return screenOfCode(fixed.code)?.load;
  return path.startsWith('/safety/') ? loadEntityPage : undefined;
}

function pageAt(menu: readonly MenuNode[], path: string, left = REDIRECTS): RoutedPage | undefined {
  const resolution = resolveRoute(menu, path, text);
  if (resolution.kind === 'page') return resolution.page;
  return left > 0 ? pageAt(menu, resolution.to, left - 1) : undefined;
}

function warmPage(page: RoutedPage | undefined): void {
  // Until the given password is changed the server answers nothing of pages.
  if (page === undefined || session().userInfo?.mustChangePassword === true) return;
  const screen = page.file === undefined ? screenOfCode(page.code) : screenOfPath(page.file);
  if (screen !== undefined) begin(screen.load);
  else if (page.joint) begin(loadJointPage);
  else if (page.described) {
    begin(() => fetchPage(page.code));
    begin(loadEntityPage);
  }
}

/** A failure is told where the part is shown, which asks again. */
function begin(load: (() => Promise<unknown>) | undefined): void {
  load?.().catch(() => {});
}
