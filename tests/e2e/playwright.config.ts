import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { chromiumOptions } from './support/chromium.ts';

const deep = process.env.ANLAN_DEEP === '1';

/**
 * Stories in Chromium against one product server of this run's own: `npx playwright test -c tests/e2e/playwright.config.ts`.
 * `ANLAN_TRACE=1` keeps traces of failures. Stories named `.deep.spec.ts` run only in `npm run test:deep`.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: deep ? [] : '**/*.deep.spec.ts',
  outputDir: join(import.meta.dirname, '../../test-results/e2e'),
  globalSetup: join(import.meta.dirname, 'support/start-server.ts'),
  // One server and its database serve all stories, which therefore use accounts and records of their own.
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // What moves under the pointer is clicked beside; people may ask for rest too, and the pages grant it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // Traces cost a third of the time; a screenshot and the page as text stay of every failure.
    trace: process.env.ANLAN_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
