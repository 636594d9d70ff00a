import { choose, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { enter, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { countPresses } from '../support/presses.ts';
import {
  enterEvent,
  heading,
  openPanel,
  RISK,
  section,
  shown,
  storeEvent,
  storeUnit,
  tree,
} from '../support/risk-desk.ts';
import { expect, test } from '../support/story.ts';
import { agreeTo } from '../support/votes.ts';

/** Most presses from the page of a unit to two events, with three measures, that wait for review. */
const MOST_PRESSES = 36;

interface Listed {
  readonly records: readonly StoredRecord[];
}

test('a changed likelihood recolours the area and raises the control level', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const director = await personOf(product.url, 'director');
  const chain = await storeUnit(safety);
  const eventName = uniqueName('反应釜超温');
  const eventId = await storeEvent({ safety, director }, chain.unitId, eventName);

  await test.step('from the area down to the event by links', async () => {
    await enter(page, product.url, safety, `${RISK}/areaManage/view/${chain.areaId}`);
    await expect(heading(page, chain.area)).toBeVisible();
    await expect(shown(page, '风险等级')).toContainText('低风险');
    await section(page, '风险分析对象').getByRole('link', { name: chain.object }).click();
    await expect(heading(page, chain.object)).toBeVisible();
    await section(page, '风险分析单元').getByRole('link', { name: chain.unit }).click();
    await expect(heading(page, chain.unit)).toBeVisible();
    await section(page, '风险事件').getByRole('link', { name: eventName }).click();
    await expect(heading(page, eventName)).toBeVisible();
    await expect(shown(page, '管控层级')).toContainText('班组级');
  });

  await test.step('the event is revised and sent for review', async () => {
    await page.getByRole('button', { name: '修订', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('同类装置发生事故');
    await dialog.getByRole('button', { name: '修订', exact: true }).click();
    await expect(dialog).toBeHidden();
    // Its measures, which stand below, can be edited now too, and perhaps a moment sooner.
    const head = page.locator('header', { has: heading(page, eventName) });
    await head.getByRole('button', { name: '编辑', exact: true }).click();
    await choose(page, 'lValue', '5');
    await expect(item(page, 'rValue')).toContainText('20');
    await expect(item(page, 'riskLevel')).toContainText('重大风险');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.locator('.anlan-course [aria-current]')).toContainText('审核中');
    await agreeTo(director, eventId);
    await agreeTo(await personOf(product.url, 'principal'), eventId);
  });

  await test.step('the area is red and the company controls the event', async () => {
    await page.goto(`${RISK}/areaManage/view/${chain.areaId}`);
    await expect(heading(page, chain.area)).toBeVisible();
    await expect(shown(page, '风险等级')).toContainText('重大风险');
    await page.goto(`${RISK}/evaluation?_q=${encodeURIComponent(eventName)}`);
    const row = page.getByRole('row').filter({ hasText: eventName });
    await expect(row).toContainText('已生效');
    await expect(row).toContainText('公司级');
  });
});

test('a changed setup counts the results that it would change, and recalculates them', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, `${RISK}/setup/level`);
  const row = page.getByRole('row').filter({ hasText: '4级' });
  await expect(row).toContainText('班组级');
  const banner = page.getByRole('alert').filter({ hasText: '条记录的计算结果会因此改变' });
  await expect(banner).toBeHidden();

  const change = async (title: string) => {
    await row.getByRole('button', { name: '编辑' }).click();
    await choose(page, 'controlLevel', title);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(row).toContainText(title);
    await expect(banner).toBeVisible();
    await page.getByRole('button', { name: '重新计算', exact: true }).click();
    await expect(banner).toBeHidden();
    await expect(page.locator('.anlan-recalculation')).toBeHidden({ timeout: 20_000 });
  };
  await change('车间级');
  // Put back for the stories that follow.
  await change('班组级');
});

test('a failed measure raises a danger, and links lead there and back', async ({ page, product }) => {
  const leader = await personOf(product.url, 'leader');
  const waitsNow = async () => {
    const { records } = await leader.call<Listed>('GET', 'safety/trouble/task/page', {
      query: { page: 'troubleshootingTask', status: '1', size: '50' },
    });
    const now = inDays(0);
    return records.find(({ taskTime, taskEnd }) => String(taskTime) <= now && now < String(taskEnd));
  };
  // The demo plant is filled behind the first requests.
  await expect.poll(async () => (await waitsNow()) !== undefined, { timeout: 45_000 }).toBe(true);
  const task = await waitsNow();
  if (task === undefined) throw new Error('no task of the demo plant waits for the leader');
  const taskNo = String(task.taskNo);

  await test.step('whoever checks finds the measure failed and registers the exception', async () => {
    await enter(page, product.url, leader, `/safety/danger/troubleshootingTask/view/${task.id}`);
    await expect(heading(page, taskNo)).toBeVisible();
    await page.getByRole('button', { name: '提交排查', exact: true }).click();
    const check = page.getByRole('dialog');
    await press(check, 'result', '存在隐患');
    await type(check, 'note', '联锁旁路未恢复');
    await photos(check, 'photos', ['联锁.png']);
    await check.getByRole('button', { name: '提交排查', exact: true }).click();
    await expect(check).toBeHidden();

    await page.getByRole('button', { name: '异常登记', exact: true }).click();
    const found = page.getByRole('dialog');
    await type(found, 'exceptionDesc', '联锁旁路后没有恢复，措施失效。');
    await choose(found, 'type', '设备');
    await press(found, 'level', '一般隐患');
    await press(found, 'reformType', '限期整改');
    await photos(found, 'photos', ['旁路.png']);
    await press(found, 'instantFix', '否');
    await person(found, 'dutyUserId', '整改责任人', '韩辰五');
    await item(found, 'abarbeitungDeadline').locator('input').first().fill(inDays(3));
    await item(found, 'abarbeitungDeadline').locator('input').first().press('Enter');
    await found.getByRole('button', { name: '异常登记', exact: true }).click();
    await expect(found).toBeHidden();
  });

  await test.step('from the task to the danger, to the measure, and back to the task', async () => {
    const safety = await personOf(product.url, 'safety');
    const dangers = section(page, '隐患');
    await enter(page, product.url, safety, `/safety/danger/allTroubleshooting/view/${task.id}`);
    await dangers.getByRole('link').first().click();
    await expect(shown(page, '关联排查任务')).toContainText(taskNo);
    const danger = await page.getByRole('heading', { level: 1 }).innerText();
    await shown(page, '关联管控措施').getByRole('link').click();
    await expect(page.locator('main').getByText('失效', { exact: true }).first()).toBeVisible();
    await expect(dangers).toContainText(danger);
    await section(page, '排查任务').getByRole('link', { name: taskNo }).click();
    await expect(heading(page, taskNo)).toBeVisible();
  });
});

