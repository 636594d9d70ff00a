import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { barriers } from '../support/barriers.ts';
import { beginExam, openExam, question } from '../support/exam-desk.ts';
import { phone, picture } from '../support/looked.ts';
import { enter, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(120_000));

const saved = (page: Page) => page.getByTestId('exam-saved');
const isSaved = (page: Page) =>
  expect(saved(page)).toHaveAttribute('data-state', 'saved', { timeout: patient(30_000) });
/** Chosen before anything is painted. */
const inTheDark = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('anlan-look', JSON.stringify({ state: { theme: 'dark', density: 'standard' }, version: 1 })),
  );
const numbered = (page: Page, number: number) => page.getByRole('button', { name: new RegExp(`^第${number}题，`) });

test('an examinee answers by keyboard, opens the page anew, is without a network, changes the device, and hands in', async ({
  page,
  context,
  browser,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
  const exam = await openExam(product.url, { examinee: 'worker', long: true });
  await enter(page, product.url, exam.examinee, exam.path);
  await beginExam(page);
  // The machine's clock is turned back; the countdown goes on by the server's.
  await page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() - 3_600_000;
  });
  await page.keyboard.press('b');
  await page.keyboard.press('m');
  await isSaved(page);
  await expect(numbered(page, 1)).toHaveAccessibleName('第1题，已答，已标记');
  await expect(page.getByTestId('exam-clock')).toHaveText(/^5\d:\d\d$/);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(question(page)).toContainText('多选题');
  for (const key of ['1', '3', '4']) await page.keyboard.press(key);
  await page.reload();
  await expect(question(page)).toBeVisible();
  await expect(numbered(page, 3)).toHaveAccessibleName('第3题，已答');

  await isSaved(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await numbered(page, 4).click();
  await page.keyboard.press('b');
  await numbered(page, 6).click();
  await page.getByRole('textbox').fill('先断电，再检测。');
  await expect(page.getByText(/没有网络：2项保存在本机/)).toBeVisible();
  await page.reload();
  await numbered(page, 6).click();
  await expect(page.getByRole('textbox')).toHaveValue('先断电，再检测。');
  await context.setOffline(false);
  await isSaved(page);
  const rows = await exam.rows();
  expect(rows.map(({ answer }) => answer)).toEqual(['B', null, 'ACD', 'B', null, '先断电，再检测。']);
  expect(rows[0]?.flagged).toBe('1');

  // Another device asks, takes it over, and the first one stops by itself.
  const held = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true });
  const other = await held.newPage();
  await inTheDark(other);
  await enter(other, product.url, exam.examinee, exam.path);
  await expect(other.getByRole('heading', { name: '这场考试正在另一台设备上作答' })).toBeVisible();
  await other.getByRole('button', { name: '在本机继续' }).click();
  await expect(page.getByRole('heading', { name: '已在另一台设备上继续作答' })).toBeVisible({
    timeout: patient(40_000),
  });

  // One of the first two is as long as a question may be, with pictures of all shapes; which comes first was drawn.
  await expect(question(other)).toContainText('单选题');
  const next = other.getByRole('button', { name: '下一题' });
  const isFirst = (await question(other).locator('img').count()) > 0;
  if (!isFirst) await next.click();
  await expect(question(other).locator('img')).toHaveCount(6);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await fits(other);
  expect(await other.locator('.anlan-exam-main').evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  expect(await barriers(other)).toEqual([]);
  await picture(other, 'long-question');

  if (isFirst) await next.click();
  await question(other).getByRole('radio').nth(1).check();
  await other.getByRole('button', { name: '交卷' }).click();
  const dialog = other.getByRole('dialog');
  await expect(dialog).toContainText('还有1题没有作答');
  await expect(dialog).toContainText('有1题做了标记');
  await dialog.getByRole('button', { name: '第5题' }).click();
  await other.getByRole('textbox').first().fill('30');
  await other.getByRole('textbox').last().fill('两');
  await other.getByRole('button', { name: '交卷' }).click();
  await expect(dialog).toContainText('全部6题都已作答');
  await dialog.getByRole('button', { name: '确定交卷' }).click();
  await expect(other.getByText('已交卷，等待阅卷')).toBeVisible({ timeout: patient(30_000) });
  await held.close();
  expect((await exam.rows()).map(({ answer }) => answer)).toEqual(['B', 'B', 'ACD', 'B', '30\n两', '先断电，再检测。']);
  // Nothing of what is right has come to the examinee.
  expect((await exam.rows()).map(({ keyText, score }) => [keyText, score])).toEqual(
    Array(6).fill([undefined, undefined]),
  );
  expect(JSON.stringify(await exam.record())).not.toContain('后进入');
  await expect(page.getByText('已交卷，等待阅卷')).toBeVisible({ timeout: patient(40_000) });
});

test('whoever has sat an exam reads what was right and what he took, at both widths and in the dark', async ({
  page,
  product,
}) => {
  const employee = await personOf(product.url, 'employee');
  const { records } = await employee.call<{ readonly records: readonly StoredRecord[] }>(
    'GET',
    'edu/exam/record/page',
    { query: { size: '50' } },
  );
  const sheet = records.find(({ status, user }) => (status === '3' || status === '4') && user === employee.userId);
  await inTheDark(page);
  await enter(page, product.url, employee, `/safety/training/takeExam/view/${sheet?.id}`);
  const solved = page.locator('.anlan-exam-solved');
  const show = page.getByRole('button', { name: '查看答案' });
  await expect(show.or(solved.first())).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(solved.first()).toContainText('正确答案');
  const all = await solved.count();
  await page.getByRole('switch', { name: '只看错题' }).click();
  await expect(page.locator('.anlan-exam-solved[data-mark="right"]')).toHaveCount(0);
  expect(await solved.count()).toBeLessThan(all);
  // Of each choice that was wrong the one that was taken is told apart from the right one.
  const wrong = solved.filter({ hasText: '单选题' }).first();
  await expect(wrong.locator('[data-missed]')).toHaveCount(1);
  await expect(wrong.locator('[data-right]')).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
  await phone(page);
  await fits(page);
  await picture(page, 'reviewed');
});
