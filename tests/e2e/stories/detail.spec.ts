import { enter, LAWS, personOf, storeLaw } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

test('the detail of a law shows its state, its values, and who changed what from what to what', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const law = await storeLaw(safety, { issueDept: '旧机关', keywords: '动火' });
  const officer = await personOf(product.url, 'officer');
  const now = await officer.call<{ version: number }>('GET', `${LAWS}/detail`, { query: { id: law.id } });
  await officer.call('POST', `${LAWS}/submit`, {
    json: { id: law.id, version: now.version, issueDept: '新机关', keywords: null },
  });

  await enter(page, product.url, safety, `/safety/base/law/view/${law.id}`);
  await expect(page.getByRole('heading', { level: 1, name: law.name })).toBeVisible();
  await expect(page.locator('main').getByText('停用', { exact: true }).first()).toBeVisible();
  const value = (title: string) =>
    page
      .locator('.anlan-detail-main dl > div')
      .filter({ has: page.getByText(title, { exact: true }) })
      .locator('dd');
  await expect(value('颁布机关').first()).toHaveText('新机关');
  await expect(value('时效性').first()).toHaveText('现行有效');
  // Empty fields are folded until they are asked for.
  await expect(value('关键词')).toHaveCount(0);
  await page.getByRole('button', { name: /显示空白项/ }).click();
  await expect(value('关键词')).toHaveText('—');
  await page.getByRole('button', { name: '隐藏空白项' }).click();
  await expect(value('关键词')).toHaveCount(0);

  const history = page.getByRole('complementary', { name: '操作记录' });
  const entries = history.locator('.anlan-history');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('沈辰八 修改');
  await expect(entries.first().locator('time')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  await expect(entries.first()).toContainText('颁布机关旧机关 → 新机关');
  await expect(entries.first()).toContainText('关键词动火 → 空');
  await expect(entries.last()).toContainText('孙丙三 新增');
});

test('attachments of a law download with their name', async ({ page, product }) => {
  const auditor = await personOf(product.url, 'auditor');
  await enter(page, product.url, auditor, '/safety/base/law?_q=AQ%203067');
  await page.getByRole('link', { name: /^查看/ }).click();
  const file = page.getByRole('button', { name: /信息卡）\.pdf$/ });
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe('化工和危险化学品生产经营企业重大生产安全事故隐患判定准则（信息卡）.pdf');
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-');
  // He reads and changes nothing.
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '停用' })).toHaveCount(0);
});

test('everything links: the list keeps its view behind a detail, people and departments open', async ({
  page,
  product,
}) => {
  await enter(page, product.url, await personOf(product.url, 'safety'), '/safety/base/law?fileType=1&_q=突发事件');
  await page.getByRole('link', { name: '查看中华人民共和国突发事件应对法', exact: true }).click();
  await expect(page).toHaveURL(/\/view\/\d+\?/);
  await page.getByRole('link', { name: '孙丙三' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: '孙丙三' })).toBeVisible();
  await expect(page.locator('main')).toContainText('安全环保部');
  await page.goBack();
  // The page of the person has such a button too.
  await expect(page.getByRole('heading', { level: 1, name: '中华人民共和国突发事件应对法' })).toBeVisible();
  await page.getByRole('button', { name: '返回', exact: true }).click();
  await expect(page).toHaveURL(/fileType=1/);
  await expect(page.locator('.anlan-chips')).toContainText('搜索：突发事件');
});
