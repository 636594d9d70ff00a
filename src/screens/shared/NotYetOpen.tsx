import { HourglassOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useScreenText } from '../texts/texts.ts';
import { useUpcomingPurpose } from '../upcoming.ts';
import styles from './message-page.module.css';

/** Stands for a page or screen that a later version brings: says so, what it will be, and leads back. */
export function NotYetOpen({ code, title, signedIn = true }: { code: string; title: string; signedIn?: boolean }) {
  const text = useScreenText();
  const navigate = useNavigate();
  const purpose = useUpcomingPurpose(code);
  // An entry of the history that this application made can be gone back to; an address typed in cannot.
  const cameFrom = window.history.state?.idx > 0;
  return (
    <div className={styles.page} data-testid="not-yet-open">
      <HourglassOutlined className={styles.icon} aria-hidden />
      <h1 className={styles.title}>{text('upcoming.title', { title })}</h1>
      <p className={styles.hint}>{purpose ?? text('upcoming.page', { title })}</p>
      <div className={styles.actions}>
        {cameFrom ? (
          <Button type="primary" onClick={() => navigate(-1)}>
            {text('upcoming.back')}
          </Button>
        ) : null}
        <Button type={cameFrom ? 'default' : 'primary'} onClick={() => navigate('/')}>
          {text(signedIn ? 'upcoming.home' : 'upcoming.login')}
        </Button>
      </div>
    </div>
  );
}
