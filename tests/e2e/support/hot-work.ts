import type { Page } from 'playwright/test';
import { choose, chooseRecord, date, department, item, person, photos, press, sign, type } from './fill.ts';
import { enter } from './person.ts';
import { expect } from './story.ts';
import { action, begin, finish, MANAGE, nameOf, openTicket, refer, section, state } from './ticket-desk.ts';
import type { TicketPlant } from './ticket-plant.ts';

/** A hot work as its applicant writes it. */
interface HotWork {
  readonly areaName: string;
  /** Its grade by title. */
  readonly grade: '特级' | '一级';
  /** Minutes from now at which it is planned to begin. */
  readonly within: number;
  /** How many measures apply; those behind them are said not to. Default as the library has it. */
  readonly applying?: number;
  /** Number of a ticket that is linked. */
  readonly related?: string;
}

/** Has a form drawn to its end: on a phone most of it lies far below, and is drawn where it is looked at. */
async function lookThrough(page: Page): Promise<void> {
  const further = page.locator('.anlan-awaiting');
  await expect(async () => {
    if ((await further.count()) > 0) await further.first().scrollIntoViewIfNeeded({ timeout: 1_000 });
    expect(await further.count()).toBe(0);
  }).toPass({ intervals: [100] });
}

/** The applicant fills in a hot work and keeps it as a draft; gives its id. */
export async function applyForHotWork(page: Page, plant: TicketPlant, work: HotWork): Promise<string> {
  await enter(page, plant.url, await plant.as('applicant'), `${MANAGE}/add`);
  await choose(page, 'type', '动火作业');
  // What belongs to work that goes on is not asked of whoever applies.
  await expect(page.getByText('进出登记')).toHaveCount(0);
  await lookThrough(page);
  await department(page, 'territoryDeptId', '所在单位(属地)', '聚合一车间');
  await chooseRecord(page, 'areaId', work.areaName);
  await type(page, 'location', 'R-301聚合釜内');
  await type(page, 'workContent', '釜内挡板补焊');
  const plan = item(page, 'planStartTime').locator('input');
  await plan.first().fill(plant.wall(work.within));
  await plan.first().press('Enter');
  await plan.last().fill(plant.wall(work.within + 420));
  await plan.last().press('Enter');
  await press(page, 'hotLevel', work.grade);
  await press(page, 'isOutdoor', '否');
  await type(page, 'hotPart', '挡板焊口');
  await item(page, 'hotModes').getByRole('checkbox', { name: '电焊' }).check();
  await person(page, 'shiftLeaderId', '当班班长(验票人)', nameOf.employee);
  await person(page, 'chargerId', '作业负责人', nameOf.leader);
  await person(page, 'brieferId', '安全交底人', nameOf.workshop);
  await press(page, 'lelClass', '≥4%(合格≤0.5%)');
  await item(page, 'accidentTypes').getByRole('checkbox', { name: '火灾' }).check();
  await type(page, 'riskResult', '火灾、中毒和窒息');
  await photos(page, 'planFiles', ['作业方案.png']);
  await type(page, 'emergencyMeasure', '立即停止动火，撤离并报告。');
  await press(page, 'hasOther', work.related === undefined ? '否' : '是');
  if (work.related !== undefined) await refer(page, 'relatedIds', work.related);
  const rows = work.applying === undefined ? 0 : await item(page, 'ticketMeasure').locator('tbody tr').count();
  // The last one, 其他, does not apply as it stands.
  for (let seq = (work.applying ?? 0) + 1; seq < rows; seq += 1) await leaveOut(page, seq);
  await action(page, '保存草稿').click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await expect(page).toHaveURL(/edit\/\d+/);
  return /edit\/(\d+)/.exec(page.url())?.[1] ?? '';
}

/** A measure in the application form, by its number. */
export const measureRow = (page: Page, seq: number) =>
  item(page, 'ticketMeasure')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(seq), exact: true }) });

/** Says in the application form that a measure does not apply. */
export async function leaveOut(page: Page, seq: number): Promise<void> {
  const cell = measureRow(page, seq).locator('td[data-column="involved"]');
  // The choices are there once the pointer comes near, so that one press is enough.
  await cell.hover();
  await cell.getByText('否', { exact: true }).click();
  await expect(cell).toContainText('否');
}

