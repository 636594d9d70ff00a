import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { item, press, sign, type } from '../support/fill.ts';
import {
  addPerson,
  applyForHotWork,
  brief,
  endWork,
  enterTest,
  personDrawer,
  printIt,
  seekCertificate,
} from '../support/hot-work.ts';
import type { ProductServer } from '../support/product-server.ts';
import { expect, test } from '../support/story.ts';
import {
  action,
  apart,
  begin,
  blocked,
  decideAs,
  finish,
  nameOf,
  openTicket,
  section,
  state,
} from '../support/ticket-desk.ts';
import { startTicketServer, type TicketPlant, ticketPlant } from '../support/ticket-plant.ts';

// Their server is their own, with a clock that they move.
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

let hot = '';
let space = '';

test('a special hot work inside a confined space is applied for, tested, confirmed by three at once, and approved', async ({
  page,
  context,
  expectedErrors,
}) => {
  // What the server refuses.
  expectedErrors.push(/status of 400/);
  const area = await plant.area();
  const confined = await plant.draft('confined', area.id);
  const { ticketNo } = await plant.whole(confined);
  await plant.approved(
    confined,
    ['leader', 'workshop'],
    [
      { gasKind: 'combustible', value: 0.1 },
      { gasKind: 'oxygen', value: 20.9 },
      { gasKind: 'toxic', value: 2 },
    ],
  );

  await test.step('applicant applies, with the ticket of the confined space linked', async () => {
    const work = { areaName: area.areaName, grade: '特级', within: 40, related: String(ticketNo) } as const;
    hot = await applyForHotWork(page, plant, work);
    await plant.keepMeasures(hot, 3);
  });

  await test.step('a guardian whose certificate has expired is refused, and another takes his place', async () => {
    await openTicket(page, plant, 'applicant', hot);
    const people = section(page, '作业人员');
    await people.getByRole('button', { name: '新增作业人员' }).click();
    await addPerson(page, plant, '作业人', 'worker', 'special_operation');
    await people.getByRole('button', { name: '新增作业人员' }).click();
    const { wanted } = await seekCertificate(page, plant, '监护人', 'employee', 'guardian', ['expired']);
    // It is shown, so that nobody wonders where it is, and says why it cannot be taken.
    await expect(wanted).toContainText(/证书已于 \d{4}-\d{2}-\d{2} 过期/);
    await wanted.click({ force: true });
    await expect(item(personDrawer(page), 'certId').locator('.ant-select-selection-item')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await addPerson(page, plant, '监护人', 'guardian', 'guardian');
    await expect(people.getByRole('row').filter({ hasText: nameOf.guardian })).toContainText('监护人');
    await expect(people).toContainText('共2条');
    await action(page, '提交').click();
    await expect(state(page)).toContainText('待分析');
  });

  await test.step('analyst enters a failing test, which goes no further, and then a passing one', async () => {
    await openTicket(page, plant, 'analyst', hot);
    await expect(blocked(page)).toContainText(/暂不能提交分析：.*还缺可燃气体的分析/);
    const tests = section(page, '气体分析');
    await enterTest(page, plant, '0.51');
    await expect(tests.getByRole('row').filter({ hasText: '0.51' })).toContainText('否');
    await expect(action(page, '提交分析')).toBeDisabled();
    await plant.pass(2);
    await enterTest(page, plant, '0.3');
    await expect(tests.getByRole('row').filter({ hasText: '0.3' })).toContainText('是');
    await expect(blocked(page)).toBeHidden();
    await begin(page, '提交分析');
    await finish(page, '提交分析');
    await expect(state(page)).toContainText('待措施确认');
  });

  await test.step('three people confirm measures at once, and none disturbs another', async () => {
    const accounts = ['leader', 'guardian', 'worker'] as const;
    const pages = [page, await apart(context), await apart(context)];
    const seats = accounts.map((account, index) => ({ account, own: pages[index] ?? page, row: index + 1 }));
    const measures = (own: Page) => section(own, '安全措施确认');
    const rowOf = (own: Page, seq: number) =>
      measures(own)
        .getByRole('row')
        .filter({ has: own.getByRole('cell', { name: String(seq), exact: true }) });
    const signing = (own: Page) => own.getByRole('dialog', { name: /^确认签字：/ });
    await plant.signOthers(hot);
    await Promise.all(seats.map(({ own, account }) => openTicket(own, plant, account, hot)));
    await expect(page.getByText('安全措施确认（3条）')).toBeVisible();
    for (const { own, row } of seats) {
      await rowOf(own, row).getByRole('button', { name: '确认签字' }).click();
      await expect(signing(own)).toBeVisible();
      if (row === 2) await type(signing(own), 'fillValue', '2');
      await sign(own);
    }
    for (const { own, account, row } of seats) {
      await signing(own).getByRole('button', { name: '确认签字', exact: true }).click();
      await expect(signing(own)).toBeHidden();
      await expect(rowOf(page, row)).toContainText(nameOf[account]);
    }
    for (const { own } of seats) {
      await expect(measures(own).getByText('已确认')).toHaveCount(16);
      await expect(state(own)).toContainText('待安全交底');
    }
    await Promise.all(pages.slice(1).map((own) => own.context().close()));
  });

  await test.step('the safety clarification is given and signed by everybody who takes part', async () => {
    await brief(page, plant, hot);
    await expect(state(page)).toContainText('审批中');
  });

  await test.step('the chain of a special hot work approves, the director last', async () => {
    for (const account of ['leader', 'workshop', 'safety']) await plant.vote(account, hot);
    await decideAs(page, plant, 'director', hot);
    expect((await plant.whole(hot)).status).toBe('approved');
  });
});

test('work starts within thirty minutes of the sample, is interrupted, resumed, accepted, closed and printed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);

  await test.step('thirty-one minutes after the sample the charger is refused, within thirty of a new one he begins', async () => {
    await plant.pass(45);
    // The space in which the hot work lies has to be worked in.
    space = String([(await plant.whole(hot)).relatedIds].flat()[0]);
    const gases = [
      ['combustible', 0.1],
      ['oxygen', 20.9],
      ['toxic', 2],
    ] as const;
    for (const [kind, value] of gases) await plant.sample(space, kind, value);
    await plant.call('leader', 'workticket/ticket/start', { id: space, startSign: plant.signature });
    await plant.vote('guardian', space);
    await plant.sample(hot, 'combustible', 0.1, { gasName: '苯乙烯', samplePart: '釜内中部' });
    await openTicket(page, plant, 'leader', hot);
    const dialog = await begin(page, '开始作业');
    await sign(page);
    await expect(dialog).toContainText('草稿已自动保存');
    await plant.pass(31);
    // Mostly the page hears of the moved clock by this answer, and its own place is half an hour old; where something else
    // has told it before, it has found itself anew.
    const refused = dialog.getByRole('alert');
    await dialog.getByRole('button', { name: '开始作业', exact: true }).click();
    await expect(refused).toContainText(/定位已超过10分钟，请重新定位|已超过30分钟，请重新分析/);
    if ((await refused.textContent())?.includes('定位已超过')) {
      await dialog.getByRole('button', { name: '开始作业', exact: true }).click();
    }
    await expect(refused).toContainText('已超过30分钟，请重新分析');
    await openTicket(page, plant, 'leader', hot);
    await expect(blocked(page)).toContainText('已超过30分钟，请重新分析');
    await expect(action(page, '开始作业')).toBeDisabled();

    await plant.sample(hot, 'combustible', 0.1, { gasName: '苯乙烯', samplePart: '釜内中部' });
    await plant.pass(27);
    await openTicket(page, plant, 'leader', hot);
    // His signature was kept while he waited for the test.
    await expect(await begin(page, '开始作业')).toContainText('已恢复上次填写的内容');
    await finish(page, '开始作业');
    await plant.vote('employee', hot);
    await decideAs(page, plant, 'guardian', hot);
    await openTicket(page, plant, 'guardian', hot);
    await expect(state(page)).toContainText('作业中');
  });

  await test.step('an interruption beyond the limit needs a new test', async () => {
    const dialog = await begin(page, '暂停');
    await type(dialog, 'reason', '现场有异味');
    await finish(page, '暂停');
    await expect(state(page)).toContainText('已暂停');
    await plant.pass(31);
    await openTicket(page, plant, 'guardian', hot);
    await expect(blocked(page)).toContainText('作业中断超过规定时间，须重新进行气体分析');
    await plant.sample(hot, 'combustible', 0.2, { gasName: '苯乙烯', samplePart: '釜内中部', kind: 'retest' });
    // The page of whoever waits for the test learns of it.
    await expect(action(page, '恢复作业')).toBeEnabled();
    const resume = await begin(page, '恢复作业');
    await press(resume, 'measuresOk', '是');
    await sign(page);
    await finish(page, '恢复作业');
    await plant.vote('leader', hot);
    await expect(state(page)).toContainText('作业中');
  });

  await test.step('charger finishes and accepts, the territory agrees, and it is closed', async () => {
    await endWork(page, plant, hot, '全过程影像.png');
    await decideAs(page, plant, 'workshop', hot);
    await openTicket(page, plant, 'workshop', hot);
    await expect(state(page)).toContainText('已关闭');
  });

  await test.step('it is printed', async () => {
    await printIt(page);
  });
});

