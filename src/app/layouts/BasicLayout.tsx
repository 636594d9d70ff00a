import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { CHOICE, choose, useChoice } from '../../api/choices.ts';
import { useEnterprise } from '../../api/enterprise.ts';
import { menuLeaves, menuTrail } from '../../api/menu-tree.ts';
import { useSession } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import { ShortcutHelp } from '../../runtime/ShortcutHelp.tsx';
import { noteVisit } from '../../screens/shared/visits.ts';
import { Logo } from '../../ui/Logo.tsx';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { tokens } from '../../ui/theme/tokens.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useCompanyTitle } from '../i18n/site-title.ts';
import { useAppText } from '../i18n/texts.ts';
import { fixedRouteOf } from '../routes/fixed-routes.ts';
import { homePath, type RoutedPage } from '../routes/resolve-route.ts';
import { TAB_BAR_HEIGHT, TabBar } from '../tabs/TabBar.tsx';
import { DEFAULT_TAB, useTabs, visitTab, withDefaultTab } from '../tabs/tabs.ts';
import { TourOffer } from '../tour/TourOffer.tsx';
import { useTour } from '../tour/tour.ts';
import { useTourStops } from '../tour/tour-ground.ts';
import { CompanyBanner } from './CompanyBanner.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import styles from './layouts.module.css';
import { OwnPages } from './OwnPages.tsx';
import { PrintedBy } from './PrintedBy.tsx';
import { SideMenu, showsAnything } from './SideMenu.tsx';
import { StarButton } from './StarButton.tsx';

const ShellTour = lazyPiece(() => import('../tour/ShellTour.tsx').then((module) => module.ShellTour));

/** The layout with the side menu: 223 px wide, foldable, a drawer below 768 px. */
export function BasicLayout({ page, children }: { page: RoutedPage; children: ReactNode }) {
  const text = useAppText();
  const phone = useIsPhone();
  const location = useLocation();
  const isFolded = useChoice(CHOICE.menu) === 'folded';
  const [drawer, setDrawer] = useState(false);
  const menu = useAccess((state) => state.menu);
  // A column without a line in it only takes the page its room.
  const folded = isFolded || !showsAnything(menu);
  const touring = useTour((tour) => tour.open);
  const stops = useTourStops();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const multiTab = useEnterprise((state) => state.config.multiTab);
  const leaf = menuLeaves(menu).find((node) => node.path === page.path);
  const trail = leaf ? menuTrail(menu, leaf.id) : [];
  const groups = trail.slice(0, -1).filter((node) => !node.hidden);
  const brand = <Brand folded={folded && !phone} />;

  // What is scrolled to, or sticks, stays below what sticks at the top.
  useLayoutEffect(() => {
    const root = document.documentElement.style;
    root.setProperty('--anlan-top', `${tokens.headerHeight + (multiTab ? TAB_BAR_HEIGHT : 0)}px`);
    return () => {
      root.removeProperty('--anlan-top');
    };
  }, [multiTab]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the drawer.
  useEffect(() => setDrawer(false), [location.key]);
  useEffect(() => {
    const tab = { path: page.path, title: page.title, name: page.code, query: location.search };
    useTabs.setState(({ tabs }) => ({ tabs: visitTab(withDefaultTab(tabs, homePath(menu) === DEFAULT_TAB), tab) }));
    // The homes are where visits are shown; going there is none.
    if (leaf && fixedRouteOf(leaf.path) === undefined) {
      noteVisit(account, leaf.path);
    }
  }, [page.path, page.title, page.code, location.search, leaf, account, menu]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text('shell.skip')}
      </a>
      {phone ? (
        <Drawer
          open={drawer}
          placement="left"
          size={tokens.siderWidth}
          closable={false}
          styles={{ body: { padding: 0 } }}
          onClose={() => setDrawer(false)}
        >
          {brand}
          <OwnPages page={page} folded={false} />
          <nav className={styles.entries} aria-label={text('shell.menu')}>
            <SideMenu page={page} folded={false} />
          </nav>
        </Drawer>
      ) : (
        <aside
          className={styles.sider}
          style={{ width: folded ? tokens.siderCollapsedWidth : tokens.siderWidth }}
          data-testid="sider"
        >
          {brand}
          <div className={styles.menu} data-scrolls data-tour="menu">
            <OwnPages page={page} folded={folded} />
            <nav className={styles.entries} aria-label={text('shell.menu')}>
              <SideMenu page={page} folded={folded} />
            </nav>
          </div>
        </aside>
      )}
      <div className={styles.main}>
        <header className={styles.header}>
          {showsAnything(menu) ? (
            <Button
              type="text"
              {...(phone ? { 'data-tour': 'menu' } : {})}
              aria-label={text(phone ? 'shell.menu.open' : folded ? 'shell.menu.unfold' : 'shell.menu.fold')}
              icon={phone ? <MenuOutlined /> : folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
              onClick={() => (phone ? setDrawer(true) : choose(CHOICE.menu, folded ? '' : 'folded'))}
            />
          ) : null}
          <div className={styles.place}>
            <div className={styles.trail}>
              {groups.map((node) => `${node.title} / `)}
              <b>{page.title}</b>
            </div>
            {leaf === undefined || phone || siteConfig().kind === 'management' ? null : (
              <StarButton path={leaf.path} title={leaf.title} always />
            )}
          </div>
          <HeaderTools page={page} />
        </header>
        <CompanyBanner page={page} />
        {multiTab ? <TabBar active={page.path} /> : null}
        <main className={styles.content} id="content" tabIndex={-1}>
          {page.path === homePath(menu) ? <TourOffer /> : null}
          {children}
          <PrintedBy />
        </main>
      </div>
      <ShortcutHelp />
      {touring && stops.length > 0 ? (
        <Suspense fallback={null}>
          <ShellTour stops={stops} />
        </Suspense>
      ) : null}
    </div>
  );
}

function Brand({ folded }: { folded: boolean }) {
  const text = useAppText();
  const configured = useCompanyTitle();
  const title = siteConfig().kind === 'management' ? text('site.management') : configured || text('site.title');
  return (
    <Link to="/" className={styles.brand ?? ''} title={title}>
      <Logo size={28} />
      {folded ? null : <span>{title}</span>}
    </Link>
  );
}
