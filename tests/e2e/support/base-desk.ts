import type { Locator, Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { item, sign } from './fill.ts';
import { picture } from './looked.ts';
import { enter, type Person } from './person.ts';
import { expect } from './story.ts';
import { fits } from './touch.ts';

/** A plant to whose people a story goes. */
interface Plant {
  readonly url: string;
  as(account: string): Promise<Person>;
  /** Moves its clock on, where it can be moved. */
  pass?(minutes: number): Promise<void>;
}

const WIDTHS = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** A browser that people of a flow take in turn, each at the width at which he works. */
interface Seat {
  readonly page: Page;
  /** Opens a page as somebody. */
  open(account: string, path: string): Promise<void>;
  /** Lets time pass at the plant, with nobody's page open: sessions end meanwhile. */
  pass(minutes: number): Promise<void>;
  /** Opens what waits for somebody from the list of his tasks. */
  task(account: string, line: RegExp): Promise<void>;
  /** Decides the task that is open, with an opinion. */
  decide(opinion: string, how?: '同意' | '驳回'): Promise<void>;
  /** Somebody reads a message about a record, by the record's name. */
  told(account: string, words: string | RegExp, about: string): Promise<void>;
}

/** @param phones accounts whose people hold a phone. */
export function seatOf(page: Page, plant: Plant, phones: readonly string[]): Seat {
  let held: Person | undefined;
  async function open(account: string, path: string): Promise<void> {
    const person = await plant.as(account);
    await page.setViewportSize(WIDTHS[phones.includes(account) ? 'phone' : 'desk']);
    if (held === person) await page.goto(`${plant.url}${path}`);
    else await enter(page, plant.url, person, path);
    held = person;
  }
  async function task(account: string, line: RegExp): Promise<void> {
    await open(account, '/workflow/todo');
    const link = page.getByRole('link', { name: line }).first();
    const further = page.getByRole('listitem', { name: '下一页' }).getByRole('button');
    // What is due later stands on a later page where much waits.
    await expect(async () => {
      if (await link.isVisible()) return;
      if ((await further.isVisible()) && (await further.isEnabled())) await further.click();
      await expect(link).toBeVisible({ timeout: patient(2_000) });
    }).toPass({ timeout: patient(30_000) });
    await picture(page, `todo-${account}`);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  return {
    page,
    open,
    task,
    async pass(minutes) {
      await page.goto('about:blank');
      await plant.pass?.(minutes);
    },
    async decide(opinion, how = '同意') {
      // A form may have a part of that name too.
      const opinionBox = page.getByRole('textbox', { name: '审批意见' });
      const vote = page.getByRole('region', { name: '审批' }).filter({ has: opinionBox });
      await opinionBox.fill(opinion);
      await fits(page);
      await picture(page, `vote-${opinion}`);
      await vote.getByRole('button', { name: how, exact: true }).click();
      await expect(vote).toBeHidden();
    },
    async told(account, words, about) {
      const lines = page.locator('main').getByRole('listitem');
      const wanted = lines.filter({ hasText: about }).filter({ hasText: words }).first();
      const next = lines.and(page.getByRole('listitem', { name: '下一页' })).getByRole('button');
      // When days have passed, many are told one after another: it may still be on its way, or stand on a later page.
      await expect(async () => {
        await open(account, '/workflow/inbox');
        await expect(lines.first()).toBeVisible();
        while (!(await wanted.isVisible()) && (await next.isVisible()) && (await next.isEnabled())) {
          const before = await lines.first().textContent();
          await next.click();
          await expect(lines.first()).not.toHaveText(before ?? '');
        }
        expect(await wanted.isVisible()).toBe(true);
      }).toPass({ timeout: patient(60_000) });
      await picture(page, `told-${account}`);
    },
  };
}

/** The dialog of a step that is open. */
export const dialogOf = (page: Page, action: string): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^${action}：`) });

/** Presses a step of the record that is open, and gives its dialog. */
export async function begin(page: Page, action: string): Promise<Locator> {
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = dialogOf(page, action);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Confirms the dialog of a step, and waits until it has gone. */
export async function finish(page: Page, action: string): Promise<void> {
  const dialog = dialogOf(page, action);
  await fits(page);
  await picture(page, action);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Agrees to a step that asks for nothing, which a task led to. */
export async function agree(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Confirms the dialog of a step with a drawn signature. */
export async function signAndFinish(page: Page, action: string): Promise<void> {
  await sign(page);
  await finish(page, action);
}

/** The state of the record that is open. */
export const state = (page: Page) => page.locator('.anlan-course [aria-current]');

/** Chooses people by name, besides those that stand there. */
export async function people(
  scope: Page | Locator,
  key: string,
  title: string,
  names: readonly string[],
): Promise<void> {
  await item(scope, key).getByRole('button', { name: title }).first().click();
  const page = 'page' in scope ? scope.page() : scope;
  const picker = page.getByRole('dialog', { name: `选择${title}` });
  for (const name of names) {
    await picker.getByLabel('搜索姓名或账号').fill(name);
    await picker.getByRole('checkbox', { name: new RegExp(name) }).check();
  }
  await picker.getByRole('button', { name: '确定' }).click();
  await expect(picker).toBeHidden();
}

/** Types both ends of a period (`2026-01-05 08:30`). */
export async function period(scope: Page | Locator, key: string, from: string, to: string): Promise<void> {
  const ends = item(scope, key).locator('input');
  for (const [end, text] of [
    [ends.first(), from],
    [ends.last(), to],
  ] as const) {
    await end.fill(text);
    await end.press('Enter');
  }
}

/** Opens a record of a list by words of it. */
export async function openRecord(seat: Seat, account: string, path: string, words: string): Promise<void> {
  await seat.open(account, `${path}?_q=${encodeURIComponent(words)}`);
  await seat.page.getByRole('link', { name: words }).first().click();
  await expect(seat.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(state(seat.page)).toBeVisible();
}
