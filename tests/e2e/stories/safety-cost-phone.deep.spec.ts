import { patient } from '../../fixtures/patience.ts';
import { seatOf } from '../support/base-desk.ts';
import { COST_PAGE, FINANCE, planOf, receipt } from '../support/cost-desk.ts';
import { item, photos, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { agreeTo } from '../support/votes.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

test('what was spent is registered with its budget in sight, approved on phones with its voucher, and reversed', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, ['workshop', FINANCE]);
  const year = moved.wall().slice(0, 4);
  const content = uniqueName('防毒面具滤毒罐');
  const before = await planOf(moved, year);

  await test.step('the cost officer registers what was spent, and sees the budget of its category at once', async () => {
    await seat.open('cost', `${COST_PAGE}/receive/add`);
    await receipt(page, before, content);
    await expect(item(page, 'categoryBudget')).toContainText(/\d元|\d 元/);
    await type(page, 'amount', '900000000');
    await expect(item(page, 'overReason')).toBeVisible();
    await picture(page, 'over-budget');
    await type(page, 'amount', '1200.5');
    await expect(item(page, 'overReason')).toHaveCount(0);
    await type(page, 'invoiceNo', '123456789');
    await photos(page, 'vouchers', ['发票.png']);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(item(page, 'invoiceNo').getByRole('alert')).toHaveText('发票号为8位或20位数字');
    await expect(item(page, 'vouchers').getByRole('button', { name: '删除发票.png' })).toBeVisible();
    await picture(page, 'receipt-refused');
    await type(page, 'invoiceNo', String(Date.now()).slice(-8));
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '安全费用登记', exact: true })).toBeVisible();
  });

  await test.step('the workshop and the head of finance agree on their phones, with the voucher before them', async () => {
    await seat.task('workshop', new RegExp(content));
    await expect(page.locator('main')).toContainText('发票');
    await picture(page, 'receipt-vote');
    await seat.decide('属实。');
    await seat.task(FINANCE, new RegExp(content));
    await seat.decide('凭证齐全。');
    expect((await planOf(moved, year)).used).toBe(Number(before.used) + 1200.5);
  });

  await test.step('what was wrong is reversed, and not changed', async () => {
    await seat.open('cost', `${COST_PAGE}/receive/add`);
    await receipt(page, before, `冲销${content}`);
    await item(page, 'reverses').getByRole('combobox').fill(content);
    await page.locator('.ant-select-item-option').filter({ hasText: content }).first().click();
    await type(page, 'amount', '-200.5');
    await photos(page, 'vouchers', ['红字发票.png']);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '安全费用登记', exact: true })).toBeVisible();
    for (const account of ['workshop', FINANCE]) await agreeTo(await moved.as(account), `冲销${content}`);
    expect((await planOf(moved, year)).used).toBe(Number(before.used) + 1000);
  });
});