test('events are entered with their measures beside the tree, one after the other, and none is lost', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const unit = await storeUnit(safety);
  const [leak, fire] = [uniqueName('进料管泄漏'), uniqueName('静电起火')];
  const done = await countPresses(page);
  await enter(page, product.url, safety, `${RISK}/riskUnit/view/${unit.unitId}`);
  await expect(heading(page, unit.unit)).toBeVisible();
  const address = page.url();
  const events = section(page, '风险事件');
  const panel = page.getByRole('dialog', { name: '新增风险事件' });

  await test.step('two events follow each other in one panel, and tree and list show them', async () => {
    const before = await done();
    await openPanel(page, '风险事件');
    await expect(item(panel, 'eventName').locator('input')).toBeFocused();
    await expect(item(panel, 'unitId')).toContainText(unit.unit);
    await enterEvent(panel, page, {
      eventName: leak,
      accidentType: '中毒和窒息',
      likelihood: '2',
      severity: '4',
      measures: ['垫片每年更换', '泄漏检测每月一次'],
    });
    await panel.getByRole('button', { name: '提交并继续添加', exact: true }).click();
    await expect(tree(page).getByRole('link', { name: leak })).toBeVisible();
    await expect(item(panel, 'eventName').locator('input')).toHaveValue('');
    await expect(item(panel, 'eventName').locator('input')).toBeFocused();
    await enterEvent(panel, page, {
      eventName: fire,
      accidentType: '火灾',
      likelihood: '2',
      severity: '2',
      measures: ['静电接地每季检测'],
    });
    await panel.getByRole('button', { name: '提交', exact: true }).click();
    await expect(panel).toBeHidden();
    const { presses, typed } = await done();
    // Six of an event and four of each measure; the same names for the second as for the first.
    expect(typed).toHaveLength(14);
    expect(presses - before.presses).toBeLessThanOrEqual(MOST_PRESSES);
    for (const name of [leak, fire]) {
      await expect(events.getByRole('row').filter({ hasText: name })).toContainText('审核中');
      await expect(tree(page).getByRole('link', { name })).toBeVisible();
    }
    expect(page.url()).toBe(address);
  });

  await test.step('Escape asks before what was typed is lost, and gives the focus back; a draft is offered again', async () => {
    const add = events.getByRole('button', { name: '新增风险事件' });
    await add.focus();
    await page.keyboard.press('Enter');
    await type(panel, 'cause', '打了一半');
    await page.keyboard.press('Escape');
    const asks = page.getByRole('dialog', { name: '有未保存的修改，确定离开吗？' });
    await expect(asks).toContainText('内容已暂存于本机');
    await asks.getByRole('button', { name: '继续填写' }).click();
    await expect(item(panel, 'cause').locator('textarea')).toHaveValue('打了一半');
    await panel.getByRole('button', { name: '取消', exact: true }).click();
    await asks.getByRole('button', { name: '离开' }).click();
    await expect(panel).toBeHidden();
    await expect(add).toBeFocused();
    await add.click();
    await panel.getByRole('button', { name: '恢复', exact: true }).click();
    await expect(item(panel, 'cause').locator('textarea')).toHaveValue('打了一半');
    await page.keyboard.press('Escape');
    await asks.getByRole('button', { name: '离开' }).click();
  });

  await test.step('approved, an event makes a plan of its measures where it stands, which is changed there too', async () => {
    const { records } = await safety.call<Listed>('GET', 'safety/risk/event/page', {
      query: { eventName: leak, size: '5' },
    });
    await agreeTo(await personOf(product.url, 'director'), String(records[0]?.id));
    await page.reload();
    const row = events.getByRole('row').filter({ hasText: leak });
    await row.getByRole('button', { name: '编制排查计划', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '编制排查计划', exact: true }).click();
    const plans = section(page, '排查计划');
    await expect(plans).toContainText(`${leak}排查计划`);
    await plans.getByRole('button', { name: '编辑', exact: true }).click();
    const plan = page.getByRole('dialog', { name: '编辑排查计划' });
    await type(plan, 'checkCycle', '2');
    await plan.getByRole('button', { name: '提交', exact: true }).click();
    await expect(plan).toBeHidden();
    await expect(plans).toContainText('审批中');
    expect(page.url()).toBe(address);
  });
});