test('a hot work beside an open blind-plate work is stopped, and one that nobody starts expires', async ({
  page,
  expectedErrors,
}) => {
  // Six hours pass in front of an open page, whose access token ends in them, and so do the links of its pictures, which
  // live for twenty minutes: one of its calls may be told so (401), and a picture that is drawn just then (403).
  expectedErrors.push(/status of 40[13]/);
  // Its guardian is free again.
  await plant.call('safety', 'workticket/ticket/terminate', { id: space, stepReason: '釜内作业已结束' });
  const area = await plant.area();
  const blind = await plant.draft('blind', area.id);
  await plant.approved(blind, ['leader', 'workshop']);
  const second = await plant.draft('hot', area.id);
  await plant.approved(second, ['leader', 'workshop', 'safety'], [{ gasKind: 'combustible', value: 0.1 }]);

  await test.step('the conflict check says why', async () => {
    await plant.pass(31);
    await plant.sample(second, 'combustible', 0.1);
    await plant.call('leader', 'workticket/ticket/start', { id: blind, startSign: plant.signature });
    await plant.vote('guardian', blind);
    await openTicket(page, plant, 'leader', second);
    await expect(blocked(page)).toContainText('暂不能开始作业');
    await expect(blocked(page)).toContainText('盲板抽堵作业');
    await expect(action(page, '开始作业')).toBeDisabled();
  });

  await test.step('its planned end passes, and it has expired', async () => {
    await plant.pass(340);
    await expect(async () => {
      await openTicket(page, plant, 'leader', second);
      await expect(state(page)).toContainText('已过期', { timeout: 1_000 });
    }).toPass({ timeout: patient(30_000) });
    await expect(action(page, '开始作业')).toHaveCount(0);
  });
});
