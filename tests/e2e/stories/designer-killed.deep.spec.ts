import type { Page } from 'playwright/test';
import type { DesignDraft } from '../../../src/core/wire/design.ts';
import { patient } from '../../fixtures/patience.ts';
import { giveUp, outlineOf, propertiesOf, saved } from '../support/design-desk.ts';
import { type Mortal, withMortal } from '../support/mortal-browser.ts';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Commands behind each of which the browser is killed. */
const COMMANDS = process.env.ANLAN_DEEP === '1' ? 200 : 3;

/** The designer at the form of an evaluation. */
async function openDesigner(mortal: Mortal, person: Person): Promise<Page> {
  const page = await mortal.open(person, '/design?entity=contractorEvaluation');
  await expect(outlineOf(page)).toBeVisible();
  return page;
}

const stepsOf = async (person: Person) => (await person.call<DesignDraft>('GET', 'system/design/draft')).steps;

/** What is sent from now on never leaves the browser. */
const holdSteps = (page: Page) => page.route('**/design/step', () => undefined);

/** The last command stands on the disk of this machine. */
const noted = (page: Page) => expect(page.getByTestId('design-state')).toHaveAttribute('data-kept', 'true');

const order = (page: Page) => outlineOf(page).locator('section').first().locator('[data-item]').allTextContents();

test(`a browser that is killed after each of ${COMMANDS} commands has lost none of them, and none is done twice`, async ({
  product,
}) => {
  test.setTimeout(patient(30_000 + COMMANDS * 8_000));
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  try {
    await withMortal(product.url, async (mortal) => {
      for (let done = 0; done < COMMANDS; done += 1) {
        const page = await openDesigner(mortal, designer);
        await expect.poll(async () => (await stepsOf(designer)).length).toBe(done);
        const before = await order(page);
        // Half of them are killed before anything was sent, half while it is on its way.
        if (done % 2 === 0) await holdSteps(page);
        await outlineOf(page)
          .getByRole('button', { name: '项目名称', exact: true })
          .press(done % 4 < 2 ? 'Alt+ArrowDown' : 'Alt+ArrowUp');
        await expect.poll(() => order(page)).not.toEqual(before);
        await noted(page);
        await mortal.kill();
      }
      const page = await openDesigner(mortal, designer);
      await expect.poll(async () => (await stepsOf(designer)).length).toBe(COMMANDS);
      await saved(page);
      const steps = await stepsOf(designer);
      expect(new Set(steps.map(({ step }) => step.id)).size).toBe(COMMANDS);
    });
  } finally {
    await giveUp(designer);
  }
});

test('what somebody else has changed while the browser was dead is told with both values, and the person decides', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(60_000));
  const designer = await personOf(product.url, 'designer');
  const admin = await personOf(product.url, 'admin');
  await giveUp(designer);
  const rename = async (at: Page, to: string) => {
    await outlineOf(at).getByRole('button', { name: '项目名称', exact: true }).click();
    const title = propertiesOf(at).locator('[data-keyword="title"] input');
    await title.fill(to);
    await title.press('Tab');
    await expect(outlineOf(at).getByRole('button', { name: to, exact: true })).toBeVisible();
  };
  try {
    await withMortal(product.url, async (mortal) => {
      const first = await openDesigner(mortal, designer);
      await holdSteps(first);
      await rename(first, '承包项目');
      await noted(first);
      await mortal.kill();

      await enter(page, product.url, admin, '/design?entity=contractorEvaluation');
      await rename(page, '工程名称');
      await saved(page);

      // Nobody else is shown what waits here, and nobody else sends it.
      const others = await openDesigner(mortal, admin);
      await expect(others.getByText('没有保存')).toHaveCount(0);
      await saved(others);
      expect(await stepsOf(admin)).toHaveLength(1);

      await enter(others, product.url, designer, '/design?entity=contractorEvaluation');
      const told = others.getByRole('alert').filter({ hasText: '1步修改没有保存' });
      await expect(told).toContainText('字段“工程名称”的标题由“项目名称”改为“工程名称”');
      await expect(told).toContainText('您：字段“承包项目”的标题由“工程名称”改为“承包项目”');

      // It is asked again until it is decided.
      await others.reload();
      await expect(told).toBeVisible();
      await others.getByRole('button', { name: '仍按我的改' }).click();
      await expect(outlineOf(others).getByRole('button', { name: '承包项目', exact: true })).toBeVisible();
      await expect(others.getByText('没有保存')).toHaveCount(0);
      await saved(others);
      expect(await stepsOf(admin)).toHaveLength(2);
      await expect(outlineOf(page).getByRole('button', { name: '承包项目', exact: true })).toBeVisible();
    });
  } finally {
    await giveUp(designer);
  }
});
