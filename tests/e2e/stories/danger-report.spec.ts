import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { DANGER, openDanger, row, state, storeArea, unfold, view } from '../support/danger-desk.ts';
import { item, png } from '../support/fill.ts';
import { enter, personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits, tap } from '../support/touch.ts';

/** Folder to which pages are photographed, for a look at them: `ANLAN_SHOTS`. */
const shots = process.env.ANLAN_SHOTS;

async function looked(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** Counts what a finger does on a page, from now on. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('anlanPressed', () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const told = window as unknown as { anlanPressed(): void };
    document.addEventListener('pointerup', (event) => event.isTrusted && told.anlanPressed(), true);
  });
  return () => presses;
}

/** Fields of a form that are seen. */
const shownFields = (page: Page) =>
  page
    .locator('[data-field]:visible')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('data-field') ?? ''));

async function takePhoto(page: Page, field: string, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await item(page, field).getByRole('button').first().tap();
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: png(640, 480) });
  await expect(item(page, field).getByRole('button', { name: `删除${name}` })).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test.setTimeout(patient(90_000));

  test('an employee reports a danger with four inputs and at most eight presses, from where he stands', async ({
    page,
    product,
  }) => {
    const safety = await personOf(product.url, 'safety');
    const area = await storeArea(safety);
    const employee = await personOf(product.url, 'employee');
    const presses = await countPresses(page);
    await enter(page, product.url, employee, '/safety/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await looked(page, 'report-home-390');
    const before = presses();
    await tap(page.getByRole('banner').getByRole('button', { name: '隐患上报', exact: true }));
    await expect(item(page, 'photos')).toBeVisible();
    expect(await shownFields(page)).toEqual(['photos', 'areaId', 'perilDesc', 'urgency']);
    await fits(page);
    await looked(page, 'report-form-390');

    await takePhoto(page, 'photos', '通道.png');
    await item(page, 'areaId').getByRole('combobox').tap();
    await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().tap();
    const words = uniqueName('西门消防通道堆放周转箱，占用约2米');
    await item(page, 'perilDesc').getByRole('textbox').tap();
    await page.keyboard.type(words);
    await item(page, 'urgency').getByText('紧急', { exact: true }).tap();
    await looked(page, 'report-filled-390');
    await tap(page.getByRole('button', { name: '提交', exact: true }));
    await expect(page.getByText('提交成功')).toBeVisible();
    expect(presses() - before).toBeLessThanOrEqual(8);

    const { records } = await safety.call<{ records: Record<string, unknown>[] }>('GET', 'safety/peril/page', {
      query: { page: 'manageAssessment', urgency: '2', size: '200' },
    });
    const stored = records.find(({ perilName }) => words.startsWith(String(perilName)));
    expect(stored).toMatchObject({ status: 'assessing', urgency: '2', finderId: employee.userId });
    expect(stored?.deptId).toBeTruthy();
  });

  test('what is missing is said at its field and nothing that was entered is lost', async ({ page, product }) => {
    const area = await storeArea(await personOf(product.url, 'safety'));
    await enter(page, product.url, await personOf(product.url, 'employee'), `${DANGER}/riskReport/add`);
    await item(page, 'perilDesc').getByRole('textbox').fill('护栏松动');
    await item(page, 'areaId').getByRole('combobox').tap();
    await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().tap();
    await tap(page.getByRole('button', { name: '提交', exact: true }));
    await expect(item(page, 'photos').getByRole('alert')).toHaveText('请上传隐患照片');
    await expect(item(page, 'perilDesc').getByRole('textbox')).toHaveValue('护栏松动');
    await expect(item(page, 'areaId')).toContainText(area);
    expect(await shownFields(page)).toHaveLength(4);
    await looked(page, 'report-missing-390');
  });

  test('what was mended on the spot goes straight to acceptance with its photos', async ({ page, product }) => {
    const safety = await personOf(product.url, 'safety');
    const area = await storeArea(safety);
    await enter(page, product.url, await personOf(product.url, 'employee'), `${DANGER}/riskReport/add`);
    const words = uniqueName('灭火器被遮挡');
    await takePhoto(page, 'photos', '遮挡.png');
    await item(page, 'areaId').getByRole('combobox').tap();
    await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().tap();
    await item(page, 'perilDesc').getByRole('textbox').fill(words);
    await unfold(page, '已当场整改');
    await item(page, 'reformType').getByText('即查即改', { exact: true }).tap();
    await item(page, 'mendDesc').getByRole('textbox').fill('已移开遮挡物');
    await takePhoto(page, 'mendPhotos', '移开.png');
    await looked(page, 'report-mended-390');
    await tap(page.getByRole('button', { name: '提交', exact: true }));
    await expect(page.getByText('提交成功')).toBeVisible();
    await page.goto(`${DANGER}/riskReport?_q=${encodeURIComponent(words)}`);
    await expect(page.locator('.anlan-card').first()).toContainText('待验收');
  });
});

test('the register leads to its parts by a row of views, and the side menu has few lines', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, `${DANGER}/list`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const group = menu.getByRole('menuitem', { name: '隐患排查治理', exact: true }).locator('+ ul');
  await expect(group.getByRole('link')).toHaveText([
    '隐患上报',
    '隐患台账',
    '排查任务',
    '检查管理',
    '排查计划',
    '排查清单',
    '隐患统计',
    '隐患总览',
  ]);
  await expect(view(page, '隐患台账')).toHaveAttribute('aria-current', 'page');
  await looked(page, 'register-1440');
  await view(page, '隐患评估').click();
  await expect(page).toHaveURL(/\/safety\/danger\/manageAssessment$/);
  await expect(page.getByRole('heading', { level: 1, name: '隐患评估' })).toBeVisible();
  // The menu shows where one is.
  await expect(menu.getByRole('menuitem').filter({ has: page.getByText('隐患台账', { exact: true }) })).toHaveClass(
    /selected/,
  );
  await looked(page, 'register-assess-1440');
  // A record of a view has its whole page, and the way back leads to the view.
  const first = page.getByRole('link', { name: /^查看/ }).first();
  const name = ((await first.getAttribute('aria-label')) ?? '').replace(/^查看/, '');
  await openDanger(
    {
      page,
      person: safety,
      open: async (path) => {
        await page.goto(path);
      },
    },
    'manageAssessment',
    name,
  );
  await expect(state(page)).toContainText('待评估');
  await expect(view(page, '隐患评估')).toHaveCount(0);
  await page.goto(`${DANGER}/manageAssessment`);
  await expect(row(page, name).first()).toBeVisible();

  // Bookmarks of before lead where they led.
  for (const [path, title] of [
    ['riskAcceptance', '隐患验收'],
    ['allTroubleshooting', '全部排查'],
    ['troubleStat', '排查统计'],
  ] as const) {
    await page.goto(`${DANGER}/${path}`);
    await expect(view(page, title)).toHaveAttribute('aria-current', 'page');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${DANGER}/manageReview`);
  await expect(view(page, '隐患复核')).toBeInViewport();
  await fits(page);
  await looked(page, 'register-390');
});
