import { Menu, type MenuProps, type MenuRef } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAccess } from '../../api/access.ts';
import { type MenuNode, menuLeaves, menuPlace, menuTrail } from '../../api/menu-tree.ts';
import { siteConfig } from '../../api/site.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { reveal } from '../../ui/reveal.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import { pageItem } from './page-item.tsx';

type Item = Required<MenuProps>['items'][number];

/** Milliseconds after which a group that unfolds stands as it stays. */
const UNFOLDED = 350;

/** The side menu: what is not hidden, with the groups of the shown page open, one group of the top at a time. */
export function SideMenu({ page, folded }: { page: RoutedPage; folded: boolean }) {
  const menu = useAccess((state) => state.menu);
  const starred = !folded && siteConfig().kind !== 'management';
  const items = useMemo(() => menu.flatMap((node) => itemsOf(node, starred)), [menu, starred]);
  const trail = useMemo(() => {
    const leaf = menuLeaves(menu).find((node) => node.path === page.path);
    return leaf ? menuTrail(menu, menuPlace(menu, leaf).id).map((node) => node.id) : [];
  }, [menu, page.path]);
  // Open from the first frame on: what unfolds later pushes the rest of the menu down.
  const [open, setOpen] = useState<string[]>(() => trail.slice(0, -1));
  useEffect(() => {
    setOpen((before) => {
      const groups = trail.slice(0, -1);
      if (groups.every((id) => before.includes(id))) return before;
      return withinOne([...before, ...groups], groups[0], menu);
    });
  }, [trail, menu]);
  const change = (keys: string[]): void => {
    const opened = keys.find((key) => !open.includes(key));
    setOpen(withinOne(keys, topOf(menu, opened), menu));
  };
  const list = useRef<MenuRef>(null);
  // A page that is reached by a link or a tab may stand far down in a long menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its place follows from the trail.
  useEffect(() => {
    const show = () => {
      const item = list.current?.menu?.list.querySelector('.ant-menu-item-selected');
      reveal(item, item?.closest('[data-scrolls], .ant-drawer-body'));
    };
    show();
    const timer = setTimeout(show, UNFOLDED);
    return () => clearTimeout(timer);
  }, [trail]);
  return (
    <Menu
      ref={list}
      mode="inline"
      inlineIndent={16}
      inlineCollapsed={folded}
      items={items}
      selectedKeys={trail.slice(-1)}
      style={{ borderInlineEnd: 0 }}
      {...(folded ? {} : { openKeys: open, onOpenChange: change })}
    />
  );
}

/** The group at the top of the menu in which a group stands; undefined where there is none. */
const topOf = (menu: readonly MenuNode[], id: string | undefined): string | undefined =>
  id === undefined ? undefined : menuTrail(menu, id)[0]?.id;

/** Open groups of which one alone stands at the top: others would push it out of sight. Without a `top` they stay. */
const withinOne = (open: readonly string[], top: string | undefined, menu: readonly MenuNode[]): string[] =>
  top === undefined ? [...open] : [...new Set(open)].filter((id) => topOf(menu, id) === top);

/** Whether the menu shows anything; whoever only designs has nothing there but what the management system shows. */
export const showsAnything = (menu: readonly MenuNode[]): boolean => menu.some((node) => itemsOf(node).length > 0);

/** A node as the menu draws it; `starred` lets its pages be starred. */
function itemsOf(node: MenuNode, starred = false): Item[] {
  if (node.hidden) {
    return [];
  }
  if (!node.binding) {
    const icon = <MenuIcon name={node.icon} />;
    const children = node.children.flatMap((child) => itemsOf(child, starred));
    return children.length > 0 ? [{ key: node.id, icon, label: node.title, children }] : [];
  }
  return [pageItem(node.id, node, starred)];
}
