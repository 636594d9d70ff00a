import {
  BuildOutlined,
  CompassOutlined,
  DownOutlined,
  LockOutlined,
  LogoutOutlined,
  ProfileOutlined,
  QuestionCircleOutlined,
  SafetyOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { useEnterprise } from '../../api/enterprise.ts';
import { faultChannel } from '../../api/faults.ts';
import { downloadSbom } from '../../api/files.ts';
import { matchMenu } from '../../api/menu-tree.ts';
import { hasRole, useSession } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import { withAside } from '../../core/text/punctuate.ts';
import { showShortcuts } from '../../runtime/ShortcutHelp.tsx';
import { useConfirm } from '../../ui/useConfirm.tsx';
import { useAppText } from '../i18n/texts.ts';
import { countKept, logoutAndClear } from '../session/end-session.ts';
import { managementAddress } from '../session/handover.ts';
import { MANAGEMENT_ROLES } from '../session/management-roles.ts';
import { useTourText } from '../tour/texts.ts';
import { startTour } from '../tour/tour.ts';
import { useTourStops } from '../tour/tour-ground.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import styles from './layouts.module.css';
import { useLookItems } from './look-items.tsx';

/**
 * The person with what he may do about himself: choose how pages look, change password, permission settings for
 * administrators, what the software is made of, log out.
 */
export function UserDropdown() {
  const text = useAppText();
  const confirm = useConfirm();
  const location = useLocation();
  const navigate = useNavigate();
  const menu = useAccess((state) => state.menu);
  const match = matchMenu(menu, location.pathname);
  const page = match?.kind === 'leaf' && match.leaf.described ? match.leaf.code : undefined;
  const user = useSession((state) => state.userInfo);
  const lookItems = useLookItems(useEnterprise((state) => state.config.theme));
  const tour = useTourText();
  const hasTour = useTourStops().length > 0;
  const [changing, setChanging] = useState(false);
  const name = user?.realName || user?.name || user?.account || '';

  const openManagement = async () => {
    try {
      window.location.assign(await managementAddress(location.pathname + location.search));
    } catch {
      faultChannel.emit({ kind: 'error', message: text('handover.unavailable') });
    }
  };
  const leave = async () => {
    const waiting = await countKept();
    if (waiting === 0) {
      await confirm({ title: text('logout.confirm'), okText: text('logout.ok'), onOk: logoutAndClear });
      return;
    }
    await confirm({
      title: text('logout.kept', { count: waiting }),
      consequence: text('logout.kept.hint'),
      okText: text('logout.kept.ok'),
      cancelText: text('logout.kept.stay'),
      danger: true,
      onOk: logoutAndClear,
    });
  };
  const choose: MenuProps['onClick'] = ({ key }) => {
    if (key === 'password') {
      setChanging(true);
    } else if (key === 'permissions') {
      void openManagement();
    } else if (key === 'tour') {
      startTour();
    } else if (key === 'keys') {
      showShortcuts();
    } else if (key === 'design') {
      navigate('/design');
    } else if (key === 'designThis') {
      navigate(`/design?page=${page}`);
    } else if (key === 'sbom') {
      void downloadSbom().catch(() => {});
    } else if (key === 'logout') {
      void leave();
    }
  };
  const manages = siteConfig().kind === 'platform' && MANAGEMENT_ROLES.some((role) => hasRole(user, role));
  const designs = siteConfig().kind === 'platform' && (user?.designs ?? null) !== null;
  const items: MenuProps['items'] = [
    {
      key: 'person',
      type: 'group',
      label: (
        <div>
          <div>{withAside(name, user?.account ?? '')}</div>
          <div>{[...new Set([user?.tenantName, user?.deptName])].filter(Boolean).join(' · ')}</div>
        </div>
      ),
    },
    { type: 'divider' },
    ...lookItems,
    { type: 'divider' },
    { key: 'password', icon: <LockOutlined />, label: text('user.changePassword') },
    ...(designs ? [{ key: 'design', icon: <BuildOutlined />, label: text('user.design') }] : []),
    ...(designs && page !== undefined ? [{ key: 'designThis', label: text('user.designThis') }] : []),
    ...(manages ? [{ key: 'permissions', icon: <SafetyOutlined />, label: text('user.permissions') }] : []),
    ...(hasRole(user, 'administrator') ? [{ key: 'sbom', icon: <ProfileOutlined />, label: text('user.sbom') }] : []),
    { type: 'divider' },
    ...(hasTour ? [{ key: 'tour', icon: <CompassOutlined />, label: tour('again') }] : []),
    { key: 'keys', icon: <QuestionCircleOutlined />, label: tour('keys'), extra: '?' },
    { type: 'divider' },
    { key: 'logout', icon: <LogoutOutlined />, label: text('user.logout') },
  ];
  return (
    <>
      <Dropdown menu={{ items, onClick: choose }} trigger={['click']} placement="bottomRight">
        <Button type="text" aria-label={text('user.menu', { name })} data-testid="user-menu" data-tour="person">
          <span className={styles.avatar} aria-hidden data-letter={name.slice(0, 1)} />
          <span className={styles.person}>{name}</span>
          <DownOutlined aria-hidden style={{ fontSize: 10 }} />
        </Button>
      </Dropdown>
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
    </>
  );
}
