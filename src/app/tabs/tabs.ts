import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { tabStore } from '../../core/stores.ts';

/** An open tab. */
export interface OpenTab {
  readonly path: string;
  readonly title: string;
  /** Page code of the menu leaf or fixed route. */
  readonly name: string;
  /** Query of the address with its question mark; ''. */
  readonly query: string;
}

/** The tab that is always there and cannot be closed. */
export const DEFAULT_TAB = '/safety/overview';

/** Pages that never become a tab. */
const TABLESS_PAGES: readonly string[] = [
  'taskview',
  'taskadd',
  'approver',
  'TakeExam',
  'controlMeasuresAdd',
  'controlMeasuresEdit',
  'ledView',
  // Each stands under an address of its own; the lists keep the tab.
  'workflowTask',
  'workflowRequest',
  // Nobody wants to come back to these.
  'blank',
  '403',
  '404',
  '500',
];

/** Why a closing is refused. */
type TabRefusal = 'noneLeft' | 'noneRight' | 'last' | 'default';

/** What closing gives: the tabs left and the path to go to, or why not. `goTo` is undefined when the active tab stays. */
export type TabResult =
  | { readonly refused: TabRefusal }
  | { readonly tabs: readonly OpenTab[]; readonly goTo: string | undefined };

/** The open tabs, kept for this browser tab. */
export const useTabs = create<{ readonly tabs: readonly OpenTab[] }>()(
  persist(() => ({ tabs: [] as readonly OpenTab[] }), {
    name: 'anlan-tabs',
    storage: createJSONStorage(() => tabStore),
  }),
);

/** Notes a visit: a new tab at the end, or the newer query of one that is open. */
export function visitTab(tabs: readonly OpenTab[], tab: OpenTab): readonly OpenTab[] {
  if (TABLESS_PAGES.includes(tab.name)) {
    return tabs;
  }
  return tabs.some((open) => open.path === tab.path)
    ? tabs.map((open) => (open.path === tab.path ? tab : open))
    : [...tabs, tab];
}

/** Closes one tab. Of the active one the left neighbour becomes active, or the first tab. */
export function closeTab(tabs: readonly OpenTab[], path: string, active: string): TabResult {
  if (path === DEFAULT_TAB) {
    return { refused: 'default' };
  }
  const index = tabs.findIndex((tab) => tab.path === path);
  const rest = tabs.filter((tab) => tab.path !== path);
  if (index < 0) {
    return { tabs, goTo: undefined };
  }
  if (path !== active) {
    return { tabs: rest, goTo: undefined };
  }
  const next = rest[index - 1] ?? rest[0];
  // With no tab left the caller goes to the first entry of the menu.
  return { tabs: rest, goTo: next ? next.path + next.query : '' };
}

/** Closes all tabs on one side of a tab, except the default one. */
export function closeSide(tabs: readonly OpenTab[], path: string, active: string, side: 'left' | 'right'): TabResult {
  const index = tabs.findIndex((tab) => tab.path === path);
  const onSide = (at: number) => (side === 'left' ? at < index : at > index);
  const closing = tabs.filter((tab, at) => onSide(at) && tab.path !== DEFAULT_TAB);
  if (closing.length === 0) {
    return { refused: side === 'left' ? 'noneLeft' : 'noneRight' };
  }
  const rest = tabs.filter((tab) => !closing.includes(tab));
  return { tabs: rest, goTo: closing.some((tab) => tab.path === active) ? path : undefined };
}

/** Closes all tabs but the default one. */
export function closeAll(tabs: readonly OpenTab[], active: string): TabResult {
  const rest = tabs.filter((tab) => tab.path === DEFAULT_TAB);
  if (rest.length === tabs.length) {
    return { refused: 'last' };
  }
  return { tabs: rest, goTo: active === DEFAULT_TAB ? undefined : (rest[0]?.path ?? '') };
}

/** Closes all tabs but one and the default one. */
export function closeOthers(tabs: readonly OpenTab[], path: string, active: string): TabResult {
  const rest = tabs.filter((tab) => tab.path === path || tab.path === DEFAULT_TAB);
  if (rest.length === tabs.length) {
    return { refused: 'last' };
  }
  return { tabs: rest, goTo: rest.some((tab) => tab.path === active) ? undefined : path };
}

/** The open tabs with the default one before them, where it is the person's. */
export function withDefaultTab(tabs: readonly OpenTab[], own: boolean): readonly OpenTab[] {
  const first: OpenTab = { path: DEFAULT_TAB, title: '', name: 'overview', query: '' };
  return !own || tabs.some((tab) => tab.path === DEFAULT_TAB) ? tabs : [first, ...tabs];
}

/** Closes all tabs. */
export function clearTabs(): void {
  useTabs.setState({ tabs: [] });
}
