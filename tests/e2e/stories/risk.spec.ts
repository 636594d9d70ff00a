import type { Page } from 'playwright/test';
import { OUTLINE } from '../../fixtures/outline.ts';
import { choose, inDays, item, person, photos, press, type } from '../support/fill.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { countPresses } from '../support/presses.ts';
import { expect, type Product, test } from '../support/story.ts';

const RISK = '/safety/risk';
const DEPARTMENT_ID = '6459670100';
/** Most presses from the page of a unit to an event with two measures that waits for review. */
const MOST_PRESSES = 22;

interface Listed {
  readonly records: readonly StoredRecord[];
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** The value of a field on a detail page, by the field's title. */
const shown = (page: Page, title: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .first()
    .locator('dd');
const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** An area with one object, one unit, and an event of a low risk that is in force. */
async function storeChain(product: Product, safety: Person) {
  const duty = { deptId: DEPARTMENT_ID, dutyUserId: safety.userId };
  const store = (path: string, json: unknown) =>
    safety.call<StoredRecord>('POST', `safety/risk/${path}/submit`, { json });
  const names = { area: uniqueName('试验区域'), object: uniqueName('试验装置'), unit: uniqueName('试验釜') };
  const area = await store('areas/main', {
    areaCode: uniqueName('QY'),
    areaName: names.area,
    areaType: 'production',
    polygon: OUTLINE,
    isMajor: '0',
    ...duty,
  });
  const object = await store('object', {
    objectCode: uniqueName('DX'),
    objectName: names.object,
    objectType: 'unit',
    areaId: area.id,
    ...duty,
  });
  const unit = await store('unit', { unitName: names.unit, objectId: object.id, unitType: 'equipment', ...duty });
  const eventName = uniqueName('反应釜超温');
  const event = await store('event', {
    eventName,
    unitId: unit.id,
    accidentType: '18',
    cause: '冷却中断',
    consequence: '物料喷出',
    method: 'LS',
    lValue: '1',
    sValue: '4',
    evaluatorId: safety.userId,
    evaluationTime: inDays(-1).slice(0, 10),
    controlMeasure: [
      { dataSrc: '2', classify1: '1', classify2: '1-1', measureDesc: '双路冷却', troubleContent: '双路是否投用' },
    ],
  });
  await approve(product, 'director', event.id);
  return { ...names, areaId: area.id, eventId: event.id, eventName };
}

/** Agrees to the risk event that waits for somebody. */
async function approve(product: Product, account: string, id: string): Promise<void> {
  const who = await personOf(product.url, account);
  const { records } = await who.call<{ records: readonly { taskId: string; recordId: string }[] }>(
    'GET',
    'system/flow/todo',
    { query: { size: '100' } },
  );
  const task = records.find(({ recordId }) => recordId === id);
  if (task === undefined) throw new Error(`the event does not wait for ${account}`);
  await who.call('POST', 'system/flow/complete-task', {
    json: { taskId: task.taskId, result: 'pass', opinion: '同意' },
  });
}

test('a changed likelihood recolours the area and raises the control level', async ({ page, product }) => {
  const safety = await personOf(product.url, 'safety');
  const chain = await storeChain(product, safety);

  await test.step('from the area down to the event by links', async () => {
    await enter(page, product.url, safety, `${RISK}/areaManage/view/${chain.areaId}`);
    await expect(heading(page, chain.area)).toBeVisible();
    await expect(shown(page, '风险等级')).toContainText('低风险');
    await section(page, '风险分析对象').getByRole('link', { name: chain.object }).click();
    await expect(heading(page, chain.object)).toBeVisible();
    await section(page, '风险分析单元').getByRole('link', { name: chain.unit }).click();
    await expect(heading(page, chain.unit)).toBeVisible();
    await section(page, '风险事件').getByRole('link', { name: chain.eventName }).click();
    await expect(heading(page, chain.eventName)).toBeVisible();
    await expect(shown(page, '管控层级')).toContainText('班组级');
  });

  await test.step('the event is revised and sent for review', async () => {
    await page.getByRole('button', { name: '修订', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('同类装置发生事故');
    await dialog.getByRole('button', { name: '修订', exact: true }).click();
    await expect(dialog).toBeHidden();
    // Its measures, which stand below, can be edited now too.
    await page.getByRole('button', { name: '编辑', exact: true }).first().click();
    await choose(page, 'lValue', '5');
    await expect(item(page, 'rValue')).toContainText('20');
    await expect(item(page, 'riskLevel')).toContainText('重大风险');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.locator('.anlan-course [aria-current]')).toContainText('审核中');
    await approve(product, 'director', chain.eventId);
    await approve(product, 'principal', chain.eventId);
  });

  await test.step('the area is red and the company controls the event', async () => {
    await page.goto(`${RISK}/areaManage/view/${chain.areaId}`);
    await expect(heading(page, chain.area)).toBeVisible();
    await expect(shown(page, '风险等级')).toContainText('重大风险');
    await page.goto(`${RISK}/evaluation?_q=${encodeURIComponent(chain.eventName)}`);
    const row = page.getByRole('row').filter({ hasText: chain.eventName });
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

/** A cell of the table of measures. */
const cellOf = (page: Page, row: number, column: string) =>
  page.locator('[data-field="controlMeasure"] tr[data-key]').nth(row).locator(`td[data-column="${column}"]`);

async function fillCell(page: Page, row: number, column: string, text: string): Promise<void> {
  await cellOf(page, row, column).click();
  await cellOf(page, row, column).locator('input, textarea').first().fill(text);
}

async function chooseCell(page: Page, row: number, column: string, title: string): Promise<void> {
  await fillCell(page, row, column, title);
  await expect(page.locator('.ant-select-item-option-active:visible').filter({ hasText: title })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cellOf(page, row, column)).toContainText(title);
}

test('an event is entered with its measures below a unit, approved, and a plan made of it', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const chain = await storeChain(product, safety);
  const eventName = uniqueName('进料管泄漏');
  const done = await countPresses(page);

  await test.step('one page takes the event and its measures', async () => {
    await enter(page, product.url, safety, `${RISK}/areaManage/view/${chain.areaId}`);
    await section(page, '风险分析对象').getByRole('link', { name: chain.object }).click();
    await section(page, '风险分析单元').getByRole('link', { name: chain.unit }).click();
    await expect(heading(page, chain.unit)).toBeVisible();
    const before = await done();
    await section(page, '风险事件').getByRole('button', { name: '新增风险事件' }).click();
    await expect(item(page, 'unitId')).toContainText(chain.unit);
    await type(page, 'eventName', eventName);
    await choose(page, 'accidentType', '中毒和窒息');
    await type(page, 'cause', '法兰垫片老化');
    await type(page, 'consequence', '人员中毒');
    await choose(page, 'lValue', '2');
    await choose(page, 'sValue', '4');
    for (const [row, text] of ['垫片每年更换', '泄漏检测每月一次'].entries()) {
      await page.getByRole('button', { name: '管控措施：添加一行' }).click();
      await chooseCell(page, row, 'classify1', '工程技术');
      await chooseCell(page, row, 'classify2', '工艺控制');
      await fillCell(page, row, 'measureDesc', text);
      await fillCell(page, row, 'troubleContent', `${text}的记录`);
    }
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(section(page, '风险事件').getByRole('row').filter({ hasText: eventName })).toContainText('审核中');
    const { presses, typed } = await done();
    // Six of the event and four of each measure.
    expect(typed).toHaveLength(14);
    expect(presses - before.presses).toBeLessThanOrEqual(MOST_PRESSES);
  });

  await test.step('approved, it makes a plan of its measures where it stands', async () => {
    const events = await safety.call<Listed>('GET', 'safety/risk/event/page', { query: { eventName, size: '5' } });
    await approve(product, 'director', String(events.records[0]?.id));
    await page.reload();
    const row = section(page, '风险事件').getByRole('row').filter({ hasText: eventName });
    await row.getByRole('button', { name: '编制排查计划', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '编制排查计划', exact: true }).click();
    await expect(section(page, '排查计划')).toContainText(`${eventName}排查计划`);
  });
});
