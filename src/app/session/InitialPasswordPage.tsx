import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { resetAccess } from '../../api/access.ts';
import { Logo } from '../../ui/Logo.tsx';
import { useAppText } from '../i18n/texts.ts';
import { PasswordFields, usePasswordChange } from '../layouts/PasswordFields.tsx';
import { logoutAndClear } from './end-session.ts';
import styles from './InitialPasswordPage.module.css';

/**
 * What a person sees, at any address, whose password somebody else has set: until it is changed the server answers
 * nothing else. The page that was asked for comes after it.
 */
export function InitialPasswordPage() {
  const text = useAppText();
  const title = text('password.title');
  const { form, busy, submit } = usePasswordChange(resetAccess);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.title}>
          <Logo size={28} />
          {title}
        </h1>
        <Alert type="warning" showIcon className={styles.reason ?? ''} title={text('password.forced')} />
        <PasswordFields form={form} onSubmit={submit} />
        <div className={styles.buttons}>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {title}
          </Button>
          <Button disabled={busy} onClick={() => void logoutAndClear()}>
            {text('user.logout')}
          </Button>
        </div>
      </div>
    </main>
  );
}
