import {
  agree,
  begin,
  DANGER,
  DEPARTMENT,
  deskOf,
  finish,
  nameOf,
  openDanger,
  type Seat,
  state,
  storeArea,
} from '../support/danger-desk.ts';
import { choose, date, department, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { patient } from '../support/patience.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { agreeTo } from '../support/votes.ts';

// Many people's steps one after the other take their time on a busy machine.
test.setTimeout(patient(200_000));

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

test('a major danger is delayed, its first acceptance refused, and closed in the end', async ({ page, product }) => {
  const seat: Seat = { page, account: '' };
  const guardian = await deskOf(seat, product, 'guardian');
  const safety = await deskOf(seat, product, 'safety');
  const workshop = await personOf(product.url, 'workshop');
  const leader = await deskOf(seat, product, 'leader');
  const principal = await deskOf(seat, product, 'principal');
  const trainer = await deskOf(seat, product, 'trainer');
  const manager = await deskOf(seat, product, 'manager');
  const area = await storeArea(safety.person);
  const name = uniqueName('联锁长期旁路');

  /** The head of the department agrees; how he does on the page is another story. */
  const checked = () => agreeTo(workshop, name);

  await test.step('a guardian reports it from his phone', async () => {
    await page.setViewportSize(PHONE);
    await guardian.open(`${DANGER}/riskReport/add`);
    await photos(page, 'photos', ['联锁.png']);
    await item(page, 'areaId').getByRole('combobox').click();
    await page.locator('.ant-cascader-menu-item:visible').filter({ hasText: area }).first().click();
    await type(page, 'perilDesc', name);
    await item(page, 'urgency').getByText('紧急', { exact: true }).click();
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('提交成功')).toBeVisible();
    await page.setViewportSize(DESK);
  });

  await test.step('safety assesses it as major, with temporary measures', async () => {
    await openDanger(safety, 'manageAssessment', name);
    const dialog = await begin(safety, '评估', name);
    await press(dialog, 'level', '重大隐患');
    await choose(dialog, 'criterion', '第12项');
    await type(dialog, 'reason', '检修后没有恢复联锁。');
    await choose(dialog, 'type', '仪表');
    await choose(dialog, 'causeClass', '物的不安全状态');
    await type(dialog, 'tempMeasures', '降负荷运行，专人监盘。');
    await type(dialog, 'opinion', '构成重大隐患，立即制定方案。');
    await person(dialog, 'dutyUserId', '整改责任人', nameOf.leader);
    await finish(safety, '评估', name, '评估成功，当前状态：待制定方案');
  });

  await test.step('the team leader makes the scheme, and both levels approve it', async () => {
    await openDanger(leader, 'manageMakingPlans', name);
    const dialog = await begin(leader, '提交方案', name);
    await type(dialog, 'goal', '恢复联锁。');
    await type(dialog, 'measures', '更换故障变送器并试验联锁。');
    await type(dialog, 'fund', '3');
    await department(dialog, 'dutyDeptId', '责任单位', DEPARTMENT);
    await person(dialog, 'dutyUserId', '整改责任人', nameOf.leader);
    const duration = item(dialog, 'schemeStart').locator('input');
    await duration.first().fill(inDays(0).slice(0, 10));
    await duration.first().press('Enter');
    await duration.last().fill(inDays(8).slice(0, 10));
    await duration.last().press('Enter');
    await date(dialog, 'abarbeitungDeadline', inDays(10));
    await type(dialog, 'safetyMeasures', '旁路期间专人监盘。');
    await type(dialog, 'emergencyPlan', '超压现场处置方案。');
    await person(dialog, 'acceptUserId', '验收人', nameOf.trainer);
    await person(dialog, 'reviewUserId', '复查人', nameOf.manager);
    await finish(leader, '提交方案', name);
    await checked();
    await agree(principal, name, '同意。', true);
  });

  const delayedTo = inDays(20);
  await test.step('spare parts come late: the principal signs the delay', async () => {
    await openDanger(leader, 'manageRectification', name);
    const dialog = await begin(leader, '延期申请', name);
    await date(dialog, 'newDeadline', delayedTo);
    await type(dialog, 'delayReason', '变送器到货推迟。');
    await type(dialog, 'tempMeasures', '继续降负荷运行。');
    await finish(leader, '延期申请', name);
    await agree(principal, name, '同意延期，监盘不得中断。', true);
    await openDanger(leader, 'manageRectification', name);
    await expect(page.locator('main')).toContainText(delayedTo.slice(0, 10));
  });

  const rectify = async (words: string) => {
    await openDanger(leader, 'manageRectification', name);
    const dialog = await begin(leader, '提交整改', name);
    await type(dialog, 'rectifyDesc', words);
    await photos(dialog, 'photosAfter', ['恢复后.png']);
    await finish(leader, '提交整改', name);
    await checked();
  };
  const accept = async (result: string, opinion: string, message: string) => {
    await openDanger(trainer, 'manageAcceptance', name);
    const dialog = await begin(trainer, '验收', name);
    await press(dialog, 'acceptResult', result);
    await type(dialog, 'acceptOpinion', opinion);
    await finish(trainer, '验收', name, message);
  };

  await test.step('the acceptance is refused, and it goes back to whoever rectifies', async () => {
    await rectify('变送器已更换。');
    await accept('不合格', '没有联锁试验记录。', '验收成功，当前状态：整改中');
    await openDanger(leader, 'manageRectification', name);
    await expect(state(page)).toContainText('整改中');
    await expect(page.locator('main')).toContainText('没有联锁试验记录。');
  });

  await test.step('rectified again it is accepted, reported, reviewed and closed', async () => {
    await rectify('联锁试验合格，记录已存档。');
    await accept('合格', '记录齐全。', '验收成功，当前状态：待复查');
    await openDanger(safety, 'list', name);
    const report = await begin(safety, '上报', name);
    await type(report, 'reportOrg', '示例市应急管理局');
    await type(report, 'reportContent', '联锁旁路已恢复。');
    await finish(safety, '上报', name);
    await openDanger(manager, 'manageReview', name);
    const review = await begin(manager, '复查', name);
    await press(review, 'reviewResult', '合格');
    await type(review, 'reviewOpinion', '抽查有效。');
    await finish(manager, '复查', name, '复查成功，当前状态：已销号');
  });
});
