/** What the installation says about itself; the page carries it in `<meta name="anlan-…">` tags. */
interface SiteConfig {
  /** Which of the server's two sites this is: the platform, or the management system of administrators. */
  readonly kind: 'platform' | 'management';
  /** Service prefix {p} of the call paths. Default `anlan`. */
  readonly prefix: string;
  /** OAuth client of the Basic header, `id:secret`. Default `anlan:anlan_secret`. */
  readonly client: string;
  /** Name of the header that carries the access token. Default `Anlan-Auth`. */
  readonly tokenHeader: string;
  /** Origins whose `message` events may log in or refresh; none by default. */
  readonly messageOrigins: readonly string[];
  /** Zone of all times that answers carry and pages show. Default `Asia/Shanghai`. */
  readonly timeZone: string;
}

/** Menu under which the platform's routes stand; it is sent as `id` of the menu call after login. */
export const FIXED_MENU_ID = '1000';

/** Tenant of a first visit. */
export const DEFAULT_TENANT_ID = '645967';

/** Tenant that may look into every company. */
export const TOP_TENANT_ID = '000000';

function meta(name: string): string | undefined {
  if (typeof document === 'undefined') {
    return undefined;
  }
  return document.querySelector(`meta[name="anlan-${name}"]`)?.getAttribute('content') || undefined;
}

/** Reads the configuration: meta tag of the page, else the value built in, else the default. */
function readSiteConfig(): SiteConfig {
  const env: Record<string, unknown> = import.meta.env ?? {};
  const built = (key: string) => (typeof env[key] === 'string' && env[key] ? env[key] : undefined);
  return {
    kind: (meta('site') ?? built('VITE_SITE')) === 'management' ? 'management' : 'platform',
    prefix: meta('prefix') ?? built('VITE_SERVICE_PREFIX') ?? 'anlan',
    client: meta('client') ?? built('VITE_CLIENT') ?? 'anlan:anlan_secret',
    tokenHeader: meta('token-header') ?? built('VITE_TOKEN_HEADER') ?? 'Anlan-Auth',
    messageOrigins: (meta('message-origins') ?? built('VITE_MESSAGE_ORIGINS') ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    timeZone: meta('time-zone') ?? built('VITE_TIME_ZONE') ?? 'Asia/Shanghai',
  };
}

let config: SiteConfig | undefined;

/** The configuration of this page, read once. */
export function siteConfig(): SiteConfig {
  config ??= readSiteConfig();
  return config;
}
