import { useCallback, useEffect, useState } from 'react';
import { loadEnterprise } from '../../../api/enterprise.ts';
import { fetchTenants } from '../../../api/system.ts';
import type { TenantChoice } from '../../../core/wire/site.ts';

/** Companies of the login page; reads the configuration of the chosen one, so that title and captcha follow it. */
export function useTenants(tenantId: string): {
  readonly tenants: readonly TenantChoice[];
  readonly failed: boolean;
  readonly reload: () => void;
} {
  const [tenants, setTenants] = useState<readonly TenantChoice[]>([]);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again.
  useEffect(() => {
    let live = true;
    setFailed(false);
    fetchTenants().then(
      (list) => live && setTenants(list),
      () => live && setFailed(true),
    );
    return () => {
      live = false;
    };
  }, [round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again.
  useEffect(() => {
    // A company that is no longer there has no configuration; the form is about to choose another.
    const known = tenants.some((tenant) => tenant.tenantId === tenantId);
    if (!known && !failed) {
      return;
    }
    // Where it cannot be read, the page keeps the texts it has; the login itself will say what is wrong.
    loadEnterprise(tenantId).catch(() => {});
  }, [tenantId, tenants, failed, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { tenants, failed, reload };
}
