import { Menu, type MenuProps, type MenuRef } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { type MenuNode, menuLeaves, menuPlace, menuTrail } from '../../api/menu-tree.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { reveal } from '../../ui/reveal.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';

type Item = Required<MenuProps>['items'][number];

/** Milliseconds after which a group that unfolds stands as it stays. */
const UNFOLDED = 350;

/** The side menu: what is not hidden, with the groups of the shown page open. */
export function SideMenu({ page, folded }: { page: RoutedPage; folded: boolean }) {
  const menu = useAccess((state) => state.menu);
  const items = useMemo(() => menu.flatMap(itemsOf), [menu]);
  const trail = useMemo(() => {
    const leaf = menuLeaves(menu).find((node) => node.path === page.path);
    return leaf ? menuTrail(menu, menuPlace(menu, leaf).id).map((node) => node.id) : [];
  }, [menu, page.path]);
  // Open from the first frame on: what unfolds later pushes the rest of the menu down.
  const [open, setOpen] = useState<string[]>(() => trail.slice(0, -1));
  useEffect(() => {
    setOpen((before) => {
      const missing = trail.slice(0, -1).filter((id) => !before.includes(id));
      return missing.length === 0 ? before : [...before, ...missing];
    });
  }, [trail]);
  const list = useRef<MenuRef>(null);
  // A page that is reached by a link or a tab may stand far down in a long menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its place follows from the trail.
  useEffect(() => {
    const show = () => {
      const item = list.current?.menu?.list.querySelector('.ant-menu-item-selected');
      reveal(item, item?.closest('nav, .ant-drawer-body'));
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
      {...(folded ? {} : { openKeys: open, onOpenChange: setOpen })}
    />
  );
}

/** Whether the menu shows anything; whoever only designs has nothing there but what the management system shows. */
export const showsAnything = (menu: readonly MenuNode[]): boolean => menu.some((node) => itemsOf(node).length > 0);

function itemsOf(node: MenuNode): Item[] {
  if (node.hidden) {
    return [];
  }
  const icon = <MenuIcon name={node.icon} />;
  if (!node.binding) {
    const children = node.children.flatMap(itemsOf);
    return children.length > 0 ? [{ key: node.id, icon, label: node.title, children }] : [];
  }
  // Links, so that a page can be opened in another tab and its address be seen and copied.
  const label = node.newTab ? (
    <a href={node.path} target="_blank" rel="noopener noreferrer">
      {node.title}
    </a>
  ) : (
    <Link to={node.path}>{node.title}</Link>
  );
  return [{ key: node.id, icon, label, title: node.title }];
}
