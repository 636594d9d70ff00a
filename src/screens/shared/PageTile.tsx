import { Link } from 'react-router-dom';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import styles from './PageTile.module.css';
import type { PageChoice } from './page-choices.ts';

/** A page as a tile that leads to it. */
function PageTile({ page }: { page: PageChoice }) {
  const content = (
    <>
      <span className={styles.icon}>
        <MenuIcon name={page.icon} />
      </span>
      <span className={styles.title}>{page.title}</span>
    </>
  );
  return page.newTab ? (
    <a className={styles.tile} href={page.path} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <Link className={styles.tile ?? ''} to={page.path}>
      {content}
    </Link>
  );
}

/** A grid of tiles. */
export function PageTiles({ pages }: { pages: readonly PageChoice[] }) {
  return (
    <div className={styles.tiles}>
      {pages.map((page) => (
        <PageTile key={page.path} page={page} />
      ))}
    </div>
  );
}
