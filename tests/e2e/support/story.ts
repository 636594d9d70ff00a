import { test as base, expect } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { type MovedPlant, withMovedPlant } from './moved-plant.ts';
import { type Product, withOwnServer } from './own-server.ts';
import { lastSaid } from './product-server.ts';

/**
 * A story in the browser. `baseURL` is the platform. A page that throws, breaks the Content-Security-Policy, or logs an
 * error that it does not name in `expectedErrors`, fails its story.
 */
export const test = base.extend<
  { expectedErrors: RegExp[]; faultless: undefined },
  { product: Product; moved: MovedPlant }
>({
  product: [
    // Playwright reads from the pattern which fixtures are wanted, and takes no other kind of parameter.
    async ({ browserName: _ }, use) => withOwnServer(use),
    { scope: 'worker', timeout: patient(240_000) },
  ],
  // Of the worker's stories in which time passes; it starts where the first of them asks for it.
  moved: [async ({ browserName: _ }, use) => withMovedPlant(use), { scope: 'worker', timeout: patient(240_000) }],
  baseURL: async ({ product }, use) => use(product.url),
  // A story adds what it provokes: `expectedErrors.push(/409/)`.
  expectedErrors: async ({ browserName: _ }, use) => use([]),
  faultless: [
    async ({ page, expectedErrors }, use, { errors }) => {
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
      // What the servers met: gone with their folders, and not to be had from the page.
      if (errors.length > 0) console.log(lastSaid());
      expect(faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { signIn } from './sign-in.ts';
export type { Product };
export { expect };
