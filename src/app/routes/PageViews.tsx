import { useEffect, useMemo, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { viewsOf } from '../../api/menu-tree.ts';
import { useAppText } from '../i18n/texts.ts';
import styles from './page-views.module.css';

/** The views of the page that a code belongs to, as a row of links above it; nothing where it has none, nor above its forms and records. */
export function PageViews({ code }: { code: string }) {
  const text = useAppText();
  const { '*': rest = '' } = useParams();
  const menu = useAccess((state) => state.menu);
  const views = useMemo(() => viewsOf(menu, code), [menu, code]);
  const current = useRef<HTMLAnchorElement>(null);
  const shown = rest === '' && views.length > 0;
  // The row of a phone is longer than its screen.
  useEffect(() => {
    if (shown) current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  if (!shown) return null;
  return (
    <nav className={styles.views} aria-label={text('page.views')}>
      {views.map((view) => (
        <Link
          key={view.id}
          to={view.path}
          className={styles.view ?? ''}
          {...(view.code === code ? { ref: current, 'aria-current': 'page' } : {})}
        >
          {view.title}
        </Link>
      ))}
    </nav>
  );
}
