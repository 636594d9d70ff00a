import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import {
  addByKeys,
  addRule,
  giveUp,
  goBackTo,
  outlineOf,
  propertiesOf,
  saved,
  standingChange,
} from '../support/design-desk.ts';
import { pacing } from '../support/pace.ts';
import { enter, personOf } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const DESIGNED = '/design?entity=contractorIllegal';

/** Counts what a person does: each press, and each text that he writes, is one. */
function counting() {
  let actions = 0;
  return {
    count: () => actions,
    async act(done: Promise<unknown>) {
      actions += 1;
      await done;
    },
  };
}

const kindOf = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

for (const by of ['mouse', 'keyboard'] as const) {
  test(`a required choice with three options is added and published in 12 actions at most, by ${by} alone`, async ({
    page,
    product,
  }) => {
    test.setTimeout(patient(60_000));
    const designer = await personOf(product.url, 'designer');
    await giveUp(designer);
    const before = await standingChange(designer);
    const { count, act } = counting();
    const { keyboard } = page;
    const [adding, publishing] = [
      page.getByRole('dialog', { name: '加：下拉选择' }),
      page.getByRole('dialog', { name: '发布草稿' }),
    ];
    const title = `现场分类${by}`;
    await enter(page, product.url, designer, DESIGNED);
    const outline = outlineOf(page);
    const first = outline.locator('button[data-chosen="true"]');
    await expect(first).toBeVisible();
    try {
      if (by === 'mouse') {
        await act(outline.getByRole('button', { name: '加字段' }).click());
        await act(page.getByRole('option', { name: '下拉选择' }).click());
        await act(adding.locator('#ds-new-title').fill('现场分类'));
        await act(adding.locator('#ds-new-lines').fill('甲类\n乙类\n丙类'));
        await act(adding.getByRole('checkbox').check());
        await act(adding.getByRole('button', { name: '加入' }).click());
        await act(page.getByRole('button', { name: '发布', exact: true }).click());
        await act(publishing.getByLabel('标题').fill(title));
        await expect(publishing.getByRole('radio', { name: '从现在起要求' })).toBeVisible();
        await act(publishing.getByRole('radio', { name: '从现在起要求' }).check());
        await act(publishing.getByRole('button', { name: '发布' }).click());
      } else {
        // The key that moves on belongs to what is done there.
        await act(first.press('Enter'));
        await act(keyboard.press('/'));
        await act(keyboard.type('xlxz'));
        await act(keyboard.press('Enter'));
        await expect(adding.locator('#ds-new-title')).toBeFocused();
        await act(keyboard.insertText('现场分类'));
        await keyboard.press('Tab');
        await act(keyboard.insertText('甲类\n乙类\n丙类'));
        await keyboard.press('Tab');
        await act(keyboard.press('Space'));
        await expect(adding.getByRole('checkbox')).toBeChecked();
        await act(keyboard.press('Control+Enter'));
        await expect(adding).toBeHidden();
        await act(keyboard.press('Control+Enter'));
        await expect(publishing.getByLabel('标题')).toBeFocused();
        await act(keyboard.insertText(title));
        const since = publishing.getByRole('radio', { name: '从现在起要求' });
        await expect(since).toBeVisible();
        await keyboard.press('Shift+Tab');
        await act(keyboard.press('Space'));
        await expect(since).toBeChecked();
        await keyboard.press('Tab');
        await act(keyboard.press('Enter'));
      }
      await expect(page.getByText(`已发布：${title}`)).toBeVisible();
      expect(count()).toBeLessThanOrEqual(12);
      await expect(kindOf(page, 'xianchangfenlei')).toBeVisible();
    } finally {
      await giveUp(designer);
      await goBackTo(designer, before);
    }
  });
}

test('12 fields, a sub-table and two rules take less than five minutes of a person’s pace', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(90_000));
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  const pace = await pacing(page);
  await enter(page, product.url, designer, DESIGNED);
  const outline = outlineOf(page);
  try {
    await outline.locator('button[data-chosen="true"]').press('Enter');
    const kinds = ['dhwb', 'shuzi', 'riqi', 'xlxz'] as const;
    for (let made = 0; made < 12; made += 1) {
      const kind = kinds[made % kinds.length] ?? 'dhwb';
      await addByKeys(page, kind, `现场补充${made + 1}`, kind === 'xlxz' ? ['早班', '中班', '夜班'] : []);
    }
    await addByKeys(page, 'zibiao', '到场人员', ['姓名', '单位', '人数']);
    await outline.getByRole('button', { name: '现场补充2', exact: true }).click();
    await addRule(page, 'xianchangbuchong2 >= 0', '现场补充2不能小于0');
    await outline.getByRole('button', { name: '现场补充6', exact: true }).click();
    await addRule(page, 'xianchangbuchong6 <= 100', '现场补充6不能大于100');
    await saved(page);
    expect(await pace()).toBeLessThan(300);
    const form = page.locator('[data-name="canvas"]');
    for (let made = 1; made <= 12; made += 1) {
      await expect(form.locator(`[data-field="xianchangbuchong${made}"]`)).toHaveCount(1);
    }
    await expect(form.locator('[data-field="daochangrenyuan"]')).toHaveCount(1);
    await expect(propertiesOf(page)).toContainText('现场补充6不能大于100');
  } finally {
    await giveUp(designer);
  }
});

test('12 fields of a list of titles take less than a minute of a person’s pace, each of the kind that its title speaks for', async ({
  page,
  product,
}) => {
  test.setTimeout(patient(60_000));
  const designer = await personOf(product.url, 'designer');
  await giveUp(designer);
  const pace = await pacing(page);
  await enter(page, product.url, designer, DESIGNED);
  const outline = outlineOf(page);
  const titles = [
    '补记日期',
    '补记时间',
    '补记人',
    '补记部门',
    '介质温度',
    '接触时长',
    '影响人数',
    '是否停机',
    '现场图片',
  ];
  const lines = [...titles, '班次：早班、中班、夜班', '*补记位号', '补记说明'];
  try {
    await outline.locator('button[data-chosen="true"]').press('Enter');
    await page.keyboard.press('/');
    await page.keyboard.type('dgzd');
    await page.keyboard.press('Enter');
    const adding = page.getByRole('dialog', { name: '加多个字段' });
    await expect(adding.locator('#ds-many-titles')).toBeFocused();
    await page.keyboard.insertText(lines.join('\n'));
    await expect(adding.getByRole('region', { name: '将加12个字段' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(adding).toBeHidden();
    await saved(page);
    expect(await pace()).toBeLessThan(60);
    const form = page.locator('[data-name="canvas"]');
    for (const key of ['bujiriqi', 'bujishijian', 'bujiren', 'bujibumen', 'jiezhiwendu', 'jiechushichang']) {
      await expect(form.locator(`[data-field="${key}"]`)).toHaveCount(1);
    }
    const shift = form.locator('[data-field="banci"]');
    await expect(shift.getByRole('radio')).toHaveCount(3);
    await expect(outline.getByRole('button', { name: '补记位号' }).locator('.anlan-ds-required')).toHaveCount(1);
    // All of it is one command.
    await page.keyboard.press('Control+z');
    await expect(shift).toHaveCount(0);
    await expect(outline.getByRole('button', { name: '补记说明' })).toHaveCount(0);
    await expect(page.getByTestId('design-state')).toContainText('没有未发布的修改');
  } finally {
    await giveUp(designer);
  }
});
