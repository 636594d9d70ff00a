import { test as base, expect } from 'playwright/test';

/** Where the servers of this run are, and how a person signs in on them. */
export interface Product {
  /** The platform, without a slash at the end. */
  readonly url: string;
  /** The management system. */
  readonly adminUrl: string;
  /** Folder of the schemas that the server watches; a story that changes a file puts it back. */
  readonly schemas: string;
}

/**
 * A story in the browser. `baseURL` is the platform. A page that throws, breaks the Content-Security-Policy, or logs an
 * error that it does not name in `expectedErrors`, fails its story.
 */
export const test = base.extend<{ product: Product; expectedErrors: RegExp[]; faultless: undefined }>({
  // Playwright reads from the pattern which fixtures are wanted, and takes no other kind of parameter.
  product: async ({ browserName: _ }, use) =>
    use({
      url: address('ANLAN_E2E_URL'),
      adminUrl: address('ANLAN_E2E_ADMIN_URL'),
      schemas: address('ANLAN_E2E_SCHEMAS'),
    }),
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
      // What the policy stops may be caught by the code that tried it, and then leaves no other trace.
      await page.exposeFunction('noteViolation', (what: string) => faults.push(`违反内容安全策略：${what}`));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
          const note: unknown = Reflect.get(window, 'noteViolation');
          if (typeof note === 'function') note(`${violatedDirective} ${blockedURI} ${sourceFile}`);
        });
      });
      await use(undefined);
      expect(faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { signIn } from './sign-in.ts';
export { expect };

function address(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} 没有设置：浏览器测试须经 tests/e2e/playwright.config.ts 启动`);
  return value;
}
