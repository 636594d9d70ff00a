import type { ReactNode } from 'react';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './layouts.module.css';

/** The layout of pages for people who do not sign in: their languages, and the page. */
export function OpenLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.openHead}>
        <LanguageMenu named />
      </div>
      <main>{children}</main>
    </>
  );
}
