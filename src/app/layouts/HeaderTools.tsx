import { DesktopOutlined, RollbackOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { faultChannel } from '../../api/faults.ts';
import { useSession } from '../../api/session.ts';
import { siteConfig, TOP_TENANT_ID } from '../../api/site.ts';
import { screenOfCode } from '../../screens/registry.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { FindButton } from '../find/FindButton.tsx';
import { text as lookup, useAppText } from '../i18n/texts.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import { platformAddress } from '../session/handover.ts';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './layouts.module.css';
import { QuickAdd } from './QuickAdd.tsx';
import { UserDropdown } from './UserDropdown.tsx';
import { WorkflowTools } from './WorkflowTools.tsx';

/**
 * The right end of the header: the search, the big screen or the way back to the platform, company switcher, the person. A
 * wall is none of a phone's.
 */
export function HeaderTools({ page }: { page: RoutedPage }) {
  const text = useAppText();
  const phone = useIsPhone();
  const ownTenant = useSession((state) => state.userInfo?.tenantId ?? state.tenantId);
  return (
    <div className={styles.tools}>
      <FindButton />
      {siteConfig().kind === 'management' ? (
        <BackToPlatform />
      ) : phone || screenOfCode('bigScreen') === undefined ? null : (
        <Button
          type="text"
          className={styles.wide ?? ''}
          title={text('shell.bigScreen')}
          icon={<DesktopOutlined />}
          href="/bigScreen"
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('shell.bigScreen')}
        >
          {text('shell.bigScreen')}
        </Button>
      )}
      <QuickAdd />
      <WorkflowTools />
      <LanguageMenu />
      {ownTenant === TOP_TENANT_ID ? <CompanySwitcher page={page} /> : null}
      <UserDropdown />
    </div>
  );
}

function BackToPlatform() {
  const text = useAppText();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    try {
      window.location.assign(await platformAddress());
    } catch {
      setBusy(false);
      faultChannel.emit({ kind: 'error', message: lookup('handover.unavailable') });
    }
  };
  return (
    <Button type="text" icon={<RollbackOutlined />} loading={busy} onClick={() => void go()}>
      {text('shell.backToPlatform')}
    </Button>
  );
}
