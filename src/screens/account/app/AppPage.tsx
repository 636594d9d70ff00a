import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { loadEnterprise } from '../../../api/enterprise.ts';
import { LOGIN_PATH, session } from '../../../api/session.ts';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import styles from '../shared/account.module.css';
import { useAccountText } from '../shared/text.ts';
import { useInstallation } from './useInstallation.ts';

/** Ways to install by hand, by the browser that has them. */
const ON_PHONE = ['android', 'ios'] as const;
const AT_DESK = ['desktop'] as const;

/** Where the login page's code leads: the program on the home screen of a phone, opened like any other. */
export function AppPage() {
  const text = useAccountText();
  const { installed, install } = useInstallation();
  const isPhone = useIsPhone();
  useEffect(() => {
    // The company's name and its own picture of the code stand beside; without them the page has its own.
    loadEnterprise(session().tenantId).catch(() => {});
  }, []);
  return (
    <div className={styles.box}>
      <h2 className={styles.heading}>{text('app.heading')}</h2>
      <p>{text('app.note')}</p>
      {installed ? <Alert type="success" showIcon className={styles.note} title={text('app.installed')} /> : null}
      {install === undefined ? null : (
        <Button type="primary" size="large" block className={styles.note} onClick={() => void install()}>
          {text('app.install')}
        </Button>
      )}
      {installed ? null : (
        <dl className={styles.ways}>
          {(isPhone ? ON_PHONE : AT_DESK).map((way) => (
            <div key={way}>
              <dt>{text(`app.${way}`)}</dt>
              <dd>{text(`app.${way}.how`)}</dd>
            </div>
          ))}
        </dl>
      )}
      {window.isSecureContext ? null : (
        <Alert type="warning" showIcon className={styles.note} title={text('app.insecure')} />
      )}
      <nav className={styles.foot}>
        <Link to={LOGIN_PATH}>{text('app.login')}</Link>
      </nav>
    </div>
  );
}
