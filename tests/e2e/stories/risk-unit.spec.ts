import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { enter, type Person, personOf, uniqueName } from '../support/person.ts';
import { heading, RISK, section, store, storeEvent, storeUnit, tree } from '../support/risk-desk.ts';
import { expect, type Product, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(90_000));

/** Folder to which pages are photographed, for a look at them: `ANLAN_SHOTS`. */
const shots = process.env.ANLAN_SHOTS;

async function looked(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
}

/** A unit with two events in force below an object with another unit. */
async function storePlant(product: Product, officer: Person) {
  const director = await personOf(product.url, 'director');
  const stored = await storeUnit(await personOf(product.url, 'safety'));
  const other = uniqueName('回流泵');
  await store(officer, 'unit', { unitName: other, objectId: stored.objectId, unitType: 'equipment' });
  const events = [uniqueName('塔顶超压'), uniqueName('再沸器泄漏')];
  for (const name of events) await storeEvent({ safety: officer, director }, stored.unitId, name);
  return { ...stored, other, events };
}

test('a unit is worked on beside the tree of its object, and a plan made of the whole of it', async ({
  page,
  product,
}) => {
  const officer = await personOf(product.url, 'officer');
  const plant = await storePlant(product, officer);
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
    const plans = section(page, '排查计划');
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
