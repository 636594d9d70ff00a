import { patient } from '../../fixtures/patience.ts';
import {
  agree,
  begin,
  DANGER,
  deskOf,
  finish,
  judge,
  makeScheme,
  nameOf,
  openDanger,
  rectify,
  report,
  type Seat,
  state,
  storeArea,
} from '../support/danger-desk.ts';
import { choose, date, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Many people's steps one after the other take their time on a busy machine.
test.setTimeout(patient(200_000));

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

test('a major danger is delayed, its first acceptance refused, and closed in the end', async ({
  page,
  product,
  expectedErrors,
}) => {
  // A delay beyond the longest one.
  expectedErrors.push(/400/);
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
    await makeScheme(leader, name, {
      goal: '恢复联锁。',
      measures: '更换故障变送器并试验联锁。',
      fund: '3',
      duty: nameOf.leader,
      lasts: 8,
      deadline: 10,
      safetyMeasures: '旁路期间专人监盘。',
      emergencyPlan: '超压现场处置方案。',
      acceptedBy: nameOf.trainer,
      reviewedBy: nameOf.manager,
    });
    await checked();
    await agree(principal, name, '同意。', true);
  });

  const delayedTo = inDays(20);
  await test.step('spare parts come late: the principal signs the delay', async () => {
    await openDanger(leader, 'manageRectification', name);
    const dialog = await begin(leader, '延期申请', name);
    // Later than the rule lets it be: refused with the last day, and what was written stays.
    await date(dialog, 'newDeadline', inDays(400));
    await type(dialog, 'delayReason', '变送器到货推迟。');
    await type(dialog, 'tempMeasures', '继续降负荷运行。');
    await dialog.getByRole('button', { name: '延期申请', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(/重大隐患每次延期不超过\d+天.*最晚延至\d{4}-\d\d-\d\d/);
    await expect(item(dialog, 'delayReason').locator('textarea')).toHaveValue('变送器到货推迟。');
    await date(dialog, 'newDeadline', delayedTo);
    await finish(leader, '延期申请', name);
    await agree(principal, name, '同意延期，监盘不得中断。', true);
    await openDanger(leader, 'manageRectification', name);
    await expect(page.locator('main')).toContainText(delayedTo.slice(0, 10));
  });

  await test.step('the acceptance is refused, and it goes back to whoever rectifies, all on phones where it is', async () => {
    await page.setViewportSize(PHONE);
    await rectify(leader, name, '变送器已更换。');
    await checked();
    await judge(trainer, name, ['验收', '不合格', '没有联锁试验记录。', '整改中']);
    await openDanger(leader, 'manageRectification', name);
    await expect(state(page)).toContainText('整改中');
    await expect(page.locator('main')).toContainText('没有联锁试验记录。');
  });

  await test.step('rectified again it is accepted, reported, reviewed and closed', async () => {
    await rectify(leader, name, '联锁试验合格，记录已存档。');
    await checked();
    await judge(trainer, name, ['验收', '合格', '记录齐全。', '待复查']);
    await fits(page);
    await page.setViewportSize(DESK);
    await openDanger(safety, 'list', name);
    await report(safety, name, '联锁旁路已恢复。');
    await judge(manager, name, ['复查', '合格', '抽查有效。', '已销号']);
  });
});
