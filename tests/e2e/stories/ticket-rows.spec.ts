import type { Locator, Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import type { HistoryEntry } from '../../../src/core/wire/operations.ts';
import { patient } from '../../fixtures/patience.ts';
import { png, sign } from '../support/fill.ts';
import type { ProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import { openTicket, section, state } from '../support/ticket-desk.ts';
import { startTicketServer, type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';

// Their server is their own, with a clock that begins on a Monday at nine of the plant.
test.use({ baseURL: '' });

let server: ProductServer;
let plant: TicketPlant;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  server = await startTicketServer();
  plant = await ticketPlant(server);
});
test.afterAll(() => server?.stop());
test.setTimeout(patient(150_000));

/** A ticket whose measures wait to be confirmed on site. */
async function confirming(areaId: string): Promise<string> {
  const id = await plant.draft('blind', areaId);
  const { version } = await plant.whole(id);
  await plant.call('applicant', 'workticket/ticket/submit', { id, version });
  return id;
}

/** Ticks the first rows that can be signed together, all of them by default, and gives the dialog in which they are. */
async function tick(page: Page, count?: number): Promise<Locator> {
  const rows = section(page, '安全措施确认');
  const all = rows.getByRole('checkbox', { name: /^全选可一起办理的/ });
  if (count === undefined) await all.check();
  else for (let at = 1; at <= count; at += 1) await rows.getByRole('checkbox').nth(at).check();
  await rows.getByRole('button', { name: /^确认签字（\d+条）$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^确认签字：\d+条安全措施确认$/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function signed(page: Page, dialog: Locator): Promise<void> {
  await sign(page);
  await dialog.getByRole('button', { name: '确认签字', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** How the history says that the rows of a ticket were proven, each once. */
async function proofs(id: string): Promise<ReadonlySet<string>> {
  const [{ children }, leader] = [await plant.whole(id), await plant.as('leader')];
  const rows = children.ticketMeasure ?? [];
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'signed'));
  const histories = await Promise.all(
    rows.map((row) =>
      leader.call<WirePage<HistoryEntry>>('GET', 'workticket/ticket/measure/history', { query: { id: row.id } }),
    ),
  );
  const changes = histories.flatMap(({ records }) => records.flatMap((entry) => entry.changes));
  return new Set(changes.filter(({ title }) => title === '办理地点').map(({ to }) => to));
}

test('measures that are ticked are signed by one signature, where their signer stands', async ({ page }) => {
  const area = await plant.area();
  const id = await confirming(area.id);
  await openTicket(page, plant, 'leader', id);
  await expect(state(page)).toContainText('待措施确认');
  const dialog = await tick(page);
  await expect(dialog.getByRole('status').first()).toHaveText('已定位，误差约8米');
  await signed(page, dialog);
  await expect(state(page)).toContainText('待安全交底');
  expect(await proofs(id)).toEqual(new Set(['现场定位（误差约8米）']));
});

test('on a phone without a position they are signed by the tag of the area, or a photo with the reason', async ({
  page,
  context,
  expectedErrors,
}) => {
  // What the server refuses.
  expectedErrors.push(/status of 400/);
  await page.setViewportSize({ width: 390, height: 844 });
  await context.clearPermissions();
  const area = await plant.area();
  const id = await confirming(area.id);
  await openTicket(page, plant, 'leader', id);

  const first = await tick(page, 2);
  const place = first.getByRole('region', { name: '所在位置' });
  await expect(place).toContainText(`须在“${area.areaName}”办理`);
  await expect(place.getByRole('status')).toContainText('未获准定位');
  await place.getByRole('button', { name: '扫描区域标签' }).click();
  const tag = place.getByRole('textbox', { name: '扫描或输入现场的码' });
  await tag.fill('TAG-0');
  await sign(page);
  await first.getByRole('button', { name: '确认签字', exact: true }).click();
  await expect(first.getByRole('alert')).toContainText(`扫描的不是“${area.areaName}”的标签`);
  await expect(tag).toHaveValue('TAG-0');
  await tag.fill(area.tagCode);
  await first.getByRole('button', { name: '确认签字', exact: true }).click();
  await expect(first).toBeHidden();

  const rest = await tick(page);
  await rest.getByRole('button', { name: '拍照并说明原因' }).click();
  await rest
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: png() });
  await rest.getByRole('textbox', { name: '不能定位的原因' }).fill('框架内没有卫星信号');
  const thumbnail = rest.locator('img').first();
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await signed(page, rest);
  await expect(state(page)).toContainText('待安全交底');
  expect(await proofs(id)).toEqual(new Set(['扫描区域标签', '照片代替定位：框架内没有卫星信号']));
});
