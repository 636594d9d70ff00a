import { firstLeaf, type MenuNode, matchMenu, menuLeaves } from '../../api/menu-tree.ts';
import type { ScreenManifest } from '../../screens/define-screen.ts';
import { screenOfCode, screenOfPath } from '../../screens/registry.ts';
import type { TextLookup } from '../../ui/text/define-texts.ts';
import type { TextId } from '../i18n/texts.ts';
import { DEFAULT_TAB } from '../tabs/tabs.ts';
import { type FixedRoute, fixedRouteOf } from './fixed-routes.ts';

/** A page that a path shows. */
export interface RoutedPage {
  /** Path under which the page stands; what follows it in the address belongs to the page. */
  readonly path: string;
  readonly code: string;
  readonly title: string;
  readonly layout: FixedRoute['layout'];
  /** Folder of the screen, where the menu names one by `@`. */
  readonly file: string | undefined;
  /** Whether it is an entity's. */
  readonly described: boolean;
  /** Whether metadata describes it, and it is of no single entity. */
  readonly joint: boolean;
  /** Stays mounted after it was left. */
  readonly keepAlive: boolean;
}

/** What a path of a signed-in person leads to. */
type Resolution =
  | { readonly kind: 'page'; readonly page: RoutedPage }
  | { readonly kind: 'redirect'; readonly to: string };

/** Addresses that people type or keep to come in by; they are no pages of their own. */
const WAYS_IN = /^\/(?:login|user)\/?$/;

/** Whether the person's menu has the main area; what the menu does not show is no area. */
export function hasMainArea(menu: readonly MenuNode[]): boolean {
  return menu.some((node) => {
    if (node.hidden) return false;
    return node.binding ? node.path === '/safety' || node.path.startsWith('/safety/') : hasMainArea(node.children);
  });
}

/**
 * Where a person begins: the default tab, or the first page of a menu without it; without a main area the designer for
 * whoever designs, and /blank for the others.
 */
export function homePath(menu: readonly MenuNode[], designs = false): string {
  if (!hasMainArea(menu)) {
    return designs ? '/design' : '/blank';
  }
  const overview = menuLeaves(menu).some((leaf) => leaf.path === DEFAULT_TAB);
  return overview ? DEFAULT_TAB : (firstLeaf(menu)?.path ?? '/blank');
}

/** The rules of the routes, fixed ones before those of the menu; an unknown path leads to /404. */
export function resolveRoute(menu: readonly MenuNode[], pathname: string, text: TextLookup<TextId>): Resolution {
  if (pathname === '/' || WAYS_IN.test(pathname)) {
    return { kind: 'redirect', to: '/safety' };
  }
  if (/^\/safety\/?$/.test(pathname)) {
    return { kind: 'redirect', to: homePath(menu) };
  }
  const fixed = fixedRouteOf(pathname);
  if (fixed) {
    return { kind: 'page', page: fixedPage(fixed, text) };
  }
  const match = matchMenu(menu, pathname);
  if (match?.kind === 'container') {
    return { kind: 'redirect', to: firstLeaf(match.node.children)?.path ?? '/' };
  }
  if (match?.kind !== 'leaf' || (match.rest !== '' && !isNested(match.leaf))) {
    return { kind: 'redirect', to: '/404' };
  }
  return { kind: 'page', page: menuPage(match.leaf) };
}

/** Pages that say that there is nothing, or that somebody has yet to come in. */
const NO_PAGES: readonly string[] = ['login', 'loginAll', 'register', 'registerResult', 'blank', '403', '404', '500'];

/** Whether a path that a redirect chose leads to a page of the person; where it does not, home is meant. */
export function isOwnPage(menu: readonly MenuNode[], pathname: string, text: TextLookup<TextId>): boolean {
  const fixed = fixedRouteOf(pathname);
  if (fixed?.unplaced === true) {
    return menuLeaves(menu).some((leaf) => leaf.path === fixed.path);
  }
  const resolution = resolveRoute(menu, pathname, text);
  return resolution.kind === 'page' ? !NO_PAGES.includes(resolution.page.code) : resolution.to !== '/404';
}

/** The page of a fixed route. */
export function fixedPage(route: FixedRoute, text: TextLookup<TextId>): RoutedPage {
  return {
    path: route.path,
    code: route.code,
    title: text(route.title),
    layout: route.layout,
    file: undefined,
    described: false,
    joint: route.joint === true,
    keepAlive: false,
  };
}

function menuPage(leaf: MenuNode): RoutedPage {
  return {
    path: leaf.path,
    code: leaf.code,
    title: leaf.title,
    layout: leaf.newTab && !leaf.path.startsWith('/safety/') ? 'blank' : 'basic',
    file: leaf.binding?.kind === 'file' ? leaf.binding.path : undefined,
    described: leaf.described,
    joint: leaf.joint,
    // What only says that it is yet to come keeps nothing, nor does a view of a list, which the menu hides in its page.
    keepAlive: leaf.hidden && leaf.within === undefined && (leaf.described || screenOf(leaf) !== undefined),
  };
}

function screenOf(leaf: MenuNode): ScreenManifest | undefined {
  return leaf.binding?.kind === 'file' ? screenOfPath(leaf.binding.path) : screenOfCode(leaf.code);
}

// A hand-written screen says whether it has paths of its own; generated pages have add, edit and view.
function isNested(leaf: MenuNode): boolean {
  const screen = screenOf(leaf);
  return screen ? screen.nested === true : true;
}
