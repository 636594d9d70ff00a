import type { BrowserContext, Page } from 'playwright/test';
import { item, sign } from './fill.ts';
import { picture } from './looked.ts';
import { enter } from './person.ts';
import { STANDING } from './standing.ts';
import { expect } from './story.ts';
import type { TicketPlant } from './ticket-plant.ts';

/** Address of the page of all tickets. */
export const MANAGE = '/safety/ticket/taskManage';

/** Names of the people of the demo plant by account. */
export const nameOf = {
  leader: '韩辰五',
  guardian: '韩未二',
  worker: '张丙七',
  workshop: '沈卯四',
  employee: '韩巳九',
} as const;

/** A part of the page by its heading. */
export const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** The state of the ticket that is open. */
export const state = (page: Page) => page.locator('.anlan-course [aria-current]');
/** A button by its title. */
export const action = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });
/** What the page says of an action that is not possible now. */
export const blocked = (page: Page) => page.getByRole('alert').filter({ hasText: '暂不能' });

/** Opens a ticket as somebody, on his own page of it. */
export async function openTicket(page: Page, plant: TicketPlant, account: string, id: string): Promise<void> {
  await enter(page, plant.url, await plant.as(account), `${MANAGE}/view/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(state(page)).toBeVisible();
}

/** Opens what waits for somebody, from the list of his tasks, and gives the address that it led to. */
export async function openTask(page: Page, plant: TicketPlant, account: string, title: RegExp): Promise<string> {
  await enter(page, plant.url, await plant.as(account), '/workflow/todo');
  const task = page.getByRole('link', { name: title }).first();
  await expect(task).toBeVisible();
  await picture(page, `todo-${account}`);
  const address = (await task.getAttribute('href')) ?? '';
  await task.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return address;
}

/** Presses an action of the ticket that is open and gives its dialog. */
export async function begin(page: Page, title: string) {
  await action(page, title).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${title}：`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Ends a dialog by its button. */
export async function finish(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${title}：`) });
  await dialog.getByRole('button', { name: title, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Decides the task about the ticket from the ticket's page, with an opinion and a drawn signature. */
export async function decide(page: Page): Promise<void> {
  await page.getByRole('button', { name: '审批', exact: true }).first().click();
  await agree(page);
}

/** Agrees to a task that is open, as its own page has it, with an opinion and a drawn signature. */
export async function agree(page: Page): Promise<void> {
  const vote = page.getByRole('region', { name: '审批' });
  await vote.getByRole('textbox', { name: '审批意见' }).fill('现场条件符合，同意。');
  const more = vote.getByRole('button', { name: '附件和签名' });
  if (await more.isVisible()) await more.click();
  await sign(page);
  await vote.getByRole('button', { name: '同意', exact: true }).click();
  await expect(vote).toBeHidden();
}

/** Opens a ticket as somebody and decides the task about it. */
export async function decideAs(page: Page, plant: TicketPlant, account: string, id: string): Promise<void> {
  await openTicket(page, plant, account, id);
  await decide(page);
}

/** Another person with a browser of his own. */
export async function apart(context: BrowserContext): Promise<Page> {
  const browser = context.browser();
  if (browser === null) throw new Error('the browser has gone');
  const own = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...STANDING,
  });
  return own.newPage();
}

/** Chooses a record by name from those that a field offers. */
export async function refer(page: Page, key: string, title: string): Promise<void> {
  await item(page, key).getByRole('combobox').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: title }).first().click();
  await page.keyboard.press('Escape');
  await expect(item(page, key)).toContainText(title);
}
