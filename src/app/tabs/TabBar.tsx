import { CloseOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { firstLeaf } from '../../api/menu-tree.ts';
import { useText } from '../i18n/texts.ts';
import styles from './TabBar.module.css';
import { closeAll, closeSide, closeTab, DEFAULT_TAB, type OpenTab, type TabResult, useTabs } from './tabs.ts';

/** The bar of open pages, with the actions on each in its context menu. */
export function TabBar({ active }: { active: string }) {
  const text = useText();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const tabs = useTabs((state) => state.tabs);

  const apply = (result: TabResult) => {
    if ('refused' in result) {
      message.warning(text(`tabs.${result.refused}`));
      return;
    }
    useTabs.setState({ tabs: result.tabs });
    if (result.goTo !== undefined) {
      navigate(result.goTo || (firstLeaf(useAccess.getState().menu)?.path ?? '/'));
    }
  };
  const act = (key: string, tab: OpenTab) => {
    if (key === 'closeCurrent') {
      apply(tabs.length === 1 ? { refused: 'last' } : closeTab(tabs, tab.path, active));
    } else if (key === 'closeAll') {
      apply(closeAll(tabs, active));
    } else {
      apply(closeSide(tabs, tab.path, active, key === 'closeLeft' ? 'left' : 'right'));
    }
  };
  const actions = (['closeCurrent', 'closeRight', 'closeLeft', 'closeAll'] as const).map((key) => ({
    key,
    label: text(`tabs.${key}`),
  }));

  return (
    <nav className={styles.bar} aria-label={text('tabs.label')}>
      {tabs.map((tab) => (
        <Dropdown
          key={tab.path}
          trigger={['contextMenu']}
          menu={{ items: actions, onClick: ({ key }) => act(key, tab) }}
        >
          <span className={tab.path === active ? `${styles.tab} ${styles.active}` : styles.tab}>
            <button
              type="button"
              className={styles.title}
              aria-current={tab.path === active ? 'page' : undefined}
              onClick={() => navigate(tab.path + tab.query)}
            >
              {tab.title}
            </button>
            {tab.path === DEFAULT_TAB ? null : (
              <button
                type="button"
                className={styles.close}
                aria-label={text('tabs.close', { title: tab.title })}
                onClick={() => apply(closeTab(tabs, tab.path, active))}
              >
                <CloseOutlined aria-hidden />
              </button>
            )}
          </span>
        </Dropdown>
      ))}
    </nav>
  );
}
