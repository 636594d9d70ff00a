import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { onMetadataChange } from '../../../api/metadata.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadingDelay } from '../../../ui/LoadingDelay.tsx';
import { LongText } from '../../../ui/LongText.tsx';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import type { PageChoice } from '../../shared/page-choices.ts';
import section from '../../shared/section.module.css';
import { useScreenText } from '../../texts/texts.ts';
import styles from './NewestRecords.module.css';
import { type NewestOfPage, newestCandidates, readNewest } from './newest.ts';

/** The newest records that the person may see, of a handful of pages. */
export function NewestRecords({ pages, preferred }: { pages: readonly PageChoice[]; preferred: readonly string[] }) {
  const text = useScreenText();
  const [newest, setNewest] = useState<readonly NewestOfPage[]>();
  const [round, setRound] = useState(0);
  const candidates = useMemo(() => newestCandidates(pages, preferred), [pages, preferred]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again.
  useEffect(() => {
    let live = true;
    void readNewest(candidates).then((found) => live && setNewest(found));
    return () => {
      live = false;
    };
  }, [candidates, round]);
  const again = useCallback(() => setRound((last) => last + 1), []);
  useEffect(() => onMetadataChange(again), [again]);

  return (
    <PageContainer>
      <div className={section.head}>
        <h2 className={section.title}>{text('overview.newest')}</h2>
      </div>
      <LoadingDelay loading={newest === undefined}>
        {newest && newest.length > 0 ? (
          <div className={styles.grid}>
            {newest.map((each) => (
              <PageRecords key={each.page.path} newest={each} onRetry={again} />
            ))}
          </div>
        ) : (
          <EmptyState title={text('overview.newest.empty')} />
        )}
      </LoadingDelay>
    </PageContainer>
  );
}

function PageRecords({ newest, onRetry }: { newest: NewestOfPage; onRetry: () => void }) {
  const text = useScreenText();
  const { page, records } = newest;
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h3 className={styles.title}>
          <MenuIcon name={page.icon} /> {page.title}
        </h3>
        <Link to={page.path}>{text('overview.newest.all')}</Link>
      </header>
      {records === undefined ? (
        <p className={section.empty}>
          {text('overview.newest.failed')}{' '}
          <button type="button" className={styles.retry} onClick={onRetry}>
            {text('login.retry')}
          </button>
        </p>
      ) : records.length === 0 ? (
        <p className={section.empty}>{text('overview.newest.none')}</p>
      ) : (
        <ul className={styles.list}>
          {records.map((record) => (
            <li key={record.id}>
              <Link to={`${page.path}/view/${record.id}`} className={styles.name ?? ''}>
                <LongText text={record.label || text('overview.newest.unnamed')} />
              </Link>
              <time>{record.time}</time>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
