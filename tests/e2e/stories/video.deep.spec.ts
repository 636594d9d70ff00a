import type { Page } from 'playwright/test';
import { CAMERA_PASSWORD, CAMERA_USER, type Cameras, startCameras } from '../../../mocks/video/cameras.ts';
import { patient } from '../../fixtures/patience.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(180_000));

const WALL = '/safety/videoMonitoring/index';
const DEVICE = 'safety/video/device';
const COUNT = 16;

let cameras: Cameras;
test.beforeAll(async () => {
  cameras = await startCameras(0);
});
test.afterAll(() => cameras.close());

/** Sixteen cameras of the plant that lead to the pretended ones; gives their ids. */
async function plant(url: string, name: string): Promise<readonly string[]> {
  const admin = await personOf(url, 'admin');
  const { records } = await admin.call<{ records: readonly StoredRecord[] }>('GET', 'system/tenant-setting/page', {
    query: { settingKey: 'video.networks' },
  });
  const [setting] = records;
  await admin.call('POST', 'system/tenant-setting/change-text', {
    json: { id: setting?.id, version: setting?.version, textValue: '127.0.0.1', changeReason: '摄像机网段' },
  });
  const areas = await admin.call<readonly { readonly id: string }[]>('GET', 'safety/risk/areas/main/select', {
    query: { size: '50' },
  });
  const ids: string[] = [];
  const first = Date.now() % 1_000_000_000;
  for (let number = 1; number <= COUNT; number += 1) {
    const stream = { 3: 'index.m3u8', 5: 'live.mjpg' }[number] ?? 'live.mp4';
    const longName = number === 2 ? '东侧甲类液体罐组防火堤外消防通道与装卸站台之间的高点防爆云台球机' : '';
    const { id } = await admin.call<StoredRecord>('POST', `${DEVICE}/save`, {
      json: {
        ...{ deviceName: `${name}${number}${longName}`, deviceCode: `${String(first + number).padStart(20, '3')}` },
        ...{ deviceType: '2', area: areas[number % 8]?.id, location: `${number}号立杆`, isMajorHazard: '0' },
        ...{ stillUrl: `${cameras.url}/${number}/still.jpg`, streamUrl: `${cameras.url}/${number}/${stream}` },
        ...{ cameraUser: CAMERA_USER, cameraPassword: CAMERA_PASSWORD },
      },
    });
    await step(admin, id, 'connected');
    ids.push(id);
  }
  return ids;
}

async function step(admin: Person, id: string, transition: string): Promise<void> {
  const { version } = await admin.call<StoredRecord>('GET', `${DEVICE}/detail`, { query: { id } });
  await admin.call('POST', `${DEVICE}/${transition}`, { json: { id, version } });
}

const tile = (page: Page, id = '') => page.locator(`[data-testid=camera]${id === '' ? '' : `[data-camera="${id}"]`}`);
const inState = (page: Page, state: string) => page.locator(`[data-testid=camera][data-state="${state}"]`);

/** Notes for each tile, in milliseconds, when it came into sight and when it first was in a state. */
async function noteStates(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes: Record<string, Record<string, number>> = {};
    Reflect.set(window, 'tileNotes', notes);
    const note = (tile: HTMLElement) => {
      const { camera = '', state = '' } = tile.dataset;
      notes[camera] ??= {};
      const own = notes[camera];
      own[state] ??= performance.now();
    };
    const sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const { camera = '' } = (target as HTMLElement).dataset;
        notes[camera] ??= {};
        const own = notes[camera];
        if (isIntersecting) own.sight ??= performance.now();
      }
    });
    new MutationObserver(() => {
      for (const tile of document.querySelectorAll<HTMLElement>('[data-testid=camera]')) {
        if (notes[tile.dataset.camera ?? '']?.seen === undefined) {
          notes[tile.dataset.camera ?? ''] = { ...notes[tile.dataset.camera ?? ''], seen: performance.now() };
          sight.observe(tile);
        }
        note(tile);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] });
  });
}

async function waits(page: Page, from: string, to: string): Promise<readonly number[]> {
  const notes = await page.evaluate(
    () => Reflect.get(window, 'tileNotes') as Record<string, Record<string, number | undefined>>,
  );
  return Object.values(notes)
    .flatMap((own) => (own[from] === undefined || own[to] === undefined ? [] : [Math.round(own[to] - own[from])]))
    .sort((left, right) => left - right);
}

const said = (figures: readonly number[]) =>
  `${figures.length} tiles, median ${figures[figures.length >> 1]} ms, slowest ${figures.at(-1)} ms`;

