import type { MenuProps } from 'antd';
import { Link } from 'react-router-dom';
import type { MenuNode } from '../../api/menu-tree.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { StarButton } from './StarButton.tsx';

type Item = Required<MenuProps>['items'][number];

/** A page as an entry of a menu; `starred` lets it be starred there. */
export function pageItem(
  key: string,
  { path, title, icon, newTab }: Pick<MenuNode, 'path' | 'title' | 'icon' | 'newTab'>,
  starred: boolean,
): Item {
  // Links, so that a page can be opened in another tab and its address be seen and copied.
  const label = newTab ? (
    <a href={path} target="_blank" rel="noopener noreferrer">
      {title}
    </a>
  ) : (
    <Link to={path}>{title}</Link>
  );
  const item = {
    key,
    icon: <MenuIcon name={icon} />,
    label,
    title,
    // The star within it is no part of its name.
    'aria-label': title,
    ...(starred ? { extra: <StarButton path={path} title={title} /> } : {}),
  };
  return item;
}
