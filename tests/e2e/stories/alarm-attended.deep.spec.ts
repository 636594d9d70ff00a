import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { storeArea } from '../support/danger-desk.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { enter, type Person, personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(120_000));

const PAGE = '/safety/warning/alarmEvents';
/** Who is on duty in the dispatch room. */
const DISPATCHER = 'lx0020';
const waiting = (page: Page) => page.getByRole('status').filter({ hasText: '未接警的报警' });

/** Counts what is heard. */
async function listen(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const heard = { tones: 0 };
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
      heard.tones += 1;
      return start.apply(this, given);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'heard').tones as number);
}

for (const [at, wide] of [
  ['a desk', desk],
  ['a phone', phone],
] as const) {
  test(`alarms come by themselves, are heard once, and stay where a hand lies, at ${at}`, async ({ page, product }) => {
    await wide(page);
    const dispatcher = await personOf(product.url, DISPATCHER);
    const areaName = await storeArea(await personOf(product.url, 'safety'));
    const tones = await listen(page);
    const rows = page.locator('tbody tr.ant-table-row, .anlan-cards > li, [data-row-key]');
    const ring = async (title: string) => {
      const alarmName = uniqueName(title);
      await raise(dispatcher, alarmName, areaName);
      return alarmName;
    };

    const first = await ring('先来的报警');
    await enter(page, product.url, dispatcher, PAGE);
    await expect(rows.filter({ hasText: first }).first()).toBeVisible();
    await expect(waiting(page)).toBeVisible();
    // A browser plays nothing before somebody has pressed something.
    await page.getByRole('heading', { level: 1 }).click();
    await expect.poll(tones).toBeGreaterThan(0);
    const known = await tones();
    await fits(page);
    await picture(page, 'attended');

    await test.step('one that comes is there without a press, and sounds once', async () => {
      await page.mouse.move(2, 2);
      const second = await ring('后来的报警');
      await expect(rows.filter({ hasText: second }).first()).toBeVisible({ timeout: patient(8_000) });
      await expect.poll(tones).toBe(known + 2);
      await page.waitForTimeout(1_500);
      expect(await tones()).toBe(known + 2);
    });

    await test.step('what still waits does not sound again after a reload, what is new does', async () => {
      await page.reload();
      await expect(waiting(page)).toBeVisible();
      await page.getByRole('heading', { level: 1 }).click();
      await page.waitForTimeout(2_500);
      expect(await tones()).toBe(0);
      await page.mouse.move(2, 2);
      await ring('重载后的报警');
      await expect.poll(tones).toBe(2);
    });

    if (at === 'a desk') {
      await test.step('while the pointer is over the rows they stay where they are, and what is new is told', async () => {
        await rows.first().hover();
        const third = await ring('悬停时的报警');
        await expect(page.getByText('有1条新变化')).toBeVisible();
        await expect(rows.filter({ hasText: third })).toHaveCount(0);
        await picture(page, 'held');
        await page.mouse.move(2, 2);
        await expect(rows.filter({ hasText: third }).first()).toBeVisible();
        await rows.filter({ hasText: third }).first().focus();
        await page.keyboard.press('q');
        await expect(page.getByRole('dialog', { name: /^接警判定：/ })).toBeVisible();
        await picture(page, 'answering');
        await page.keyboard.press('Escape');
      });
    }

    await test.step('who wants it quiet has it quiet, also after coming again', async () => {
      await page.getByRole('switch', { name: '声音提醒' }).click();
      const before = await tones();
      await ring('静音时的报警');
      await page.waitForTimeout(2_500);
      expect(await tones()).toBe(before);
      await page.reload();
      await expect(page.getByRole('switch', { name: '声音提醒' })).not.toBeChecked();
      await page.getByRole('switch', { name: '声音提醒' }).click();
      await expect(page.getByRole('switch', { name: '声音提醒' })).toBeChecked();
    });
  });
}

async function raise(dispatcher: Person, alarmName: string, areaName: string): Promise<void> {
  const areas = await dispatcher.call<readonly { id: string; label?: string }[]>(
    'GET',
    'safety/risk/areas/main/select',
    {
      query: { keyword: areaName, for: 'alarmEvent.areaId' },
    },
  );
  await dispatcher.call('POST', 'rhd/alarm/save', {
    json: { alarmName, alarmType: 'process', alarmSubtype: 'level', alarmThreshold: 'HH', areaId: areas[0]?.id },
  });
}
