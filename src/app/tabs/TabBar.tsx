import { CloseOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { firstLeaf } from '../../api/menu-tree.ts';
import { reveal } from '../../ui/reveal.ts';
import { useAppText } from '../i18n/texts.ts';
import { resolveRoute } from '../routes/resolve-route.ts';
import styles from './TabBar.module.css';
import {
  closeAll,
  closeOthers,
  closeSide,
  closeTab,
  DEFAULT_TAB,
  type OpenTab,
  type TabResult,
  useTabs,
} from './tabs.ts';

const ACTIONS = ['closeCurrent', 'closeRight', 'closeLeft', 'closeOthers', 'closeAll'] as const;
type TabAction = (typeof ACTIONS)[number];

/** Pixels that the bar takes below the header. */
export const TAB_BAR_HEIGHT = 44;

/** What an action of the context menu does to the tabs. */
function resultOf(action: TabAction, tabs: readonly OpenTab[], { path }: OpenTab, active: string): TabResult {
  switch (action) {
    case 'closeCurrent':
      return tabs.length === 1 ? { refused: 'last' } : closeTab(tabs, path, active);
    case 'closeRight':
      return closeSide(tabs, path, active, 'right');
    case 'closeLeft':
      return closeSide(tabs, path, active, 'left');
    case 'closeOthers':
      return closeOthers(tabs, path, active);
    case 'closeAll':
      return closeAll(tabs, active);
  }
}

/** The bar of open pages, with the actions on each in its context menu. */
export function TabBar({ active }: { active: string }) {
  const text = useAppText();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const menu = useAccess((state) => state.menu);
  const tabs = useTabs((state) => state.tabs);
  const bar = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or another number of tabs, may stand out of sight.
  useEffect(() => {
    reveal(bar.current?.querySelector('[aria-current]')?.parentElement, bar.current);
  }, [active, tabs.length]);

  const apply = (result: TabResult) => {
    if ('refused' in result) {
      void message.warning({ key: 'tabs', content: text(`tabs.${result.refused}`) });
      return;
    }
    useTabs.setState({ tabs: result.tabs });
    if (result.goTo !== undefined) {
      navigate(result.goTo || (firstLeaf(menu)?.path ?? '/'));
    }
  };
  // The menu took the focus for the keyboard; what lies under it cannot have it back by itself.
  const focusAgain = (path: string) =>
    setTimeout(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at.closest('.ant-dropdown') !== null) {
        bar.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"] button`)?.focus();
      }
    });
  // Titles follow the language and the menu; a page that has left the menu keeps the one it had.
  const titleOf = (tab: OpenTab) => {
    const found = resolveRoute(menu, tab.path, text);
    return found.kind === 'page' ? found.page.title : tab.title;
  };
  const items = ACTIONS.map((key) => ({ key, label: text(`tabs.${key}`) }));

  return (
    <nav className={styles.bar} aria-label={text('tabs.label')} ref={bar} style={{ height: TAB_BAR_HEIGHT }}>
      {tabs.map((tab) => {
        const title = titleOf(tab);
        return (
          <Dropdown
            key={tab.path}
            autoFocus
            trigger={['contextMenu']}
            onOpenChange={(open) => {
              if (!open) focusAgain(tab.path);
            }}
            menu={{ items, onClick: ({ key }) => apply(resultOf(key as TabAction, tabs, tab, active)) }}
          >
            <span className={tab.path === active ? `${styles.tab} ${styles.active}` : styles.tab} data-path={tab.path}>
              <button
                type="button"
                className={styles.title}
                aria-current={tab.path === active ? 'page' : undefined}
                aria-haspopup="menu"
                onClick={() => navigate(tab.path + tab.query)}
              >
                {title}
              </button>
              {tab.path === DEFAULT_TAB ? null : (
                <button
                  type="button"
                  className={styles.close}
                  aria-label={text('tabs.close', { title })}
                  onClick={() => apply(closeTab(tabs, tab.path, active))}
                >
                  <CloseOutlined aria-hidden />
                </button>
              )}
            </span>
          </Dropdown>
        );
      })}
    </nav>
  );
}
