import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright/test';
import { keywordSamples } from '../../fixtures/entities/keyword-samples.ts';
import { patient } from '../../fixtures/patience.ts';
import { filmOf, teachReading } from '../support/camera.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { inDays, item, press, type as typeText } from '../support/fill.ts';
import { isGiven, withOwnServer } from '../support/own-server.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, type Product, test as story } from '../support/story.ts';

/** Stories of keywords that no shipped area has yet, over a server that has entities with them. */
const test = story.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => withOwnServer(use, keywordSamples),
    { scope: 'worker', timeout: patient(240_000) },
  ],
});

test.skip(isGiven, 'a server that is given has no such entities');

const PAGE = '/safety/samples';
const CALLS = 'safety/samples';

const save = (person: Person, entity: string, json: object) =>
  person.call<StoredRecord>('POST', `${CALLS}/${entity.toLowerCase()}/save`, { json });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const inNarrow = async (page: Page, look: () => Promise<void>) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await look();
  await page.setViewportSize({ width: 1440, height: 900 });
};
/** Folder for pictures of these pages, to be looked at; none are taken without it. */
const shots = process.env.ANLAN_SHOTS;
const shoot = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
};

test('a code that one screen shows is scanned by the camera of another, and taken from its address and by hand', async ({
  page,
  product,
  expectedErrors,
}) => {
  const [trainer, employee, worker, guardian] = await Promise.all(
    ['trainer', 'employee', 'worker', 'guardian'].map((account) => personOf(product.url, account)),
  );
  if (!trainer || !employee || !worker || !guardian) throw new Error('nobody was signed in');
  const name = uniqueName('受限空间培训');
  const { id } = await save(trainer, 'sampleTraining', { name, trainTime: `${inDays(0)}:00` });
  const path = `${PAGE}/sampleTraining/view/${id}`;
  await enter(page, product.url, trainer, path);
  await page.getByRole('button', { name: '显示签到码' }).click();
  const picture = page.getByRole('img', { name: '签到的二维码' });
  await expect(picture.locator('svg')).toBeVisible();
  await shoot(page, 'scan-shown');
  await inNarrow(page, () => shoot(page, 'scan-shown-narrow'));

  const folder = mkdtempSync(join(tmpdir(), 'anlan-film-'));
  const film = join(folder, 'code.y4m');
  const shown = await page.locator('.anlan-scan-code').innerText();
  const seen = await picture.screenshot();
  const box = (await picture.locator('svg').first().getAttribute('viewBox')) ?? '';
  filmOf(seen, film);
  const options = chromiumOptions();
  const phone = await chromium.launch({
    ...options,
    args: [
      ...options.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const context = await phone.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    const taken = await context.newPage();
    const text = `${product.url}${path}#scan=signIn:${id}:${shown.replace('-', '')}`;
    await teachReading(taken, { picture: seen, size: Number(box.split(' ')[2]), text });
    await enter(taken, product.url, employee, path);
    await taken.getByRole('button', { name: '签到', exact: true }).click();
    await taken.getByRole('button', { name: '用相机扫描' }).click();
    const dialog = taken.getByRole('dialog');
    // Of the address that was scanned people read the code alone.
    await expect(dialog.getByLabel('扫描或输入现场的码')).toHaveValue(shown.replace('-', ''));
    await shoot(taken, 'scan-taken-narrow');
    await dialog.getByRole('button', { name: '签到', exact: true }).click();
    await expect(
      taken
        .getByText('操作成功')
        .or(taken.getByText(/签到.*成功/))
        .first(),
    ).toBeVisible();
  } finally {
    await phone.close();
    rmSync(folder, { recursive: true, force: true });
  }

  const code = (await page.locator('.anlan-scan-code').innerText()).replace('-', '');
  await enter(page, product.url, worker, `${path}#scan=signIn:${id}:${code}`);
  const linked = page.getByRole('dialog');
  await expect(linked.getByLabel('扫描或输入现场的码')).toHaveValue(new RegExp(`${code}$`));
  await shoot(page, 'scan-linked');
  await linked.getByRole('button', { name: '签到', exact: true }).click();
  await expect(linked).toHaveCount(0);

  // A code that is wrong is refused.
  expectedErrors.push(/400/);
  await enter(page, product.url, guardian, path);
  await page.getByRole('button', { name: '签到', exact: true }).click();
  const typed = page.getByRole('dialog');
  await typed.getByLabel('扫描或输入现场的码').fill('AAAA-AAAA');
  await typed.getByRole('button', { name: '签到', exact: true }).click();
  await expect(typed.getByText('码不正确').first()).toBeVisible();
  await shoot(page, 'scan-wrong');
  await typed.getByLabel('扫描或输入现场的码').fill(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
  await typed.getByRole('button', { name: '签到', exact: true }).click();
  await expect(typed).toHaveCount(0);
  const signed = await trainer.call<readonly StoredRecord[]>('GET', `${CALLS}/samplesignature/list`, {
    query: { training: id },
  });
  expect(signed.map(({ user }) => user).sort()).toEqual(
    [employee, worker, guardian].map(({ userId }) => userId).sort(),
  );
});

test('who tells something without a name stands nowhere until a reason opens it, and that is in the history', async ({
  page,
  product,
}) => {
  const found = uniqueName('卸车台护栏松动');
  const employee = await personOf(product.url, 'employee');
  const director = await personOf(product.url, 'director');
  const { realName } = await employee.call<{ realName: string }>('GET', 'system/info');
  await enter(page, product.url, employee, `${PAGE}/sampleNote/add`);
  await typeText(page, 'found', found);
  await press(page, 'isAnonymous', '是');
  await shoot(page, 'anonymous-form');
  await page
    .getByRole('button', { name: /^(保\s*存|提\s*交)$/ })
    .first()
    .click();
  await expect(page).not.toHaveURL(/\/add/);
  // It is still his: he finds it, and it says 匿名 of him too.
  await enter(page, product.url, employee, `${PAGE}/sampleNote`);
  await expect(row(page, found)).toContainText('匿名');
  await row(page, found).getByRole('link', { name: /^查看/ }).first().click();
  await expect(page.locator('main')).toContainText(found);
  await shoot(page, 'anonymous-own');
  await inNarrow(page, () => shoot(page, 'anonymous-own-narrow'));

  await enter(page, product.url, director, `${PAGE}/sampleNote`);
  await expect(row(page, found)).toContainText('匿名');
  await expect(page.locator('main')).not.toContainText(realName);
  await shoot(page, 'anonymous-list');
  await inNarrow(page, async () => {
    await expect(page.getByText(found).first()).toBeVisible();
    await shoot(page, 'anonymous-list-narrow');
  });
  await row(page, found).getByRole('link', { name: /^查看/ }).first().click();
  await page.getByRole('button', { name: '查看匿名提交人' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('查看的理由').fill('纪委来函，核实情况');
  await shoot(page, 'anonymous-reason');
  await dialog.getByRole('button', { name: /^查\s*看$/ }).click();
  await expect(dialog).toContainText(realName);
  await shoot(page, 'anonymous-opened');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText(realName);
  const { records } = await director.call<{ records: { id: string }[] }>('GET', `${CALLS}/samplenote/page`);
  const history = await director.call<{ records: { actionLabel: string }[] }>('GET', `${CALLS}/samplenote/history`, {
    query: { id: records[0]?.id ?? '' },
  });
  expect(history.records.map(({ actionLabel }) => actionLabel)).toContain('查看匿名提交人');
});

test('a figure moves when what it counts is saved, and the list is sorted and filtered by it', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const [large, small] = [uniqueName('大修计划'), uniqueName('小修计划')];
  const [one, other] = [
    await save(safety, 'sampleBudget', { name: large, budget: 9_000 }),
    await save(safety, 'sampleBudget', { name: small, budget: 100 }),
  ];
  await save(safety, 'sampleReceipt', { name: '垫片', plan: other.id, amount: 50 });
  await enter(page, product.url, safety, `${PAGE}/sampleBudget/view/${one.id}`);
  await expect(page.locator('main')).toContainText('已用');
  await save(safety, 'sampleReceipt', { name: '吊装', plan: one.id, amount: 1_234.5 });
  await page.reload();
  await expect(page.locator('main')).toContainText('1,234.5');
  await shoot(page, 'rollup-detail');
  await page.goto(`${product.url}${PAGE}/sampleBudget?_sort=-used`);
  await expect(row(page, large)).toContainText('1,234.5');
  const names = await page.getByRole('row').filter({ hasText: '修计划' }).allInnerTexts();
  expect(names[0]).toContain(large);
  await shoot(page, 'rollup-list');
  await inNarrow(page, async () => {
    await expect(page.locator('main')).toContainText('1,234.5');
    await shoot(page, 'rollup-list-narrow');
  });
  await page.goto(`${product.url}${PAGE}/sampleBudget?used=1000,`);
  await expect(row(page, large)).toBeVisible();
  await expect(row(page, small)).toHaveCount(0);
});

test('a result is shown to whose it is, and to others neither in the list nor on its page', async ({
  page,
  product,
}) => {
  const [trainer, employee, worker] = await Promise.all(
    ['trainer', 'employee', 'worker'].map((account) => personOf(product.url, account)),
  );
  if (!trainer || !employee || !worker) throw new Error('nobody was signed in');
  const name = uniqueName('动火作业培训');
  await save(trainer, 'sampleCourse', { name, trainee: employee.userId, score: 93 });
  const others = await save(trainer, 'sampleCourse', { name: `${name}补`, trainee: worker.userId, score: 47 });
  await enter(page, product.url, employee, `${PAGE}/sampleCourse`);
  await expect(row(page, name).filter({ has: page.getByRole('cell', { name: /^93(\.00)?$/ }) })).toHaveCount(1);
  await expect(page.locator('main').getByText(/^47(\.00)?$/)).toHaveCount(0);
  await shoot(page, 'conditional-list');
  await inNarrow(page, async () => {
    await expect(page.locator('main')).toContainText('93');
    await expect(page.locator('main').getByText(/^47(\.00)?$/)).toHaveCount(0);
    await shoot(page, 'conditional-list-narrow');
  });
  await page.goto(`${product.url}${PAGE}/sampleCourse/view/${others.id}`);
  await expect(page.locator('main')).toContainText(`${name}补`);
  // Neither inside the name, which is drawn by lot, nor as part of a time.
  await expect(page.locator('main')).not.toContainText(/(?<![\w:])47(\.00)?(?![\w:])/);
  await shoot(page, 'conditional-detail');
});

test('a figure that somebody put there against a reason says so, and goes back to what is reckoned', async ({
  page,
  product,
}) => {
  const safety = await personOf(product.url, 'safety');
  const employee = await personOf(product.url, 'employee');
  const { realName } = await safety.call<{ realName: string }>('GET', 'system/info');
  const name = uniqueName('泵房泄漏');
  const { id } = await save(safety, 'sampleLoss', { name, cost: 100 });
  const main = page.locator('main');
  const edit = async (who: Person) => {
    await enter(page, product.url, who, `${PAGE}/sampleLoss/edit/${id}`);
    await expect(item(page, 'total')).toContainText('200.00');
  };
  const keep = async () => {
    await page
      .getByRole('button', { name: /^(保\s*存|提\s*交)$/ })
      .first()
      .click();
    await expect(page).not.toHaveURL(/\/edit/);
    await page.goto(`${product.url}${PAGE}/sampleLoss/view/${id}`);
  };
  // Who may not override it is offered nothing.
  await edit(employee);
  await expect(page.getByRole('button', { name: /核定损失/ })).toHaveCount(0);
  await edit(safety);
  await page.getByRole('button', { name: '改定核定损失' }).click();
  await typeText(page, 'totalOverride', '350');
  await page
    .getByRole('button', { name: /^(保\s*存|提\s*交)$/ })
    .first()
    .click();
  await expect(item(page, 'totalOverrideReason')).toContainText('核定损失改定理由');
  await expect(page).toHaveURL(/\/edit/);
  await typeText(page, 'totalOverrideReason', '保险公司核定');
  await shoot(page, 'override-form');
  await inNarrow(page, () => shoot(page, 'override-form-narrow'));
  await keep();
  for (const said of ['350.00', '人工', '200.00', '保险公司核定', realName]) await expect(main).toContainText(said);
  await shoot(page, 'override-detail');
  await inNarrow(page, async () => {
    await expect(main).toContainText('保险公司核定');
    await shoot(page, 'override-detail-narrow');
  });
  await enter(page, product.url, safety, `${PAGE}/sampleLoss/edit/${id}`);
  await page.getByRole('button', { name: '核定损失恢复自动' }).click();
  await expect(item(page, 'total')).toContainText('200.00');
  await shoot(page, 'override-back');
  await keep();
  await expect(main).toContainText('200.00');
  // The history still tells why it was another.
  await expect(main).toContainText('200.00 元自动');
  await shoot(page, 'override-back-detail');
});
