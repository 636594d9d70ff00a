import { patient } from '../../fixtures/patience.ts';
import { press, sign, type } from '../support/fill.ts';
import {
  addPerson,
  applyForHotWork,
  brief,
  endWork,
  enterTest,
  printIt,
  rowsOf,
  signLeftOut,
} from '../support/hot-work.ts';
import { leads } from '../support/led.ts';
import { desk, phone, picture } from '../support/looked.ts';
import type { ProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import {
  action,
  agree,
  begin,
  blocked,
  decideAs,
  finish,
  nameOf,
  openTask,
  openTicket,
  section,
  state,
} from '../support/ticket-desk.ts';
import { startTicketServer, type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';
import { fits } from '../support/touch.ts';

// Their server is their own, with a clock that they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

let server: ProductServer;
let plant: TicketPlant;

test.beforeAll(async () => {
  test.setTimeout(patient(180_000));
  server = await startTicketServer();
  plant = await ticketPlant(server);
});
test.afterAll(() => server?.stop());

for (const [at, wide] of [
  ['a desk', desk],
  ['a phone', phone],
] as const) {
  test(`a hot work of grade 1 goes from its application to its acceptance, all at ${at}`, async ({
    page,
    expectedErrors,
  }) => {
    // What the server refuses, and what a session or link answers that ended while the clock was moved.
    expectedErrors.push(/status of 40[013]/);
    await wide(page);
    const { areaName } = await plant.area();
    const seen = async (name: string) => {
      await fits(page);
      await picture(page, name);
    };
    let hot = '';

    await test.step('applicant writes it, names guardian and welder, and sends it', async () => {
      hot = await applyForHotWork(page, plant, { areaName, grade: '一级', within: 40, applying: 3 });
      await seen('draft');
      await openTicket(page, plant, 'applicant', hot);
      const add = section(page, '作业人员').getByRole('button', { name: '新增作业人员' });
      await add.click();
      await addPerson(page, plant, '作业人', 'worker', 'special_operation');
      await add.click();
      await addPerson(page, plant, '监护人', 'guardian', 'guardian');
      await expect(rowsOf(page, '作业人员', nameOf.guardian)).toContainText('监护人');
      await seen('people');
      await action(page, '提交').click();
      await expect(state(page)).toContainText('待分析');
    });

    await test.step('a failing test goes no further, a passing one does', async () => {
      await openTicket(page, plant, 'analyst', hot);
      await expect(blocked(page)).toContainText(/暂不能提交分析：.*还缺可燃气体的分析/);
      await leads(page, 'anlan-child-ticketGas', () =>
        blocked(page).getByRole('button', { name: '去填写气体分析', exact: true }).click(),
      );
      await seen('led-to-tests');
      await enterTest(page, plant, '0.51');
      await expect(rowsOf(page, '气体分析', '0.51')).toContainText('否');
      await expect(action(page, '提交分析')).toBeDisabled();
      await plant.pass(2);
      await enterTest(page, plant, '0.3');
      await expect(blocked(page)).toBeHidden();
      await seen('tests');
      await begin(page, '提交分析');
      await finish(page, '提交分析');
      await expect(state(page)).toContainText('待措施确认');
    });

    await test.step('three people confirm one measure each on site', async () => {
      await signLeftOut(page, plant, hot, 3);
      await seen('left-out-signed');
      for (const [index, account] of (['leader', 'guardian', 'worker'] as const).entries()) {
        await openTicket(page, plant, account, hot);
        const waiting = section(page, '安全措施确认').getByRole('button', { name: '确认签字', exact: true });
        await expect(waiting).toHaveCount(3 - index);
        await waiting.first().click();
        const dialog = page.getByRole('dialog', { name: /^确认签字：/ });
        await expect(dialog).toBeVisible();
        const count = dialog.locator('[data-field="fillValue"] input');
        if (await count.isVisible()) await count.fill('2');
        await sign(page);
        await seen(`measure-${account}`);
        await finish(page, '确认签字');
      }
      await expect(state(page)).toContainText('待安全交底');
    });

    await test.step('the briefing is given and accepted, and the chain approves', async () => {
      await brief(page, plant, hot);
      await expect(state(page)).toContainText('审批中');
      await seen('briefed');
      for (const account of ['leader', 'workshop', 'safety']) await decideAs(page, plant, account, hot);
      expect((await plant.whole(hot)).status).toBe('approved');
    });

    await test.step('it starts after a new test, is stopped and goes on', async () => {
      await plant.pass(45);
      await plant.sample(hot, 'combustible', 0.1, { gasName: '苯乙烯', samplePart: '釜内中部' });
      await openTicket(page, plant, 'leader', hot);
      await begin(page, '开始作业');
      await sign(page);
      await seen('start');
      await finish(page, '开始作业');
      // The leader of the shift has no page of tickets: he comes from his tasks.
      const { ticketNo } = await plant.whole(hot);
      await openTask(page, plant, 'employee', new RegExp(String(ticketNo)));
      await seen('shift-leader');
      await agree(page);
      await decideAs(page, plant, 'guardian', hot);
      await openTicket(page, plant, 'guardian', hot);
      await expect(state(page)).toContainText('作业中');
      await type(await begin(page, '暂停'), 'reason', '现场有异味');
      await finish(page, '暂停');
      await expect(state(page)).toContainText('已暂停');
      await plant.sample(hot, 'combustible', 0.2, { gasName: '苯乙烯', samplePart: '釜内中部', kind: 'retest' });
      // What is seen is what is signed for: the test that has just come stands there first.
      await expect(rowsOf(page, '气体分析', '0.2')).not.toHaveCount(0);
      await expect(action(page, '恢复作业')).toBeEnabled();
      const resume = await begin(page, '恢复作业');
      await press(resume, 'measuresOk', '是');
      await sign(page);
      await seen('resume');
      await finish(page, '恢复作业');
      await decideAs(page, plant, 'leader', hot);
      await openTicket(page, plant, 'leader', hot);
      await expect(state(page)).toContainText('作业中');
      await seen('works');
    });

    await test.step('it is finished, accepted by charger and territory, closed and printed', async () => {
      await endWork(page, plant, hot);
      await decideAs(page, plant, 'workshop', hot);
      await openTicket(page, plant, 'workshop', hot);
      await expect(state(page)).toContainText('已关闭');
      await seen('closed');
      await printIt(page);
    });
  });
}
