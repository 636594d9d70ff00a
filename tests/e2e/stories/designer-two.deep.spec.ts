import type { Page } from 'playwright/test';
import type { DesignDraft } from '../../../src/core/wire/design.ts';
import { patient } from '../../fixtures/patience.ts';
import { giveUp, outlineOf, propertiesOf, saved } from '../support/design-desk.ts';
import { enter, type Person, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const DESIGNED = '/design?entity=contractorEvaluation';

/** Gives a field another title by its property. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await outlineOf(page).getByRole('button', { name: from, exact: true }).click();
  // The properties follow once the form is painted: before that they are those of another field.
  await expect(propertiesOf(page).getByRole('heading', { name: from, exact: true })).toBeVisible();
  const title = propertiesOf(page).locator('[data-keyword="title"] input');
  await title.fill(to);
  await title.press('Tab');
}

/** What a person is called, whom another one sees in the draft. */
async function nameOf(person: Person, seenBy: Person): Promise<string> {
  const seen = async () => {
    const { people } = await seenBy.call<DesignDraft>('GET', 'system/design/draft');
    return people.find(({ userId }) => userId === person.userId)?.userName ?? '';
  };
  await expect.poll(seen).not.toBe('');
  return seen();
}

const field = (page: Page, name: string) => outlineOf(page).getByRole('button', { name, exact: true });

/** What others do reaches a page no more, as between two looks at the draft. */
const unaware = (page: Page) => page.route('**/design/draft*', (route) => route.abort());
const aware = (page: Page) => page.unroute('**/design/draft*');

for (const decision of ['mine', 'theirs'] as const) {
  test(`two administrators see each other, keep what does not touch, and of the same title whoever comes second decides for ${decision}`, async ({
    page,
    browser,
    product,
    expectedErrors,
  }) => {
    test.setTimeout(patient(90_000));
    expectedErrors.push(/status of 409/, /Failed to load resource/);
    const [designer, admin] = [await personOf(product.url, 'designer'), await personOf(product.url, 'admin')];
    await giveUp(designer);
    const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
    const second = await context.newPage();
    try {
      await enter(page, product.url, designer, DESIGNED);
      await enter(second, product.url, admin, DESIGNED);
      await expect(outlineOf(page)).toBeVisible();
      await expect(page.getByText(`${await nameOf(admin, designer)}也在设计`)).toBeVisible();
      const first = await nameOf(designer, admin);
      await expect(second.getByText(`${first}也在设计`)).toBeVisible();

      // Neither has seen what the other does: two fields, and both stand.
      await unaware(second);
      await rename(page, '项目名称', '工程名称');
      await saved(page);
      await rename(second, '评价意见', '评价总意见');
      await saved(second);
      await expect(field(second, '工程名称')).toBeVisible();
      await aware(second);
      await expect(field(page, '评价总意见')).toBeVisible();
      await expect(second.getByText('没有保存')).toHaveCount(0);

      // The same title: whoever comes second is told who did what, and keeps his own until he decides.
      await unaware(second);
      await rename(page, '工程名称', '工程项目');
      await saved(page);
      await rename(second, '工程名称', '承包项目');
      const told = second.getByRole('alert').filter({ hasText: '1步修改没有保存，请决定怎么办' });
      await expect(told).toContainText(`${first}刚刚修改了同一处`);
      await aware(second);
      await expect(told).toContainText(/字段“工程项目”的标题由“工程名称”改为“工程项目”/);
      await expect(told).toContainText('您：字段“承包项目”的标题由“工程项目”改为“承包项目”');
      await expect(field(second, '工程项目')).toBeVisible();
      await second.reload();
      await expect(told).toBeVisible();
      await told.getByRole('button', { name: decision === 'mine' ? '仍按我的改' : '不要了' }).click();
      await expect(told).toHaveCount(0);
      const stands = decision === 'mine' ? '承包项目' : '工程项目';
      await expect(field(second, stands)).toBeVisible();
      await expect(field(page, stands)).toBeVisible();
      await expect(field(page, '评价总意见')).toBeVisible();
      const { steps } = await admin.call<DesignDraft>('GET', 'system/design/draft');
      expect(steps).toHaveLength(decision === 'mine' ? 4 : 3);
    } finally {
      await context.close();
      await giveUp(designer);
    }
  });
}
