import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { patient } from '../fixtures/patience.ts';
import { chromiumOptions } from './support/chromium.ts';
import { isGiven } from './support/own-server.ts';
import { STANDING } from './support/standing.ts';

const LONGEST = '**/ticket.spec.ts';

const deep = process.env.ANLAN_DEEP === '1';

/**
 * Stories in Chromium against product servers of this run's own: `npx playwright test -c tests/e2e/playwright.config.ts`.
 * `ANLAN_TRACE=1` keeps traces of failures, `ANLAN_PATIENCE=5` waits five times as long on a machine that is busy. Stories named `.deep.spec.ts` run only in `npm run test:deep`.
 */
export default defineConfig({
  testDir: '.',
  // What takes longest begins first: else one worker waits for the other at the end.
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'stories', testMatch: '**/*.spec.ts', testIgnore: [LONGEST, ...(deep ? [] : ['**/*.deep.spec.ts'])] },
  ],
  outputDir: join(import.meta.dirname, '../../test-results/e2e'),
  // Each worker has a server and a database of its own, which serve the stories of its files one after the other; they
  // therefore use accounts and records of their own. A server that is given serves one worker.
  fullyParallel: false,
  workers: isGiven ? 1 : 2,
  // A landing must not hang on one lost frame; `npm test` names whoever needed the second try. Elsewhere it fails.
  retries: process.env.ANLAN_CI === '1' ? 1 : 0,
  forbidOnly: true,
  timeout: patient(60_000),
  expect: { timeout: patient(10_000) },
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    ...STANDING,
    // What moves under the pointer is clicked beside; people may ask for rest too, and the pages grant it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patient(15_000),
    navigationTimeout: patient(30_000),
    // Traces cost a third of the time; a screenshot and the page as text stay of every failure.
    trace: process.env.ANLAN_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
