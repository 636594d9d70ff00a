import type { Page } from 'playwright/test';
import { fictitiousWorkerCard } from '../../../mocks/demo-plant/contractors.ts';
import { upload } from '../support/day-records.ts';
import { choose, inDays, item, photos, type } from '../support/fill.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { enterEvent, RISK, storeUnit } from '../support/risk-desk.ts';
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
    // A certificate of this run's own: what was typed into a step is kept for whoever opens it again.
    const { id } = await storeCertificate(product.url, trainer, await personOf(product.url, 'guardian'));
    const stored = () => trainer.call<StoredRecord>('GET', `edu/admin/work/cert/selectById?id=${id}`);
    const { version, validEndTime } = await stored();
    await enter(page, product.url, trainer, `${CERTIFICATE}/view/${id}`);
    await page.getByRole('button', { name: '登记换证或复审', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: /^登记换证或复审：/ });
    await photos(dialog, 'files', ['新证.png']);
    await dialog.getByRole('button', { name: '登记换证或复审', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('换证或复审后的可用日期须晚于原来的，且不早于今天');
    await expect(item(dialog, 'validStartTime').locator('input').nth(1)).toHaveValue(String(validEndTime));
    await expect(item(dialog, 'files').getByRole('button', { name: '删除新证.png' })).toBeVisible();
    await dialog.getByRole('button', { name: '取消' }).click();
    expect((await stored()).version).toBe(version);
  });
});

test('what a clause forbids is refused in the settings and by a whole form on the phone', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const [admin, safety] = [await personOf(product.url, 'admin'), await personOf(product.url, 'safety')];

  await test.step('a setting beyond the range of its clause: dialog and value stay, nothing is changed', async () => {
    const settingKey = 'risk.majorAssessMonths';
    const stored = async () => {
      const { records } = await admin.call<Listed>('GET', 'system/tenant-setting/page', { query: { settingKey } });
      return records.map(({ version, currentValue }) => [version, currentValue]);
    };
    const before = await stored();
    await enter(
      page,
      product.adminUrl,
      admin,
      `/safety/system/tenantSetting?_q=${encodeURIComponent('重大危险源安全评估有效期')}`,
    );
    await page
      .getByRole('row')
      .filter({ hasText: '重大危险源安全评估有效期' })
      .getByRole('button', { name: '修改' })
      .click();
    const dialog = page.getByRole('dialog', { name: /^修改：/ });
    // What it may be, and by which clause, stands above what is asked.
    await expect(dialog).toContainText('第40号');
    await type(dialog, 'numberValue', '48');
    await type(dialog, 'changeReason', '延长评估周期');
    await dialog.getByRole('button', { name: '修改', exact: true }).click();
    await expect(dialog.getByText('大于允许的最大值，请看“允许范围”')).toBeVisible();
    await expect(item(dialog, 'numberValue').locator('input')).toHaveValue(/^48/);
    await expect(item(dialog, 'changeReason').locator('textarea, input').first()).toHaveValue('延长评估周期');
    expect(await stored()).toEqual(before);
    await dialog.getByRole('button', { name: '取消' }).click();
    const [row] = (await admin.call<Listed>('GET', 'system/tenant-setting/page', { query: { settingKey } })).records;
    await admin.call('POST', 'system/flow/draft-remove', {
      json: { entity: 'tenantSetting', id: row?.id, transition: 'change' },
    });
  });

  const chain = await storeUnit(safety);

  await test.step('an event without a measure: the form stays with all that was entered', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const eventName = uniqueName('法兰泄漏');
    await enter(page, product.url, safety, `${RISK}/evaluation/add`);
    await item(page, 'unitId').getByRole('combobox').fill(chain.unit);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: chain.unit }).click();
    await expect(item(page, 'unitId')).toContainText(chain.unit);
    await enterEvent(page.locator('main'), page, {
      ...{ eventName, accidentType: '火灾', likelihood: '2', severity: '4', measures: [] },
    });
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(
      page.getByText(`风险事件“${eventName}”没有有效的管控措施，至少要有一条才能生效`).first(),
    ).toBeInViewport();
    await expect(item(page, 'eventName').locator('input')).toHaveValue(eventName);
    await expect(item(page, 'lValue')).toContainText('2');
    const { records } = await safety.call<Listed>('GET', 'safety/risk/event/page', { query: { eventName, size: '5' } });
    expect(records).toEqual([]);
  });
});

/** A certificate of a guardian that is good for some months, of nobody's interest but this story's. */
async function storeCertificate(url: string, trainer: Person, holder: Person): Promise<StoredRecord> {
  return trainer.call<StoredRecord>('POST', 'edu/admin/work/cert/insert', {
    json: {
      ...{ certType: 'guardian', certName: '监护人培训合格证', certNo: uniqueName('JH'), holderKind: '1' },
      ...{
        personId: holder.userId,
        idCard: fictitiousWorkerCard(50, 1990, '1'),
        deptId: '6459670101',
        issueOrg: '本公司',
        files: [await upload(url, trainer)],
      },
      firstIssueDate: inDays(-300).slice(0, 10),
      validStartTime: inDays(-300).slice(0, 10),
      validEndTime: inDays(400).slice(0, 10),
    },
  });
}
