import type { Page } from 'playwright/test';
import { sign } from '../support/fill.ts';
import { patient } from '../support/patience.ts';
import { type ProductServer, startProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import { openTicket, section, state } from '../support/ticket-desk.ts';
import { type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';

const DAY = 86_400_000;

// Their server is their own, with a clock that begins on a Monday at nine of the plant.
test.use({ baseURL: '' });

let server: ProductServer;
let plant: TicketPlant;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  const here = new Date(Date.now() + 8 * 3_600_000);
  const midnight = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate());
  server = await startProductServer({
    from: new Date(midnight + ((8 - here.getUTCDay()) % 7 || 7) * DAY + 3_600_000),
    env: { ANLAN_DEMO_DANGERS: '0', ANLAN_WATCH: '0' },
    within: patient(120_000),
  });
  plant = await ticketPlant(server);
});
test.afterAll(() => server?.stop());
test.setTimeout(patient(150_000));

/** A ticket whose measures wait to be confirmed on site. */
async function confirming(): Promise<string> {
  const { id: areaId } = await plant.area();
  const id = await plant.draft('blind', areaId);
  const { version } = await plant.whole(id);
  await plant.call('applicant', 'workticket/ticket/submit', { id, version });
  return id;
}

/** Ticks what can be signed together and signs it once. */
async function signAll(page: Page): Promise<void> {
  const rows = section(page, '安全措施确认');
  await rows.getByRole('checkbox', { name: /^全选可一起办理的/ }).check();
  await rows.getByRole('button', { name: /^确认签字（\d+条）$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^确认签字：\d+条安全措施确认$/ });
  await expect(dialog).toBeVisible();
  await sign(page);
  await dialog.getByRole('button', { name: '确认签字', exact: true }).click();
  await expect(dialog).toBeHidden();
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`measures that are ticked are signed by one signature, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const id = await confirming();
    await openTicket(page, plant, 'leader', id);
    await expect(state(page)).toContainText('待措施确认');
    await signAll(page);
    await expect(state(page)).toContainText('待安全交底');
    const { children } = await plant.whole(id);
    const signed = children.ticketMeasure ?? [];
    expect(signed.length).toBeGreaterThan(3);
    expect(new Set(signed.map(({ status }) => status))).toEqual(new Set(['signed']));
  });
}
