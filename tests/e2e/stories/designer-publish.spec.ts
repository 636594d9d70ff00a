import { patient } from '../../fixtures/patience.ts';
import { giveUp, goBackTo, standingChange } from '../support/design-desk.ts';
import { enter, type Person, personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

let admin: Person;
let before: string;

test.beforeEach(async ({ product }) => {
  admin = await personOf(product.url, 'admin');
  await giveUp(admin);
  before = await standingChange(admin);
});
// The forms are as they were for other stories of the server, whatever became of this one.
test.afterEach(async () => {
  await giveUp(admin);
  await goBackTo(admin, before);
});

test('a designer hears which records a requirement concerns, lets it hold from now on, compares, and goes back', async ({
  page,
  product,
  expectedErrors,
}) => {
  // Without a choice it is refused.
  expectedErrors.push(/status of 400/);
  test.setTimeout(patient(90_000));
  const [demanded, dropped] = [uniqueName('写明代替文件'), uniqueName('不要关键词')];
  await enter(page, product.url, admin, '/design?entity=lawRegulation');
  await expect(page.getByRole('heading', { name: '设计：法律法规' })).toBeVisible();
  const outline = page.getByRole('navigation', { name: '结构' });
  await outline.getByRole('button', { name: '代替文件', exact: true }).click();
  await page.locator('[data-name="properties"] [data-keyword="required"]').getByRole('switch').click();
  await expect(page.getByTestId('design-state')).toContainText('已保存为草稿');

  await page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: '发布草稿' });
  await expect(publishing).toContainText('字段“代替文件”的必填由“否”改为“是”');
  const impact = publishing.getByRole('region', { name: '对已有记录的影响' });
  await expect(impact).toContainText(/“代替文件”改为必填：\d+条记录还没有填/);
  await publishing.getByLabel('标题').fill(demanded);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(impact.getByRole('alert')).toContainText('请选择怎样处理');
  await impact.getByRole('radio', { name: '从现在起要求' }).check();
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布：${demanded}`)).toBeVisible();

  await outline.getByRole('button', { name: '关键词', exact: true }).press('Delete');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await publishing.getByLabel('标题').fill(dropped);
  await publishing.getByRole('button', { name: '发布' }).click();
  await expect(page.getByText(`已发布：${dropped}`)).toBeVisible();

  await page.getByRole('button', { name: '发布记录' }).click();
  for (const title of [demanded, dropped]) {
    await page.getByRole('checkbox', { name: `选择“${title}”来比较` }).check();
  }
  await page.getByRole('button', { name: '比较所选的两次发布' }).click();
  const compared = page.getByRole('dialog', { name: '比较所选的两次发布' });
  await expect(compared).toContainText('字段“关键词”的隐藏由“否”改为“是”');
  await compared.getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '回退到这里' }).first().click();
  const back = page.getByRole('dialog', { name: `回退到“${demanded}”之后的样子？` });
  await expect(back).toContainText('字段“关键词”的隐藏由“是”改为“否”');
  await back.getByLabel('回退原因').fill('还要关键词');
  await back.getByRole('button', { name: '回退' }).click();
  await expect(page.getByText('已回退')).toBeVisible();
});
