import type { Browser, Page } from 'playwright/test';
import { demoClient } from '../../../server/ground/config.ts';
import { SITE_PHOTO } from '../../fixtures/photo.ts';
import { choose, item, type as typeIn } from '../support/fill.ts';
import { enter, type Person, personOf, type StoredRecord, uniqueName } from '../support/person.ts';
import { type ProductServer, startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';

/** LED programs from the editor to what hangs at the gate (issue 19, number 8), at a desk and on a phone. */
const PROGRAM = 'led/hkledprogram';

let server: ProductServer;
let safety: Person;
let director: Person;
let gate: StoredRecord;

test.describe.configure({ mode: 'serial' });
test.setTimeout(240_000);
test.beforeAll(async () => {
  server = await startProductServer({ filled: true });
  safety = await personOf(server.url, 'safety');
  director = await personOf(server.url, 'director');
  gate = await screenNamed('东大门信息屏');
});
test.afterAll(() => server?.stop());

async function screenNamed(name: string): Promise<StoredRecord> {
  const { records } = await safety.call<{ records: readonly StoredRecord[] }>('GET', 'led/hkledscreen/page', {
    query: { size: '50' },
  });
  const screen = records.find(({ screenName }) => screenName === name);
  if (screen === undefined) throw new Error(`no screen ${name}`);
  return screen;
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** A submitted program of the screen at the gate. */
async function submitted(more: object = {}): Promise<string> {
  const saved = await safety.call<StoredRecord>('POST', `${PROGRAM}/save`, {
    json: {
      ...{ programName: uniqueName('故事节目'), programType: 'text', lunboArchText: '故事', priority: '1' },
      ...{ screenIds: [gate.id], validTime: today(), validEnd: today() },
      ...more,
    },
  });
  await fire(safety, saved.id, 'submit');
  return saved.id;
}

async function fire(person: Person, id: string, step: string): Promise<void> {
  const { version } = await person.call<StoredRecord>('GET', `${PROGRAM}/detail`, { query: { id } });
  await person.call('POST', `${PROGRAM}/${step}`, { json: { id, version } });
}

/** Uploads a file as the safety officer; gives its id. */
async function upload(name: string, type: string, content: Uint8Array): Promise<string> {
  const body = new FormData();
  body.append('file', new File([content as Uint8Array<ArrayBuffer>], name, { type }));
  const response = await fetch(`${server.url}/api/anlan-resource/oss/endpoint/put-file`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${demoClient.id}:${demoClient.secret}`).toString('base64')}`,
      'anlan-auth': `bearer ${safety.accessToken}`,
      'tenant-id': safety.tenantId,
    },
    body,
  });
  const answer = (await response.json()) as { data?: { attachId: string }; msg: string };
  if (answer.data === undefined) throw new Error(`${name}: ${answer.msg}`);
  return answer.data.attachId;
}

/** A film of three seconds that a browser draws and records. */
async function film(page: Page): Promise<Uint8Array> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 160;
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((done) => {
      recorder.onstop = done;
    });
    recorder.start();
    for (let frame = 0; frame < 45; frame += 1) {
      if (pen !== null) {
        pen.fillStyle = `hsl(${frame * 8} 80% 40%)`;
        pen.fillRect(0, 0, 320, 160);
        pen.fillStyle = 'white';
        pen.fillRect(frame * 6, 40, 60, 80);
      }
      await new Promise((done) => setTimeout(done, 66));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Uint8Array.from(bytes);
}

/** The page that hangs at the gate, at the true size of the screen, seen by nobody. */
async function player(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: Number(gate.width), height: Number(gate.height) } });
  const wall = await context.newPage();
  await wall.goto(`${server.url}/led?screen=${gate.id}&tenantId=645967`);
  await expect(wall.getByTestId('led-stage')).toHaveAttribute('data-program', /^\d+$/);
  return wall;
}

