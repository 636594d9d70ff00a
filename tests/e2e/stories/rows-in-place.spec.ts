import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { heading, RISK, section, storeUnit } from '../support/risk-desk.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(90_000));

const shots = process.env.ANLAN_SHOTS;

async function looked(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** Pastes a piece of a spreadsheet where the focus is, as the browser does for a person. */
async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('events of a unit are entered in place: by keys, from a spreadsheet, and nothing typed is lost', async ({
  page,
  product,
}) => {
  const officer = await personOf(product.url, 'officer');
  const { unitId, unit } = await storeUnit(await personOf(product.url, 'safety'));
  const events = section(page, '风险事件');

  await enter(page, product.url, officer, `${RISK}/riskUnit/view/${unitId}`);
  await expect(heading(page, unit)).toBeVisible();
  await events.getByRole('button', { name: '表格录入' }).click();
  await events.getByRole('button', { name: '风险事件：添加一行' }).click();
  await expect(events.locator('thead')).toContainText('评价方法');

  await test.step('a piece of a spreadsheet fills rows; what cannot be read is told at its cell', async () => {
    await events.locator('tbody tr').first().locator('td').nth(1).locator('input, textarea').first().focus();
    await pasteText(
      page,
      '事件名称\t事故类型\t原因\t后果\n塔顶超压\t没有的类型\t冷却中断\t爆炸\n再沸器泄漏\t火灾\t腐蚀\t起火\n',
    );
    await expect(events.locator('tbody tr')).toHaveCount(2);
    await expect(events.locator('tbody')).toContainText('不是可选的值：没有的类型');
    await looked(page, 'grid-pasted-1440');
  });

  await test.step('what is not saved is there again after a reload', async () => {
    await page.waitForTimeout(1_000);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await events.getByRole('button', { name: '表格录入' }).click();
    await expect(events.locator('tbody tr')).toHaveCount(2);
    await expect(events).toContainText('已恢复上次没有保存的2行');
  });

  await test.step('rows are saved one by one; what is refused stays as it was typed', async () => {
    await events.getByRole('button', { name: '保存（2行）' }).click();
    await expect(page.getByText('已保存1行，还有1行没有保存，原因见各格')).toBeVisible();
    await expect(events.locator('tbody')).toContainText('不是可选的值：没有的类型');
    await looked(page, 'grid-refused-1440');
    await events.locator('tbody tr').first().locator('td').nth(2).click();
    await pasteText(page, '其他爆炸\t冷却中断\n');
    await expect(events.locator('tbody')).not.toContainText('不是可选的值');
    await events.getByRole('button', { name: '保存（1行）' }).click();
    await expect(page.getByText('已保存1行', { exact: true })).toBeVisible();
    await expect(events.getByRole('button', { name: '保存', exact: true })).toBeDisabled();
    await looked(page, 'grid-saved-1440');
    await events.getByRole('button', { name: '完成' }).click();
    await expect(events.getByRole('link', { name: '塔顶超压' })).toBeVisible();
    await expect(events.getByRole('link', { name: '再沸器泄漏' })).toBeVisible();
  });

  await test.step('on a phone the rows are cards', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await events.getByRole('button', { name: '表格录入' }).click();
    await expect(events.locator('tbody tr')).toHaveCount(2);
    await events.locator('tbody tr').first().scrollIntoViewIfNeeded();
    await fits(page);
    await looked(page, 'grid-390');
  });
});
