import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageTiles } from '../../shared/PageTile.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useVisits } from '../../shared/visits.ts';
import { useScreenText } from '../../texts/texts.ts';

const NONE: readonly string[] = [];

/** All that the person may use, what he visited last first, then by group, and searched. */
export function AllPages({ pages }: { readonly pages: readonly PageChoice[] }) {
  const text = useScreenText();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const visited = useVisits((state) => state.byAccount[account] ?? NONE);
  const [keyword, setKeyword] = useState('');
  const [whole, setWhole] = useState(false);
  const wanted = keyword.trim();
  const found = pages.filter((page) => page.title.includes(wanted) || page.group.includes(wanted));
  const recent = wanted === '' ? visited.flatMap((path) => pages.find((page) => page.path === path) ?? []) : [];
  return (
    <PageContainer>
      <div className={styles.head}>
        <h2 className={styles.title}>{text('workplace.modules')}</h2>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder={text('workplace.search')}
          aria-label={text('workplace.search')}
          style={{ maxWidth: 240 }}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      {recent.length === 0 ? null : (
        <section className={styles.section}>
          <h3 className={styles.group}>{text('workplace.recent')}</h3>
          <PageTiles pages={recent} />
        </section>
      )}
      {found.length === 0 ? (
        <EmptyState reason="noMatch" title={text('workplace.noMatch', { keyword: wanted })} description=" " />
      ) : whole || wanted !== '' ? (
        [...Map.groupBy(found, ({ group }) => group)].map(([group, members]) => (
          <section key={group} className={styles.section}>
            {group === '' ? null : <h3 className={styles.group}>{group}</h3>}
            <PageTiles pages={members} />
          </section>
        ))
      ) : (
        <Button type="link" style={{ paddingInline: 0 }} onClick={() => setWhole(true)}>
          {text('workplace.whole', { count: pages.length })}
        </Button>
      )}
    </PageContainer>
  );
}
