import type { Locator, Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { choose, item, person, press, sign, type } from '../support/fill.ts';
import { offered, personDrawer, rowsOf } from '../support/hot-work.ts';
import { leads } from '../support/led.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { enter, type StoredRecord } from '../support/person.ts';
import type { ProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import { action, begin, blocked, MANAGE, nameOf, openTicket, section, state } from '../support/ticket-desk.ts';
import { startTicketServer, type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';
import { fits } from '../support/touch.ts';

const TICKET = 'workticket/ticket';
const AIR = [
  { gasKind: 'combustible', value: 0.1 },
  { gasKind: 'oxygen', value: 20.9 },
  { gasKind: 'toxic', value: 2 },
];

// Their server is their own, with a clock that begins on a Monday at nine of the plant.
test.use({ baseURL: '' });
test.setTimeout(patient(180_000));

let server: ProductServer;
let plant: TicketPlant;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  server = await startTicketServer();
  plant = await ticketPlant(server);
});
test.afterAll(() => server?.stop());

/** The measures of a ticket in their order. */
async function measuresOf(id: string): Promise<readonly StoredRecord[]> {
  const { children } = await plant.whole(id);
  return [...(children.ticketMeasure ?? [])].sort((one, other) => Number(one.seq) - Number(other.seq));
}

/** Presses the button at the end of a dialog, which stays and says why in words that stand in sight. */
async function refused(page: Page, dialog: Locator, title: string, words: RegExp): Promise<void> {
  await dialog.getByRole('button', { name: title, exact: true }).click();
  const told = dialog.getByRole('alert').filter({ hasText: words }).first();
  await expect(told).toBeVisible();
  await expect(told).toBeInViewport();
  await fits(page);
  await picture(page, `${title}-${words.source.slice(0, 12)}`);
}

for (const [at, wide] of [
  ['a desk', desk],
  ['a phone', phone],
] as const) {
  test(`a welder without the certificate of the trade is not put on a hot work at ${at}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    await wide(page);
    const id = await plant.draft('hot', (await plant.area()).id);
    const before = (await plant.whole(id)).children.ticketPerson?.length;
    const { certNo } = await plant.certificate('worker', 'special_operation');
    await openTicket(page, plant, 'applicant', id);
    await section(page, '作业人员').getByRole('button', { name: '新增作业人员' }).click();
    const drawer = personDrawer(page);
    await choose(drawer, 'personType', '作业人');
    await person(drawer, 'personId', '人员', nameOf.worker);
    await item(drawer, 'certId').getByRole('combobox').fill(String(certNo));
    const other = offered(page).filter({ hasText: '证书不是本作业和人员角色所要求的类别（GB 30871-2022 第4章）' });
    await expect(other.first()).toBeVisible();
    await picture(page, 'certificate-of-another-trade');
    await other.first().click({ force: true });
    await expect(item(drawer, 'certId').locator('.ant-select-selection-item')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await leads(page, 'certId', () => drawer.getByRole('button', { name: '保存', exact: true }).click());
    await expect(item(drawer, 'certId').getByRole('alert')).toBeInViewport();
    await fits(page);
    await picture(page, 'certificate-missing');
    await expect(item(drawer, 'personId')).toContainText(nameOf.worker);
    expect((await plant.whole(id)).children.ticketPerson).toHaveLength(before ?? 0);
  });

  test(`a measure is signed neither without its text nor by another at ${at}`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 400/);
    await wide(page);
    const id = await plant.draft('hot', (await plant.area()).id);
    const [worker, guardian] = [(await plant.as('worker')).userId, (await plant.as('guardian')).userId];
    const [first, second, ...others] = await measuresOf(id);
    const last = others.at(-1);
    for (const [row, confirmUserId] of [
      [first, worker],
      [second, guardian],
    ] as const) {
      const change = { id: row?.id, version: row?.version, involved: '1', confirmUserId };
      await plant.call('applicant', `${TICKET}/measure/save`, change);
    }

    await test.step('其他 is not said to apply without saying what', async () => {
      await openTicket(page, plant, 'applicant', id);
      await expect(section(page, '安全措施确认').locator('tbody tr, li').nth(1)).toBeVisible();
      const further = section(page, '安全措施确认').getByRole('button', { name: /显示全部|更多/ });
      if (await further.isVisible()) await further.click();
      const row = rowsOf(page, '安全措施确认', String(last?.content));
      await row.getByRole('button', { name: '编辑' }).click();
      const drawer = page.getByRole('dialog', { name: /^编辑/ });
      await press(drawer, 'involved', '是');
      await drawer.getByRole('button', { name: '保存', exact: true }).click();
      await expect(item(drawer, 'fillValue').getByRole('alert')).toBeInViewport();
      await fits(page);
      await picture(page, 'other-without-text');
      await expect(item(drawer, 'involved').getByRole('radio', { name: '是', exact: true })).toBeChecked();
      expect((await measuresOf(id)).at(-1)).toMatchObject({ involved: '0', version: last?.version });
    });

    const { version, ticketNo } = await plant.whole(id);
    await plant.call('applicant', `${TICKET}/submit`, { id, version });
    await plant.sample(id, 'combustible', 0.1);
    await plant.call('analyst', `${TICKET}/submit-analysis`, { id });

    await test.step('what another is to sign offers no signature, and says whose it is', async () => {
      await openTicket(page, plant, 'guardian', id);
      const row = rowsOf(page, '安全措施确认', String(first?.content));
      await expect(row).toContainText(nameOf.worker);
      await expect(row.getByRole('button', { name: '确认签字' })).toHaveCount(0);
      await row.scrollIntoViewIfNeeded();
      await fits(page);
      if (at === 'a desk') await expect(row.getByText(nameOf.worker)).toBeInViewport();
      await picture(page, 'row-of-another');
      const guardian = await plant.as('guardian');
      const taken = guardian.call('POST', `${TICKET}/measure/sign`, { json: { id: first?.id, sign: plant.signature } });
      await expect(taken).rejects.toThrow(`这一步由${nameOf.worker}办理`);
    });

    await test.step('what asks for a value is not signed without it, by ticket, place, row and clause', async () => {
      const row = rowsOf(page, '安全措施确认', String(second?.content));
      await row.getByRole('button', { name: '确认签字' }).click();
      const dialog = page.getByRole('dialog', { name: /^确认签字：/ });
      await sign(page);
      const words = new RegExp(`作业票${ticketNo}（二层平台）第2项.*须先填写内容才能签字（GB 30871-2022 附录A）`);
      await refused(page, dialog, '确认签字', words);
      expect((await measuresOf(id)).slice(0, 2).map(({ status }) => status)).toEqual(['open', 'open']);
      // The signature is still there.
      await type(dialog, 'fillValue', '2');
      await dialog.getByRole('button', { name: '确认签字', exact: true }).click();
      await expect(dialog).toBeHidden();
      expect((await measuresOf(id)).slice(0, 2).map(({ status }) => status)).toEqual(['open', 'signed']);
    });
  });

  test(`open-air hot work neither starts nor resumes without a reading of the wind, or in too much of it, at ${at}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[013]/);
    await wide(page);
    const id = await plant.draft('hot', (await plant.area()).id, { isOutdoor: '1', location: '罐区东侧' });
    await plant.approved(id, ['leader', 'workshop', 'safety'], AIR.slice(0, 1));
    await plant.pass(35);
    await plant.sample(id, 'combustible', 0.1);
    const { ticketNo } = await plant.whole(id);
    const named = `作业票${ticketNo}（罐区东侧）`;
    const missing = new RegExp(`${named}为露天作业，须填写现场测得的风力（GB 30871-2022 5\\.2）`);
    const strong = new RegExp(`${named}现场风力6级.*（GB 30871-2022 5\\.2）`);
    const wind = (dialog: Locator) => item(dialog, 'windForce').locator('input');

    await test.step('start', async () => {
      await openTicket(page, plant, 'leader', id);
      const dialog = await begin(page, '开始作业');
      await sign(page);
      await refused(page, dialog, '开始作业', missing);
      await type(dialog, 'windForce', '6');
      await refused(page, dialog, '开始作业', strong);
      await expect(wind(dialog)).toHaveValue('6');
      expect((await plant.whole(id)).status).toBe('approved');
      await type(dialog, 'windForce', '3');
      await dialog.getByRole('button', { name: '开始作业', exact: true }).click();
      await expect(dialog).toBeHidden();
      for (const account of ['employee', 'guardian']) await plant.vote(account, id);
    });

    await test.step('resume', async () => {
      await plant.call('guardian', `${TICKET}/suspend`, { id, row: { reason: '起风' } });
      await plant.pass(2);
      await plant.sample(id, 'combustible', 0.1, { kind: 'retest' });
      await openTicket(page, plant, 'guardian', id);
      await expect(state(page)).toContainText('已暂停');
      await expect(action(page, '恢复作业')).toBeEnabled();
      const dialog = await begin(page, '恢复作业');
      await press(dialog, 'measuresOk', '是');
      await sign(page);
      await refused(page, dialog, '恢复作业', missing);
      await type(dialog, 'windForce', '6');
      await refused(page, dialog, '恢复作业', strong);
      await expect(wind(dialog)).toHaveValue('6');
      await expect(item(dialog, 'measuresOk').getByRole('radio', { name: '是', exact: true })).toBeChecked();
      expect((await plant.whole(id)).status).toBe('suspended');
    });
    await plant.call('safety', `${TICKET}/terminate`, { id, stepReason: '改日再做' });
  });

  test(`hot work bound to a space that is over does not start, nor is such a space offered, at ${at}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 40[013]/);
    await wide(page);
    const { id: areaId } = await plant.area();
    const space = await plant.draft('confined', areaId);
    await plant.approved(space, ['leader', 'workshop'], AIR);
    const spaceNo = String((await plant.whole(space)).ticketNo);
    const id = await plant.draft('hot', areaId, { hasOther: '1', relatedIds: [space] });
    await plant.approved(id, ['leader', 'workshop', 'safety'], AIR);
    await plant.pass(35);
    for (const { gasKind, value } of AIR) await plant.sample(space, gasKind, value);
    await plant.call('leader', `${TICKET}/start`, { id: space, startSign: plant.signature });
    await plant.vote('guardian', space);
    await plant.call('safety', `${TICKET}/terminate`, { id: space, stepReason: '不再进入' });
    for (const { gasKind, value } of AIR) await plant.sample(id, gasKind, value);

    await openTicket(page, plant, 'leader', id);
    await expect(blocked(page)).toContainText(
      new RegExp(`受限空间作业票${spaceNo}（二层平台）已结束或失效，不能作业（GB 30871-2022`),
    );
    await expect(action(page, '开始作业')).toBeDisabled();
    await fits(page);
    await picture(page, 'bound-to-what-is-over');
    expect((await plant.whole(id)).status).toBe('approved');

    const next = await plant.draft('hot', areaId);
    await enter(page, plant.url, await plant.as('applicant'), `${MANAGE}/edit/${next}`);
    await page.getByRole('heading', { name: '关联作业', exact: true }).scrollIntoViewIfNeeded();
    await press(page, 'hasOther', '是');
    await item(page, 'relatedIds').getByRole('combobox').fill(spaceNo);
    await expect(page.locator('.ant-select-dropdown:visible')).toContainText(/暂无数据|没有/);
    await expect(offered(page).filter({ hasText: spaceNo })).toHaveCount(0);
    await picture(page, 'nothing-to-link');
  });
}
