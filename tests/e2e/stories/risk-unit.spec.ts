import type { Page } from 'playwright/test';
import { OUTLINE } from '../../fixtures/outline.ts';
import { inDays } from '../support/fill.ts';
import { patient } from '../support/patience.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, type Product, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(90_000));

const RISK = '/safety/risk';
const DEPARTMENT_ID = '6459670100';

/** Folder to which pages are photographed, for a look at them: `ANLAN_SHOTS`. */
const shots = process.env.ANLAN_SHOTS;

async function looked(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tree = (page: Page) => page.getByRole('navigation', { name: '所在位置' });

/** A unit with two events in force below an object with another unit. */
async function storeUnit(product: Product, officer: Person) {
  const safety = await personOf(product.url, 'safety');
  const duty = { deptId: DEPARTMENT_ID, dutyUserId: officer.userId };
  const store = (who: Person, path: string, json: unknown) =>
    who.call<StoredRecord>('POST', `safety/risk/${path}/submit`, { json });
  const names = { object: uniqueName('精馏装置'), unit: uniqueName('精馏塔'), other: uniqueName('回流泵') };
  const area = await store(safety, 'areas/main', {
    areaCode: uniqueName('QY'),
    areaName: uniqueName('精馏区'),
    areaType: 'production',
    polygon: OUTLINE,
    isMajor: '0',
    ...duty,
  });
  const object = await store(officer, 'object', {
    objectCode: uniqueName('DX'),
    objectName: names.object,
    objectType: 'unit',
    areaId: area.id,
  });
  const unit = await store(officer, 'unit', { unitName: names.unit, objectId: object.id, unitType: 'equipment' });
  await store(officer, 'unit', { unitName: names.other, objectId: object.id, unitType: 'equipment' });
  const director = await personOf(product.url, 'director');
  const events = [uniqueName('塔顶超压'), uniqueName('再沸器泄漏')];
  for (const eventName of events) {
    const event = await store(officer, 'event', {
      eventName,
      unitId: unit.id,
      accidentType: '18',
      cause: '冷却中断',
      consequence: '物料喷出',
      method: 'LS',
      lValue: '1',
      sValue: '4',
      evaluatorId: officer.userId,
      evaluationTime: inDays(-1).slice(0, 10),
      controlMeasure: [
        {
          dataSrc: '2',
          classify1: '1',
          classify2: '1-1',
          measureDesc: `${eventName}的联锁`,
          troubleContent: '是否投用',
        },
      ],
    });
    await agree(director, event.id);
  }
  return { ...names, unitId: unit.id, events };
}

async function agree(who: Person, id: string): Promise<void> {
  const { records } = await who.call<{ records: readonly { taskId: string; recordId: string }[] }>(
    'GET',
    'system/flow/todo',
    { query: { size: '100' } },
  );
  const task = records.find(({ recordId }) => recordId === id);
  if (task === undefined) throw new Error('the event waits for somebody else');
  await who.call('POST', 'system/flow/complete-task', {
    json: { taskId: task.taskId, result: 'pass', opinion: '同意' },
  });
}

test('a unit is worked on beside the tree of its object, and a plan made of the whole of it', async ({
  page,
  product,
}) => {
  const officer = await personOf(product.url, 'officer');
  const plant = await storeUnit(product, officer);
  const [first = '', second = ''] = plant.events;

  await test.step('the tree leads from the unit to an event, its measure, and back', async () => {
    await enter(page, product.url, officer, `${RISK}/riskUnit/view/${plant.unitId}`);
    await expect(heading(page, plant.unit)).toBeVisible();
    await expect(tree(page).locator('[aria-current="page"]')).toHaveText(plant.unit);
    await expect(tree(page).getByRole('link', { name: plant.other })).toBeVisible();
    await looked(page, 'unit-tree-1440');
    await tree(page)
      .getByRole('button', { name: `展开${first}` })
      .click();
    await expect(tree(page).getByRole('link', { name: `${first}的联锁` })).toBeVisible();
    await tree(page)
      .getByRole('link', { name: `${first}的联锁` })
      .click();
    await expect(heading(page, `${first}的联锁`)).toBeVisible();
    await expect(tree(page).getByRole('link', { name: second })).toBeVisible();
    await looked(page, 'measure-tree-1440');
    await tree(page).getByRole('link', { name: plant.unit }).click();
    await expect(heading(page, plant.unit)).toBeVisible();
  });

  await test.step('one step makes one plan of both events', async () => {
    await page.getByRole('button', { name: '编制排查计划', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '编制排查计划', exact: true }).click();
    const plans = page.getByRole('region', { name: '排查计划', exact: true });
    await plans.getByRole('link', { name: new RegExp(`^${plant.object}${plant.unit}排查计划`) }).click();
    for (const name of plant.events) await expect(page.locator('main')).toContainText(`${name}的联锁`);
    await looked(page, 'unit-plan-1440');
  });

  await test.step('on a phone the tree is folded to the way that leads here', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${RISK}/riskUnit/view/${plant.unitId}`);
    await expect(heading(page, plant.unit)).toBeVisible();
    const head = tree(page).getByRole('button', { name: `${plant.object} › ${plant.unit}` });
    await expect(head).toHaveAttribute('aria-expanded', 'false');
    await looked(page, 'unit-390');
    await head.click();
    await expect(tree(page).getByRole('link', { name: plant.other })).toBeVisible();
    await fits(page);
    await looked(page, 'unit-tree-390');
    await tree(page).getByRole('link', { name: second }).click();
    await expect(heading(page, second)).toBeVisible();
  });
});

test('the menu of risk has few lines, and its other pages stand as views', async ({ page, product }) => {
  await enter(page, product.url, await personOf(product.url, 'officer'), `${RISK}/hazop`);
  const views = page.getByRole('navigation', { name: '视图' });
  await expect(views.getByRole('link', { name: 'HAZOP分析', exact: true })).toHaveAttribute('aria-current', 'page');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const group = menu.getByRole('menuitem', { name: '风险分级管控', exact: true }).locator('+ ul > li');
  expect(await group.count()).toBeLessThanOrEqual(8);
  await looked(page, 'risk-views-1440');
  await views.getByRole('link', { name: '风险评价', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${RISK}/evaluation$`));
});
