import { PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageTiles } from '../../shared/PageTile.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useScreenText } from '../../texts/texts.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { storeShortcuts, useShortcuts } from './shortcuts.ts';
import { useUsualPages } from './useUsualPages.ts';

/** The pages that the person pinned, or until he chooses those that his role uses most. */
export function Shortcuts({ pages }: { pages: readonly PageChoice[] }) {
  const text = useScreenText();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const chosen = useShortcuts((state) => state.byAccount[account]);
  const usual = useUsualPages(pages, chosen === undefined);
  const pinned = chosen ?? usual;
  const [managing, setManaging] = useState(false);
  // A pin outlives a right that is taken away, and shows again once it is given back.
  const shown = pinned.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  return (
    <PageContainer>
      <div className={styles.head}>
        <h2 className={styles.title}>{text('overview.shortcuts')}</h2>
        {shown.length > 0 ? (
          <Button type="text" size="small" icon={<SettingOutlined />} onClick={() => setManaging(true)}>
            {text('overview.shortcuts.manage')}
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <>
          <PageTiles pages={shown} />
          {chosen === undefined ? <p className={styles.empty}>{text('overview.shortcuts.usual')}</p> : null}
        </>
      ) : (
        <EmptyState
          title={text('overview.shortcuts.empty')}
          description={text('overview.shortcuts.hint')}
          action={
            <Button icon={<PlusOutlined />} onClick={() => setManaging(true)}>
              {text('overview.shortcuts.add')}
            </Button>
          }
        />
      )}
      <ShortcutsDialog
        open={managing}
        pages={pages}
        pinned={pinned}
        onChange={(paths) => storeShortcuts(account, paths)}
        onClose={() => setManaging(false)}
      />
    </PageContainer>
  );
}
