import { Skeleton, Spin } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './states.module.css';
import { useUiText } from './text/texts.ts';
import { tokens } from './theme/tokens.ts';

/** Shows a skeleton while something loads, and a spinner too once that takes more than `delay` ms (default 2000). */
export function LoadingDelay({
  loading,
  rows = 6,
  delay = tokens.spinnerDelay,
  skeleton,
  children,
}: {
  loading: boolean;
  /** Lines of the skeleton. */
  rows?: number;
  delay?: number;
  /** Skeleton in the shape of what comes, in place of plain lines. */
  skeleton?: ReactNode;
  children?: ReactNode;
}) {
  const slow = useSlow(loading, delay);
  const text = useUiText();
  if (!loading) {
    return children;
  }
  return (
    <div aria-busy="true" className={skeleton === undefined ? undefined : styles.shaped}>
      {skeleton ?? <Skeleton active title={false} paragraph={{ rows }} />}
      {slow ? (
        <div className={styles.slow} role="status">
          <Spin size="small" />
          {text('loading.slow')}
        </div>
      ) : null}
    </div>
  );
}

/** Whether `waiting` has lasted for `delay` ms. */
export function useSlow(waiting: boolean, delay: number = tokens.spinnerDelay): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) {
      return;
    }
    const timer = setTimeout(() => setSlow(true), delay);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting, delay]);
  return waiting && slow;
}