/** The charger signs by one signature that the measures but the first `applying` do not apply. */
export async function signLeftOut(page: Page, plant: TicketPlant, id: string, applying: number): Promise<void> {
  const { children } = await plant.whole(id);
  const kept = (children.ticketMeasure ?? []).filter(({ seq }) => Number(seq) <= applying);
  await openTicket(page, plant, 'leader', id);
  const measures = section(page, '安全措施确认');
  await measures.getByRole('checkbox', { name: /^全选可一起办理的\d+条$/ }).check();
  for (const { content } of kept) {
    // What asks for more than a signature is not signed together.
    const chosen = rowsOf(page, '安全措施确认', String(content)).getByRole('checkbox', { checked: true });
    if ((await chosen.count()) > 0) await chosen.uncheck();
  }
  await measures.getByRole('button', { name: /^确认签字（13条）$/ }).click();
  await expect(page.getByRole('dialog', { name: /^确认签字：/ })).toBeVisible();
  await sign(page);
  await finish(page, '确认签字');
}

/** Rows of a part of the page, which are cards on a phone. */
export const rowsOf = (page: Page, title: string, text: string) =>
  section(page, title).locator('tbody tr, li').filter({ hasText: text });

/** The drawer in which somebody is added to a ticket. */
export const personDrawer = (page: Page) => page.getByRole('dialog', { name: '新增作业人员' });

/** What a choice that is open offers. */
export const offered = (page: Page) => page.locator('.ant-select-dropdown:visible .ant-select-item-option');

/** Fills in the drawer of a person up to the certificate, which is looked for and left; gives what is offered of it. */
export async function seekCertificate(
  page: Page,
  plant: TicketPlant,
  role: string,
  account: 'employee' | 'guardian' | 'worker',
  kind: string,
  states?: string[],
) {
  const drawer = personDrawer(page);
  const { certName, certNo } = await plant.certificate(account, kind, states);
  await choose(drawer, 'personType', role);
  await person(drawer, 'personId', '人员', nameOf[account]);
  await item(drawer, 'certId').getByRole('combobox').fill(String(certNo));
  // Certificates of one person for several trades have one number.
  const wanted = offered(page).filter({ hasText: String(certName) });
  await expect(wanted).toHaveCount(1);
  return { wanted, certName: String(certName) };
}

/** Takes the certificate that was found and keeps the person. */
export async function addPerson(...sought: Parameters<typeof seekCertificate>): Promise<void> {
  const [page] = sought;
  const drawer = personDrawer(page);
  const { wanted, certName } = await seekCertificate(...sought);
  await wanted.click();
  await expect(item(drawer, 'certId')).toContainText(certName);
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(drawer).toBeHidden();
}

/** The analyst enters a test of the combustible gas on the ticket that is open. */
export async function enterTest(page: Page, plant: TicketPlant, value: string): Promise<void> {
  await section(page, '气体分析').getByRole('button', { name: '新增气体分析' }).click();
  const drawer = page.getByRole('dialog', { name: '新增气体分析' });
  await date(drawer, 'sampleTime', plant.wall());
  await type(drawer, 'samplePart', '釜内中部');
  await choose(drawer, 'gasKind', '可燃气体');
  await type(drawer, 'gasName', '苯乙烯');
  await type(drawer, 'value', value);
  await sign(page);
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(drawer).toBeHidden();
}

/** The briefer gives the clarification; guardian and worker sign it. */
export async function brief(page: Page, plant: TicketPlant, id: string): Promise<void> {
  await openTicket(page, plant, 'workshop', id);
  const dialog = await begin(page, '安全交底');
  await type(dialog, 'content', '火灾、中毒；灭火器在R-301东侧，撤离向西。');
  await sign(page);
  await finish(page, '安全交底');
  for (const account of ['guardian', 'worker'] as const) {
    await openTicket(page, plant, account, id);
    await expect(page.getByText('作业人员（1条）')).toBeVisible();
    await section(page, '作业人员').getByRole('button', { name: '接受交底' }).click();
    await expect(page.getByRole('dialog', { name: /^接受交底：/ })).toBeVisible();
    await sign(page);
    await finish(page, '接受交底');
    await expect(rowsOf(page, '作业人员', nameOf[account])).toContainText('已接受交底');
  }
}

/** The charger ends the work and hands it over for acceptance, which he signs. */
export async function endWork(page: Page, plant: TicketPlant, id: string, film?: string): Promise<void> {
  await openTicket(page, plant, 'leader', id);
  const done = await begin(page, '完工');
  if (film !== undefined) await photos(done, 'videoFiles', [film]);
  await finish(page, '完工');
  await expect(state(page)).toContainText('待验收');
  const accept = await begin(page, '验收');
  await type(accept, 'acceptOpinion', '现场清理完毕，工完料净。');
  await press(accept, 'noFire', '是');
  await sign(page);
  await finish(page, '验收');
}

/** It is printed from its page. */
export async function printIt(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/print'));
  await action(page, '打印').click();
  const printed = await answer;
  expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect((await printed.body()).length).toBeGreaterThan(30_000);
}
