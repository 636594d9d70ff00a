import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { item, person, photos, press, type } from './fill.ts';
import { desk, phone, picture } from './looked.ts';
import { enter, type StoredRecord, uniqueName } from './person.ts';
import { enterEvent, enterMeasure, heading, openPanel, RISK, section, storeUnit, tree } from './risk-desk.ts';
import { expect, test } from './story.ts';
import { action, begin, blocked, finish, openTask, state } from './ticket-desk.ts';
import type { TicketPlant } from './ticket-plant.ts';
import { fits } from './touch.ts';
import { agreeTo } from './votes.ts';

/** Workshop, its safety officer and its head, who approves; who executes, who mends and who accepts. */
interface MeasureCast {
  readonly deptId: string;
  readonly officer: string;
  readonly head: string;
  readonly executor: string;
  readonly rectifier: string;
  readonly rectifierName: string;
  readonly acceptor: string;
}

const USUAL: MeasureCast = {
  deptId: '6459670110',
  officer: 'lx0130',
  head: 'lx0029',
  executor: 'lx0030',
  rectifier: 'lx0031',
  rectifierName: '尤申九',
  acceptor: 'lx0131',
};

/** People of a third workshop. */
export const THIRD_WORKSHOP: MeasureCast = {
  deptId: '6459670120',
  officer: 'lx0156',
  head: 'lx0032',
  executor: 'lx0033',
  rectifier: 'lx0034',
  rectifierName: '吕亥二',
  acceptor: 'lx0157',
};

/** Makes the page as wide as what its people sit at, or hold. */
type Width = (page: Page) => Promise<void>;

const HOUR = 60;

interface Listed {
  readonly records: readonly StoredRecord[];
}

/** The first record of a list. */
async function first(plant: TicketPlant, account: string, path: string, query: Readonly<Record<string, string>>) {
  const { records } = await (await plant.as(account)).call<Listed>('GET', path, { query: { ...query, size: '5' } });
  return records[0];
}

/**
 * A measure of an analysed unit that is found failed, by people who each do one thing.
 * @param only width of all of it; otherwise whoever is out in the plant holds a phone, and the others sit at a desk.
 */
