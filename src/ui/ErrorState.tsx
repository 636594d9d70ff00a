import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from './states.module.css';
import { useUiText } from './text/texts.ts';

/** A part that could not be loaded: what happened and a way to try again. */
export function ErrorState({
  title,
  message,
  onRetry,
  extra,
}: {
  title?: ReactNode;
  message?: ReactNode;
  onRetry?: (() => void) | undefined;
  extra?: ReactNode;
}) {
  const text = useUiText();
  return (
    <div className={styles.state} role="alert">
      <WarningOutlined className={styles.icon} aria-hidden />
      <div className={styles.title}>{title ?? text('error.title')}</div>
      {message ? <div className={styles.hint}>{message}</div> : null}
      <div className={styles.actions}>
        {onRetry ? (
          <Button type="primary" onClick={onRetry}>
            {text('action.retry')}
          </Button>
        ) : null}
        {extra}
      </div>
    </div>
  );
}
