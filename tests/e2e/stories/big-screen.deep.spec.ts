import type { Page } from 'playwright/test';
import type { DashboardAnswer, TileContent } from '../../../src/core/wire/joint.ts';
import { patient } from '../../fixtures/patience.ts';
import { enter, personOf } from '../support/person.ts';
import { startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';

/** Walls: what they are called, pixels, and how many of them a browser takes for one (its zoom). */
const WALLS = [
  ['1920x1080', 1920, 1080, 1],
  ['3840x2160', 3840, 2160, 1],
  ['21:9', 2560, 1080, 1],
  ['1920x1080, zoom 150 %', 1920, 1080, 1.5],
  ['3840x2160, zoom 125 %', 3840, 2160, 1.25],
] as const;

/** Height of the smallest letters on a wall of 1080 lines: of a screen of 55" (0.68 m) seen from 6 m, 9 minutes of arc. */
const SMALLEST = 22;

const state = (page: Page) => page.locator('.anlan-wall-state');
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const open = async (url: string): Promise<DashboardAnswer> =>
  (await (await fetch(`${url}/api/anlan-system/joint/open?code=bigScreenTiles`)).json()).data;

function contentOf<Kind extends TileContent['kind']>(answer: DashboardAnswer, key: string, kind: Kind) {
  const content = answer.tiles.find((tile) => tile.key === key)?.content;
  if (content?.kind !== kind) throw new Error(`${key} is no ${kind}`);
  return content as Extract<TileContent, { kind: Kind }>;
}

/** Answers the wall with what the server says, changed. */
async function answering(
  page: Page,
  change: (answer: DashboardAnswer, turn: number) => DashboardAnswer,
): Promise<void> {
  let turn = 0;
  let first: Promise<{ readonly data: DashboardAnswer }> | undefined;
  await page.route(/joint\/open/, async (route) => {
    first ??= route.fetch().then((answer) => answer.json());
    const { data, ...envelope } = await first;
    turn += 1;
    await route.fulfill({ json: { ...envelope, data: change(data, turn) } });
  });
}

/** Whatever does not fit: a bar that scrolls, a panel that is cut, letters that nobody reads. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const page = scrollWidth > innerWidth || scrollHeight > innerHeight ? ['page'] : [];
    const parts = [...document.querySelectorAll('.anlan-wall, .anlan-wall-panel')].filter(
      (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1,
    );
    return [...page, ...parts.map((part) => part.querySelector('h2')?.textContent ?? part.className)];
  });
/** Names of lines that are shortened. */
const cutNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.anlan-wall-label > span')]
      .filter((name) => name.scrollWidth > name.clientWidth + 1)
      .map((name) => name.textContent),
  );
const smallest = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('.anlan-wall *')].filter(
      (element) =>
        element.closest('svg') === null &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
    );
    return Math.min(...texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)));
  });

