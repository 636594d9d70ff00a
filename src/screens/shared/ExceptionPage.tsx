import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useScreenText } from '../texts/texts.ts';
import styles from './message-page.module.css';

/** The page of an exception: its number, what it means, and the way out. */
export function ExceptionPage({ kind }: { kind: '403' | '404' | '500' }) {
  const text = useScreenText();
  const navigate = useNavigate();
  return (
    <div className={styles.page} data-testid={`exception-${kind}`}>
      <div className={styles.number} aria-hidden>
        {kind}
      </div>
      <h1 className={styles.title}>{text(`exception.${kind}`)}</h1>
      <p className={styles.hint}>{text(`exception.${kind}.hint`)}</p>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => navigate('/', { replace: true })}>
          {text('exception.home')}
        </Button>
      </div>
    </div>
  );
}
