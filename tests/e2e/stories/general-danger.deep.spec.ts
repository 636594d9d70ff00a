import { patient } from '../../fixtures/patience.ts';
import {
  begin,
  DANGER,
  DEPARTMENT,
  deskOf,
  finish,
  nameOf,
  openDanger,
  PERIL,
  row,
  type Seat,
  state,
  storeArea,
  unfold,
  waiting,
  waitingNow,
} from '../support/danger-desk.ts';
import { choose, chooseRecord, date, department, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

// A dozen people's steps one after the other take their time on a busy machine.
test.setTimeout(patient(150_000));

test('a general danger from the finding to the end', async ({ page: shared, context, product, expectedErrors }) => {
  // The direct call by address is refused.
  expectedErrors.push(/status of 404/);
  const seat: Seat = { page: shared, account: '' };
  const officer = await deskOf(seat, product, 'officer');
  const manager = await deskOf(seat, product, 'manager');
  const leader = await deskOf(seat, product, 'leader');
  // Whoever assesses has a browser of his own, in which something happens while others work.
  const browser = context.browser();
  if (browser === null) throw new Error('the browser has gone');
  const apart = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const own = await apart.newPage();
  const faults: string[] = [];
  own.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  const safety = await deskOf({ page: own, account: '' }, product, 'safety');
  const area = await storeArea(safety.person);
  const name = uniqueName('循环水泵护罩缺失');
  // Midnight may come between two steps.
  const begunOn = inDays(0).slice(0, 10);
  const delayedTo = inDays(20);

  await test.step('officer begins to register, keeps a draft, leaves and comes back', async () => {
    const { page } = officer;
    await officer.open(`${DANGER}/riskReport`);
    await page.getByRole('button', { name: '新增', exact: true }).first().click();
    await unfold(page, '登记信息');
    await type(page, 'perilName', name);
    await choose(page, 'type', '设备');
    await photos(page, 'photos', ['护罩-近.png', '护罩-远.png']);
    await page.getByRole('button', { name: '保存草稿', exact: true }).click();
    await expect(page.getByText('草稿已保存')).toBeVisible();
    await officer.open('/safety/overview');
    await officer.open(`${DANGER}/riskReport?_q=${encodeURIComponent(name)}`);
    await expect(row(page, name)).toContainText('草稿');
    await row(page, name).getByRole('button', { name: '编辑' }).click();
    await unfold(page, '登记信息');
    await expect(item(page, 'perilName').locator('input')).toHaveValue(name);
    await expect(item(page, 'type')).toContainText('设备');
    await expect(item(page, 'photos').getByRole('button', { name: /^删除护罩/ })).toHaveCount(2);
  });

  await test.step('what is missing is told at its field, nothing is lost, and it is submitted', async () => {
    const { page } = officer;
    await choose(page, 'causeClass', '物的不安全状态');
    await department(page, 'deptId', '责任单位', DEPARTMENT);
    await chooseRecord(page, 'areaId', area);
    await type(page, 'location', '2号循环水泵');
    await person(page, 'finderId', '发现人', nameOf.leader);
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(item(page, 'perilDesc').getByRole('alert')).toHaveText('请输入隐患描述');
    await expect(item(page, 'perilDesc').locator('textarea')).toBeFocused();
    await expect(item(page, 'location').locator('input')).toHaveValue('2号循环水泵');
    await expect(item(page, 'photos').getByRole('button', { name: /^删除护罩/ })).toHaveCount(2);
    await type(page, 'perilDesc', '2号循环水泵联轴器护罩缺失，人员可能接触转动部位。');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByText('提交成功')).toBeVisible();
    await officer.open(`${DANGER}/riskReport?_q=${encodeURIComponent(name)}`);
    await expect(row(page, name)).toContainText('待评估');
    await expect(row(page, name)).toContainText(/YH\d{11}/);
  });

  await test.step('safety finds it by level, state and time of finding, and assesses it', async () => {
    const { page } = safety;
    const today = inDays(0).slice(0, 10);
    await safety.open(`${DANGER}/list`);
    const filters = page.locator('.anlan-filters');
    const pick = async (title: string, option: string) => {
      await filters.getByRole('combobox', { name: title }).click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).click();
      await page.keyboard.press('Escape');
    };
    await pick('隐患等级', '一般隐患');
    await pick('状态', '待评估');
    const fold = filters.getByRole('button', { name: '展开' });
    if (!(await filters.getByRole('textbox', { name: '发现时间', exact: true }).isVisible())) await fold.click();
    const from = filters.getByRole('textbox', { name: '发现时间', exact: true });
    await from.fill(begunOn);
    await from.press('Enter');
    await page.keyboard.type(today);
    await page.keyboard.press('Enter');
    await expect(page.locator('.anlan-chips')).toContainText(`发现时间：${begunOn} 至 ${today}`);
    await expect(page.locator('.anlan-chips')).toContainText('隐患等级：一般隐患');
    await expect(row(page, name)).toContainText('待评估');

    await openDanger(safety, 'manageAssessment', name);
    const dialog = await begin(safety, '评估', name);
    // What whoever registered it thought stands there to be confirmed.
    await expect(item(dialog, 'level').getByRole('radio', { name: '一般隐患' })).toBeChecked();
    await expect(item(dialog, 'reformType').getByRole('radio', { name: '限期整改' })).toBeChecked();
    await type(dialog, 'riskL', '3');
    await type(dialog, 'riskS', '4');
    await expect(item(dialog, 'riskR').getByRole('status')).toHaveText(/12/);
    await type(dialog, 'opinion', '属一般隐患，10日内恢复护罩。');
    // Whoever rectifies does not accept: refused where he was chosen before, and the picker says why.
    await person(dialog, 'acceptUserId', '验收人', nameOf.manager);
    await person(dialog, 'dutyUserId', '整改责任人', nameOf.manager);
    await date(dialog, 'abarbeitungDeadline', inDays(10));
    await type(dialog, 'measures', '恢复护罩并加固定螺栓。');
    await dialog.getByRole('button', { name: '评估', exact: true }).click();
    await expect(item(dialog, 'acceptUserId').getByRole('alert')).toHaveText(
      `${nameOf.manager}既是验收人又是整改责任人，须由不同的人担任`,
    );
    await item(dialog, 'acceptUserId').getByRole('button', { name: '验收人' }).first().click();
    const acceptors = page.getByRole('dialog', { name: '选择验收人' });
    await acceptors.getByLabel('搜索姓名或账号').fill(nameOf.manager);
    await expect(
      acceptors.getByRole('radio', { name: new RegExp(`${nameOf.manager}.*验收人不能是整改责任人`) }),
    ).toBeVisible();
    await acceptors.getByRole('button', { name: '取消' }).click();
    await person(dialog, 'acceptUserId', '验收人', nameOf.officer);
    await finish(safety, '评估', name, '评估成功，当前状态：整改中');
  });

  let id = '';
  await test.step('manager asks for a delay; the count of what waits for safety moves by itself', async () => {
    await safety.open('/workflow/todo');
    const before = await waitingNow(safety);
    await expect(waiting(safety.page, before)).toBeVisible();
    await expect(safety.page.getByRole('link', { name })).toHaveCount(0);

    await openDanger(manager, 'reform', name);
    id = /view\/(\d+)/.exec(manager.page.url())?.[1] ?? '';
    await expect(state(manager.page)).toContainText('整改中');
    const dialog = await begin(manager, '延期申请', name);
    await date(dialog, 'newDeadline', delayedTo);
    await type(dialog, 'delayReason', '护罩须向厂家订制。');
    await type(dialog, 'tempMeasures', '加装临时围栏并挂牌。');
    await finish(manager, '延期申请', name, /^已提交，等待 .*审批（安全管理部门审批）$/);
    await expect(manager.page.getByRole('button', { name: '延期申请', exact: true })).toBeDisabled();
    // It goes on being rectified meanwhile.
    await expect(manager.page.getByRole('button', { name: '提交整改', exact: true })).toBeVisible();
    await expect(state(manager.page)).toContainText('整改中');

    await expect(waiting(safety.page, before + 1)).toBeVisible();
    await expect(safety.page.getByRole('link', { name })).toBeVisible();
  });

  await test.step('safety grants it in the workflow centre', async () => {
    const { page } = safety;
    const before = await waitingNow(safety);
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name: '申请内容：延期申请' })).toBeVisible();
    await expect(page.locator('main')).toContainText('护罩须向厂家订制。');
    await expect(page.getByRole('img', { name: '流程图' })).toContainText(nameOf.safety);
    const vote = page.getByRole('region', { name: '审批' });
    await vote.getByRole('textbox', { name: '审批意见' }).fill('同意延期，围栏须每日检查。');
    await vote.getByRole('button', { name: '同意', exact: true }).click();
    await expect(page.getByText('已同意，审批全部通过')).toBeVisible();
    await expect(waiting(page, before - 1)).toBeVisible();
    // The page of whoever asked shows the new deadline without being reloaded.
    await expect(manager.page.locator('main')).toContainText(delayedTo.slice(0, 10));
  });

  await test.step('manager rectifies with a photo', async () => {
    const dialog = await begin(manager, '提交整改', name);
    await type(dialog, 'rectifyDesc', '护罩已恢复，螺栓已紧固。');
    await dialog.getByRole('button', { name: '提交整改', exact: true }).click();
    await expect(item(dialog, 'photosAfter').getByRole('alert')).toBeVisible();
    await expect(item(dialog, 'rectifyDesc').locator('textarea')).toHaveValue('护罩已恢复，螺栓已紧固。');
    await photos(dialog, 'photosAfter', ['整改后.png']);
    await finish(manager, '提交整改', name, '提交整改成功，当前状态：待验收');
  });

  await test.step('leader sees it and cannot accept it', async () => {
    await openDanger(leader, 'riskAcceptance', name);
    await expect(state(leader.page)).toContainText('待验收');
    await expect(leader.page.getByRole('button', { name: '验收', exact: true })).toHaveCount(0);
    const { version } = await leader.person.call<StoredRecord>('GET', `${PERIL}/detail`, { query: { id } });
    const refused = await leader.person.ask('POST', `${PERIL}/accept`, {
      json: { id, version, row: { acceptResult: '1', acceptOpinion: '合格', acceptTime: `${inDays(0)}:00` } },
    });
    expect(refused.status).toBe(403);
  });

  await test.step('officer accepts, and it is closed', async () => {
    await openDanger(officer, 'riskAcceptance', name);
    const dialog = await begin(officer, '验收', name);
    await press(dialog, 'acceptResult', '合格');
    await type(dialog, 'acceptOpinion', '现场核对，护罩牢固。');
    await finish(officer, '验收', name, '验收成功，当前状态：已销号');
  });

  await test.step('the detail tells who did what when, what changed, and each decision', async () => {
    await openDanger(safety, 'list', name);
    const { page } = safety;
    await expect(state(page)).toContainText('已销号');
    const entries = page.locator('.anlan-history');
    for (const told of [
      `${nameOf.officer} 新增`,
      `${nameOf.officer} 提交`,
      `${nameOf.safety} 评估`,
      `${nameOf.manager} 提交整改`,
      `${nameOf.officer} 验收`,
    ]) {
      await expect(entries.filter({ hasText: told }).first().locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    }
    const assessed = entries.filter({ hasText: `${nameOf.safety} 评估` });
    const unfold = assessed.getByRole('button', { name: /等\d+项/ });
    if (await unfold.isVisible()) await unfold.click();
    await expect(assessed).toContainText(`整改责任人${nameOf.safety} → ${nameOf.manager}`);
    await expect(assessed).toContainText(`验收人${nameOf.officer}`);
    for (const [title, text] of [
      ['隐患评估', '属一般隐患，10日内恢复护罩。'],
      ['延期申请', '护罩须向厂家订制。'],
      ['隐患整改', '护罩已恢复，螺栓已紧固。'],
      ['隐患验收', '现场核对，护罩牢固。'],
    ] as const) {
      await expect(page.getByRole('region', { name: title, exact: true })).toContainText(text);
    }
    // The decision, as it was seen on the day.
    const flow = page.getByRole('region', { name: '流程', exact: true });
    await flow.getByRole('button', { name: /延期申请/ }).click();
    await expect(flow).toContainText(`${nameOf.safety} 通过`);
    await expect(flow).toContainText('同意延期，围栏须每日检查。');
    await flow.getByRole('button', { name: '查看当时内容' }).last().click();
    const evidence = page.getByRole('dialog', { name: '存证：决定时看到的内容' });
    await expect(evidence.getByText('内容与校验值一致')).toBeVisible();
    await expect(evidence).toContainText('护罩须向厂家订制。');
  });

  await test.step('the administrator of the other company sees nothing of it', async () => {
    const stranger = await deskOf(seat, product, 'admin', '645968');
    await stranger.open(`${DANGER}/list?_q=${encodeURIComponent(name)}`);
    await expect(stranger.page.getByTestId('empty-noMatch')).toBeVisible();
    await stranger.open(`${DANGER}/list/view/${id}`);
    await expect(stranger.page.getByText('隐患不存在或已被删除')).toBeVisible();
    await expect(stranger.page.locator('body')).not.toContainText(name);
    const answer = await stranger.person.ask('GET', `${PERIL}/detail`, { query: { id } });
    expect(answer.status).toBe(404);
  });

  await apart.close();
  expect(faults).toEqual([]);
});
