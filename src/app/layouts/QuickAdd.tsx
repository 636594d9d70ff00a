import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { MenuIcon } from '../../ui/MenuIcon.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import styles from './layouts.module.css';

/** What the menu offers to add from anywhere, to those who may add there; it leads to the page's form. */
export function QuickAdd() {
  const phone = useIsPhone();
  const navigate = useNavigate();
  const menu = useAccess((state) => state.menu);
  const rights = useAccess((state) => state.rights);
  const offered = menuLeaves(menu).filter(({ code, quick }) => quick && rights[`${code}_add`] === true);
  return offered.map(({ id, path, title, icon }) => (
    <Button
      key={id}
      type="primary"
      data-tour="add"
      title={title}
      className={styles.quick ?? ''}
      icon={<MenuIcon name={icon} />}
      aria-label={title}
      onClick={() => void navigate(`${path}/add`)}
    >
      {phone ? null : title}
    </Button>
  ));
}
