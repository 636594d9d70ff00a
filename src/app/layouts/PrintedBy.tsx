import { plantTime } from '../../api/plant-clock.ts';
import { useSession } from '../../api/session.ts';
import { usePrinting } from '../../ui/look/usePrinting.ts';
import { useCompanyTitle } from '../i18n/site-title.ts';
import styles from './layouts.module.css';
import { useLookText } from './look-text.ts';

/** Below a page on paper: whose it is, when it was printed and by whom. Nothing on the screen. */
export function PrintedBy() {
  const text = useLookText();
  const printing = usePrinting();
  const user = useSession((state) => state.userInfo);
  const company = useCompanyTitle();
  if (!printing) return null;
  const name = user?.realName || user?.name || user?.account || '';
  return (
    <footer className={styles.printed}>
      <span>{company}</span>
      <span>{text('printedBy', { name })}</span>
      <span>{text('printed', { time: plantTime().slice(0, 16) })}</span>
    </footer>
  );
}
