import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

interface LawFile {
  title: string;
  record: { properties: Record<string, Record<string, unknown>> };
  form: { sections: { base: { fields: string[] } } };
}

test('a form that is open follows its changed metadata within a moment and keeps what was typed', async ({
  page,
  product,
}) => {
  const file = join(product.schemas, 'areas/base/lawRegulation.entity.json');
  const shipped = await readFile(file, 'utf8');
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law/add');
  const field = (label: string) => page.locator('.anlan-form').getByRole('textbox', { name: label }).first();
  await field('文件名称').fill('写到一半的规定');
  await page.getByRole('radio', { name: '是', exact: true }).check();
  await field('适用条款').fill('第一条');
  try {
    const changed = JSON.parse(shipped) as LawFile;
    Object.assign(changed.record.properties, {
      storageRoom: { title: '存放位置', field: 'input', type: 'string', maxLength: 20 },
    });
    Object.assign(changed.record.properties.keywords ?? {}, { title: '检索词' });
    changed.form.sections.base.fields.push('storageRoom');
    await writeFile(file, JSON.stringify(changed, null, 2));
    // It is there without a reload and without anything being pressed; how soon is measured where nothing else runs.
    await expect(field('存放位置')).toBeVisible({ timeout: patient(10_000) });
    await expect(field('检索词')).toBeVisible();
    await expect(page.getByText('表单已更新，已填写的内容都已保留')).toBeVisible();
    await expect(field('文件名称')).toHaveValue('写到一半的规定');
    await expect(field('适用条款')).toHaveValue('第一条');
    await expect(page.getByRole('radio', { name: '是', exact: true })).toBeChecked();
    await field('存放位置').fill('档案室三号柜');
    await expect(field('存放位置')).toHaveValue('档案室三号柜');
  } finally {
    await writeFile(file, shipped);
  }
  await expect(field('关键词')).toBeVisible();
  await expect(field('存放位置')).toHaveCount(0);
  // What stood in the field that is gone is named, and can be taken along.
  const gone = page.getByRole('alert').filter({ hasText: '存放位置' });
  await expect(gone).toContainText('档案室三号柜');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await gone.getByRole('button', { name: '复制' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('存放位置：档案室三号柜');
  await expect(field('文件名称')).toHaveValue('写到一半的规定');
});

test('a file that cannot be read changes nothing for those at work', async ({ page, product }) => {
  const file = join(product.schemas, 'areas/base/lawRegulation.entity.json');
  const shipped = await readFile(file, 'utf8');
  const safety = await personOf(product.url, 'safety');
  await enter(page, product.url, safety, '/safety/base/law/add');
  await page.getByRole('textbox', { name: '文件名称' }).fill('写到一半的规定');
  try {
    await writeFile(file, shipped.slice(0, 500));
    const { title, ...rest } = JSON.parse(shipped) as LawFile;
    await writeFile(file, JSON.stringify({ ...rest, title: `${title}改`, 'no-such-keyword': true }));
    await expect
      .poll(async () => (await fetch(`${product.url}/health`)).text(), { timeout: patient(5_000) })
      .toContain('"status":"ok"');
    await safety.call('GET', 'safety/securitysystem/lawsregulations/list-conditions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('新增法律法规');
    await expect(page.getByRole('textbox', { name: '文件名称' })).toHaveValue('写到一半的规定');
  } finally {
    await writeFile(file, shipped);
  }
});
