import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright/test';
import { seededRandom } from '../../../mocks/demo-plant/seeded.ts';
import { patient } from '../../fixtures/patience.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { enter } from '../support/person.ts';
import { startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import {
  answerPoint,
  beginRound,
  photo,
  point,
  preparedOffline,
  type Round,
  storedHashes,
} from '../support/walk-desk.ts';

/** Rounds of five photos, and points at which the browser or the server is killed, by turns. */
const ROUNDS = Number(process.env.ANLAN_WALKS ?? (process.env.ANLAN_DEEP === '1' ? 200 : 2));
const PHOTOS = 5;
const SEED = Number(process.env.ANLAN_SEED ?? 20_261_127);

const folder = () => mkdtempSync(join(tmpdir(), 'anlan-walk-'));

/** A phone whose browser ends as a power cut ends it, and is opened again over the same folder. */
async function openPhone(
  at: string,
): Promise<{ readonly context: BrowserContext; readonly page: Page; kill(): Promise<void> }> {
  const context = await chromium.launchPersistentContext(at, {
    ...chromiumOptions(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    async kill() {
      const closed = new Promise((resolve) => context.once('close', resolve));
      process.kill(Number(readlinkSync(join(at, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
      await closed;
    },
  };
}

/** Opens the round as whoever holds the phone; a browser that was killed may have forgotten who that was. */
async function openRound(page: Page, url: string, round: Round): Promise<void> {
  await enter(page, url, round.employee, round.path);
  await expect(point(page)).toBeVisible({ timeout: patient(30_000) });
}

test(`of ${ROUNDS} rounds of ${PHOTOS} photos, the browser or the server killed at random while they go up, none is lost and none is there twice`, async () => {
  test.setTimeout(patient(120_000 + ROUNDS * 60_000));
  const random = seededRandom(SEED);
  const at = folder();
  const server = await startProductServer({ filled: true });
  let phone = await openPhone(at);
  const kills = { browser: 0, server: 0 };
  try {
    for (let number = 0; number < ROUNDS; number += 1) {
      const round = await beginRound(server.url);
      await openRound(phone.page, server.url, round);
      await preparedOffline(phone.page);
      await phone.context.setOffline(true);
      const taken = Array.from({ length: PHOTOS }, (_, index) => photo(1 + number * PHOTOS + index));
      await answerPoint(phone.page, taken.slice(0, 2));
      await answerPoint(phone.page, taken.slice(2));
      await expect(phone.page.getByTestId('kept-waiting')).toHaveText('2项待上传');
      await phone.context.setOffline(false);
      // Somewhere in the midst of sending, or before it begins, or after it.
      await phone.page.waitForTimeout(Math.floor(random() * 900));
      if (number % 2 === 0) {
        await phone.kill();
        kills.browser += 1;
        phone = await openPhone(at);
        await openRound(phone.page, server.url, round);
      } else {
        await server.kill();
        kills.server += 1;
        await server.restart();
      }
      await expect(phone.page.getByTestId('kept-waiting')).toBeHidden({ timeout: patient(60_000) });
      const [first, second] = await round.rows();
      expect([first?.result, second?.result], `round ${number} of seed ${SEED}`).toEqual(['0', '0']);
      const hashes = [first, second].map((row) => storedHashes(round.employee, row, server.url));
      expect((await Promise.all(hashes)).flat()).toEqual(taken.map(({ hash }) => hash));
      for (const row of [first, second]) {
        const told = (await round.history(row?.id ?? '')).filter(({ changes }) =>
          changes.some(({ title }) => title === '检查结果'),
        );
        expect(told).toHaveLength(1);
      }
    }
    expect(kills).toEqual({ browser: Math.ceil(ROUNDS / 2), server: Math.floor(ROUNDS / 2) });
  } finally {
    await phone.context.close();
    await server.stop();
    rmSync(at, { recursive: true, force: true, maxRetries: 3 });
  }
});
