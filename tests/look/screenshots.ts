// `npm run screenshots [name…]`: pictures of every kind of page, on a desk and on a phone, light and dark, with a sheet
// of all of them: `.screenshots/index.html`. It starts a product server of its own with the demo plant.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumOptions } from '../e2e/support/chromium.ts';
import { withOwnServer } from '../e2e/support/own-server.ts';
import { enter, type Person, personOf } from '../e2e/support/person.ts';
import { SCENES, type Scene } from './scenes.ts';

const folder = join(import.meta.dirname, '../../.screenshots');

const WINDOWS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['light', 'dark'] as const;

type Window = keyof typeof WINDOWS;
type Theme = (typeof THEMES)[number];

const wanted = process.argv.slice(2);
const scenes = wanted.length === 0 ? SCENES : SCENES.filter(({ name }) => wanted.includes(name));
const failed: string[] = [];

await withOwnServer(async ({ url }) => {
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(chromiumOptions());
  try {
    await takeAll(browser, url);
  } finally {
    await browser.close();
  }
});
writeFileSync(join(folder, 'index.html'), contactSheet());
console.log(`图片在 ${join(folder, 'index.html')}`);
for (const line of failed) console.error(line);
if (failed.length > 0) process.exitCode = 1;

async function takeAll(browser: Browser, url: string): Promise<void> {
  const people = new Map<string | undefined, Person>();
  for (const account of new Set(scenes.map(accountOf))) {
    if (account !== undefined) people.set(account, await personOf(url, account));
  }
  for (const window of Object.keys(WINDOWS) as Window[]) {
    for (const theme of THEMES) {
      // Each person has a browser of his own, whose pages load the program once.
      for (const account of new Set(scenes.map(accountOf))) {
        const context = await contextOf(browser, window, theme);
        for (const scene of scenes.filter((one) => accountOf(one) === account && isIn(one, window))) {
          const file = join(folder, fileOf(scene, window, theme));
          const fault = await take(context, url, scene, people.get(account), file);
          if (fault !== undefined) failed.push(`${scene.title}（${window}，${theme}）：${fault}`);
        }
        await context.close();
      }
    }
  }
}

async function contextOf(browser: Browser, window: Window, theme: Theme): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: WINDOWS[window],
    hasTouch: window === 'phone',
    colorScheme: theme,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => {
    localStorage.setItem('anlan-look', '{"state":{"theme":"system","density":"standard"},"version":1}');
  });
  return context;
}

/** Takes a picture; says what did not come, and then shows the page as it was. */
async function take(
  context: BrowserContext,
  url: string,
  scene: Scene,
  person: Person | undefined,
  file: string,
): Promise<string | undefined> {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  try {
    const path = typeof scene.path === 'string' ? scene.path : await scene.path(person ?? fail(scene));
    if (person === undefined) await page.goto(url + path);
    else await enter(page, url, person, path);
    await scene.prepare(page);
    await page.waitForFunction(isSettled);
    return undefined;
  } catch (error) {
    return String(error).split('\n').slice(0, 3).join(' ');
  } finally {
    await page.screenshot({ path: file, fullPage: scene.name.startsWith('print') });
    await page.close();
  }
}

/** Whether nothing is on its way any more; pages that listen for events never leave the network idle. */
function isSettled(): boolean {
  const waiting = document.querySelector('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]');
  const pictures = [...document.images].every((picture) => picture.complete);
  return waiting === null && pictures && document.fonts.status === 'loaded';
}

function fail(scene: Scene): never {
  throw new Error(`${scene.name} 需要账号`);
}

function isIn(scene: Scene, window: Window): boolean {
  return window === 'desk' || scene.onPhones !== false;
}

/** The account of a scene; undefined for nobody. */
function accountOf(scene: Scene): string | undefined {
  return 'account' in scene ? scene.account : 'safety';
}

function fileOf({ name }: Scene, window: Window, theme: Theme): string {
  return `${name}-${window}-${theme}.png`;
}

function contactSheet(): string {
  const rows = SCENES.map((scene) => {
    const cells = (Object.keys(WINDOWS) as Window[]).flatMap((window) =>
      THEMES.map((theme) => {
        if (!isIn(scene, window)) return '<td></td>';
        const file = fileOf(scene, window, theme);
        return `<td><a href="${file}"><img src="${file}" alt="${scene.title} ${window} ${theme}" height="260" loading="lazy"></a></td>`;
      }),
    );
    return `<tr><th scope="row">${scene.title}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>页面一览</title><table>${rows.join('\n')}</table></html>\n`;
}
