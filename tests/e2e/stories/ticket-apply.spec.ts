import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { choose, item, press, type } from '../support/fill.ts';
import { leaveOut, measureRow } from '../support/hot-work.ts';
import { enter, type Person, personOf, type StoredRecord } from '../support/person.ts';
import { countPresses } from '../support/presses.ts';
import { expect, type Product, test } from '../support/story.ts';
import { action, MANAGE } from '../support/ticket-desk.ts';
import { fits } from '../support/touch.ts';

const TICKET = 'workticket/ticket';
/** Most presses that an application may take: of a mouse, a finger or a key that chooses. */
const MOST_PRESSES = 25;

/** Takes a value that a field offers from the person's last records. */
async function take(page: Page, key: string, text?: string): Promise<void> {
  const offers = item(page, key)
    .getByRole('group', { name: /^最近用过的/ })
    .getByRole('button');
  await (text === undefined ? offers : offers.filter({ hasText: text })).first().click();
  await expect(offers).toHaveCount(0);
}

/** Fills the application of a hot work of the second grade, from the empty form to its submission. */
async function apply(page: Page, place: string): Promise<void> {
  await choose(page, 'type', '动火作业');
  await take(page, 'areaId');
  // Whose place it is follows from the area at once.
  await expect(item(page, 'territoryDeptId').getByRole('button', { name: '所在单位(属地)' })).not.toHaveText(
    '选择部门',
  );
  await type(page, 'location', place);
  await type(page, 'workContent', '泵出口法兰补焊');
  await press(page, 'hotLevel', '二级');
  await type(page, 'hotPart', '法兰焊口');
  await take(page, 'hotModes');
  await take(page, 'chargerId');
  await take(page, 'brieferId');
  await take(page, 'shiftLeaderId');
  await item(page, 'ticketPerson')
    .getByRole('button', { name: /^取用最近一次的/ })
    .click();
  await press(page, 'isOutdoor', '否');
  await take(page, 'lelClass');
  await take(page, 'accidentTypes');
  await take(page, 'riskResult');
  for (const seq of [5, 6, 14]) await leaveOut(page, seq);
}

/** The applicant's newest ticket at a place. */
async function applied(
  who: Person,
  place: string,
): Promise<StoredRecord & { children: Record<string, StoredRecord[]> }> {
  const { records } = await who.call<{ records: readonly StoredRecord[] }>('GET', `${TICKET}/page`, {
    query: { location: place, size: '1' },
  });
  return who.call('GET', `${TICKET}/detail`, { query: { id: records[0]?.id ?? '', with: 'children' } });
}

test.setTimeout(patient(150_000));

const WIDTHS = [
  { at: 'a desk', viewport: { width: 1440, height: 900 } },
  { at: 'a phone', viewport: { width: 390, height: 844 } },
];

for (const { at, viewport } of WIDTHS) {
  test(`a hot work of the second grade is applied for on one page, in at most twenty-five presses, at ${at}`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize(viewport);
    await applyAndSend(page, product);
  });
}

async function applyAndSend(page: Page, product: Product): Promise<void> {
  const applicant = await personOf(product.url, 'applicant');
  const place = `泵房${Date.now()}`;
  const done = await countPresses(page);
  await enter(page, product.url, applicant, MANAGE);

  await test.step('the whole application is one form, in which the plan, its hours and the measures stand already', async () => {
    await page.getByRole('button', { name: /^新增/ }).first().click();
    await expect(item(page, 'planStartTime').locator('input').first()).toHaveValue(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    await expect(item(page, 'planStartTime')).toContainText(/共\d+小时/);
    await apply(page, place);
    await fits(page);
    await expect(item(page, 'ticketMeasure').getByRole('row')).toHaveCount(17);
    // What the library says of a measure is not the applicant's, nor is it his to take away.
    await expect(measureRow(page, 1).getByRole('button', { name: /^删除第/ })).toBeDisabled();
    await expect(measureRow(page, 16)).toContainText('其他安全措施');
  });

  await test.step('it is submitted from there, and waits for its analysis', async () => {
    await action(page, '提交').click();
    await expect(page.getByText('提交成功').or(page.getByText('已提交')).first()).toBeVisible();
    const { presses, typed } = await done();
    expect(typed.length).toBeLessThanOrEqual(6);
    expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
    const ticket = await applied(applicant, place);
    expect(ticket).toMatchObject({ status: 'analysing', managedLevel: '2' });
    const measures = ticket.children.ticketMeasure ?? [];
    const left = measures.filter(({ involved }) => involved === '0').map(({ seq }) => Number(seq));
    expect(left.sort((one, other) => one - other)).toEqual([5, 6, 14, 16]);
    expect((ticket.children.ticketPerson ?? []).map(({ personType }) => personType).sort()).toEqual([
      'guardian',
      'worker',
    ]);
  });
}