for (const [name, width, height, zoom] of WALLS) {
  test(`the wall shows the plant's figures to whoever stands 6 m away, ${name}`, async ({ browser, product }) => {
    const viewport = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
    const context = await browser.newContext({ viewport, deviceScaleFactor: zoom });
    const page = await context.newPage();
    await page.goto(`${product.url}/bigScreen`);
    await expect(state(page)).toHaveText(/^数据 \d\d:\d\d:\d\d$/, { timeout: patient(15_000) });
    const answer = await open(product.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('蓝岭新材料有限公司(示例) 安全监控大屏');
    await expect(panel(page, '隐患治理（本年）')).toContainText(`${contentOf(answer, 'found', 'number').value}发现`);
    const areas = contentOf(answer, 'areas', 'chart').block;
    for (const { label, values } of areas.rows) {
      await expect(panel(page, '风险分区').getByRole('listitem').filter({ hasText: label })).toContainText(
        String(values[0]),
      );
    }
    const plan = contentOf(answer, 'plan', 'plan');
    await expect(page.locator('.anlan-plan-sketch-plan polygon')).toHaveCount(plan.layers[0]?.count ?? 0);
    await expect(page.locator('image.anlan-plan-sketch-picture')).toHaveCount(1);
    expect(await misfits(page)).toEqual([]);
    expect((await smallest(page)) * zoom).toBeGreaterThanOrEqual((SMALLEST * height) / 1080 - 0.1);
    await context.close();
  });
}

test('in English, Portuguese and traditional Chinese nothing is cut either', async ({ browser, product }) => {
  for (const [language, title] of [
    ['en-US', 'Safety monitoring'],
    ['pt-BR', 'Monitoramento de segurança'],
    ['zh-TW', '安全監控大螢幕'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
    await context.addInitScript((chosen) => localStorage.setItem('anlan-language', chosen), language);
    const page = await context.newPage();
    await page.goto(`${product.url}/bigScreen`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.locator('.anlan-wall-panel')).toHaveCount(7, { timeout: patient(15_000) });
    expect([language, await misfits(page)]).toEqual([language, []]);
    await context.close();
  }
});

test('figures open their rows in a window of their own for who is signed in, and are no links for anybody else', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/bigScreen');
  await expect(panel(page, '隐患治理（本年）')).toContainText('超期未销号');
  await expect(page.getByRole('link')).toHaveCount(0);
  await enter(page, product.url, await personOf(product.url, 'safety'), '/bigScreen');
  await expect(page).toHaveURL(/\/bigScreen\?tenantId=645967$/);
  const { value } = contentOf(await open(product.url), 'overdue', 'number');
  const opened = page.context().waitForEvent('page');
  await panel(page, '隐患治理（本年）')
    .getByRole('link', { name: /超期未销号/ })
    .click();
  const list = await opened;
  await expect(list.getByText(new RegExp(`^共 ?${value} ?条`)).first()).toBeVisible({ timeout: patient(20_000) });
  // A row of a chart likewise.
  const areas = page.context().waitForEvent('page');
  await panel(page, '风险分区').getByRole('link').first().click();
  await expect((await areas).getByRole('table').first()).toBeVisible({ timeout: patient(20_000) });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('nothing, very much, and what takes long are said as such', async ({ page, expectedErrors }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const change = (content: (given: TileContent) => TileContent | undefined) => (answer: DashboardAnswer) => ({
    ...answer,
    tiles: answer.tiles.map(({ content: given, at, ...tile }) => {
      const next = given && content(given);
      return next === undefined ? { ...tile, late: 'slow' as const } : { ...tile, content: next, at: at ?? '' };
    }),
  });
  await answering(
    page,
    change((given) =>
      given.kind === 'number'
        ? { ...given, value: 0, empty: true as const }
        : given.kind === 'chart'
          ? { ...given, block: { ...given.block, rows: [] } }
          : given.kind === 'plan'
            ? {
                ...given,
                ground: {},
                layers: given.layers.map((layer) => ({ ...layer, count: 0, areas: [], heaps: [] })),
              }
            : given,
    ),
  );
  await page.goto('/bigScreen');
  await expect(panel(page, '今日承诺')).toContainText('未发布');
  await expect(panel(page, '风险分区')).toContainText('没有启用的风险区域');
  await expect(panel(page, '今日特殊作业')).toContainText('今日没有作业票');
  await expect(page.getByText('无事故记录')).toBeVisible();
  expect(await misfits(page)).toEqual([]);

  await page.unroute(/joint\/open/);
  const many = 987_654_321;
  await answering(
    page,
    change((given) =>
      given.kind === 'number'
        ? { ...given, value: many }
        : given.kind === 'chart'
          ? {
              ...given,
              block: {
                ...given.block,
                rows: given.block.rows.map((row) => ({ ...row, values: row.values.map(() => many) })),
              },
            }
          : given,
    ),
  );
  await page.reload();
  await expect(panel(page, '隐患治理（本年）')).toContainText('9.9亿');
  // The exact number stands in the title, and no name gives way to a number.
  await expect(panel(page, '隐患治理（本年）').locator('[title="987654321"]')).toHaveCount(4);
  for (const [width, height] of [
    [1920, 1080],
    [2560, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect([width, await misfits(page), await cutNames(page)]).toEqual([width, [], []]);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });

  await page.unroute(/joint\/open/);
  await answering(
    page,
    change(() => undefined),
  );
  await page.reload();
  await expect(panel(page, '风险分区')).toContainText('统计较慢，稍后显示');

  await page.unroute(/joint\/open/);
  expectedErrors.push(/status of (400|404|429)/);
  await page.goto('/bigScreen?tenantId=999999');
  await expect(state(page)).toContainText('没有这家企业，或它已停用');
});

test('the wall says that the server is away, and is fresh within ten seconds of its return', async ({ browser }) => {
  test.setTimeout(patient(300_000));
  const server = await startProductServer({ filled: true, within: patient(240_000) });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(`${server.url}/bigScreen`);
    await expect(state(page)).toHaveText(/^数据 /, { timeout: patient(15_000) });
    const found = await panel(page, '隐患治理（本年）').textContent();
    const restarted = server.restart();
    await expect(state(page)).toContainText('连接中断，正在重连；显示的是', { timeout: patient(20_000) });
    await expect(panel(page, '隐患治理（本年）')).toHaveText(found ?? '');
    expect(await misfits(page)).toEqual([]);
    await restarted;
    const since = performance.now();
    await expect(state(page)).toHaveText(/^数据 /, { timeout: 10_000 });
    test.info().annotations.push({ type: '恢复', description: `${Math.round(performance.now() - since)} ms` });
    await page.close();
  } finally {
    await server.stop();
  }
});
