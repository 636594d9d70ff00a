import type { Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { choose, department, item, type } from './fill.ts';
import type { MovedPlant } from './moved-plant.ts';
import type { StoredRecord } from './person.ts';
import { refer } from './ticket-desk.ts';

/** Pages and calls of the costs. */
export const COST_PAGE = '/safety/base/cost';
export const COST_CALL = 'safety/security/cost';
/** The head of finance, who keeps the costs too. */
export const FINANCE = 'lx0022';
/** The category of what the stories buy. */
export const PPE = '现场作业人员安全防护用品';

/** The approved plan of a year, with what it has left. */
export async function planOf(moved: MovedPlant, year: string): Promise<StoredRecord> {
  const cost = await moved.as('cost');
  const { records } = await cost.call<WirePage<StoredRecord>>('GET', `${COST_CALL}/plan/page`, {
    query: { size: '50', status: '2' },
  });
  const plan = records.find((record) => String(record.year).startsWith(year));
  if (plan === undefined) throw new Error(`no plan of ${year}`);
  return plan;
}

/** Fills in what a receipt says but for its amount. */
export async function receipt(page: Page, plan: StoredRecord, content: string): Promise<void> {
  await refer(page, 'plan', String(plan.planNo));
  await choose(page, 'category', PPE);
  await type(page, 'content', content);
  await item(page, 'useDept').getByRole('button', { name: '删除财务部' }).click();
  await department(page, 'useDept', '使用部门', '聚合一车间');
}
