import type { Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { patient } from '../../fixtures/patience.ts';
import { begin, dialogOf, finish, people, period, seatOf, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { choose, chooseRecord, date, department, item, person, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const BASE = 'safety/alteration';
const PAGE = '/safety/base/alteration';
const DAY = 1_440;

/** The engineer who applies, and a keeper of equipment who does it; all others have accounts by the name of their part. */
const ENGINEER = 'lx0109';
const KEEPER = 'lx0063';
const PHONES = ['manager', 'workshop', 'leader', 'officer'];
const NAMES = {
  safety: '孙丙三',
  manager: '李丁四',
  engineer: '彭壬七',
  keeper: '乐戌九',
  leader: '韩辰五',
  officer: '沈辰八',
};

/** A change that was applied for, reviewed, assessed and approved, as the first story tells; gives its id. */
async function approvedChange(moved: MovedPlant, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const [engineer, manager, safety, workshop, keeper] = await Promise.all(
    [ENGINEER, 'manager', 'safety', 'workshop', KEEPER].map((account) => moved.as(account)),
  );
  if (!engineer || !manager || !safety || !workshop || !keeper) throw new Error('nobody is there');
  const areas = await safety.call<WirePage<StoredRecord>>('GET', 'safety/risk/areas/main/page');
  const { id } = await engineer.call<StoredRecord>('POST', `${BASE}/submit`, {
    json: {
      ...{ changeType: '2', changeItem: '2-2', changeLevel: '1', applicant: engineer.userId, applyDept: '6459670100' },
      ...{ area: areas.records[0]?.id, reviewDept: '6459670030', reason: '调节阀卡涩，等待备件', before: '投用调节阀' },
      ...{ after: '走旁路手动调节', techBasis: '工艺核算', assessLeader: safety.userId, affectedDocs: ['2'] },
      ...{ trainNeeded: '0', planStart: `${moved.wall(-10)}:00`, planEnd: `${moved.wall(30 * DAY)}:00` },
      ...{ implementer: keeper.userId, ...fields },
      alterationMeasure: [{ measure: '专人看守旁路', owner: keeper.userId, due: moved.wall(DAY).slice(0, 10) }],
    },
  });
  await agreeTo(manager, id);
  await safety.call('POST', `${BASE}/assess`, {
    json: { id, assessMethod: '1', assessTeam: [safety.userId, engineer.userId], assessResult: '可接受' },
  });
  await agreeTo(workshop, id);
  return id;
}

/** Fills in an application of the engineer's; days count from now. */
async function applyFor(page: Page, moved: MovedPlant, title: string, area: string): Promise<void> {
  await type(page, 'title', title);
  await choose(page, 'changeType', '设备');
  await choose(page, 'changeItem', '非同类替换');
  await chooseRecord(page, 'area', area);
  await department(page, 'reviewDept', '专业审核部门', '生产技术部');
  await person(page, 'implementer', '实施负责人', NAMES.keeper);
  await period(page, 'planStart', moved.wall(10), moved.wall(20 * DAY));
  await type(page, 'reason', '原型号停产，备件无法采购。');
  await type(page, 'before', '离心泵甲型，流量200');
  await type(page, 'after', '离心泵乙型，流量220');
  await type(page, 'techBasis', '设计院校核意见。');
  await person(page, 'assessLeader', '评估组长', NAMES.safety);
  for (const doc of ['操作规程', '设备台账'])
    await item(page, 'affectedDocs')
      .getByRole('checkbox', { name: new RegExp(doc) })
      .check();
}

test('a change is applied for, assessed, approved, done, checked before start-up and closed out', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, PHONES);
  const title = uniqueName('循环水泵更换型号');
  const line = (step: string) => new RegExp(`^${step}：${title}`);
  const safety = await moved.as('safety');
  const area = await storeArea(safety);

  await test.step('the engineer applies, and what is missing is told at its field', async () => {
    await seat.open(ENGINEER, `${PAGE}/add`);
    await applyFor(page, moved, title, area);
    await type(page, 'reason', '停产');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(item(page, 'reason').getByRole('alert')).toBeVisible();
    await picture(page, 'apply-refused');
    await expect(item(page, 'reason').locator('textarea')).toHaveValue('停产');
    await type(page, 'reason', '原型号停产，备件无法采购。');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '变更管理' })).toBeVisible();
  });

  await test.step('the head of the discipline agrees on his phone', async () => {
    await seat.task('manager', new RegExp(title));
    await seat.decide('同意进入评估。');
  });

  await test.step('the leader of the assessment writes the measures and the result', async () => {
    await seat.task('safety', line('完成评估'));
    await page.getByRole('button', { name: '新增变更控制措施' }).click();
    const row = page.getByRole('dialog', { name: '新增变更控制措施' });
    await type(row, 'measure', '变更期间专人监护');
    await person(row, 'owner', '责任人', NAMES.leader);
    await date(row, 'due', moved.wall(5 * DAY).slice(0, 10));
    await picture(page, 'measure');
    await row.getByRole('button', { name: '保存' }).click();
    await expect(row).toBeHidden();
    const dialog = await begin(page, '完成评估');
    await picture(page, 'assess');
    await choose(dialog, 'assessMethod', 'JHA');
    await people(dialog, 'assessTeam', '评估人员', [NAMES.safety]);
    await type(dialog, 'assessResult', '风险可接受，按措施实施。');
    await dialog.getByRole('button', { name: '完成评估', exact: true }).click();
    await expect(item(dialog, 'assessTeam').getByRole('alert')).toHaveText('评估人员不能少于规定的人数');
    await expect(item(dialog, 'assessResult').locator('textarea')).toHaveValue('风险可接受，按措施实施。');
    await people(dialog, 'assessTeam', '评估人员', [NAMES.engineer]);
    await finish(page, '完成评估');
  });

  await test.step('the head of the workshop approves, and whoever does it is told', async () => {
    await seat.task('workshop', new RegExp(title));
    // Who approves sees what was assessed and the measures.
    await expect(page.locator('main')).toContainText('风险可接受，按措施实施。');
    await expect(page.locator('main')).toContainText('变更期间专人监护');
    await fits(page);
    await seat.decide('同意实施。');
    await seat.told(KEEPER, '变更已批准', title);
  });

  await test.step('the owner carries the measure out', async () => {
    await seat.task('leader', line('完成措施'));
    const dialog = dialogOf(page, '完成措施');
    await expect(dialog).toBeVisible();
    await type(dialog, 'result', '班长全程监护，有记录。');
    await finish(page, '完成措施');
  });

  await test.step('the keeper notes documents and training, and says that it is done', async () => {
    await seat.task(KEEPER, line('实施完成'));
    // What it lacks is said at once, and where it is entered stands beside it.
    await expect(page.getByRole('alert').filter({ hasText: '请先登记培训告知' })).toBeVisible();
    await picture(page, 'implemented-blocked');
    const noting = await begin(page, '登记资料与培训');
    await picture(page, 'progress');
    await item(noting, 'updatedDocs')
      .getByRole('checkbox', { name: /操作规程/ })
      .check();
    await type(noting, 'trainRecord', '班前会告知，全员签字。');
    await finish(page, '登记资料与培训');
    const dialog = await begin(page, '实施完成');
    await people(dialog, 'acceptUsers', '验收人', [NAMES.officer]);
    await finish(page, '实施完成');
  });

  await test.step('the officer checks before start-up; what is not in order is not accepted', async () => {
    await seat.task('officer', line('验收关闭'));
    const dialog = dialogOf(page, '验收关闭');
    await expect(dialog).toBeVisible();
    await press(dialog, 'pssr', '不合格');
    await type(dialog, 'acceptOpinion', '现场核对，按批准的范围实施。');
    await dialog.getByRole('button', { name: '验收关闭', exact: true }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: '开车前安全审查不合格，不能验收' })).toBeVisible();
    await picture(page, 'accept-refused');
    await expect(item(dialog, 'acceptOpinion').locator('textarea')).toHaveValue('现场核对，按批准的范围实施。');
    await press(dialog, 'pssr', '合格');
    await item(dialog, 'updatedDocs')
      .getByRole('checkbox', { name: /设备台账/ })
      .check();
    await finish(page, '验收关闭');
    await expect(state(page)).toContainText('已关闭');
  });

  await test.step('the engineer reads that it is closed', async () => {
    await seat.told(ENGINEER, '变更已验收关闭或恢复原状', title);
    await seat.open(ENGINEER, `${PAGE}?_q=${encodeURIComponent(title)}`);
    await page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click();
    await expect(state(page)).toContainText('已关闭');
  });
});