export async function failedMeasure(page: Page, plant: TicketPlant, cast = USUAL, only?: Width): Promise<void> {
  const [atDesk, outside] = [only ?? desk, only ?? phone];
  const event = uniqueName('再沸器泄漏');
  const measure = `${event}的联锁`;
  const executor = await plant.as(cast.executor);
  const stored = { deptId: cast.deptId, dutyUserId: executor.userId };
  const unit = await storeUnit(await plant.as('safety'), stored);
  const open = async (account: string, path: string) => {
    await enter(page, plant.url, await plant.as(account), path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  const atUnit = () => open(cast.officer, `${RISK}/riskUnit/view/${unit.unitId}`);

  await test.step('the event goes nowhere without a measure, and keeps what was typed', async () => {
    await atDesk(page);
    await atUnit();
    const panel = await openPanel(page, '风险事件');
    const words = { eventName: event, accidentType: '火灾', likelihood: '2', severity: '4' };
    await enterEvent(panel, page, { ...words, measures: [] });
    await panel.getByRole('button', { name: '提交', exact: true }).click();
    await expect(panel.getByRole('alert').first()).toContainText(
      `风险事件“${event}”没有有效的管控措施，至少要有一条才能生效`,
    );
    await expect(panel.getByRole('alert').first()).toBeInViewport();
    await picture(page, 'event-without-measure');
    await expect(item(panel, 'eventName').locator('input')).toHaveValue(event);
    await enterMeasure(panel, page, 0, measure);
    await panel.getByRole('button', { name: '提交', exact: true }).click();
    await expect(panel).toBeHidden();
    // On a phone the rows are cards.
    const rows = section(page, '风险事件').locator('tr, li').filter({ hasText: event });
    await expect(rows).toContainText('审核中');
    await agreeTo(await plant.as('director'), event);
  });

  await test.step('the plan of the unit is approved by its head, who does not carry it out', async () => {
    await atUnit();
    await action(page, '编制排查计划').first().click();
    await page.getByRole('dialog').getByRole('button', { name: '编制排查计划', exact: true }).click();
    const plan = section(page, '排查计划').getByRole('link', { name: new RegExp(`${unit.unit}排查计划`) });
    await expect(plan).toBeVisible();
    // What was made this morning is no warning for the rest of the day.
    await expect(blocked(page)).toBeHidden();
    await picture(page, 'unit-with-plan');
    await plan.click();
    await begin(page, '提交审批');
    await finish(page, '提交审批');
    await expect(state(page)).toContainText('审批中');
    await openTask(page, plant, cast.head, new RegExp(unit.unit));
    const vote = page.getByRole('region', { name: '审批' });
    await picture(page, 'plan-vote');
    await vote.getByRole('textbox', { name: '审批意见' }).fill('同意，按期排查。');
    await vote.getByRole('button', { name: '同意', exact: true }).click();
    await expect(vote).toBeHidden();
  });

  await test.step('whoever executes it finds the measure failed, on the phone', async () => {
    // The first time is tomorrow at eight; the job that makes the tasks comes by once a minute.
    await plant.pass(24 * HOUR);
    const statusOf = async (path: string, more: Readonly<Record<string, string>>) =>
      (await first(plant, cast.executor, `safety/trouble/${path}/page`, more))?.status;
    const waits = { timeout: patient(75_000) };
    await expect.poll(() => statusOf('plan', { unitIds: unit.unitId }), waits).toBe('running');
    await plant.pass(2);
    const mine = { page: 'troubleshootingTask', unitId: unit.unitId };
    await expect.poll(() => statusOf('task', mine), waits).toBe('1');
    await outside(page);
    expect(await openTask(page, plant, cast.executor, new RegExp(`^提交排查：.*${unit.unit}`))).toMatch(/#do=check$/);
    const check = page.getByRole('dialog', { name: /^提交排查：/ });
    await expect(check).toBeVisible();
    await press(check, 'result', '存在隐患');
    await type(check, 'note', '联锁旁路没有恢复');
    await photos(check, 'photos', ['联锁.png']);
    await picture(page, 'check');
    await finish(page, '提交排查');
    const found = await begin(page, '异常登记');
    await type(found, 'exceptionDesc', '联锁旁路没有恢复，措施失效。');
    await item(found, 'type').getByRole('combobox').fill('设备');
    await page.keyboard.press('Enter');
    await press(found, 'level', '一般隐患');
    await press(found, 'reformType', '限期整改');
    await photos(found, 'photos', ['旁路.png']);
    await press(found, 'instantFix', '否');
    await person(found, 'dutyUserId', '整改责任人', cast.rectifierName);
    await item(found, 'abarbeitungDeadline')
      .locator('input')
      .first()
      .fill(plant.wall(72 * HOUR));
    await page.keyboard.press('Enter');
    await picture(page, 'exception');
    await finish(page, '异常登记');
    await picture(page, 'task');
  });

  const danger = async () => first(plant, 'safety', 'safety/peril/page', { perilName: measure });
  const failed = async () => first(plant, cast.officer, 'safety/risk/measure/page', { measureDesc: measure });

  await test.step('the failed measure stands in the tree and is not restored while its danger is open', async () => {
    expect(await danger()).toMatchObject({ status: 'assessing', finderId: executor.userId });
    await atUnit();
    // The unit says so before its tree is unfolded.
    await expect(page.locator('.anlan-detail-main')).toContainText('有失效');
    await picture(page, 'unit-failed-outside');
    await fits(page);
    await atDesk(page);
    await expect(tree(page)).toBeVisible();
    // On a phone it is folded to the way that leads here.
    const folded = tree(page).getByRole('button', { name: `${unit.object} › ${unit.unit}` });
    if (await folded.isVisible()) await folded.click();
    await tree(page)
      .getByRole('button', { name: `展开${event}` })
      .click();
    await picture(page, 'unit-failed');
    await tree(page).getByRole('link', { name: measure }).click();
    await expect(heading(page, measure)).toBeVisible();
    await expect(blocked(page)).toContainText(`措施“${measure}”的隐患`);
    await expect(action(page, '恢复有效')).toBeDisabled();
    await picture(page, 'measure-failed');
  });

  await test.step('the event is revised with another measure, and its review is asked anew', async () => {
    await open(cast.officer, `${RISK}/evaluation/view/${String((await failed())?.eventId)}`);
    await action(page, '修订').click();
    const why = page.getByRole('dialog');
    await why.getByRole('textbox').fill('联锁失效，增设可燃气体报警');
    await why.getByRole('button', { name: '修订', exact: true }).click();
    await expect(why).toBeHidden();
    await action(page, '编辑').first().click();
    await enterMeasure(page, page, 1, '可燃气体报警每月检查');
    await picture(page, 'event-revised');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(state(page)).toContainText('审核中');
    const measureNow = await failed();
    await agreeTo(await plant.as('director'), String(measureNow?.eventId));
    expect(measureNow?.status).toBe('failed');
  });

  await test.step('it is valid again once the danger is closed', async () => {
    const id = String((await danger())?.id);
    const now = () => `${plant.wall()}:00`;
    const peril = (account: string, step: string, body: Readonly<Record<string, unknown>>) =>
      plant.call(account, `safety/peril/${step}`, { id, ...body });
    const acceptUserId = (await plant.as(cast.acceptor)).userId;
    await peril('safety', 'assess', {
      ...{ causeClass: '2', acceptUserId, measures: '恢复联锁' },
      row: { level: '0', reformType: '1', evaluationTime: now(), opinion: '属实' },
    });
    await peril(cast.rectifier, 'rectify', {
      row: { rectifyDesc: '已恢复联锁', finishTime: now(), photosAfter: [await plant.photo(cast.rectifier)] },
    });
    expect((await failed())?.status).toBe('failed');
    await peril(cast.acceptor, 'accept', {
      row: { acceptResult: '1', acceptOpinion: '现场核对', acceptTime: now() },
    });
    expect((await failed())?.status).toBe('valid');
    await atUnit();
    await expect(tree(page)).toContainText(unit.unit);
    await expect(page.locator('.anlan-detail-main')).not.toContainText('有失效');
  });
}
