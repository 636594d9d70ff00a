import { Button, Spin } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { loadAccess } from '../../api/access.ts';
import { ApiError } from '../../api/faults.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useSlow } from '../../ui/LoadingDelay.tsx';
import { useAppText } from '../i18n/texts.ts';
import { warmUp } from '../routes/warm-up.ts';
import styles from './BootView.module.css';
import { endSession } from './end-session.ts';

/** Loads the person, his menu and his buttons before the first page; offers to try again where that fails. */
export function BootView() {
  const text = useAppText();
  const [failure, setFailure] = useState<string>();
  const boot = useCallback(() => {
    setFailure(undefined);
    loadAccess().catch((error: unknown) => {
      // The end of the session leads to the login page by itself.
      if (!(error instanceof ApiError && error.status === 401)) {
        setFailure(error instanceof Error ? error.message : String(error));
      }
    });
  }, []);
  useEffect(boot, [boot]);
  // After the first call, which nothing is to hold up.
  useEffect(warmUp, []);
  const slow = useSlow(failure === undefined, 300);
  return (
    <div className={styles.boot}>
      {failure === undefined ? (
        slow ? (
          <div role="status" className={styles.wait}>
            <Spin />
            <span>{text('session.loading')}</span>
          </div>
        ) : null
      ) : (
        <ErrorState
          title={text('session.failed')}
          message={failure}
          onRetry={boot}
          extra={<Button onClick={endSession}>{text('session.relogin')}</Button>}
        />
      )}
    </div>
  );
}
