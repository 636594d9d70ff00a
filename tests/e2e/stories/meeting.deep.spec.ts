import type { WirePage } from '../../../src/core/wire/contract.ts';
import { patient } from '../../fixtures/patience.ts';
import { agree, begin, dialogOf, finish, openRecord, people, period, seatOf, state } from '../support/base-desk.ts';
import { choose, date, item, person, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

// Its plant is one by whose clock time passes.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const PAGE = '/safety/base/meetings';
const CALL = 'safety/safetyobcomm/safetymeetings';
const DAY = 1_440;
const NAMES = { employee: '韩巳九', leader: '韩辰五', workshop: '沈卯四' };

test('a meeting is called, signed by its code, minuted, and what it decided is followed to its end', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[04]/);
  const seat = seatOf(page, moved, ['employee', 'leader', 'guardian']);
  const title = uniqueName('月度安全例会');
  const item1 = uniqueName('更换老化的气瓶软管');
  const item2 = uniqueName('补齐现场应急柜');

  await test.step('safety plans it; whoever forgets whom to invite is told', async () => {
    await seat.open('safety', `${PAGE}/add`);
    await expect(item(page, 'title')).toBeVisible();
    // Minutes and who came belong to later.
    await expect(item(page, 'content')).toHaveCount(0);
    await type(page, 'title', title);
    await choose(page, 'meetingType', '安全例会');
    await period(page, 'meetingTime', moved.wall(120), moved.wall(180));
    await type(page, 'place', '三楼会议室');
    await picture(page, 'plan');
    await page.getByRole('button', { name: '保存草稿', exact: true }).click();
    await expect(
      page
        .getByText(/^已保存/)
        .or(page.getByText('草稿已保存'))
        .first(),
    ).toBeVisible();
    await openRecord(seat, 'safety', PAGE, title);
    await page.getByRole('button', { name: '通知召开', exact: true }).click();
    await expect(page.getByText('请选择参会人员').first()).toBeVisible();
    await picture(page, 'notify-refused');
  });

  await test.step('invited, its people read where and when', async () => {
    await openRecord(seat, 'safety', PAGE, title);
    await page.getByRole('button', { name: '编辑', exact: true }).click();
    await people(page, 'participants', '参会人员', [NAMES.employee, NAMES.leader, NAMES.workshop]);
    await page.getByRole('button', { name: '保存草稿', exact: true }).click();
    await expect(
      page
        .getByText(/^已保存/)
        .or(page.getByText('草稿已保存'))
        .first(),
    ).toBeVisible();
    await openRecord(seat, 'safety', PAGE, title);
    await page.getByRole('button', { name: '通知召开', exact: true }).click();
    await expect(state(page)).toContainText('待召开');
    await seat.told('employee', '请准时参加会议', title);
    await seat.told('workshop', '三楼会议室', title);
  });

  const code = async () => {
    const safety = await moved.as('safety');
    const [found] = (await safety.call<WirePage<StoredRecord>>('GET', `${CALL}/page`, { query: { title } })).records;
    const answer = await safety.call<{ code: string }>('GET', `${CALL}/sign-code`, { query: { id: found?.id ?? '' } });
    return { id: found?.id ?? '', code: answer.code };
  };
  const sign = async (account: string, scanned: { id: string; code: string }) => {
    await seat.open(account, `${PAGE}/view/${scanned.id}`);
    await expect(state(page)).toBeVisible();
    const dialog = await begin(page, '签到');
    await dialog.getByLabel('扫描或输入现场的码').fill(scanned.code);
    await dialog.getByRole('button', { name: '签到', exact: true }).click();
    return dialog;
  };

  await test.step('before the window nobody signs; an old code and somebody who was not invited are refused', async () => {
    const early = await sign('employee', await code());
    await expect(early.getByRole('alert').first()).toContainText('签到');
    await picture(page, 'sign-early');
    await seat.pass(95);
    const old = await code();
    await seat.pass(2);
    const late = await sign('employee', old);
    await expect(late.getByRole('alert').filter({ hasText: '码已过期' })).toBeVisible();
    await picture(page, 'sign-old');
    await seat.open('guardian', `${PAGE}/view/${old.id}`);
    await expect(page.getByText('安全会议不存在或已被删除')).toBeVisible();
  });

  await test.step('the host shows the code; a phone that scans it signs for its person, once', async () => {
    await openRecord(seat, 'safety', PAGE, title);
    await page.getByRole('button', { name: '显示签到码', exact: true }).click();
    const shown = page.getByRole('dialog', { name: `签到：${title}` });
    await expect(shown.getByRole('img', { name: '签到的二维码' })).toBeVisible();
    await picture(page, 'sign-code');
    const text = (await shown.locator('.anlan-scan-code').textContent()) ?? '';
    const { id } = await code();
    // What the camera of a phone reads from the screen is the address with the code behind it.
    await seat.open('leader', `${PAGE}/view/${id}#scan=sign:${id}:${text.replace('-', '')}`);
    const dialog = dialogOf(page, '签到');
    await expect(dialog.getByLabel('扫描或输入现场的码')).toHaveValue(text.replace('-', ''));
    await fits(page);
    await picture(page, 'sign-scanned');
    await dialog.getByRole('button', { name: '签到', exact: true }).click();
    await expect(dialog).toBeHidden();
    const other = await sign('employee', await code());
    await expect(other).toBeHidden();
    // His row is his own.
    await expect(page.getByRole('region', { name: '会议签到' })).toContainText(NAMES.leader);
    await picture(page, 'signed');
    await expect(page.getByRole('button', { name: '签到', exact: true })).toBeDisabled();
  });

  await test.step('after the end it waits for its minutes, with what was decided', async () => {
    await seat.pass(90);
    await seat.task('safety', new RegExp(`^结束会议：${title}`));
    await agree(page, '结束会议');
    await expect(state(page)).toContainText('待发布纪要');
    for (const [text, owner, days] of [
      [item1, NAMES.leader, 5],
      [item2, NAMES.workshop, 3],
    ] as const) {
      await page.getByRole('button', { name: '新增议定事项' }).click();
      const row = page.getByRole('dialog', { name: '新增议定事项' });
      await type(row, 'item', text);
      await person(row, 'owner', '责任人', owner);
      await date(row, 'dueDate', moved.wall(days * DAY).slice(0, 10));
      await row.getByRole('button', { name: '保存' }).click();
      await expect(row).toBeHidden();
    }
    const dialog = await begin(page, '发布纪要');
    await type(dialog, 'content', '通报本月隐患治理情况。');
    await type(dialog, 'absentees', `${NAMES.workshop}：出差`);
    await finish(page, '发布纪要');
    await expect(state(page)).toContainText('已发布');
    await picture(page, 'published');
  });

  await test.step('whoever is responsible finds what was decided among his tasks, and does it', async () => {
    await seat.task('leader', new RegExp(`^落实议定事项：.*${title}|^落实议定事项：${item1}`));
    const dialog = dialogOf(page, '完成');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: '完成', exact: true }).click();
    await expect(item(dialog, 'result').getByRole('alert')).toBeVisible();
    await type(dialog, 'result', '已全部更换，旧软管报废。');
    await finish(page, '完成');
  });

  await test.step('what is not done falls overdue, tells its person and his superior, and is done in the end', async () => {
    await seat.pass(4 * DAY);
    await seat.told('workshop', '会议议定事项已逾期', item2);
    await seat.task('workshop', new RegExp(`^落实议定事项：.*${title}|^落实议定事项：${item2}`));
    await picture(page, 'overdue');
    const dialog = dialogOf(page, '完成');
    await type(dialog, 'result', '应急柜已补齐并建账。');
    await finish(page, '完成');
    await openRecord(seat, 'safety', PAGE, title);
    await expect(page.getByRole('region', { name: '议定事项' }).getByText('已完成')).toHaveCount(2);
    await picture(page, 'ended');
  });
});
