import type { Locator, Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { state, view } from '../support/danger-desk.ts';
import { dangerToAccept, dangerToAssess, dangerToRectify } from '../support/day-records.ts';
import { item, photos } from '../support/fill.ts';
import { enter, personOf } from '../support/person.ts';
import { countDay } from '../support/presses.ts';
import { expect, test } from '../support/story.ts';

/**
 * Three days, each errand of which is walked twice over records of the same kind: by menu, list and search, as it was
 * before anything could be found by name, and by the shortest way that there is now.
 */

test.setTimeout(patient(180_000));
test.use({ viewport: { width: 1440, height: 900 } });

/** Share of the presses of before that a day may take. */
const MOST = 0.8;

/** How one comes to a record, and to a form. */
interface Way {
  readonly record: (name: string, tab: string) => Promise<void>;
  readonly form: () => Promise<void>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** By the menu's group and page, the page's tab, its search, and the record's line. */
function byMenu(page: Page): Way {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const open = async (title: string) => {
    const link = menu.getByRole('link', { name: title, exact: true });
    // A group is opened from the home page, on which all are shut.
    await menu.getByRole('menuitem', { name: '隐患排查治理', exact: true }).click();
    await link.click();
    await expect(heading(page, title)).toBeVisible();
  };
  return {
    async record(name, tab) {
      await page.goto('/safety/overview');
      await open('隐患台账');
      await view(page, tab).click();
      await expect(heading(page, tab)).toBeVisible();
      await page.getByRole('textbox', { name: '搜索', exact: true }).click();
      await page.getByRole('textbox', { name: '搜索', exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: `查看${name}` }).click();
      await expect(heading(page, name)).toBeVisible();
    },
    async form() {
      await page.goto('/safety/overview');
      await open('隐患上报');
      await page.getByRole('button', { name: '新增', exact: true }).click();
      await expect(item(page, 'photos')).toBeVisible();
    },
  };
}

/** By the search over all, and the button that the header has for whoever reports. */
function byName(page: Page): Way {
  return {
    async record(name) {
      await page.goto('/safety/overview');
      await expect(page.getByRole('button', { name: '全局搜索' })).toBeVisible();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox', { name: '全局搜索' }).fill(name);
      await expect(page.getByRole('option').first()).toHaveAccessibleName(new RegExp(name));
      await page.keyboard.press('Enter');
      await expect(heading(page, name)).toBeVisible();
    },
    async form() {
      await page.goto('/safety/overview');
      await page.getByRole('banner').getByRole('button', { name: '隐患上报', exact: true }).click();
      await expect(item(page, 'photos')).toBeVisible();
    },
  };
}

/** Opens a step of the record that is shown, and gives its dialog. */
async function step(page: Page, title: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: title, exact: true }).click();
  return page.getByRole('dialog', { name: `${title}：${name}` });
}

async function send(page: Page, dialog: Locator, title: string, left: string): Promise<void> {
  await dialog.getByRole('button', { name: title, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(state(page)).not.toContainText(left);
}

async function accept(page: Page, name: string): Promise<void> {
  const dialog = await step(page, '验收', name);
  await item(dialog, 'acceptResult').getByText('合格', { exact: true }).click();
  await item(dialog, 'acceptOpinion').getByRole('textbox').fill('现场核对，已牢固。');
  await send(page, dialog, '验收', '待验收');
}

async function assess(page: Page, name: string): Promise<void> {
  const dialog = await step(page, '评估', name);
  await item(dialog, 'opinion').getByRole('textbox').fill('属一般隐患，10日内更换垫片。');
  await item(dialog, 'dutyUserId').getByRole('button', { name: '整改责任人' }).first().click();
  const picker = page.getByRole('dialog', { name: '选择整改责任人' });
  await picker.getByLabel('搜索姓名或账号').fill('李丁四');
  await picker.getByRole('radio', { name: /李丁四/ }).check();
  await picker.getByRole('button', { name: '确定' }).click();
  await send(page, dialog, '评估', '待评估');
}

async function rectify(page: Page, name: string): Promise<void> {
  const dialog = await step(page, '提交整改', name);
  await item(dialog, 'rectifyDesc').getByRole('textbox').fill('垫片已更换，试压无渗漏。');
  await photos(dialog, 'photosAfter', ['整改后.png']);
  await send(page, dialog, '提交整改', '整改中');
}

interface Day {
  readonly account: string;
  /** Walks the day's errands by a way, over records of its own. */
  readonly walk: (page: Page, url: string, way: Way) => Promise<void>;
}

const DAYS: readonly Day[] = [
  {
    account: 'officer',
    async walk(page, url, way) {
      const { name } = await dangerToAccept(url, '卸料泵地脚松动');
      await way.record(name, '隐患验收');
      await accept(page, name);
      await way.form();
    },
  },
  {
    account: 'safety',
    async walk(page, url, way) {
      const [toAssess, toAccept] = [
        await dangerToAssess(url, '法兰渗漏'),
        await dangerToAccept(url, '护栏缺失', 'safety'),
      ];
      await way.record(toAssess.name, '隐患评估');
      await assess(page, toAssess.name);
      await way.record(toAccept.name, '隐患验收');
      await accept(page, toAccept.name);
      await way.form();
    },
  },
  {
    account: 'manager',
    async walk(page, url, way) {
      const { name } = await dangerToRectify(url, '垫片老化');
      await way.record(name, '隐患整改');
      await rectify(page, name);
    },
  },
];

for (const { account, walk } of DAYS) {
  test(`the day of ${account} takes a fifth fewer presses than before`, async ({ page, product }) => {
    const presses = await countDay(page);
    await enter(page, product.url, await personOf(product.url, account), '/safety/overview');
    const counted = async (way: Way): Promise<number> => {
      const before = presses();
      await walk(page, product.url, way);
      return presses() - before;
    };
    const before = await counted(byMenu(page));
    const now = await counted(byName(page));
    test.info().annotations.push({ type: 'presses', description: `${account}: ${before} before, ${now} now` });
    console.log(`presses of the day of ${account}: ${before} before, ${now} now`);
    expect(now).toBeLessThanOrEqual(before * MOST);
  });
}
