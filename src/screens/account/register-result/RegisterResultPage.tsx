import { Result } from 'antd';
import { Link } from 'react-router-dom';
import { LOGIN_PATH } from '../../../api/session.ts';
import styles from '../shared/account.module.css';
import { useAccountText } from '../shared/text.ts';

/** What comes next for somebody who asked for an account. */
export function RegisterResultPage() {
  const text = useAccountText();
  return (
    <div className={styles.box}>
      <Result
        status="success"
        title={text('result.title')}
        subTitle={text('result.note')}
        extra={<Link to={LOGIN_PATH}>{text('back')}</Link>}
      />
    </div>
  );
}
