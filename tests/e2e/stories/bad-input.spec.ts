import type { Page } from 'playwright/test';
import { choose, inDays, item, photos, type } from '../support/fill.ts';
import { enter, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

interface Listed {
  readonly records: readonly StoredRecord[];
}

const CERTIFICATE = '/safety/training/workCert';

/** Types both ends of a range. */
async function range(scope: Parameters<typeof item>[0], key: string, ends: readonly [string, string]): Promise<void> {
  for (const [at, day] of ends.entries()) {
    const input = item(scope, key).locator('input').nth(at);
    await input.fill(day);
    await input.press('Enter');
  }
}

const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();

test('what a clause forbids is refused at its place, in words that name it, and what was typed stays', async ({
  page,
  product,
  expectedErrors,
}) => {
  // What the server refuses.
  expectedErrors.push(/400/);
  const admin = await personOf(product.url, 'admin');
  const trainer = await personOf(product.url, 'trainer');

  await test.step('a critical quantity above that of GB 18218', async () => {
    const { records } = await admin.call<Listed>('GET', 'safety/risk/setup/substance/page', {
      query: { name: '氯', size: '200' },
    });
    const chlorine = records.find(({ name }) => name === '氯');
    await enter(page, product.url, admin, `/safety/risk/hazardSubstance/edit/${chlorine?.id}`);
    const before = await item(page, 'criticalQ').locator('input').inputValue();
    await type(page, 'criticalQ', '500');
    await save(page);
    await expect(item(page, 'criticalQ').getByRole('alert')).toHaveText('临界量不能大于GB 18218-2018表1的规定');
    await expect(item(page, 'criticalQ').locator('input')).toHaveValue(/^500/);
    await type(page, 'criticalQ', before);
    await expect(item(page, 'criticalQ').getByRole('alert')).toHaveCount(0);
  });

  await test.step('a certificate of a guardian that is valid for longer than its years', async () => {
    await enter(page, product.url, trainer, `${CERTIFICATE}/add`);
    await choose(page, 'certType', '监护人');
    const [from, to] = [inDays(-10).slice(0, 10), inDays(3_000).slice(0, 10)];
    await range(page, 'validStartTime', [from, to]);
    await type(page, 'certName', '监护人培训合格证');
    await save(page);
    await expect(item(page, 'validStartTime').getByRole('alert')).toContainText(
      '监护人培训合格证的有效期超过了规定年限',
    );
    await expect(item(page, 'validStartTime').locator('input').nth(1)).toHaveValue(to);
    await expect(item(page, 'certName').locator('input')).toHaveValue('监护人培训合格证');
  });

  await test.step('a renewal that ends when the certificate did before', async () => {
    const { records } = await trainer.call<Listed>('GET', 'edu/admin/work/cert/page', {
      query: { certType: 'guardian', size: '1' },
    });
    const [certificate] = records;
    await enter(page, product.url, trainer, `${CERTIFICATE}/view/${certificate?.id}`);
    await page.getByRole('button', { name: '登记换证或复审', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await photos(dialog, 'files', ['新证.png']);
    await dialog.getByRole('button', { name: '登记换证或复审', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('换证或复审后的可用日期须晚于原来的，且不早于今天');
    await expect(item(dialog, 'validStartTime').locator('input').nth(1)).toHaveValue(String(certificate?.validEndTime));
    await expect(item(dialog, 'files').getByRole('button', { name: '删除新证.png' })).toBeVisible();
    await dialog.getByRole('button', { name: '取消' }).click();
    const after = await trainer.call<StoredRecord>('GET', `edu/admin/work/cert/selectById?id=${certificate?.id}`);
    expect(after.version).toBe(certificate?.version);
  });
});
