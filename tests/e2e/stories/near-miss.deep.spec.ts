import { readFile } from 'node:fs/promises';
import { patient } from '../../fixtures/patience.ts';
import { cellsOf, openedWorkbook } from '../../fixtures/workbook.ts';
import { begin, dialogOf, finish, openRecord, seatOf, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { choose, chooseRecord, date, department, inDays, item, person, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(240_000));

const PAGE = '/safety/accident/nearMiss';
const LOG = '/safety/system/operLog';
/** Who reports it, as everybody knows him. */
const AUTHOR = '韩巳九';

test('a near miss without a name is handled to its end, and nowhere does it say who told it', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[034]/);
  const people = new Map<string, ReturnType<typeof personOf>>();
  const as = (account: string) => {
    const known = people.get(account) ?? personOf(product.url, account);
    people.set(account, known);
    return known;
  };
  const seat = seatOf(page, { url: product.url, as }, ['employee', 'leader']);
  const title = uniqueName('吊物下有人通过');
  const line = (step: string) => new RegExp(`^${step}：${title}`);
  const area = await storeArea(await as('safety'));
  const nameless = () => expect(page.locator('main')).not.toContainText(AUTHOR);

  await test.step('an operator reports it from his phone without his name', async () => {
    await seat.open('employee', `${PAGE}/add`);
    await type(page, 'title', title);
    await date(page, 'occurTime', inDays(-0.01));
    await chooseRecord(page, 'area', area);
    await department(page, 'dept', '部门', '聚合一车间');
    await press(page, 'anonymous', '是');
    await choose(page, 'accidentType', '物体打击');
    await choose(page, 'potential', '可能重伤');
    await type(page, 'description', '吊装');
    await type(page, 'immediate', '叫停吊装。');
    await page.getByRole('button', { name: '上报', exact: true }).click();
    await expect(item(page, 'description').getByRole('alert')).toBeVisible();
    await expect(item(page, 'description').locator('textarea')).toHaveValue('吊装');
    await type(page, 'description', '吊装时有人从吊物下方通过，没有警戒。');
    await page.screenshot({ path: test.info().outputPath('add.png'), fullPage: true });
    await fits(page);
    await page.getByRole('button', { name: '上报', exact: true }).click();
    await expect(state(page)).toContainText('待审核');
    await nameless();
    await picture(page, 'reported');
  });

  await test.step('the officer of the workshop takes it on with a measure', async () => {
    await seat.task('officer', line('审核'));
    await expect(page.getByText('请先登记整改措施').first()).toBeVisible();
    await picture(page, 'accept-blocked');
    await nameless();
    await page.getByRole('button', { name: '新增未遂整改措施' }).click();
    const row = page.getByRole('dialog', { name: '新增未遂整改措施' });
    await type(row, 'measure', '吊装区设硬隔离');
    await person(row, 'owner', '责任人', '韩辰五');
    await date(row, 'due', inDays(5).slice(0, 10));
    await row.getByRole('button', { name: '保存' }).click();
    await expect(row).toBeHidden();
    const dialog = await begin(page, '采纳');
    await item(dialog, 'causes').getByRole('checkbox', { name: '管理缺陷' }).check();
    await type(dialog, 'analysis', '吊装方案没有写明警戒。');
    await press(dialog, 'share', '是');
    await finish(page, '采纳');
    await expect(state(page)).toContainText('整改中');
    await nameless();
  });

  await test.step('the owner does it on his phone, safety verifies and closes it', async () => {
    await seat.task('leader', new RegExp(title));
    const dialog = dialogOf(page, '完成');
    await type(dialog, 'result', '硬隔离已装好。');
    await finish(page, '完成');
    await nameless();
    await seat.task('safety', line('验收'));
    const last = dialogOf(page, '验收关闭');
    await type(last, 'opinion', '现场合格。');
    await finish(page, '验收关闭');
    await expect(state(page)).toContainText('已关闭');
  });

  await test.step('who told it reads that it is closed', async () => {
    await seat.told('employee', '您上报的未遂事件已整改并关闭', title);
  });

  await test.step('no list, page, history, search, export or log says who it was', async () => {
    for (const account of ['safety', 'director', 'officer', 'auditor']) {
      await openRecord(seat, account, PAGE, title);
      await expect(page.getByRole('heading', { name: '操作记录' })).toBeVisible();
      await expect(page.locator('main')).toContainText('匿名');
      await nameless();
      await picture(page, `detail-${account}`);
      await seat.open(account, `${PAGE}?_q=${encodeURIComponent(title)}`);
      await expect(page.getByRole('row').filter({ hasText: title })).toContainText('匿名');
      await expect(page.getByRole('row').filter({ hasText: title })).not.toContainText(AUTHOR);
    }
    await picture(page, 'list');
    await seat.open('safety', `${PAGE}?_q=${encodeURIComponent(title)}`);
    await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible();
    await page.getByRole('button', { name: '全局搜索' }).click();
    const found = page.getByRole('dialog');
    await found.getByRole('combobox', { name: '全局搜索' }).fill(title);
    await expect(found).toContainText('未遂事件');
    await expect(found).not.toContainText(AUTHOR);
    await picture(page, 'found');
    await page.keyboard.press('Escape');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const cells = cellsOf(await openedWorkbook(await readFile(await (await file).path())));
    expect(cells.flat()).toContain(title);
    expect(cells.flat()).not.toContain(AUTHOR);
  });

  await test.step('the log of what was done does not either', async () => {
    await seat.open('auditor', `${LOG}?recordTitle=${encodeURIComponent(title)}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: title }).filter({ hasText: AUTHOR })).toHaveCount(0);
    await picture(page, 'log');
  });
});
