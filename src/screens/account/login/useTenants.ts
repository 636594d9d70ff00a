import { useCallback, useEffect, useState } from 'react';
import { loadEnterprise } from '../../../api/enterprise.ts';
import { ApiError } from '../../../api/faults.ts';
import { fetchTenants } from '../../../api/system.ts';
import type { TenantChoice } from '../../../core/wire/site.ts';

/** Why there is no list: nothing answered, or what answered had none. */
export type ListFailure = 'unreached' | 'refused';

/** Milliseconds between two attempts to reach the server. */
const AGAIN = 5_000;

/** Companies of the login page; reads the configuration of the chosen one, so that title and captcha follow it. */
export function useTenants(tenantId: string): {
  readonly tenants: readonly TenantChoice[];
  readonly failed: ListFailure | undefined;
  readonly reload: () => void;
} {
  const [tenants, setTenants] = useState<readonly TenantChoice[]>([]);
  const [failed, setFailed] = useState<ListFailure>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again.
  useEffect(() => {
    let live = true;
    fetchTenants().then(
      (list) => {
        if (!live) return;
        setTenants(list);
        setFailed(undefined);
      },
      (error: unknown) => live && setFailed(error instanceof ApiError && error.status === 0 ? 'unreached' : 'refused'),
    );
    return () => {
      live = false;
    };
  }, [round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is what asks again.
  useEffect(() => {
    // A company that is no longer there has no configuration; the form is about to choose another.
    const known = tenants.some((tenant) => tenant.tenantId === tenantId);
    if (!known && failed === undefined) {
      return;
    }
    // Where it cannot be read, the page keeps the texts it has; the login itself will say what is wrong.
    loadEnterprise(tenantId).catch(() => {});
  }, [tenantId, tenants, failed, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  useEffect(() => {
    if (failed !== 'unreached') return;
    window.addEventListener('online', reload);
    // A server that is away comes back without telling the browser.
    const again = setInterval(reload, AGAIN);
    return () => {
      window.removeEventListener('online', reload);
      clearInterval(again);
    };
  }, [failed, reload]);
  return { tenants, failed, reload };
}
