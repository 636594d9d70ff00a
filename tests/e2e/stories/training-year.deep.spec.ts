import type { Page } from 'playwright/test';
import type { WirePage } from '../../../src/core/wire/contract.ts';
import { patient } from '../../fixtures/patience.ts';
import { begin, finish, people, period, seatOf, state } from '../support/base-desk.ts';
import { beginExam, publishedPaper, question } from '../support/exam-desk.ts';
import { choose, department, item, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { refer } from '../support/ticket-desk.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(300_000));

const PLAN = '/safety/training/plan';
const NAMES = { employee: '韩巳九', leader: '韩辰五' };

/** Answers the sheet that is open by keys, question after question, and hands it in. */
async function sit(page: Page, right: boolean): Promise<void> {
  await beginExam(page);
  for (let at = 1; at <= 5; at += 1) {
    await expect(question(page)).toContainText(`第${at}题，共5题`);
    const kind = await question(page).locator('.anlan-exam-kind').textContent();
    if (kind === '填空题') {
      await question(page).getByRole('textbox').first().fill('30');
      await question(page).getByRole('textbox').last().fill('两');
    } else if (kind === '多选题') for (const key of ['a', 'c', 'd']) await page.keyboard.press(key);
    // Whoever fails knows the one about many only.
    else await page.keyboard.press(right ? 'b' : 'a');
    if (at < 5) await page.getByRole('button', { name: '下一题' }).click();
  }
  await page.getByRole('button', { name: '交卷' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定交卷' }).click();
  await expect(page.locator('.anlan-exam-outcome')).toContainText(right ? '合格' : '不合格', {
    timeout: patient(30_000),
  });
}

test('a training goes from its plan by way of sign-in, an exam that was failed and a make-up to the certificate', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, ['employee', 'workshop']);
  const title = uniqueName('监护人取证培训');
  const examName = uniqueName('监护人取证考试');
  const trainer = () => moved.as('trainer');
  const first = async (call: string, query: Record<string, string>) => {
    const found = await (await trainer()).call<WirePage<StoredRecord>>('GET', `edu/${call}/page`, { query });
    const [one] = found.records;
    if (one === undefined) throw new Error(`nothing of ${call}`);
    return one;
  };
  const paper = await publishedPaper(moved.url, await trainer(), { essay: false });
  let planId = '';

  await test.step('the training officer plans it, and is told what is missing', async () => {
    await seat.open('trainer', `${PLAN}/add`);
    await type(page, 'title', title);
    await choose(page, 'trainType', '特种作业培训');
    await choose(page, 'executeType', '线下集中');
    await choose(page, 'trainLevel', '车间级');
    await item(page, 'organizeDept').getByRole('button', { name: /^删除/ }).click();
    await department(page, 'organizeDept', '主办部门', '聚合一车间');
    await press(page, 'lecturerType', '外部');
    await type(page, 'lecturer', '郑师傅');
    await period(page, 'startTime', moved.wall(60), moved.wall(180));
    await type(page, 'hours', '2.5');
    await type(page, 'place', '培训教室');
    await people(page, 'trainees', '培训对象', [NAMES.employee, NAMES.leader]);
    await type(page, 'content', '监护职责、检测与撤离。');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(item(page, 'examPaper').getByRole('alert')).toBeVisible();
    await picture(page, 'plan-refused');
    await refer(page, 'examPaper', paper.name);
    await press(page, 'certIssue', '是');
    await choose(page, 'certKind', '监护人');
    await picture(page, 'plan');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '培训计划', exact: true })).toBeVisible();
    planId = (await first('train/plan', { title })).id;
  });

  await test.step('the head of the workshop approves it on the phone; its people are told', async () => {
    await seat.task('workshop', new RegExp(title));
    await seat.decide('同意举办。');
    await seat.told('employee', '请按时参加培训', title);
  });

  await test.step('half an hour before it each signs in with his own phone and the code that is shown', async () => {
    await seat.pass(40);
    await seat.open('trainer', `${PLAN}/view/${planId}`);
    await page.getByRole('button', { name: '显示签到码', exact: true }).click();
    await expect(page.getByRole('img', { name: '签到的二维码' }).locator('svg, canvas, img').first()).toBeVisible();
    await picture(page, 'sign-code');
    for (const account of ['employee', 'leader']) await signed(account, '签到', 'sign');
    await seat.pass(141);
    for (const account of ['employee', 'leader']) await signed(account, '签退', 'signOut');
    await picture(page, 'signed-out');
  });

  async function signed(account: string, name: string, step: string): Promise<void> {
    const { code } = await (await trainer()).call<{ code: string }>('GET', `edu/train/plan/${step}-code`, {
      query: { id: planId },
    });
    await seat.open(account, `${PLAN}/view/${planId}`);
    await expect(state(page)).toBeVisible();
    const dialog = await begin(page, name);
    await dialog.getByLabel('扫描或输入现场的码').fill(code);
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  let examId = '';
  await test.step('the training officer arranges the exam; the plan gives examinees, paper and what passes', async () => {
    await seat.open('trainer', `${PLAN}/view/${planId}`);
    await expect(state(page)).toContainText('考试中');
    await picture(page, 'plan-exam');
    await seat.open('trainer', '/safety/training/examination/add');
    await type(page, 'examName', examName);
    await item(page, 'plan').getByRole('combobox').fill(title);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: title }).click();
    await expect(item(page, 'paper')).toContainText(paper.name);
    await expect(item(page, 'examinees')).toContainText(NAMES.employee);
    await period(page, 'examTime', moved.wall(30), moved.wall(120));
    await type(page, 'maxMakeup', '1');
    await picture(page, 'exam');
    await page.getByRole('button', { name: '保存草稿', exact: true }).click();
    await expect(page.getByText(/^已保存|草稿已保存/).first()).toBeVisible();
    examId = (await first('exam', { examName })).id;
    await seat.open('trainer', `/safety/training/examination/view/${examId}`);
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await expect(state(page)).toContainText('未开始');
  });

  const sheet = async (account: string) => {
    const { userId } = await moved.as(account);
    const own = await first('exam/record', { exam: examId, user: userId, current: '1', size: '1' });
    return `/safety/training/takeExam/view/${own.id}`;
  };
  await test.step('one passes at his desk, one fails on his phone', async () => {
    await seat.pass(31);
    await seat.open('leader', await sheet('leader'));
    await sit(page, true);
    await seat.open('employee', await sheet('employee'));
    await sit(page, false);
    await fits(page);
    await picture(page, 'failed');
  });

  await test.step('the training officer arranges a make-up, which whoever failed passes on his phone', async () => {
    await seat.pass(95);
    await seat.open('trainer', `/safety/training/examination/view/${examId}`);
    await expect(state(page)).toContainText('已结束');
    const dialog = await begin(page, '安排补考');
    await period(dialog, 'makeupTime', moved.wall(30), moved.wall(120));
    await finish(page, '安排补考');
    await seat.pass(31);
    await seat.open('employee', await sheet('employee'));
    await sit(page, true);
    await fits(page);
    await picture(page, 'made-up');
  });

  await test.step('the results are approved by the head of the workshop, on the phone', async () => {
    await seat.pass(95);
    // The end of the exam is the server's own timer, and no change of the plan.
    await expect.poll(async () => (await first('exam', { examName })).status, { timeout: patient(30_000) }).toBe('4');
    await seat.open('trainer', `${PLAN}/view/${planId}`);
    await begin(page, '提交考试审批');
    await finish(page, '提交考试审批');
    await expect(state(page)).toContainText('考试待审批');
    await seat.task('workshop', new RegExp(title));
    await seat.decide('成绩属实。');
    await seat.open('trainer', `${PLAN}/view/${planId}`);
    await expect(state(page)).toContainText('已完成');
    await picture(page, 'finished');
  });

  await test.step('who made it up reads his hours and his certificate on the phone', async () => {
    await seat.open('employee', `/safety/training/record?_q=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: title }).first().click();
    const main = page.locator('main');
    await expect(main).toContainText('合格');
    const { userId } = await moved.as('employee');
    const record = await first('train/record', { plan: planId, user: userId });
    expect(record).toMatchObject({ result: '1', gotHours: 2.5, score: 100, makeupCount: 1 });
    await expect(main).toContainText(String(record.certificate));
    expect(String(record.certificate)).toMatch(/\d{4}/);
    await fits(page);
    await picture(page, 'record');
  });
});