test('a temporary change that expires warns its people, turns red, and is restored', async ({ page, moved }) => {
  const seat = seatOf(page, moved, PHONES);
  const title = uniqueName('临时旁路调节阀');
  const id = await approvedChange(moved, { title, changeNature: '2', expireTime: `${moved.wall(10 * DAY)}:00` });

  await test.step('before it ends its people are told', async () => {
    await seat.pass(5 * DAY);
    await seat.told(ENGINEER, '临时变更即将到期', title);
    await seat.open(KEEPER, `${PAGE}/view/${id}`);
    await expect(page.locator('main')).toContainText('即将到期');
    await picture(page, 'soon');
  });

  await test.step('once it has ended everybody sees it red, on the list, at home and among messages', async () => {
    await seat.pass(5 * DAY + 1);
    for (const account of ['safety', KEEPER]) await seat.told(account, '临时变更已到期，须立即关闭或恢复原状', title);
    await seat.open('safety', `${PAGE}?_q=${encodeURIComponent(title)}`);
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('临时变更已到期');
    await picture(page, 'expired-list');
    await seat.open('safety', '/safety/overview');
    await expect(page.locator('main')).toContainText('到期未恢复的临时变更');
  });

  await test.step('whoever did it restores it on site', async () => {
    await seat.task(KEEPER, new RegExp(`^恢复原状：${title}`));
    const dialog = dialogOf(page, '恢复原状');
    await expect(dialog).toBeVisible();
    await type(dialog, 'endReason', '旁路已拆除，调节阀投用。');
    await finish(page, '恢复原状');
    await expect(state(page)).toContainText('已关闭');
    await expect(page.locator('main')).not.toContainText('临时变更已到期');
  });
});
