import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { GreetingHeader } from '../../shared/GreetingHeader.tsx';
import { PageTiles } from '../../shared/PageTile.tsx';
import { type PageChoice, usePageChoices } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useVisits } from '../../shared/visits.ts';
import { useScreenText } from '../../texts/texts.ts';

const NONE: readonly string[] = [];

/** The home: the pages visited last, and all the person may use, by group. */
export function WorkplacePage() {
  const text = useScreenText();
  const pages = usePageChoices();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const visited = useVisits((state) => state.byAccount[account] ?? NONE);
  const [keyword, setKeyword] = useState('');
  const recent = visited.flatMap((path) => pages.find((page) => page.path === path) ?? []);
  const wanted = keyword.trim();
  const found = pages.filter((page) => page.title.includes(wanted) || page.group.includes(wanted));
  return (
    <div className={styles.page}>
      <GreetingHeader />
      <PageContainer>
        <div className={styles.head}>
          <h2 className={styles.title}>{text('workplace.recent')}</h2>
        </div>
        {recent.length > 0 ? (
          <PageTiles pages={recent} />
        ) : (
          <p className={styles.empty}>{text('workplace.recent.empty')}</p>
        )}
      </PageContainer>
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
        {found.length === 0 ? (
          <EmptyState reason="noMatch" title={text('workplace.noMatch', { keyword: wanted })} description=" " />
        ) : (
          groupsOf(found).map(([group, members]) => (
            <section key={group} className={styles.section}>
              {group === '' ? null : <h3 className={styles.group}>{group}</h3>}
              <PageTiles pages={members} />
            </section>
          ))
        )}
      </PageContainer>
    </div>
  );
}

function groupsOf(pages: readonly PageChoice[]): readonly (readonly [string, readonly PageChoice[]])[] {
  const groups = new Map<string, PageChoice[]>();
  for (const page of pages) {
    groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  }
  return [...groups];
}
