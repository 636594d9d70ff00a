import { readFile } from 'node:fs/promises';
import { enter, type Person, personOf, type StoredRecord } from '../support/person.ts';
import { expect, test } from '../support/story.ts';

const TICKET = 'workticket/ticket';
const BOARD = '/safety/ticket/taskManage';

/** A ticket of the demo plant that is worked on and that the officer may suspend. */
async function workingTicket(officer: Person): Promise<StoredRecord> {
  const query = { page: 'taskManage', status: 'working', size: '50' };
  const { records } = await officer.call<{ records: StoredRecord[] }>('GET', `${TICKET}/page`, { query });
  const found = records.find(({ abilities }) => (abilities as Record<string, boolean>).suspend === true);
  if (found === undefined) throw new Error('nobody works on a ticket of the demo plant');
  return found;
}

test('the board counts down by the server, a ticket moves by itself when it is suspended elsewhere, and is printed', async ({
  page,
  product,
}) => {
  const officer = await personOf(product.url, 'safety');
  const ticket = await workingTicket(officer);
  await enter(page, product.url, officer, BOARD);
  const card = page.locator(`[data-record="${ticket.id}"]`);
  await expect(card).toContainText(String(ticket.ticketNo));
  await expect(card).toContainText('作业中');
  await expect(card).toContainText(/有效期(剩余|已超期)/);
  const clock = page.locator('.anlan-server-clock');
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');

  const listening = page.waitForRequest(
    (request) => request.url().includes('events?') && request.url().includes('entities=workTicket'),
  );
  await page.reload();
  await listening;
  await expect(card).toContainText('作业中');
  const working = page.getByRole('button', { name: /^作业中/ });
  const counted = Number(await working.locator('strong').textContent());
  await officer.call('POST', `${TICKET}/suspend`, {
    json: { id: ticket.id, row: { reason: '风力增大，暂停作业' } },
  });
  await expect(card).toContainText('已暂停');
  if (counted > 1) await expect(working.locator('strong')).toHaveText(String(counted - 1));

  await page.getByRole('button', { name: /^已暂停/ }).click();
  await expect(page).toHaveURL(/status=suspended/);
  await expect(card).toBeVisible();

  const download = page.waitForEvent('download');
  const print = card.getByRole('button', { name: '打印' });
  if (!(await print.isVisible())) await card.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '打印' }).or(print).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toContain(String(ticket.ticketNo));
  const content = await readFile(await file.path());
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  expect(content.length).toBeGreaterThan(20_000);

  await card.getByRole('link', { name: String(ticket.ticketNo) }).click();
  await expect(page).toHaveURL(new RegExp(`${BOARD}/view/${ticket.id}`));
  await expect(page.getByRole('heading', { name: String(ticket.ticketNo) })).toBeVisible();
});

test('the wall fills the screen without buttons to act with, and Esc leaves it', async ({ page, product }) => {
  const officer = await personOf(product.url, 'safety');
  await workingTicket(officer);
  await enter(page, product.url, officer, BOARD);
  await expect(page.locator('.anlan-kb-paper').first()).toBeVisible();
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/_wall=1/);
  await expect(page.locator('.anlan-wall .anlan-kb-paper').first()).toBeVisible();
  await expect(page.locator('.anlan-kb-foot')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/_wall/);
  await expect(page.locator('.anlan-wall')).toHaveCount(0);
});