test('an emergency is on each player within 2 s of its release, gone within 2 s of its stop, and after a restart too', async ({
  browser,
}) => {
  const walls = [await player(browser), await player(browser)];
  const stages = walls.map((wall) => wall.getByTestId('led-stage'));
  const seenWithin = async (id: string, shown: boolean, since: number) => {
    for (const stage of stages) {
      if (shown) await expect(stage).toHaveAttribute('data-program', id, { timeout: 2_000 });
      else await expect(stage).not.toHaveAttribute('data-program', id, { timeout: 2_000 });
    }
    return Date.now() - since;
  };
  const id = await submitted({ lunboArchText: '东罐区气体报警，请立即撤离' });
  let since = Date.now();
  await director.call('POST', `${PROGRAM}/release`, { query: { id } });
  const shown = await seenWithin(id, true, since);
  since = Date.now();
  await fire(safety, id, 'stop');
  const gone = await seenWithin(id, false, since);
  expect(shown, `${shown} ms to show, ${gone} ms to go`).toBeLessThan(2_000);
  console.log(`release to wall ${shown} ms, stop to wall ${gone} ms`);

  const next = await submitted({ lunboArchText: '重启以后' });
  await server.restart();
  const back = Date.now();
  director = await personOf(server.url, 'director');
  safety = await personOf(server.url, 'safety');
  await director.call('POST', `${PROGRAM}/release`, { query: { id: next } });
  for (const stage of stages) await expect(stage).toHaveAttribute('data-program', next, { timeout: 10_000 });
  console.log(`after a restart ${Date.now() - back} ms`);
  await fire(safety, next, 'stop');
  for (const stage of stages) await expect(stage).not.toHaveAttribute('data-program', next, { timeout: 2_000 });
  for (const wall of walls) await wall.context().close();
});

