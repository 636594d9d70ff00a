import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { type MenuNode, menuLeaves, menuTrail } from '../../api/menu-tree.ts';

/** A page of the person's menu. */
export interface PageChoice {
  readonly path: string;
  readonly code: string;
  readonly title: string;
  readonly icon: string;
  readonly newTab: boolean;
  /** Whether metadata describes it. */
  readonly described: boolean;
  /** Titles of the groups above it, `安全基础管理 / 安全费用`; '' at the top. */
  readonly group: string;
}

/** Pages of a menu that can be gone to: in the side menu or among the views of a page there. */
export function pageChoicesOf(menu: readonly MenuNode[]): readonly PageChoice[] {
  return menuLeaves(menu).flatMap((leaf) => {
    const trail = menuTrail(menu, leaf.id);
    if (trail.some((node) => node.hidden && node.within === undefined)) {
      return [];
    }
    const { path, code, title, icon, newTab, described } = leaf;
    const group = trail
      .slice(0, -1)
      .map((node) => node.title)
      .join(' / ');
    return [{ path, code, title, icon, newTab, described, group }];
  });
}

/** Pages of the person's menu that can be gone to. */
export function usePageChoices(): readonly PageChoice[] {
  const menu = useAccess((state) => state.menu);
  return useMemo(() => pageChoicesOf(menu), [menu]);
}
