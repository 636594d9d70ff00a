import { Link } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { menuLeaves } from '../../../api/menu-tree.ts';
import { MenuIcon } from '../../../ui/MenuIcon.tsx';
import { useScreenText } from '../../texts/texts.ts';
import styles from './doors.module.css';

/** What everybody at the plant does: report a danger, see to his training, sit an examination, do his tasks. */
const DOORS = [
  { code: 'riskReport', right: 'add', icon: 'warning', below: '/add' },
  { code: 'trainPlan', right: 'view', icon: 'read', below: '' },
  { code: 'TakeExam', right: 'view', icon: 'edit', below: '' },
  { code: 'troubleshootingTask', right: 'view', icon: 'file-search', below: '' },
] as const;

/** One press to each of them that the person may do. */
export function Doors() {
  const text = useScreenText();
  const menu = useAccess((state) => state.menu);
  const rights = useAccess((state) => state.rights);
  const paths = new Map(menuLeaves(menu).map(({ code, path }) => [code, path]));
  return (
    <nav className={styles.doors} aria-label={text('workplace.doors')}>
      {DOORS.map(({ code, right, icon, below }) => {
        const path = paths.get(code);
        return path === undefined || rights[`${code}_${right}`] !== true ? null : (
          <Link key={code} to={`${path}${below}`} className={styles.door ?? ''}>
            <MenuIcon name={icon} /> {text(`workplace.doors.${code}`)}
          </Link>
        );
      })}
      <Link to="/workflow/todo" className={styles.door ?? ''}>
        <MenuIcon name="check-square" /> {text('workplace.doors.tasks')}
      </Link>
    </nav>
  );
}
