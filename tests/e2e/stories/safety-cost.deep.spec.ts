import type { WirePage } from '../../../src/core/wire/contract.ts';
import { patient } from '../../fixtures/patience.ts';
import { seatOf } from '../support/base-desk.ts';
import { COST_CALL, COST_PAGE, FINANCE, PPE, planOf } from '../support/cost-desk.ts';
import { item, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const FINANCE_DEPT = '6459670060';

const money = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });

/** The month after a moment of the plant, `2026-12`. */
function nextMonth(wall: string): string {
  const [year = 0, month = 0] = wall.split('-').map(Number);
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}

test('a month of safety costs ends: statistics agree with the rows, the balance is carried over, the next month accrues', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, ['workshop', FINANCE, 'principal']);
  const year = moved.wall().slice(0, 4);

  await test.step('the safety officer reads statistics that agree with the rows', async () => {
    const safety = await moved.as('safety');
    const { records } = await safety.call<WirePage<StoredRecord>>('GET', `${COST_CALL}/receive/page`, {
      query: { size: '200', status: '2', category: '5' },
    });
    const spent = records.reduce((sum, { amount }) => sum + Number(amount), 0);
    await seat.open('safety', `${COST_PAGE}/statistic`);
    const block = page.locator('section, article').filter({ hasText: '按类别' }).last();
    await block.getByText('表', { exact: true }).click();
    await expect(block.getByRole('row').filter({ hasText: PPE })).toContainText(money(spent));
    await picture(page, 'statistic');
  });

  const next = String(Number(year) + 1);
  await test.step('the plan of next year begins with what is left, and accrues by the tiers', async () => {
    const left = await planOf(moved, year);
    await seat.open('cost', `${COST_PAGE}/plan/add`);
    await item(page, 'year').locator('input').fill(next);
    await item(page, 'year').locator('input').press('Enter');
    const carried = async () =>
      Number((await item(page, 'carryOver').locator('input').inputValue()).replaceAll(',', ''));
    await expect.poll(carried).toBe(left.balance);
    await type(page, 'lastRevenue', '800000000');
    await expect(item(page, 'accrual')).toContainText('6,325,000.00');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText(/处需要修改/)).toBeVisible();
    await expect(item(page, 'accrual')).toContainText('6,325,000.00');
    await picture(page, 'plan-refused');
    // How rows of a table are entered is another story.
    const cost = await moved.as('cost');
    const { id } = await cost.call<StoredRecord>('POST', `${COST_CALL}/plan/submit`, {
      json: {
        ...{
          year: `${next}-01-01`,
          industry: '1',
          lastRevenue: 800_000_000,
          applicant: cost.userId,
          applyDept: FINANCE_DEPT,
        },
        items: [{ category: '5', content: '防护用品更新', dept: FINANCE_DEPT, amount: 100_000 }],
      },
    });
    // The head of the department, then finance.
    for (const _ of [1, 2]) await agreeTo(await moved.as(FINANCE), id);
    await seat.task('principal', new RegExp(`${next}`));
    await expect(page.locator('main')).toContainText('6,325,000.00');
    await fits(page);
    await seat.decide('批准。');
    expect(await planOf(moved, next)).toMatchObject({ accrual: 6_325_000, carryOver: left.balance });
  });

  await test.step('on the first of the next month that month is accrued by itself', async () => {
    const month = nextMonth(moved.wall());
    await seat.pass(Math.ceil((Date.parse(`${month}-01T00:10:00+08:00`) - moved.now()) / 60_000));
    const plan = await planOf(moved, month.slice(0, 4));
    const accrued = async () => {
      const cost = await moved.as('cost');
      const { records } = await cost.call<WirePage<StoredRecord>>('GET', `${COST_CALL}/accrual/page`, {
        query: { size: '50', plan: plan.id, status: '1' },
      });
      return records.map((record) => String(record.month).slice(0, 7));
    };
    await expect.poll(accrued, { timeout: patient(60_000) }).toContain(month);
    await seat.open('safety', `${COST_PAGE}/plan/view/${plan.id}`);
    const accruals = page.getByRole('region', { name: '按月提取' });
    await expect(accruals.getByRole('row').filter({ hasText: month })).toContainText('已提取');
    await picture(page, 'accrued');
  });
});
