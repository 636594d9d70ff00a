import { PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { keepFavourites, useOwnPages } from '../../shared/favourites.ts';
import { PageTiles } from '../../shared/PageTile.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useScreenText } from '../../texts/texts.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

/** The pages that the person pinned, or until he chooses those that his role uses most. */
export function Shortcuts({ pages }: { pages: readonly PageChoice[] }) {
  const text = useScreenText();
  const { own: pinned, isChosen } = useOwnPages(pages);
  const [managing, setManaging] = useState(false);
  // A pin outlives a right that is taken away, and shows again once it is given back.
  const shown = pinned.flatMap(({ path }) => pages.find((page) => page.path === path) ?? []);
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
          {isChosen ? null : <p className={styles.empty}>{text('overview.shortcuts.usual')}</p>}
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
        onChange={keepFavourites}
        onClose={() => setManaging(false)}
      />
    </PageContainer>
  );
}
