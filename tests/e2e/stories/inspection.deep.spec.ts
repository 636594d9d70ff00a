import { patient } from '../../fixtures/patience.ts';
import { begin, finish, period, seatOf, state } from '../support/base-desk.ts';
import { areaOf, blocked, DAY, detail, SHOP } from '../support/breadth-desk.ts';
import { cellsOf, choose, chooseRecord, department, item, press, type } from '../support/fill.ts';
import {
  bindTag,
  CALLS,
  found,
  freshTag,
  INSPECTOR,
  NEXT,
  PAGES,
  storeValve,
  TEAM,
  WINDOW,
} from '../support/inspection-desk.ts';
import { picture } from '../support/looked.ts';
import { uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(420_000));

const PEOPLE = ['safety', 'officer', 'leader', 'workshop', 'employee'];
/** What is made on schedule is looked for each minute. */
const SCHEDULED = { timeout: patient(60_000) };

for (const [at, held] of [
  ['a desk', []],
  ['a phone', PEOPLE],
] as const) {
  test(`a round by post at ${at}: planned, agreed to, told to its people, and taken by one of them`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const inspector = { ...INSPECTOR, id: (await moved.as(INSPECTOR.account)).userId };
    const seat = seatOf(page, moved, held.length > 0 ? [...held, inspector.account] : []);
    const area = await areaOf(moved);
    const [pump, valve] = [uniqueName('进料泵'), uniqueName('底阀')];
    const planName = uniqueName('框架巡检');
    const planned = { id: '' };
    const list = (base: string, query: Readonly<Record<string, string>>) => found(moved, base, query);
    const tasks = () => list('record/list', { planId: planned.id, orderBy: 'taskTime' });

    await test.step('a point is set up with what is checked there; its tag is bound to it', async () => {
      await seat.open('safety', `${PAGES}/point/add`);
      await type(page, 'pointNo', uniqueName('XJ'));
      await type(page, 'pointName', pump);
      await chooseRecord(page, 'areaId', area.name);
      await expect(item(page, 'deptId')).toContainText('聚合一车间');
      await type(page, 'location', '二层东侧');
      await item(page, 'signModes').getByRole('checkbox', { name: 'NFC' }).check();
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('point-full.png'), fullPage: true });
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect.poll(() => list('point/page', { pointName: pump })).toHaveLength(1);
      const [made] = await list('point/page', { pointName: pump });
      await seat.open('safety', `${PAGES}/point/view/${made?.id}`);
      await page.getByRole('button', { name: '新增巡检项' }).click();
      const dialog = page.getByRole('dialog', { name: '新增巡检项' });
      await type(dialog, 'sort', '1');
      await type(dialog, 'itemName', '轴承温度');
      await press(dialog, 'itemType', '数值');
      await type(dialog, 'standard', '不超过75℃');
      await type(dialog, 'unit', '℃');
      await type(dialog, 'minValue', '80');
      await type(dialog, 'maxValue', '75');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(item(dialog, 'minValue').getByRole('alert')).toHaveText('下限须小于上限');
      await type(dialog, 'minValue', '0');
      await picture(page, 'item');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog).toBeHidden();
      await picture(page, 'point');
      const [stored] = await list('point/page', { pointName: pump });
      expect(stored).toMatchObject({ itemCount: 1, deptId: SHOP });
      await bindTag(moved, freshTag(), stored?.id ?? '', area.id);
      // The second is like the first, and has a printed code.
      expect(await storeValve(moved, valve, area.id)).toMatch(/^XJD\d{9}$/);
    });

    await test.step('the workshop plans a round: by post, at two windows a day, for a week', async () => {
      await seat.open('officer', `${PAGES}/plan/add`);
      await type(page, 'planName', planName);
      await choose(page, 'inspectType', '班组巡检');
      await department(page, 'deptId', '巡检部门', TEAM.name);
      await item(page, 'inOrder').getByRole('radio', { name: '是', exact: true }).check();
      await period(page, 'planTime', moved.wall(5), moved.wall(5 + 7 * DAY));
      await choose(page, 'cycleUnit', '天');
      const [one, two] = [20, 20 + NEXT].map((minutes) => [
        moved.wall(minutes).slice(11),
        moved.wall(minutes + WINDOW).slice(11),
      ]);
      for (const [index, [start, end] = []] of [one, two].entries()) {
        await page.getByRole('button', { name: '每日时段：添加一行' }).click();
        const cells = cellsOf(page, item(page, 'timeSlots'), index);
        await cells.fill('start', start ?? '');
        await page.keyboard.press('Enter');
        await cells.fill('end', (index === 1 ? start : end) ?? '');
        await page.keyboard.press('Enter');
      }
      await page.getByRole('button', { name: '提交', exact: true }).click();
      // Neither people nor a post, and a window of no length.
      await expect(item(page, 'executorPosts').getByRole('alert')).toBeVisible();
      await expect(item(page, 'timeSlots')).toContainText('时段的起止不能相同');
      await picture(page, 'plan-refused');
      await page.screenshot({ path: test.info().outputPath('plan-refused-full.png'), fullPage: true });
      await cellsOf(page, item(page, 'timeSlots'), 1).fill('end', two?.[1] ?? '');
      await page.keyboard.press('Enter');
      await item(page, 'executorPosts').getByRole('button', { name: '巡检岗位' }).click();
      const posts = page.getByRole('dialog', { name: '选择巡检岗位' });
      await posts.getByLabel('搜索岗位').fill(TEAM.post);
      await posts.getByRole('checkbox', { name: TEAM.post }).check();
      await posts.getByRole('button', { name: '确定' }).click();
      await page.getByRole('button', { name: '保存草稿', exact: true }).click();
      await expect.poll(() => list('plan/list', { planName })).toHaveLength(1);
      const [stored] = await list('plan/list', { planName });
      planned.id = stored?.id ?? '';
      await seat.open('officer', `${PAGES}/plan/view/${planned.id}`);
      await expect(blocked(page)).toContainText('巡检路线还没有巡检点');
      await expect(page.getByRole('button', { name: '提交审批', exact: true })).toBeDisabled();
      for (const [index, name] of [pump, valve].entries()) {
        await page.getByRole('button', { name: '新增巡检路线' }).click();
        const dialog = page.getByRole('dialog', { name: '新增巡检路线' });
        await type(dialog, 'seq', String(index + 1));
        await item(dialog, 'pointId').getByRole('combobox').fill(name);
        await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click();
        await picture(page, 'route');
        await dialog.getByRole('button', { name: '保存' }).click();
        await expect(dialog).toBeHidden();
      }
      await fits(page);
      await page.screenshot({ path: test.info().outputPath('plan-full.png'), fullPage: true });
      await begin(page, '提交审批');
      await finish(page, '提交审批');
      await expect(state(page)).toContainText('审批中');
    });

    await test.step('the head of the team and the safety office agree; nobody else is asked', async () => {
      const employee = await moved.as('employee');
      const { status } = await employee.ask('POST', `${CALLS}/plan/approve`, {
        json: { id: planned.id, opinion: '同意' },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      await seat.task('leader', new RegExp(planName));
      await expect(page.locator('main')).toContainText(pump);
      await seat.decide('同意，按班次执行。');
      await seat.task('safety', new RegExp(planName));
      await seat.decide('同意。');
      expect(await detail(await moved.as('safety'), `${CALLS}/plan`, planned.id)).toMatchObject({ status: 'approved' });
    });

    await test.step('its time comes: tasks are there, and one of the post takes the first', async () => {
      await seat.pass(12);
      await expect.poll(async () => (await tasks()).length, SCHEDULED).toBe(2);
      const [first, second] = await tasks();
      expect(first).toMatchObject({ status: 'pending', pointTotal: 2, pointDone: 0 });
      // Who is not of the post does not take it.
      const leader = await moved.as('leader');
      const { status, body } = await leader.ask('POST', `${CALLS}/record/take`, {
        json: { id: first?.id, version: first?.version },
      });
      expect([status, body.msg]).toEqual([400, '不在巡检部门的巡检岗位上，不能领取']);
      await seat.told(inspector.account, '巡检任务', String(first?.taskNo));
      // The reminder says when the round begins, not when it was sent.
      const reminders = page
        .locator('main')
        .getByRole('listitem')
        .filter({ hasText: String(first?.taskNo) });
      await expect(reminders.filter({ hasText: '即将开始' }).first()).toContainText(
        String(first?.taskTime).slice(0, 16),
      );
      await seat.open(inspector.account, `${PAGES}/execution/view/${first?.id}`);
      await expect(page.getByRole('button', { name: '领取任务', exact: true })).toBeVisible();
      await fits(page);
      await picture(page, 'task');
      await page.getByRole('button', { name: '领取任务', exact: true }).click();
      await expect(page.locator('main')).toContainText(inspector.name);
      const [taken] = await tasks();
      expect(taken?.executorIds).toEqual([inspector.id]);
      expect(second?.executorIds ?? []).toEqual([]);
    });
  });
}
