import { patient } from '../../fixtures/patience.ts';
import {
  agree,
  begin,
  DANGER,
  DEPARTMENT,
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
  unfold,
} from '../support/danger-desk.ts';
import { choose, chooseRecord, department, item, person, photos, press, type } from '../support/fill.ts';
import { uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

// A dozen people's steps one after the other take their time on a busy machine.
test.setTimeout(patient(150_000));

test('a major danger goes through scheme, approvals, review by another, and reporting', async ({
  page: shared,
  product,
  expectedErrors,
}) => {
  // The assessment without temporary measures is refused.
  expectedErrors.push(/status of 400/);
  const seat: Seat = { page: shared, account: '' };
  const safety = await deskOf(seat, product, 'safety');
  const manager = await deskOf(seat, product, 'manager');
  const workshop = await deskOf(seat, product, 'workshop');
  const principal = await deskOf(seat, product, 'principal');
  const officer = await deskOf(seat, product, 'officer');
  const director = await deskOf(seat, product, 'director');
  const name = uniqueName('可燃气体报警系统失效');
  const area = await storeArea(safety.person);

  await test.step('officer registers it with the clause that it falls under', async () => {
    const { page } = officer;
    await officer.open(`${DANGER}/riskReport/add`);
    await unfold(page, '登记信息');
    await type(page, 'perilName', name);
    // What only a major danger needs comes with it, and is not there before.
    const major = page.getByRole('heading', { name: '重大隐患判定' });
    await expect(page.getByRole('heading', { name: '登记信息' })).toBeVisible();
    await expect(major).toHaveCount(0);
    await press(page, 'level', '重大隐患');
    await expect(major).toBeVisible();
    await choose(page, 'type', '仪表');
    await choose(page, 'causeClass', '物的不安全状态');
    await department(page, 'deptId', '责任单位', DEPARTMENT);
    await chooseRecord(page, 'areaId', area);
    await type(page, 'location', '聚合釜区');
    await type(page, 'perilDesc', '聚合釜区可燃气体检测报警装置未按规定设置。');
    await photos(page, 'photos', ['报警器.png']);
    await choose(page, 'criterion', '第12项');
    await type(page, 'reason', '改造时漏装，验收未发现。');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('提交成功')).toBeVisible();
  });

  await test.step('safety assesses it, and it waits for a scheme', async () => {
    await openDanger(safety, 'manageAssessment', name);
    const dialog = await begin(safety, '评估', name);
    await type(dialog, 'opinion', '构成重大隐患，立即制定治理方案。');
    await expect(item(dialog, 'criterion')).toContainText('第12项');
    await person(dialog, 'dutyUserId', '整改责任人', nameOf.manager);
    // Without temporary measures it is refused by the clause, and what was written stays.
    await dialog.getByRole('button', { name: '评估', exact: true }).click();
    await expect(dialog.getByText(/评估完成前须写明临时管控措施（总局令第16号第十六条）/)).toBeVisible();
    await expect(item(dialog, 'opinion').locator('textarea')).toHaveValue('构成重大隐患，立即制定治理方案。');
    await type(dialog, 'tempMeasures', '停用聚合釜，专人值守。');
    await finish(safety, '评估', name, '评估成功，当前状态：待制定方案');
  });

  await test.step('manager makes the scheme and names who reviews', async () => {
    const scheme = {
      goal: '消除可燃气体检测盲区。',
      measures: '增设检测报警器并联锁。',
      fund: '12.5',
      duty: nameOf.manager,
      lasts: 25,
      deadline: 30,
      safetyMeasures: '治理期间停用聚合釜，专人巡检。',
      emergencyPlan: '可燃气体泄漏现场处置方案。',
      acceptedBy: nameOf.officer,
      reviewedBy: nameOf.director,
    };
    await makeScheme(manager, name, scheme, `已提交，等待 ${nameOf.workshop} 审批（责任单位负责人审核）`);
  });

  await test.step('the head of the department and the principal approve it one after the other', async () => {
    await agree(workshop, name, '方案可行。');
    await agree(principal, name, '同意，资金已落实。', true);
    await openDanger(safety, 'list', name);
    await expect(state(safety.page)).toContainText('整改中');
  });

  await test.step('safety reports it', async () => {
    await report(safety, name, '聚合釜区报警装置缺失，正在治理。');
    await expect(safety.page.getByRole('region', { name: '隐患上报', exact: true })).toContainText('示例市应急管理局');
  });

  await test.step('manager rectifies, the head checks, officer accepts', async () => {
    await rectify(manager, name, '报警器已安装并联调。');
    await agree(workshop, name, '情况属实。');

    await judge(officer, name, ['验收', '合格', '联调记录齐全。', '待复查']);
    await expect(officer.page.getByRole('button', { name: '复查', exact: true })).toHaveCount(0);
  });

  await test.step('another reviews, and it is closed', async () => {
    await judge(director, name, ['复查', '合格', '抽查有效。', '已销号']);
    await openDanger(director, 'list', name);
    const flow = director.page.getByRole('region', { name: '流程', exact: true });
    await expect(flow.getByRole('button', { name: /提交方案/ })).toContainText('已通过');
    await expect(flow.getByRole('button', { name: /提交整改/ })).toContainText('已通过');
    // The signed decision, and what was seen when it was signed.
    await flow.getByRole('button', { name: /提交方案/ }).click();
    const signed = flow.locator('.anlan-step').filter({ hasText: '同意，资金已落实。' });
    await expect(signed.getByRole('img', { name: `${nameOf.principal}的签名` })).toBeVisible();
    await signed.getByRole('button', { name: '查看当时内容' }).click();
    const evidence = director.page.getByRole('dialog', { name: '存证：决定时看到的内容' });
    await expect(evidence.getByText('内容与校验值一致')).toBeVisible();
    await expect(evidence).toContainText('增设检测报警器并联锁。');
  });
});
