import type { ReactNode } from 'react';
import styles from './layouts.module.css';

/** A layout without menu or header: full-screen pages. */
export function BlankLayout({ children }: { children: ReactNode }) {
  return <main className={styles.blank}>{children}</main>;
}
