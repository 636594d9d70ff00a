import { BankOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { resetAccess } from '../../api/access.ts';
import { ARRIVAL } from '../../api/address.ts';
import { currentTenantId, useSession } from '../../api/session.ts';
import { TOP_TENANT_ID } from '../../api/site.ts';
import { fetchOwnCompanies } from '../../api/system.ts';
import type { TenantChoice } from '../../core/wire/site.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useAppText } from '../i18n/texts.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import { clearTabs } from '../tabs/tabs.ts';

/** Goes to another company of the person's, the top tenant's own included: menu, buttons and view are loaded again. */
export function useCompanyChange(page: RoutedPage): (tenantId: string) => void {
  const navigate = useNavigate();
  return (tenantId) => {
    // Records of one company have no address in another: the view begins anew at its list.
    navigate(page.path, { replace: true, state: ARRIVAL });
    useSession.setState({ companyTenantId: tenantId === TOP_TENANT_ID ? '' : tenantId });
    clearTabs();
    resetAccess();
  };
}

/** Lets people of the top tenant look at another company: stores it, and loads menu, buttons and view again. */
export function CompanySwitcher({ page }: { page: RoutedPage }) {
  const text = useAppText();
  const phone = useIsPhone();
  const chosen = useSession(currentTenantId);
  const [tenants, setTenants] = useState<readonly TenantChoice[]>([]);
  useEffect(() => {
    let live = true;
    fetchOwnCompanies().then(
      (list) => live && setTenants(list),
      // Without the list the present company stays the only choice.
      () => {},
    );
    return () => {
      live = false;
    };
  }, []);
  const change = useCompanyChange(page);
  return (
    <Select
      value={chosen}
      variant="borderless"
      prefix={phone ? null : <BankOutlined aria-hidden />}
      aria-label={text('shell.company')}
      title={text('shell.company')}
      popupMatchSelectWidth={false}
      style={{ maxWidth: phone ? 130 : 240 }}
      options={
        tenants.length > 0
          ? tenants.map(({ tenantId, tenantName }) => ({ value: tenantId, label: tenantName }))
          : [{ value: chosen, label: chosen }]
      }
      onChange={change}
    />
  );
}
