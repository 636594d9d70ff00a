import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type EnterpriseConfig, enterpriseConfigOf, fetchEnterpriseConfig } from './system.ts';

/** The enterprise configuration that was read last, kept so that title and theme are there at once after a reload. */
export const useEnterprise = create<{ readonly config: EnterpriseConfig }>()(
  persist(() => ({ config: enterpriseConfigOf('', {}) }), {
    name: 'anlan-enterprise',
    storage: createJSONStorage(() => localStorage),
    version: 1,
  }),
);

/** Reads a tenant's configuration and keeps it; the one at hand stays where it cannot be read. */
export async function loadEnterprise(tenantId: string): Promise<EnterpriseConfig> {
  const config = await fetchEnterpriseConfig(tenantId);
  useEnterprise.setState({ config });
  return config;
}
