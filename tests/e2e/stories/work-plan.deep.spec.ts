import type { Page } from 'playwright/test';
import { patient } from '../../fixtures/patience.ts';
import { begin, dialogOf, finish, openRecord, people, period, seatOf, state } from '../support/base-desk.ts';
import { blocked, DAY, detail, type Listed, step } from '../support/breadth-desk.ts';
import { choose, item, person, press, sign, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(360_000));

const CALLS = 'safety/schedule';
const PAGES = '/safety/schedule';
const NAMES = { employee: '韩巳九', guardian: '韩未二' };
/** What happens by itself is looked for each minute. */
const SCHEDULED = { timeout: patient(60_000) };

/** A record of another entity, by its name. */
async function pick(page: Page, key: string, title: string): Promise<void> {
  await item(page, key).getByRole('combobox').fill(title);
  await page.locator('.ant-select-item-option:visible').filter({ hasText: title }).first().click();
  await expect(item(page, key)).toContainText(title);
}

for (const [at, phones] of [
  ['a desk', []],
  ['a phone', ['leader', 'workshop', 'employee', 'guardian']],
] as const) {
  test(`a plan of work at ${at}: agreed to, told to its people, done, overdue, and completed late`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const title = uniqueName('机泵检修');
    const [seal, oil] = [uniqueName('更换机封'), uniqueName('换油')];
    const day = (days: number) => moved.wall(days * DAY).slice(0, 10);
    const planned = { id: '' };
    const plan = async () => detail(await moved.as('leader'), `${CALLS}/workPlan`, planned.id);
    const tasks = async () =>
      ((await plan()).children as Readonly<Record<string, readonly StoredRecord[]>>).workPlanTask ?? [];
    const taskOf = async (content: string) => (await tasks()).find((task) => task.content === content);
    const [first, last] = [day(1), day(3)];

    await test.step('the leader of a team plans it; nothing lies outside its days', async () => {
      await seat.open('leader', `${PAGES}/workPlan/add`);
      await type(page, 'title', title);
      await choose(page, 'workType', '检维修作业');
      await period(page, 'planTime', first, last);
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('plan-form.png'), fullPage: true });
      await page.getByRole('button', { name: '保存草稿', exact: true }).click();
      const drafts = async () =>
        (await (await moved.as('leader')).call<Listed>('GET', `${CALLS}/workPlan/list`, { query: { title } })).records;
      await expect.poll(drafts).toHaveLength(1);
      const records = await drafts();
      planned.id = records[0]?.id ?? '';
      await seat.open('leader', `${PAGES}/workPlan/view/${planned.id}`);
      await expect(blocked(page)).toContainText('请至少写一项工作任务');
      for (const [content, name, from, to] of [
        [seal, NAMES.employee, first, first],
        [oil, NAMES.guardian, first, day(5)],
      ] as const) {
        await page.getByRole('button', { name: '新增工作任务' }).click();
        const dialog = page.getByRole('dialog', { name: '新增工作任务' });
        await type(dialog, 'content', content);
        await person(dialog, 'owner', '责任人', name);
        await period(dialog, 'start', from, to);
        await dialog.getByRole('button', { name: '保存' }).click();
        if (to > last) {
          await expect(dialog.getByRole('alert').first()).toContainText('任务日期须在计划时间之内');
          await picture(page, 'task-refused');
          await expect(item(dialog, 'content').locator('input')).toHaveValue(content);
          await period(dialog, 'start', from, last);
          await dialog.getByRole('button', { name: '保存' }).click();
        }
        await expect(dialog).toBeHidden();
        await expect(page.locator('main')).toContainText(content);
      }
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('plan-full.png'), fullPage: true });
      await begin(page, '提交审批');
      await finish(page, '提交审批');
      await expect(state(page)).toContainText('待审批');
    });

    await test.step('his own plan is agreed to by the head above him, and told to whose work it is', async () => {
      const { status } = await (await moved.as('employee')).ask('POST', `${CALLS}/workPlan/approve`, {
        json: { id: planned.id, opinion: '同意' },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      await seat.task('workshop', new RegExp(title));
      await seat.decide('同意，注意挂牌上锁。');
      expect(await plan()).toMatchObject({ status: '4', taskCount: 2, taskDone: 0 });
      await seat.told('employee', '有新的工作任务', seal);
      await seat.open('leader', `${PAGES}/workPlan?_kind=calendar`);
      // On a phone it is the agenda of a month.
      const isNextMonth = first.slice(0, 7) !== day(0).slice(0, 7);
      if (phones.length > 0 && isNextMonth) await page.getByRole('button', { name: '之后' }).click();
      await expect(page.locator('main').getByText(title).first()).toBeVisible();
      await fits(page);
      await picture(page, 'calendar');
    });

    await test.step('on its day it runs; whose task it is reads so among what waits, and writes what he did', async () => {
      await seat.pass(DAY);
      await expect.poll(async () => (await plan()).status, SCHEDULED).toBe('5');
      await seat.task('employee', new RegExp(`^完成：${title}`));
      await seat.open('employee', `${PAGES}/workRecord/add`);
      await pick(page, 'plan', title);
      await pick(page, 'task', seal);
      await expect(item(page, 'title').locator('input')).toHaveValue(seal);
      await period(page, 'workTime', moved.wall(-120), moved.wall(60));
      await people(page, 'workers', '作业人员', [NAMES.employee]);
      await type(page, 'process', '泄压置换后更换机封，试运行正常。');
      await press(page, 'result', '已完成');
      await sign(page);
      await page.getByRole('button', { name: '提交', exact: true }).click();
      await expect(item(page, 'workTime').getByRole('alert')).toHaveText('工作结束后再写记录');
      await picture(page, 'record-refused');
      await expect(item(page, 'process').locator('textarea')).toHaveValue('泄压置换后更换机封，试运行正常。');
      await period(page, 'workTime', moved.wall(-120), moved.wall(-10));
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('record-full.png'), fullPage: true });
      await page.getByRole('button', { name: '提交', exact: true }).click();
      await expect.poll(async () => await taskOf(seal)).toMatchObject({ status: '1', recordCount: 1 });
      await openRecord(seat, 'employee', `${PAGES}/workRecord`, seal);
      await expect(state(page)).toContainText('已提交');
    });

    await test.step('nobody confirms his own; his leader does, and the task is done', async () => {
      const employee = await moved.as('employee');
      const { records } = await employee.call<Listed>('GET', `${CALLS}/workRecord/list`, { query: { title: seal } });
      const [{ id, version } = { id: '', version: 0 }] = records;
      expect((await employee.ask('POST', `${CALLS}/workRecord/confirm`, { json: { id, version } })).status).toBe(403);
      await openRecord(seat, 'leader', `${PAGES}/workRecord`, seal);
      await page.getByRole('button', { name: '确认', exact: true }).click();
      await expect(state(page)).toContainText('已归档');
      expect(await taskOf(seal)).toMatchObject({ status: '2' });
      expect(await plan()).toMatchObject({ progress: 50, taskDone: 1 });
      await seat.open('leader', `${PAGES}/workPlan/view/${planned.id}`);
      await expect(page.locator('main')).toContainText('50');
      await fits(page);
      await picture(page, 'half');
    });

    await test.step('what is left is overdue the day after its end, and both are told', async () => {
      await seat.pass(3 * DAY);
      await expect.poll(async () => (await plan()).status, SCHEDULED).toBe('7');
      expect(await taskOf(oil)).toMatchObject({ status: '3' });
      await seat.told('guardian', '工作任务逾期', oil);
      await seat.told('leader', '工作计划逾期', title);
      await seat.open('leader', `${PAGES}/workPlan/view/${planned.id}`);
      await expect(state(page)).toContainText('已逾期');
      await expect(blocked(page)).toContainText('还有任务没有完成');
      await picture(page, 'overdue');
    });

    await test.step('it is done late, and says why', async () => {
      const guardian = await moved.as('guardian');
      const task = await taskOf(oil);
      const { id } = await guardian.call<StoredRecord>('POST', `${CALLS}/workRecord/save`, {
        json: {
          ...{ plan: planned.id, task: task?.id, workType: '2', title: oil, dept: '6459670101' },
          ...{ workers: [guardian.userId], process: '放旧油，加新油至油标中线。', result: '1' },
          ...{ workTime: `${moved.wall(-90)}:00`, workEnd: `${moved.wall(-30)}:00` },
        },
      });
      await seat.open('guardian', `${PAGES}/workRecord/edit/${id}`);
      await sign(page);
      await page.getByRole('button', { name: '提交', exact: true }).click();
      await expect.poll(async () => (await detail(guardian, `${CALLS}/workRecord`, id)).status).toBe('1');
      await step(await moved.as('leader'), `${CALLS}/workRecord`, 'confirm', id);
      await seat.task('leader', new RegExp(`^补完成：${title}`));
      const dialog = dialogOf(page, '补完成');
      await dialog.getByRole('button', { name: '补完成', exact: true }).click();
      await expect(item(dialog, 'lateReason').getByRole('alert')).toBeVisible();
      await type(dialog, 'lateReason', '等备件到货。');
      await finish(page, '补完成');
      await expect(state(page)).toContainText('已完成');
      await expect(page.locator('main')).toContainText('等备件到货。');
      expect(await plan()).toMatchObject({ status: '6', late: '1', progress: 100 });
      await picture(page, 'completed');
    });
  });
}