test('sixteen tiles show stills within a second and are live within three; what breaks heals, what is taken away ends', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|404)/, /ERR_INTERNET_DISCONNECTED/, /WebSocket connection/);
  const name = uniqueName('演示');
  cameras.behave('still');
  const ids = await plant(product.url, name);
  const officer = await personOf(product.url, 'workshop');
  const chosen = { 'video.wall': `16|${ids.join(',')}` };
  await noteStates(page);

  await test.step('the wall opens in a new tab from the menu, as it was left', async () => {
    await enter(page, product.url, officer, WALL, { chosen });
    await expect(inState(page, 'still')).toHaveCount(COUNT, { timeout: patient(15_000) });
    await picture(page, 'wall-1440');
    // A second time, when the wall's part of the program has come and the server has seen the cameras.
    await page.waitForTimeout(1_500);
    await page.reload();
    await expect(inState(page, 'still')).toHaveCount(COUNT, { timeout: patient(15_000) });
    const figures = await waits(page, 'sight', 'still');
    console.log(`stills: ${said(figures)}`);
    expect(figures).toHaveLength(COUNT);
    expect(figures.at(-1)).toBeLessThan(patient(1_000));
  });

  await test.step('stills are a few kB each', async () => {
    const sizes = await Promise.all(
      ids.slice(0, 4).map(async (id) => {
        const response = page.waitForResponse((answer) => answer.url().includes(`video/still?id=${id}`));
        return (await (await response).body()).length;
      }),
    );
    console.log(`bytes of stills: ${sizes.join(', ')}`);
    expect(Math.max(...sizes)).toBeLessThan(9_500);
  });

  await test.step('all of them go live', async () => {
    const buttons = page.getByRole('button', { name: /^看实时：/ });
    const pressed = new Map<string, number>();
    for (const id of ids) {
      pressed.set(id, await page.evaluate(() => performance.now()));
      await tile(page, id)
        .getByRole('button', { name: /^看实时：/ })
        .click();
    }
    await expect(buttons).toHaveCount(0);
    await expect(inState(page, 'live')).toHaveCount(COUNT, { timeout: patient(20_000) });
    const notes = await page.evaluate(() => Reflect.get(window, 'tileNotes') as Record<string, { live?: number }>);
    const figures = ids.map((id) => Math.round((notes[id]?.live ?? Number.NaN) - (pressed.get(id) ?? 0)));
    figures.sort((left, right) => left - right);
    console.log(`live: ${said(figures)}`);
    expect(figures.at(-1)).toBeLessThan(patient(3_000));
    await picture(page, 'live-1440');
    // They play, and stay near the newest.
    const positions = () =>
      page
        .locator('video:not([hidden])')
        .evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).currentTime));
    const before = await positions();
    await page.waitForTimeout(3_000);
    const after = await positions();
    expect(after.filter((at, index) => at > (before[index] ?? 0) + 1).length).toBe(before.length);
    const held = await page.locator('video:not([hidden])').evaluateAll((all) =>
      all.map((one) => {
        const { buffered } = one as HTMLVideoElement;
        return buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - buffered.start(0);
      }),
    );
    expect(Math.max(...held)).toBeLessThan(30);
  });

  await test.step('one that stalls says so and heals by itself; one that is taken offline ends at once', async () => {
    const [first = '', second = ''] = ids;
    cameras.behave('stall', 1);
    await expect(tile(page, first)).not.toHaveAttribute('data-state', 'live', { timeout: patient(20_000) });
    await expect(tile(page, first).getByRole('status')).toContainText(/后重试|正在接通/);
    cameras.behave('still', 1);
    await expect(tile(page, first)).toHaveAttribute('data-state', 'live', { timeout: patient(30_000) });
    const admin = await personOf(product.url, 'admin');
    const begun = Date.now();
    await step(admin, second, 'lost');
    await expect(tile(page, second)).toHaveAttribute('data-state', 'off', { timeout: patient(5_000) });
    console.log(`taken offline: gone after ${Date.now() - begun} ms`);
    await expect(tile(page, second)).toContainText('离线');
    await step(admin, second, 'connected');
  });

  await test.step('without a network the wall says so, and goes on when it is back', async () => {
    await page.context().setOffline(true);
    await expect(page.getByText('网络已断开，画面停在断开前；恢复后自动继续')).toBeVisible();
    await page.context().setOffline(false);
    // The one that was taken offline is there again too.
    await expect(inState(page, 'live')).toHaveCount(COUNT, { timeout: patient(60_000) });
  });

  await test.step('keyboard: layout, tiles, live and the whole screen', async () => {
    await page.locator('body').click({ position: { x: 700, y: 70 } });
    await page.keyboard.press('4');
    await expect(tile(page)).toHaveCount(4);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(tile(page).nth(1).locator('[data-tile]')).toBeFocused();
    await page.keyboard.press('f');
    await expect(tile(page).nth(1)).toHaveAttribute('data-state', 'live', { timeout: patient(10_000) });
    await picture(page, 'large-1440');
    const { width = 0 } = (await tile(page).nth(1).boundingBox()) ?? {};
    expect(width).toBeGreaterThan(1_430);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await tile(page).nth(1).boundingBox())?.width ?? 0).toBeLessThan(800);
    await page.keyboard.press('PageDown');
    await expect(page.getByText('第2页，共4页')).toBeVisible();
    await page.keyboard.press('PageUp');
  });

  await test.step('cameras are found and chosen by area; the choice stays with the person', async () => {
    await page.getByRole('button', { name: '选择摄像机' }).click();
    await page.getByLabel('按名称、位置或区域查找').fill(`${name}7`);
    await expect(page.getByRole('checkbox', { name: `${name}7` })).toBeChecked();
    await page.getByRole('button', { name: '清空' }).first().click();
    await page.getByRole('checkbox', { name: `${name}7` }).check();
    await expect(tile(page)).toHaveCount(1);
    await page.getByLabel('按名称、位置或区域查找').fill('没有这样的摄像机');
    await expect(page.getByText('没有找到“没有这样的摄像机”')).toBeVisible();
    await picture(page, 'choose-1440');
    await page.waitForTimeout(1_500);
    await page.reload();
    await expect(tile(page)).toHaveCount(1);
    await expect(tile(page)).toContainText(`${name}7`);
  });
});

