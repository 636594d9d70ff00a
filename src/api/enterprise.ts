import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../core/stores.ts';
import { type EnterpriseConfig, enterpriseConfigOf, fetchEnterpriseConfig } from './system.ts';

interface EnterpriseState {
  readonly config: EnterpriseConfig;
  /** Whether it was read since the page was loaded. */
  readonly fresh: boolean;
}

/** The enterprise configuration that was read last, kept so that title and theme are there at once after a reload. */
export const useEnterprise = create<EnterpriseState>()(
  persist((): EnterpriseState => ({ config: enterpriseConfigOf('', {}), fresh: false }), {
    name: 'anlan-enterprise',
    storage: createJSONStorage(() => browserStore),
    version: 1,
    // Links of pictures are good for minutes only.
    partialize: ({ config }) => ({ config: { ...config, appQrCode: [] } }),
  }),
);

/** Reads a tenant's configuration and keeps it; the one at hand stays where it cannot be read. */
export async function loadEnterprise(tenantId: string): Promise<EnterpriseConfig> {
  const config = await fetchEnterpriseConfig(tenantId);
  useEnterprise.setState({ config, fresh: true });
  return config;
}
