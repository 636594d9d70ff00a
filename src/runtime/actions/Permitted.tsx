import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { type MenuNode, matchMenu } from '../../api/menu-tree.ts';

/** Actions of a page among a person's rights; undefined where the person has no entry of the page. */
export function entryActions(rights: Readonly<Record<string, true>>, page: string): ReadonlySet<string> | undefined {
  const prefix = `${page}_`;
  const actions = Object.keys(rights).flatMap((code) =>
    code.startsWith(prefix) && !code.slice(prefix.length).includes('_') ? [code.slice(prefix.length)] : [],
  );
  return actions.length === 0 ? undefined : new Set(actions);
}

function pageAt(menu: readonly MenuNode[], pathname: string): string | undefined {
  const match = matchMenu(menu, pathname);
  return match?.kind === 'leaf' ? match.leaf.code : undefined;
}

/**
 * Whether an element for an action is shown: not where the entry of the page among his rights lists an action set without
 * it. A route without an entry (fixed pages, pages outside of the menu) restricts nothing; the server decides anyway.
 * @param page code of the page whose entry counts; default the one that the address shows.
 */
function usePermitted(action: string, page?: string): boolean {
  const { pathname } = useLocation();
  const menu = useAccess((state) => state.menu);
  const rights = useAccess((state) => state.rights);
  const code = page ?? pageAt(menu, pathname);
  const actions = code === undefined ? undefined : entryActions(rights, code);
  return actions === undefined || actions.has(action);
}

interface PermittedProps {
  /** `add`, `edit`, the key of a transition. */
  readonly action: string;
  /** Code of the page whose entry counts. Default the route's. */
  readonly page?: string;
  /** Keeps the element in the document, unseen, so that what it holds is not lost. Default false: it is removed. */
  readonly hide?: boolean;
  readonly children: ReactNode;
}

/** The button directive: removes or hides what it surrounds where the person lacks an action. */
export function Permitted({ action, page, hide = false, children }: PermittedProps) {
  const permitted = usePermitted(action, page);
  if (!hide) return permitted ? children : null;
  return (
    <span hidden={!permitted} style={permitted ? { display: 'contents' } : undefined}>
      {children}
    </span>
  );
}