test('at 390 px it is one column; only what is in sight is fetched; what moves goes live; nobody without the right comes in', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|404)/, /WebSocket connection/);
  const name = uniqueName('手机');
  cameras.behave('still');
  const ids = await plant(product.url, name);
  const officer = await personOf(product.url, 'officer');
  const chosen = { 'video.wall': `16|${ids.join(',')}` };
  const before = cameras.asked(14).stills;
  await noteStates(page);
  await phone(page);
  await enter(page, product.url, officer, WALL, { chosen });
  await expect(tile(page)).toHaveCount(COUNT);
  await expect(inState(page, 'still').first()).toBeVisible();
  await page.waitForTimeout(1_500);
  await fits(page);
  await picture(page, 'wall-390');
  const boxes = await tile(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(boxes).size).toBe(1);
  const seen = await inState(page, 'still').count();
  expect([seen > 1, seen < 8]).toEqual([true, true]);
  console.log(`stills at 390 px: ${said(await waits(page, 'sight', 'still'))}`);
  // Below the fold nothing was asked.
  expect(cameras.asked(14).stills).toBe(before);

  const last = ids.at(-1) ?? '';
  await tile(page, last).scrollIntoViewIfNeeded();
  await expect(tile(page, last)).toHaveAttribute('data-state', 'still', { timeout: patient(5_000) });
  cameras.behave('move', COUNT);
  await expect(tile(page, last)).toHaveAttribute('data-state', 'live', { timeout: patient(20_000) });
  await expect(tile(page, last)).toContainText('有动静');
  await picture(page, 'moved-390');
  cameras.behave('still', COUNT);
  await expect(tile(page, last)).toHaveAttribute('data-state', 'still', { timeout: patient(40_000) });

  await page.getByRole('button', { name: '选择摄像机' }).click();
  await expect(page.getByRole('dialog')).toContainText('已选16台');
  await picture(page, 'choose-390');
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Pressed, it fills the screen; what a camera sends that is no picture is said in its tile.
  await tile(page, last).locator('[data-tile]').click();
  await expect(tile(page, last)).toHaveAttribute('data-state', 'live', { timeout: patient(10_000) });
  await picture(page, 'large-390');
  await page.getByRole('button', { name: '退出全屏' }).click();
  cameras.behave('rubbish', COUNT);
  await expect(tile(page, last).getByRole('status')).toContainText('摄像机送来的不是画面', {
    timeout: patient(20_000),
  });
  await picture(page, 'rubbish-390');

  await desk(page);
  await enter(page, product.url, await personOf(product.url, 'employee'), WALL);
  await expect(page).toHaveURL(/\/404$/);
});
