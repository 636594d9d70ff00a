import { test as base, expect, type Page } from 'playwright/test';
import { demoPassword } from '../../../server/config.ts';

/** Where the servers of this run are, and how a person signs in on them. */
export interface Product {
  /** The platform, without a slash at the end. */
  readonly url: string;
  /** The management system. */
  readonly adminUrl: string;
}

/**
 * A story in the browser. `baseURL` is the platform. A page that throws, or logs an error that it does not name in
 * `expectedErrors`, fails its story.
 */
export const test = base.extend<{ product: Product; expectedErrors: RegExp[]; faultless: undefined }>({
  // Playwright reads from the pattern which fixtures are wanted, and takes no other kind of parameter.
  product: async ({ browserName: _ }, use) =>
    use({ url: address('ANLAN_E2E_URL'), adminUrl: address('ANLAN_E2E_ADMIN_URL') }),
  baseURL: async ({ product }, use) => use(product.url),
  // A story adds what it provokes: `expectedErrors.push(/409/)`.
  expectedErrors: async ({ browserName: _ }, use) => use([]),
  faultless: [
    async ({ page, expectedErrors }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await use(undefined);
      expect(faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs a demo account in through the login page and waits until the platform shows. Default tenant 645967. */
export async function signIn(page: Page, account: string, options: { tenant?: string; password?: string } = {}) {
  await page.goto('/user/login');
  if (options.tenant !== undefined) {
    await page.getByLabel('企业').click();
    await page.getByTitle(options.tenant).click();
  }
  await page.getByLabel('登录账号').fill(account);
  await page.getByLabel('密码').fill(options.password ?? demoPassword);
  await page.getByRole('button', { name: /^登\s*录$/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/user/login'));
}

function address(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} 没有设置：浏览器测试须经 tests/e2e/playwright.config.ts 启动`);
  return value;
}
