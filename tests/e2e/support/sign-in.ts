import type { Page } from 'playwright';
import { demoPassword } from '../../../server/ground/config.ts';

/** Whom to sign in besides the account. */
interface SignInOptions {
  /** Name of the company as the login page lists it; default the one that stands there. */
  readonly company?: string;
  /** Default the demo accounts' password. */
  readonly password?: string;
}

/** Signs an account in through the login page, and waits until the platform shows. */
export async function signIn(page: Page, account: string, options: SignInOptions = {}): Promise<void> {
  await page.goto('/user/login');
  if (options.company !== undefined) {
    await page.getByLabel('所属企业').click();
    await page.locator('.ant-select-item-option').filter({ hasText: options.company }).click();
  }
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(options.password ?? demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/login'));
}
