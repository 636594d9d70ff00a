import type { ReactNode } from 'react';
import styles from './PageContainer.module.css';

/** White ground of a page or a part of it, with the container radius of 10. */
export function PageContainer({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <section className={flush ? `${styles.container} ${styles.flush}` : styles.container}>{children}</section>;
}
