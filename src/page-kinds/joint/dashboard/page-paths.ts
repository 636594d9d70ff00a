import { useMemo } from 'react';
import { useAccess } from '../../../api/access.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';

/** Where each page of the person's menu is, by its code. */
export function usePagePaths(): ReadonlyMap<string, string> {
  const menu = useAccess((state) => state.menu);
  return useMemo(() => new Map(menuLeaves(menu).map(({ code, path }) => [code, path])), [menu]);
}
