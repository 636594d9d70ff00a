import type { WireFile } from '../core/wire/contract.ts';
import { request } from './client.ts';
import type { UserInfo } from './session.ts';

/** A company that may be chosen on the login page. */
export interface TenantChoice {
  readonly tenantId: string;
  readonly tenantName: string;
}

/** Display fields of a tenant's enterprise configuration; readable before login. */
export interface EnterpriseConfig {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly title: string;
  readonly theme: 'light' | 'dark';
  readonly footer: string;
  readonly techSupport: string;
  readonly appQrCode: readonly WireFile[];
  /** Whether the login asks for a captcha. */
  readonly captchaMode: boolean;
  /** Whether the tab bar shows. */
  readonly multiTab: boolean;
}

/** A menu item on the wire. */
export interface WireMenuItem {
  readonly id: string;
  readonly parentId?: string | null;
  readonly code: string;
  readonly name: string;
  readonly alias?: string | null;
  readonly path?: string | null;
  /** Icon name. */
  readonly source?: string | null;
  /** 1 or true: hidden and kept alive. */
  readonly isShow?: boolean | number | string | null;
  /** 2: opens in a new tab. */
  readonly isOpen?: number | string | null;
  /** 0: no entity's page stands behind the code (screens, pages still to come). */
  readonly isPage?: number | string | null;
  readonly children?: readonly WireMenuItem[] | null;
}

/** A node of the button tree; leaves are permissions. */
export interface WireButton {
  readonly code: string;
  readonly children?: readonly WireButton[] | null;
}

/** Where the server's two sites listen, on the same host. */
export interface SiteAnswer {
  readonly kind: 'platform' | 'management';
  readonly platformPort: number;
  readonly managementPort: number;
  /** Tenant that the login page offers first. */
  readonly defaultTenant: string;
}

/** The ports of the two sites. */
export function fetchSite(): Promise<SiteAnswer> {
  return request({ service: 'system', path: 'site', signedIn: false, quiet: true });
}

/** Companies of the login page, the default one first. */
export function fetchTenants(): Promise<readonly TenantChoice[]> {
  return request({ service: 'system', path: 'index/tenant-list', signedIn: false, quiet: true });
}

/** Companies that the signed-in person works in: his own, then those that he may enter. */
export function fetchOwnCompanies(): Promise<readonly TenantChoice[]> {
  return request({ service: 'system', path: 'tenant/enterable', quiet: true });
}

/** What a tenant shows of itself; absent fields get their defaults. */
export async function fetchEnterpriseConfig(tenantId: string): Promise<EnterpriseConfig> {
  const answer = await request<Record<string, unknown> | null>({
    service: 'system',
    path: 'enterprise-config/display',
    query: { tenantId },
    signedIn: false,
    quiet: true,
  });
  return enterpriseConfigOf(tenantId, answer ?? {});
}

/** Reads the answer of the enterprise configuration. */
export function enterpriseConfigOf(tenantId: string, answer: Readonly<Record<string, unknown>>): EnterpriseConfig {
  const text = (key: string) => (typeof answer[key] === 'string' ? answer[key] : '');
  const flag = (key: string) => [true, 1, '1'].includes(answer[key] as boolean | number | string);
  return {
    tenantId,
    tenantName: text('tenantName'),
    title: text('title'),
    theme: answer.theme === 'dark' ? 'dark' : 'light',
    footer: text('footer'),
    techSupport: text('techSupport'),
    appQrCode: Array.isArray(answer.appQrCode) ? (answer.appQrCode as WireFile[]) : [],
    captchaMode: flag('captchaMode'),
    multiTab: flag('multiTab'),
  };
}

/** The signed-in person. */
export function fetchInfo(): Promise<UserInfo> {
  return request({ service: 'system', path: 'info', quiet: true });
}

/** The person's menu under a root; on the management system that of the system. */
export function fetchMenu(id: string, kind: SiteAnswer['kind']): Promise<readonly WireMenuItem[]> {
  const system = kind === 'management' ? kind : undefined;
  return request({ service: 'system', path: 'menu/biz/routes-children', query: { id, system }, quiet: true });
}

/** The person's buttons as a tree. */
export function fetchButtons(): Promise<readonly WireButton[]> {
  return request({ service: 'system', path: 'menu/buttons', quiet: true });
}

/** Leaf codes of the button tree to true. */
export function permissionsOf(buttons: readonly WireButton[]): Readonly<Record<string, true>> {
  const permissions: Record<string, true> = {};
  const visit = (nodes: readonly WireButton[]) => {
    for (const node of nodes) {
      if (node.children && node.children.length > 0) {
        visit(node.children);
      } else {
        permissions[node.code] = true;
      }
    }
  };
  visit(buttons);
  return permissions;
}

/** Base64 of the text's UTF-8: the reversible encoding in which passwords travel to `update-password`. */
export function encodeReversibly(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Changes the own password. */
export async function updatePassword(input: {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}): Promise<void> {
  await request<unknown>({
    method: 'POST',
    service: 'system',
    path: 'update-password',
    form: {
      oldPassword: encodeReversibly(input.oldPassword),
      newPassword: encodeReversibly(input.newPassword),
      newPassword1: encodeReversibly(input.newPassword1),
    },
    quiet: true,
  });
}
