import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { ANOTHER_CAST, NAMES } from '../support/another-cast.ts';
import { item, person, press, sign, type } from '../support/fill.ts';
import { desk, phone, picture } from '../support/looked.ts';
import { enter } from '../support/person.ts';
import type { ProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import { action, blocked, MANAGE, openTicket } from '../support/ticket-desk.ts';
import { startTicketServer, type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';
import { fits } from '../support/touch.ts';

// Their server is their own, with a clock that begins on a Monday at nine of the plant.
test.use({ baseURL: '' });
test.setTimeout(patient(180_000));

let server: ProductServer;
let plant: TicketPlant;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  server = await startTicketServer();
  plant = await ticketPlant(server, ANOTHER_CAST);
});
test.afterAll(() => server?.stop());

/** Opens a draft of the applicant's in its form. */
async function edit(page: Page, id: string): Promise<void> {
  await enter(page, plant.url, await plant.as(plant.cast.applicant), `${MANAGE}/edit/${id}`);
  await expect(item(page, 'workContent').locator('textarea, input').first()).toHaveValue('示例作业');
}

/** Both ends of the planned time. */
async function planned(page: Page, from: string, to: string): Promise<void> {
  for (const [at, time] of [from, to].entries()) {
    const input = item(page, 'planStartTime').locator('input').nth(at);
    await input.fill(time);
    await input.press('Enter');
    await expect(input).toHaveValue(time);
  }
}

const wrong = (page: Page, key: string) => item(page, key).getByRole('alert');
const send = (page: Page) => page.getByRole('button', { name: '提交', exact: true }).click();

for (const [at, wide] of [
  ['a desk', desk],
  ['a phone', phone],
] as const) {
  test(`an application that breaks the standard is refused field by field at ${at}, and keeps what was typed`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    await wide(page);
    const { id: areaId } = await plant.area();
    const id = await plant.draft('hot', areaId, { hotLevel: '2', emergencyMeasure: '立即停止并报告' });
    await edit(page, id);
    await type(page, 'workContent', '泵出口法兰补焊');
    const kept = () =>
      expect(item(page, 'workContent').locator('textarea, input').first()).toHaveValue('泵出口法兰补焊');

    await test.step('a plan that lies in the past', async () => {
      await planned(page, plant.wall(-120), plant.wall(60));
      await send(page);
      await expect(wrong(page, 'planStartTime')).toHaveText('计划开始时间不能早于现在');
      await expect(item(page, 'planStartTime')).toBeInViewport();
      await picture(page, 'plan-past');
      await kept();
    });

    await test.step('a plan that is longer than a ticket of its grade is valid', async () => {
      await planned(page, plant.wall(30), plant.wall(30 + 80 * 60));
      // With its nights left out nothing is to be upgraded.
      await press(page, 'isDayOnly', '是');
      await send(page);
      await expect(wrong(page, 'planStartTime')).toContainText(
        '计划作业时间超过作业票的最长有效期72 h（GB 30871-2022）',
      );
      await picture(page, 'plan-long');
      await kept();
      await press(page, 'isDayOnly', '否');
    });

    await test.step('a night without the upgrade that it asks for', async () => {
      await planned(page, plant.wall(9 * 60), plant.wall(13 * 60));
      await press(page, 'isUpgrade', '否');
      await send(page);
      await expect(wrong(page, 'isUpgrade')).toContainText('夜间');
      await expect(wrong(page, 'isUpgrade')).toContainText('GB 30871-2022 5.1');
      await picture(page, 'night');
      await kept();
      await planned(page, plant.wall(30), plant.wall(300));
    });

    await test.step('the head of the place leads the work, the guardian is its briefer: both are named', async () => {
      await person(page, 'chargerId', '作业负责人', NAMES.briefer);
      await send(page);
      await expect(wrong(page, 'chargerId')).toContainText(`${NAMES.briefer}既是作业负责人又是所在单位负责人`);
      await expect(wrong(page, 'chargerId')).toContainText('GB 30871-2022 第4章');
      await person(page, 'chargerId', '作业负责人', '施甲三');
      await person(page, 'brieferId', '安全交底人', '张乙四');
      await send(page);
      await expect(page.getByText(/张乙四既是安全交底人又是接受交底的作业人员.*GB 30871-2022/).first()).toBeVisible();
      await picture(page, 'separation');
      await fits(page);
      await kept();
    });

    await test.step('nothing of it was stored', async () => {
      expect(await plant.whole(id)).toMatchObject({ status: 'draft', workContent: '示例作业' });
    });
  });
}

test('steps out of turn are refused on the phone with ticket, place and clause, and lead to the field', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const { cast } = plant;
  const { id: areaId } = await plant.area();
  await phone(page);

  await test.step('work does not start before its time; a press leads to the time', async () => {
    const id = await plant.draft('blind', areaId, { location: '三号路' });
    await plant.approved(id, [cast.charger, cast.briefer]);
    await openTicket(page, plant, cast.charger, id);
    const { ticketNo } = await plant.whole(id);
    await expect(blocked(page)).toContainText(`作业票${ticketNo}（三号路）未到计划作业时间，不能开始作业`);
    await expect(blocked(page)).toContainText('GB 30871-2022 第4章');
    await expect(action(page, '开始作业')).toBeDisabled();
    await picture(page, 'too-early');
    await blocked(page)
      .getByRole('button', { name: /^查看计划/ })
      .click();
    await expect(page.locator('#anlan-field-planStartTime')).toBeInViewport();
    await expect(page.locator('#anlan-field-planStartTime')).toBeFocused();
    await picture(page, 'led-to-time');

    await enter(page, plant.url, await plant.as(cast.charger), `${MANAGE}/view/${id}#do=changeCharger`);
    const dialog = page.getByRole('dialog', { name: /^变更负责人：/ });
    await person(dialog, 'newChargerId', '新负责人', '贺申三');
    await type(dialog, 'reason', '倒班');
    await type(dialog, 'handover', '措施如常');
    await sign(page);
    await dialog.getByRole('button', { name: '变更负责人', exact: true }).click();
    await expect(wrong(page, 'newChargerId')).toContainText('监护人');
    await picture(page, 'charger-refused');
    await expect(item(dialog, 'reason').locator('textarea')).toHaveValue('倒班');
    await expect(item(dialog, 'newChargerId')).toContainText('贺申三');
    await dialog.getByRole('button', { name: '取消', exact: true }).click();
  });
});
