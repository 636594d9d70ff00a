import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { buildMenuTree, menuLeaves } from '../../../src/api/menu-tree.ts';
import type { MenuItem } from '../../../src/core/wire/menu.ts';
import type { PageMetadata } from '../../../src/core/wire/page.ts';
import { patient } from '../../fixtures/patience.ts';
import type { Part } from './barriers.ts';
import type { Person } from './person.ts';

/** A page of the menu that metadata describes. */
export interface EntityPage {
  readonly path: string;
  readonly title: string;
  /** What kind of page it is: `list`, `tree`, `single`, `statistics`. */
  readonly view: string;
  /** Whether its records go through states. */
  readonly flows: boolean;
}

const screens = join(import.meta.dirname, '../../../src/screens');

/** Codes of pages that are written by hand, by the manifests of the screens. */
const handWritten: ReadonlySet<string> = new Set(
  readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('manifest.ts'))
    .flatMap((file) => {
      const [, codes = ''] = /codes: \[([^\]]*)\]/.exec(readFileSync(join(screens, file), 'utf8')) ?? [];
      return [...codes.matchAll(/'([^']+)'/g)].map(([, code = '']) => code);
    }),
);

/** The generated pages of a person's menu, in its order, hidden ones too. */
export async function entityPages(person: Person): Promise<readonly EntityPage[]> {
  const items = await person.call<readonly MenuItem[]>('GET', 'system/menu/biz/routes-children', {
    query: { id: '1000' },
  });
  const leaves = menuLeaves(buildMenuTree(items)).filter(
    ({ code, binding, described }) => binding?.kind === 'code' && described && !handWritten.has(code),
  );
  const found = await Promise.all(
    leaves.map(async ({ code, path, title }) => {
      const { status, body } = await person.ask<PageMetadata>('GET', 'system/metadata/page', { query: { code } });
      if (status !== 200) return [];
      const { pages, states } = body.data.entity;
      return [{ path, title, view: [pages?.[code]?.view ?? 'list'].flat()[0] ?? 'list', flows: states !== undefined }];
    }),
  );
  return found.flat();
}

/** Goes to a path within the client that is open already, as a link of it would. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 0, key: String(Math.random()) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

// Pages that were left may be kept out of sight.
export const settled = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('main .ant-skeleton, main .ant-spin-spinning, main [aria-busy="true"]')].every(
      (waiting) => !waiting.checkVisibility(),
    ),
  );

/** What a look at a state of a page is told: `列表`, `新增`, `新增有错`, `详情`, `对话框`, and what is new in it. */
type Look = (state: string, part: Part) => Promise<void>;

/** Brings a page into each of its states, and has each looked at: list, new form, form with faults, detail, a dialog. */
export async function throughStates(page: Page, { path, title, view }: EntityPage, look: Look): Promise<void> {
  // Loaded anew: pages that were left are kept, and would be looked through each time.
  await page.goto(new URL(path, page.url()).href);
  await page.waitForFunction((beginning) => document.title.startsWith(beginning), title);
  await page.locator('main h1:visible').first().waitFor();
  await settled(page);
  await look('列表', 'all');
  if (view === 'statistics' || view === 'single') return;
  const opener = page.locator('main .ant-table-row a.anlan-open:visible').first();
  const address = (await opener.count()) > 0 ? await opener.getAttribute('href') : null;
  await throughForm(page, path, look);
  if (address !== null) await throughDetail(page, address, look);
}

async function throughForm(page: Page, path: string, look: Look): Promise<void> {
  await follow(page, `${path}/add`);
  // Short forms stand in a drawer, with a footer of another class.
  const footer = page.locator('[class^="anlan-form-footer"]:visible');
  await footer.or(page.locator('[data-testid^="empty"]:visible')).first().waitFor();
  if ((await footer.count()) === 0) return;
  await page.locator('[data-field]:visible').first().waitFor();
  await settled(page);
  await look('新增', 'page');
  await footer.locator('.ant-btn-primary').click();
  // A form that asks for nothing is stored and closed.
  await page.waitForFunction(
    () =>
      document.querySelector('[data-faults="true"]') ?? document.querySelector('[class^="anlan-form-footer"]') === null,
  );
  if ((await footer.count()) > 0) await look('新增有错', 'page');
}

async function throughDetail(page: Page, address: string, look: Look): Promise<void> {
  await follow(page, address);
  await page.locator('.anlan-read:visible').first().waitFor();
  await settled(page);
  await look('详情', 'page');
  const dialog = page.getByRole('dialog').first();
  const bar = page.locator('main header:visible').getByRole('group').first();
  const name = await dialogAction(bar);
  if (name === undefined) return;
  await bar.getByRole('button', { name, exact: true }).click();
  // What asks for nothing is done at once, and says so; what opens a page does neither.
  const answer = dialog.or(page.locator('.ant-message-notice').first()).first();
  await answer.waitFor({ timeout: patient(3_000) }).catch(() => {});
  if (!(await dialog.isVisible())) return;
  await settled(page);
  await look('对话框', 'dialog');
}

/** The button of a record that most likely opens a dialog: its deletion, else what its state allows. */
async function dialogAction(bar: Locator): Promise<string | undefined> {
  if ((await bar.count()) === 0) return undefined;
  const names = await bar.locator('button:enabled').allInnerTexts();
  // What leads elsewhere or answers with a file opens none.
  const wanted = names.filter((name) => !/编辑|复制|打印|更多|返回|导出/.test(name));
  return wanted.find((name) => name === '删除') ?? wanted[0];
}
