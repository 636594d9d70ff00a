import { CloseOutlined } from '@ant-design/icons';
import { Menu, type MenuProps } from 'antd';
import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { useSession } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import {
  type Favourite,
  favouritesWithout,
  keepFavourites,
  USUAL_SHOWN,
  useOwnPages,
} from '../../screens/shared/favourites.ts';
import { usePageChoices } from '../../screens/shared/page-choices.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { useAppText } from '../i18n/texts.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import layout from './layouts.module.css';
import styles from './own-pages.module.css';
import { pageItem } from './page-item.tsx';

type Item = Required<MenuProps>['items'][number];

/** The pages that the person starred, above the menu; until he stars one, those that his role uses most. */
export function OwnPages({ page, folded }: { page: RoutedPage; folded: boolean }) {
  const text = useAppText();
  const pages = usePageChoices();
  const menu = useAccess((state) => state.menu);
  // In another company's menu a page may be missing that is there at home.
  const atHome = useSession((state) => state.companyTenantId === '');
  const { own, isChosen } = useOwnPages(pages, USUAL_SHOWN);
  const items = useMemo((): Item[] => {
    const top = new Set(menu.flatMap((node) => (node.binding ? [node.path] : [])));
    return own.flatMap((one): Item[] => {
      const there = pages.find(({ path }) => path === one.path);
      if (there === undefined) return atHome && isChosen ? [goneItem(one, own, text)] : [];
      // What stands open below anyway needs no second place until somebody wants it.
      if (!isChosen && top.has(there.path)) return [];
      return [pageItem(there.path, there, !folded)];
    });
  }, [own, isChosen, pages, menu, atHome, folded, text]);
  if (items.length === 0 || siteConfig().kind === 'management' || menuLeaves(menu).length === 0) return null;
  return (
    <nav
      className={`${styles.own} ${layout.entries}`}
      aria-label={text(isChosen ? 'favourites.title' : 'favourites.usual')}
      data-tour="favourites"
    >
      {folded ? null : (
        <div className={styles.title} aria-hidden>
          {text(isChosen ? 'favourites.title' : 'favourites.usual')}
        </div>
      )}
      <Menu
        mode="inline"
        inlineIndent={16}
        inlineCollapsed={folded}
        items={items}
        selectedKeys={[page.path]}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  );
}

/** A starred page that the person no longer has: says so, and can be taken away. */
function goneItem(one: Favourite, own: readonly Favourite[], text: ReturnType<typeof useAppText>) {
  return {
    key: one.path,
    className: styles.goneItem ?? '',
    icon: <MenuIcon name="stop" />,
    title: text('favourites.gone'),
    label: (
      <span title={text('favourites.gone')}>
        {one.title} <span className={styles.gone}>{text('favourites.gone')}</span>
      </span>
    ),
    extra: (
      <button
        type="button"
        className={styles.star}
        aria-label={text('favourites.remove', { title: one.title })}
        title={text('favourites.remove', { title: one.title })}
        onClick={() => keepFavourites(favouritesWithout(own, one.path))}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <CloseOutlined aria-hidden />
      </button>
    ),
  };
}
