import { patient } from '../../fixtures/patience.ts';
import { dialogOf, finish, seatOf, signAndFinish, state } from '../support/base-desk.ts';
import { blocked, DAY, detail } from '../support/breadth-desk.ts';
import { choose, item, person, photos, press, type } from '../support/fill.ts';
import { CALLS, found, INSPECTOR, NEXT, PAGES, plannedRound, WINDOW } from '../support/inspection-desk.ts';
import { picture } from '../support/looked.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { point } from '../support/walk-desk.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(420_000));

const PEOPLE = ['safety', 'officer', 'leader', 'workshop', INSPECTOR.account];
/** What is made on schedule is looked for each minute. */
const SCHEDULED = { timeout: patient(60_000) };

for (const [at, held] of [
  ['a desk', []],
  ['a phone', PEOPLE],
] as const) {
  test(`a week of rounds at ${at}: walked, a reading out of its limits followed to its end, missed and counted`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, held);
    const inspector = { ...INSPECTOR, id: (await moved.as(INSPECTOR.account)).userId };
    const { pump, valve, tag, qrCode, planId } = await plannedRound(moved);
    const tasks = () => found(moved, 'record/list', { planId, orderBy: 'taskTime' });

    /** The button that leads into a point of one of the rounds. */
    const beginning = async (name: string, round = 0) =>
      page
        .getByRole('listitem')
        .filter({ hasText: String((await tasks())[round]?.taskNo) })
        .getByRole('button', { name: `逐项办理“${name}”` });

    await test.step('one of the post takes the first round', async () => {
      await seat.pass(22);
      await expect.poll(async () => (await tasks()).length, SCHEDULED).toBe(2);
      const [first] = await tasks();
      expect(await found(moved, 'sign/page', { taskId: String(first?.id), orderBy: 'seq' })).toMatchObject(
        [1, 2].map((seq) => ({ seq, taskTime: first?.taskTime })),
      );
      await seat.open(inspector.account, `${PAGES}/execution/view/${first?.id}`);
      await page.getByRole('button', { name: '领取任务', exact: true }).click();
      await expect.poll(async () => (await tasks())[0]?.executorIds).toEqual([inspector.id]);
    });

    await test.step('the first point is out of its limits: noted with a photo, signed by its tag', async () => {
      await seat.open(inspector.account, `${PAGES}/pointSign?_kind=walk`);
      // What he has taken stands first; the round of later that nobody has taken is there to be looked at.
      await expect(page.getByRole('button', { name: /^逐项办理/ }).first()).toHaveText('开始');
      await expect(await beginning(pump, 1)).toHaveText('查看');
      await fits(page);
      await picture(page, 'walk-list');
      await (await beginning(pump)).click();
      await expect(point(page)).toContainText('轴承温度');
      await type(point(page), 'reading', '90');
      await expect(item(point(page), 'result').getByRole('radio', { name: '异常' })).toBeChecked();
      await point(page).getByRole('button', { name: /^保存/ }).click();
      await expect(item(point(page), 'photos').getByRole('alert')).toBeVisible();
      await picture(page, 'walk-refused');
      await photos(point(page), 'photos', ['轴承.png']);
      await type(point(page), 'note', '驱动端轴承超温，有异响');
      await choose(point(page), 'abnormalType', '参数超限');
      await press(point(page), 'abnormalLevel', '较重');
      await press(point(page), 'handleMode', '转隐患治理');
      await fits(page);
      await picture(page, 'walk-full');
      await point(page).getByRole('button', { name: /^保存/ }).click();
      await page.getByRole('button', { name: '签到', exact: true }).click();
      const dialog = dialogOf(page, '签到');
      await choose(dialog, 'signMode', 'NFC');
      const place = dialog.getByRole('region', { name: '所在位置' });
      await place.getByRole('button', { name: '扫描区域标签' }).click();
      await place.getByRole('textbox', { name: '扫描或输入现场的码' }).fill(qrCode);
      await dialog.getByRole('button', { name: '签到', exact: true }).click();
      await expect(dialog.getByRole('alert').first()).toContainText(pump);
      await picture(page, 'tag-refused');
      await place.getByRole('textbox', { name: '扫描或输入现场的码' }).fill(tag);
      await finish(page, '签到');
      const [first] = await tasks();
      expect(first).toMatchObject({ status: 'doing', pointDone: 1, abnormalCount: 1, executorId: inspector.id });
    });

    await test.step('the second is sound, and signed by its printed code; then the round is handed in', async () => {
      await seat.open(inspector.account, `${PAGES}/pointSign?_kind=walk`);
      await (await beginning(valve)).click();
      await press(point(page), 'result', '正常');
      await point(page).getByRole('button', { name: /^保存/ }).click();
      await page.getByRole('button', { name: '签到', exact: true }).click();
      const dialog = dialogOf(page, '签到');
      await choose(dialog, 'signMode', '二维码');
      const place = dialog.getByRole('region', { name: '所在位置' });
      await place.getByRole('button', { name: '扫描区域标签' }).click();
      await place.getByRole('textbox', { name: '扫描或输入现场的码' }).fill(qrCode);
      await finish(page, '签到');
      const [first] = await tasks();
      await seat.open(inspector.account, `${PAGES}/execution/view/${first?.id}`);
      await page.getByRole('button', { name: '提交巡检', exact: true }).click();
      await expect(state(page)).toContainText('已完成');
      await fits(page);
      await picture(page, 'round-done');
      expect((await tasks())[0]).toMatchObject({ status: 'done', pointDone: 2, itemChecked: 2 });
    });

    await test.step('the shift signs it; what was found is a danger already', async () => {
      const [first] = await tasks();
      await seat.open('leader', `${PAGES}/record/view/${first?.id}`);
      await page.getByRole('button', { name: '签字确认', exact: true }).click();
      const dialog = dialogOf(page, '签字确认');
      await type(dialog, 'signOpinion', '属实，已转隐患。');
      await signAndFinish(page, '签字确认');
      await expect(state(page)).toContainText('已签字');
      const [finding] = await found(moved, 'abnormal/page', { taskId: String(first?.id) });
      expect(finding).toMatchObject({ status: 'open', registrantId: inspector.id, abnormalLevel: '2' });
      const danger = await detail(await moved.as('safety'), 'safety/peril', String(finding?.perilId));
      expect(danger).toMatchObject({ perilDesc: '驱动端轴承超温，有异响', finderId: inspector.id });
      expect(danger.photos).toHaveLength(1);
      expect(danger.status).not.toBe('draft');
      await seat.task('workshop', /受理/);
      const accepting = dialogOf(page, '受理');
      await expect(accepting).toBeVisible();
      await person(accepting, 'dutyUserId', '处理责任人', '沈辰八');
      await finish(page, '受理');
      const handled = await detail(await moved.as('safety'), `${CALLS}/abnormal`, String(finding?.id));
      expect(handled.status).toBe('handling');
      await seat.open('officer', `${PAGES}/abnormalRegister/view/${finding?.id}`);
      await expect(blocked(page)).toContainText('转成的隐患还没有销号');
      await fits(page);
      await picture(page, 'finding-blocked');
    });

    await test.step('nobody takes the second: it is missed, its head is told, and the figures say so', async () => {
      // Those of the next day may be there already.
      const became = async (first: number) => (await tasks()).slice(0, first).map(({ status }) => status);
      await seat.pass(NEXT + WINDOW);
      await expect.poll(() => became(2), SCHEDULED).toEqual(['signed', 'missed']);
      const [, missed] = await tasks();
      await seat.told('leader', '巡检任务漏检', String(missed?.taskNo));
      await seat.pass(DAY);
      await expect.poll(() => became(4), SCHEDULED).toEqual(['signed', 'missed', 'missed', 'missed']);
      await seat.open('safety', `${PAGES}/record?planId=${planId}`);
      await expect(page.locator('main')).toContainText(String(missed?.taskNo));
      await fits(page);
      await picture(page, 'records');
      await seat.open('safety', `${PAGES}/statistic`);
      await page.getByRole('tab', { name: '按执行人' }).click();
      await expect(page.locator('main')).toContainText(inspector.name);
      await fits(page);
      await picture(page, 'statistics');
    });
  });
}
