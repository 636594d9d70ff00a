import { Empty } from 'antd';
import type { ReactNode } from 'react';
import styles from './states.module.css';
import { useUiText } from './text/texts.ts';

/** An empty place that says why it is empty: nothing yet, nothing that matches, or not permitted. */
export function EmptyState({
  reason = 'none',
  title,
  description,
  action,
}: {
  reason?: 'none' | 'noMatch' | 'forbidden';
  title?: ReactNode;
  description?: ReactNode;
  /** The next step: a button. */
  action?: ReactNode;
}) {
  const text = useUiText();
  const hint = reason === 'none' ? undefined : text(`empty.${reason}.hint`);
  return (
    <div className={styles.state} data-testid={`empty-${reason}`}>
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          <>
            <div className={styles.title}>{title ?? text(`empty.${reason}`)}</div>
            {(description ?? hint) ? <div className={styles.hint}>{description ?? hint}</div> : null}
          </>
        }
      >
        {action}
      </Empty>
    </div>
  );
}
