import { readFile } from 'node:fs/promises';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('a designer downloads a bundle, is told what is wrong with others, removes an entity and takes it back from the bundle', async ({
  page,
  product,
  expectedErrors,
}) => {
  test.setTimeout(patient(120_000));
  expectedErrors.push(/status of 400/);
  // The server keeps what other tries have made.
  const name = `借用登记${Date.now().toString(36).slice(-4)}`;
  await enter(page, product.url, await personOf(product.url, 'admin'), '/design?new=1');
  await page.getByText('空白', { exact: true }).click();
  await page.getByLabel('业务名称').fill(name);
  await page.getByRole('button', { name: '建立' }).click();
  await expect(page.getByRole('heading', { name: `设计：${name}` })).toBeVisible();
  const publishing = page.getByRole('dialog', { name: '发布草稿' });
  const publish = async (title: string) => {
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await publishing.getByLabel('标题').fill(title);
    await publishing.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText(`已发布：${title}`)).toBeVisible({ timeout: patient(20_000) });
  };
  await publish(`新建${name}`);

  await page.goto(`${product.url}/design?bundle=1`);
  await expect(page.getByText(/本企业的指纹/)).toContainText(/([0-9a-f]{4} ){3}[0-9a-f]{4}/);
  await page.getByRole('button', { name: '全不选' }).click();
  await expect(page.getByRole('button', { name: '下载设计包' })).toBeDisabled();
  await page.getByRole('checkbox', { name: name }).check();
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载设计包' }).click();
  const bundle = await readFile((await (await loading).path()) ?? '', 'utf8');

  const give = async (content: string) => {
    await page.getByLabel('或者粘贴设计包的内容').fill(content);
    await page.getByRole('button', { name: '检查' }).click();
  };
  await page.getByText('导入', { exact: true }).click();
  await give(bundle.slice(0, 200));
  await expect(page.locator('.anlan-db').getByRole('alert')).toContainText('文件不完整，或不是设计包');
  await give(bundle.replace(name, '改过的名称'));
  await expect(page.locator('.anlan-db').getByRole('alert')).toContainText('设计包在导出后被改动过');
  await page.getByRole('button', { name: '换一个' }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: '设计包.json', mimeType: 'application/json', buffer: Buffer.from(bundle) });
  await expect(page.getByText('包里的修改这里都已经有了')).toBeVisible();

  await page.goto(`${product.url}/design`);
  await page.getByRole('button', { name: `设计${name}` }).click();
  await page.getByRole('button', { name: '删除此业务' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除此业务' }).click();
  await expect(page.getByText('此业务将在发布时删除')).toBeVisible();
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect(publishing).toContainText(`删除业务“${name}”`);
  await expect(publishing).toContainText('没有不符合的已有记录');
  await publishing.getByRole('button', { name: '取消' }).click();
  await publish(`不要${name}`);
  await expect(page.getByRole('button', { name: '新建业务' })).toBeVisible();
  await expect(page.getByRole('button', { name: `设计${name}` })).toHaveCount(0);

  await page.goto(`${product.url}/design?bundle=1`);
  await page.getByText('导入', { exact: true }).click();
  await give(bundle);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('1处修改');
  await expect(page.getByRole('button', { name: '放进草稿' })).toBeDisabled();
  await page.getByRole('checkbox', { name: '已与导出方核对，指纹一致' }).check();
  await page.getByRole('button', { name: '放进草稿' }).click();
  await expect(page.getByText('已放进草稿')).toBeVisible();

  // Other stories of the server find no draft.
  await page.goto(`${product.url}/design`);
  await page.getByRole('button', { name: `设计${name}` }).click();
  await page.getByRole('button', { name: '放弃草稿' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃草稿' }).click();
  await expect(page.getByText('草稿已放弃')).toBeVisible();
});
