import { Link } from 'react-router-dom';
import { useEnterprise } from '../../../api/enterprise.ts';
import { useScreenText } from '../../texts/texts.ts';
import styles from './LoginPage.module.css';

/** Ways in besides the password, as far as the chosen company has opened them. */
export function OtherWays({ tenantId }: { tenantId: string }) {
  const text = useScreenText();
  const config = useEnterprise((state) => state.config);
  if (config.tenantId !== tenantId) return null;
  return (
    <nav className={styles.ways}>
      {config.phoneLogin ? <Link to="/user/phone">{text('login.byPhone')}</Link> : null}
      {config.passwordReset ? <Link to="/user/forget-password">{text('login.forgotten')}</Link> : null}
      {config.selfRegister ? <Link to="/user/register">{text('login.register')}</Link> : null}
    </nav>
  );
}
