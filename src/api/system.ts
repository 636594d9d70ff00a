import type { Language } from '../core/text/language.ts';
import type { ButtonNode, MenuItem } from '../core/wire/menu.ts';
import type { AccountInfo } from '../core/wire/people.ts';
import type { EnterpriseDisplay, SiteAnswer, TenantChoice } from '../core/wire/site.ts';
import { request } from './client.ts';

/** Display fields of a tenant's enterprise configuration; readable before login. */
export interface EnterpriseConfig
  extends Readonly<Record<'tenantId' | 'tenantName' | 'title' | 'footer' | 'techSupport', string>> {
  /** The title in the languages for which the company wrote one; the others have `title`. */
  readonly titles: Readonly<Partial<Record<Language, string>>>;
  readonly theme: 'light' | 'dark';
  readonly appQrCode: EnterpriseDisplay['appQrCode'];
  /** Whether the login asks for a captcha. */
  readonly captchaMode: boolean;
  /** Whether people sign in, set a password, or ask for an account by a code that reaches their telephone. */
  readonly phoneLogin: boolean;
  readonly passwordReset: boolean;
  readonly selfRegister: boolean;
  /** Whether the tab bar shows. */
  readonly multiTab: boolean;
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
  const answer = await request({
    service: 'system',
    path: 'enterprise-config/display',
    query: { tenantId },
    signedIn: false,
    quiet: true,
  });
  return enterpriseConfigOf(tenantId, answer);
}

/** Reads the answer of the enterprise configuration. */
export function enterpriseConfigOf(tenantId: string, answer: Partial<EnterpriseDisplay>): EnterpriseConfig {
  return {
    tenantId,
    tenantName: answer.tenantName ?? '',
    title: answer.title ?? '',
    titles: {
      'zh-TW': answer.titleTw ?? '',
      'en-US': answer.titleEn ?? '',
      'pt-BR': answer.titlePt ?? '',
    },
    theme: answer.theme === 'dark' ? 'dark' : 'light',
    footer: answer.footer ?? '',
    techSupport: answer.techSupport ?? '',
    appQrCode: answer.appQrCode ?? [],
    captchaMode: answer.captchaMode === '1',
    phoneLogin: answer.phoneLogin === '1',
    passwordReset: answer.passwordReset === '1',
    selfRegister: answer.selfRegister === '1',
    multiTab: answer.multiTab === '1',
  };
}

/** The signed-in person. */
export function fetchInfo(): Promise<AccountInfo> {
  return request({ service: 'system', path: 'info', quiet: true });
}

/** The person's menu under a root; on the management system that of the system. */
export function fetchMenu(id: string, kind: SiteAnswer['kind']): Promise<readonly MenuItem[]> {
  const system = kind === 'management' ? kind : undefined;
  return request({ service: 'system', path: 'menu/biz/routes-children', query: { id, system }, quiet: true });
}

/** The person's buttons as a tree. */
export function fetchButtons(): Promise<readonly ButtonNode[]> {
  return request({ service: 'system', path: 'menu/buttons', quiet: true });
}

/** Codes of the buttons, `<page>_<action>`, to true. */
export function rightsOfButtons(pages: readonly ButtonNode[]): Readonly<Record<string, true>> {
  return Object.fromEntries(pages.flatMap(({ children }) => children.map(({ code }) => [code, true as const])));
}

/** Base64 of the text's UTF-8: the reversible encoding in which passwords travel to `update-password`. */
function encodeReversibly(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Changes the own password. */
export async function updatePassword(input: {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPassword1: string;
}): Promise<void> {
  await request({
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
