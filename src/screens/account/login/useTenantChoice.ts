import { Form, type FormInstance } from 'antd';
import { useEffect } from 'react';
import { session } from '../../../api/session.ts';
import type { TenantChoice } from '../../../core/wire/site.ts';
import { type ListFailure, useTenants } from './useTenants.ts';

/** Which company a form of the login page is about. */
export interface ChosenTenant {
  readonly tenantId: string;
  readonly tenants: readonly TenantChoice[];
  readonly failed: ListFailure | undefined;
  readonly reload: () => void;
}

/** The company of a form, its field `tenantId`: the one of before, or the first where that is no longer there. */
export function useTenantChoice(form: FormInstance): ChosenTenant {
  const tenantId = Form.useWatch<string | undefined>('tenantId', form) ?? session().tenantId;
  const { tenants, failed, reload } = useTenants(tenantId);
  useEffect(() => {
    const known = tenants.some((tenant) => tenant.tenantId === form.getFieldValue('tenantId'));
    if (tenants[0] && !known) {
      form.setFieldValue('tenantId', tenants[0].tenantId);
    }
  }, [tenants, form]);
  return { tenantId, tenants, failed, reload };
}
