import { SITE_PHOTO } from '../../fixtures/photo.ts';
import { barriers } from '../support/barriers.ts';
import { enter, type Person, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

/** Switches reports without login on or off, as the administrator does on the page of values. */
async function switchTo(admin: Person, open: boolean): Promise<void> {
  const page = await admin.call<{ records: StoredRecord[] }>('GET', 'system/tenant-setting/page', {
    query: { settingKey: 'peril.outside' },
  });
  const row = page.records.find(({ settingKey }) => settingKey === 'peril.outside');
  if (row === undefined) throw new Error('no setting peril.outside');
  const json = { id: row.id, version: row.version, ...(open ? { flagValue: '1' } : {}), changeReason: '测试' };
  await admin.call('POST', `system/tenant-setting/${open ? 'change-flag' : 'reset'}`, { json });
}

test('a safety officer hangs up a code, a visitor opens it on a phone without login, and it ends at once when revoked', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/400/, /403/);
  const admin = await personOf(product.url, 'admin');
  const safety = await personOf(product.url, 'safety');
  await switchTo(admin, true);
  try {
    await enter(page, product.url, safety, '/safety/danger/manageAssessment');
    await page.getByRole('button', { name: '上报二维码', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '上报二维码' });
    await dialog.getByLabel('张贴位置').fill('西门');
    await dialog.getByRole('button', { name: '生成二维码' }).click();
    await dialog.getByRole('button', { name: '查看西门的二维码' }).first().click();
    await expect(dialog.getByRole('heading', { name: '隐患随手报' })).toBeVisible();
    const { links } = await safety.call<{ links: readonly { title: string; token: string }[] }>(
      'GET',
      'system/public-link/list',
      { query: { entity: 'peril' } },
    );
    const token = links.find(({ title }) => title === '西门')?.token ?? '';

    const visitor = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const phone = await visitor.newPage();
    await phone.goto(`${product.url}/report/${token}`);
    await expect(phone.getByRole('heading', { level: 1, name: '隐患随手报' })).toBeVisible();
    expect(await barriers(phone)).toEqual([]);
    // It is as wide as the phone.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await phone.getByRole('button', { name: '提交' }).click();
    await expect(phone.getByText('请填写隐患描述')).toBeVisible();
    await phone.getByLabel('隐患描述').fill('西门外护栏松动');
    await phone.getByLabel('紧急程度').click();
    await phone.locator('.ant-select-item-option').first().click();
    const chooser = phone.waitForEvent('filechooser');
    await phone.getByRole('group', { name: '隐患照片（最多3张）' }).locator('button').click();
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(SITE_PHOTO) });
    await expect(phone.getByRole('img', { name: '照片1' })).toBeVisible();
    await phone.getByLabel('验证码', { exact: true }).fill('none');
    await phone.getByRole('button', { name: '提交' }).click();
    await expect(phone.getByRole('alert').filter({ hasText: '验证码错误或已过期' })).toBeVisible();
    await expect(phone.getByLabel('隐患描述')).toHaveValue('西门外护栏松动');
    await phone.getByLabel('查询码').fill('2222-2222-2222');
    await phone.getByRole('button', { name: '查看', exact: true }).click();
    await expect(phone.getByRole('status').filter({ hasText: '查询码不存在' })).toBeVisible();

    await dialog.getByRole('button', { name: '停用' }).first().click();
    await page.getByRole('dialog').last().getByRole('button', { name: '停用' }).click();
    await expect(dialog.getByText('已停用').first()).toBeVisible();
    await phone.reload();
    await expect(phone.getByText('这个上报入口无效或已停用')).toBeVisible();
    await visitor.close();
  } finally {
    await switchTo(admin, false);
  }
});