test('pictures and films play without login and without a network, and what cannot be decoded is told in the preview', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.url}/user/login`);
  const picture = await upload('现场.png', 'image/png', SITE_PHOTO);
  const moving = await upload('宣传片.webm', 'video/webm', await film(page));
  const head = Buffer.from(
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
    'hex',
  );
  const broken = await upload('坏片.webm', 'video/webm', Buffer.concat([head, Buffer.alloc(5_000, 7)]));
  const look = { lunboArchText: null, bgColor: '#003300', playSeconds: 5 };
  const id = await submitted({ ...look, programType: 'video', mediaFiles: [picture, moving], filmMode: 'loop' });
  const wall = await player(browser);
  await director.call('POST', `${PROGRAM}/release`, { query: { id } });
  const stage = wall.getByTestId('led-stage');
  await expect(stage).toHaveAttribute('data-program', id, { timeout: 2_000 });
  const seesBoth = async () => {
    await expect
      .poll(() => stage.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)), {
        timeout: 15_000,
      })
      .toEqual([64]);
    await expect
      .poll(
        () =>
          stage.locator('video').evaluateAll((all) => all.map((one) => (one as HTMLVideoElement).currentTime > 0.2)),
        {
          timeout: 15_000,
        },
      )
      .toEqual([true]);
  };
  await seesBoth();
  await wall.screenshot({ path: 'test-results/led-film.png' });

  // The network goes, and the machine at the gate is started again.
  await expect
    .poll(() => wall.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated');
  await wall.reload();
  await expect(stage).toHaveAttribute('data-program', id);
  await wall.context().setOffline(true);
  await wall.reload();
  await expect(stage).toHaveAttribute('data-program', id, { timeout: 15_000 });
  await seesBoth();
  await wall.context().setOffline(false);
  await wall.context().close();

  await enter(page, server.url, safety, `/index/preview?screen=${gate.id}`);
  await expect(page.getByTestId('led-stage')).toHaveAttribute('data-program', id);
  await fire(safety, id, 'stop');
  const bad = await submitted({ ...look, programType: 'video', mediaFiles: [broken], filmMode: 'loop' });
  await director.call('POST', `${PROGRAM}/release`, { query: { id: bad } });
  await expect(page.getByTestId('led-stage')).toHaveAttribute('data-program', bad);
  await expect(page.getByRole('alert')).toContainText('第1个图片或视频放不出来：浏览器不能解码');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 844 });
    await page.screenshot({ path: `test-results/led-fault-${width}.png` });
  }
  await fire(safety, bad, 'stop');

  const table = await submitted({ programType: 'tickets', lunboArchText: null, fontSize: 24 });
  await director.call('POST', `${PROGRAM}/release`, { query: { id: table } });
  await expect(page.getByTestId('led-stage')).toHaveAttribute('data-content', 'tickets');
  await expect(page.getByTestId('led-stage').getByRole('columnheader', { name: '今日作业' })).toBeVisible();
  await page.screenshot({ path: 'test-results/led-tickets-390.png' });
  await fire(safety, table, 'stop');
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the editor shows a program at the screen's true size as it is written, and what it meets there, at ${width}`, async ({
    page,
  }) => {
    const plain = await submitted({
      programName: uniqueName('轮播'),
      lunboArchText: '请慢行',
      priority: '3',
      playSeconds: 20,
    });
    await director.call('POST', `${PROGRAM}/release`, { query: { id: plain } });
    const { programName } = await safety.call<StoredRecord>('GET', `${PROGRAM}/detail`, { query: { id: plain } });
    await page.setViewportSize({ width, height });
    await enter(page, server.url, safety, '/safety/led/list/add');
    const look = page.getByRole('complementary', { name: '节目预览' });
    await expect(look).toContainText('选好播放屏幕后');
    await typeIn(page, 'programName', uniqueName('编排'));
    await typeIn(page, 'lunboArchText', '今日东门施工');
    await choose(page, 'screenIds', '东大门信息屏');
    await page.keyboard.press('Escape');
    const stage = look.getByTestId('led-stage');
    await expect(stage).toContainText('今日东门施工');
    await expect(look).toContainText('640×320 像素');
    const percent = Number(/按(\d+)%显示/.exec((await look.getByRole('status').textContent()) ?? '')?.[1]);
    const box = await stage.boundingBox();
    expect(Math.abs((box?.width ?? 0) - 6.4 * percent)).toBeLessThan(8);

    // Each key is seen within 100 ms, as the page itself measures it.
    const words = item(page, 'lunboArchText').locator('textarea').first();
    await page.evaluate(() => {
      const seen = window as { delays?: number[]; typed?: number };
      seen.delays = [];
      document.addEventListener(
        'beforeinput',
        () => {
          seen.typed = performance.now();
        },
        true,
      );
      const shown = document.querySelector('[data-testid="led-stage"]');
      if (shown === null) return;
      new MutationObserver(() => {
        if (seen.typed !== undefined) seen.delays?.push(performance.now() - seen.typed);
        seen.typed = undefined;
      }).observe(shown, { subtree: true, characterData: true, childList: true });
    });
    await words.press('End');
    await words.pressSequentially('，请走南门', { delay: 60 });
    await expect(stage).toContainText('今日东门施工，请走南门');
    const delays = await page.evaluate(() => (window as { delays?: number[] }).delays ?? []);
    console.log(`at ${width}: ${delays.map((one) => Math.round(one)).join(', ')} ms from key to screen`);
    expect(delays.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...delays)).toBeLessThan(100);
    await typeIn(page, 'textColor', '#00FF00');
    await expect(stage).toHaveCSS('color', 'rgb(0, 255, 0)');

    // Dates that are turned round, and others that meet what is on that screen.
    const dates = item(page, 'validTime').locator('input');
    await dates.nth(0).fill(today());
    await dates.nth(0).press('Enter');
    await dates.nth(1).fill(today());
    await dates.nth(1).press('Enter');
    const met = look.getByRole('list', { name: /东大门信息屏/ });
    await expect(met).toContainText(new RegExp(`与“.*${programName}.*”轮流播放`));
    await expect(met).toContainText(/一轮\d+秒，本节目占30秒/);
    await choose(page, 'priority', '紧急');
    await expect(met).toContainText('本节目是紧急节目');
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: `test-results/led-edit-${width}.png` });
    await item(page, 'textColor').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/led-edit-${width}-down.png` });
    await fire(safety, plain, 'stop');
  });
}
