import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { TOP_TENANT_ID } from '../../api/site.ts';
import { fetchOwnCompanies } from '../../api/system.ts';
import { useAppText } from '../i18n/texts.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import { useCompanyChange } from './CompanySwitcher.tsx';

/** Says on every page in whose company somebody of the platform is, that it is logged, and how to leave it. */
export function CompanyBanner({ page }: { page: RoutedPage }) {
  const text = useAppText();
  const entered = useSession((state) => state.companyTenantId);
  const leave = useCompanyChange(page);
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (entered === '') return;
    let live = true;
    fetchOwnCompanies().then(
      (list) => live && setName(list.find(({ tenantId }) => tenantId === entered)?.tenantName),
      // The number says it too.
      () => {},
    );
    return () => {
      live = false;
    };
  }, [entered]);
  if (entered === '' || entered === TOP_TENANT_ID) return null;
  return (
    <Alert
      type="warning"
      banner
      showIcon
      role="status"
      title={text('shell.inside', { company: name ?? entered })}
      action={
        <Button size="small" onClick={() => leave(TOP_TENANT_ID)}>
          {text('shell.leaveCompany')}
        </Button>
      }
    />
  );
}
