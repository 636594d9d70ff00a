import { inAppPath } from '../../api/address.ts';
import { requestHandover } from '../../api/auth.ts';
import { fetchSite } from '../../api/system.ts';
import { tabStore } from '../../core/stores.ts';

const FROM_KEY = 'anlan-from';

/** Pages that both sites have. */
const SHARED = /^\/safety\/system\/(?!workplace)/;

/** Address on the management system, by a one-time code; it carries the path of the platform that was left. */
export async function managementAddress(path: string): Promise<string> {
  const [site, code] = await Promise.all([fetchSite(), requestHandover()]);
  const url = new URL(siteOrigin(site.managementPort));
  url.pathname = SHARED.test(path) ? (path.split('?', 1)[0] ?? '/') : '/';
  url.searchParams.set('handover', code);
  url.searchParams.set('from', path);
  return url.href;
}

/** Address on the platform that leads back to where the person came from. */
export async function platformAddress(): Promise<string> {
  const site = await fetchSite();
  return siteOrigin(site.platformPort) + (inAppPath(tabStore.getItem(FROM_KEY)) ?? '/');
}

/** Remembers the path of the platform that an address of the management system brought along. */
export function rememberOrigin(path: string | null): void {
  const from = inAppPath(path);
  if (from) {
    tabStore.setItem(FROM_KEY, from);
  }
}

function siteOrigin(port: number): string {
  const { protocol, hostname } = window.location;
  return `${protocol}//${hostname}:${port}`;
}
