import { Link } from 'react-router-dom';
import { useAccess } from '../../../api/access.ts';
import { useScreenText } from '../../texts/texts.ts';
import styles from './homes.module.css';

/** Pages that look at more than the overview does, with their addresses: the menu leaves the first two out. */
const HOMES = [
  ['homePage', '/safety/homePage'],
  ['homeworkshop', '/safety/homeworkshop'],
  ['platIndicators', '/safety/dashboard/platIndicators'],
] as const;

/** Links to the homes that the person may see. */
export function Homes() {
  const text = useScreenText();
  const rights = useAccess((state) => state.rights);
  const seen = HOMES.filter(([code]) => rights[`${code}_view`] === true);
  return seen.length === 0 ? null : (
    <nav className={styles.homes} aria-label={text('overview.homes')}>
      {seen.map(([code, path]) => (
        <Link key={code} to={path}>
          {text(`overview.homes.${code}`)}
        </Link>
      ))}
    </nav>
  );
}
