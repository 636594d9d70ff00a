import { patient } from '../../fixtures/patience.ts';
import { begin, dialogOf, finish, openRecord, seatOf, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { choose, chooseRecord, item, photos, press, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { personOf, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';

test.setTimeout(patient(180_000));

const PAGE = '/safety/warning/alarmEvents';
/** Who is on duty in the dispatch room. */
const DISPATCHER = 'lx0020';

test('an alarm is registered, judged, talked over, recovers and is closed with the head’s agreement', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const people = new Map<string, ReturnType<typeof personOf>>();
  const as = (account: string) => {
    const known = people.get(account) ?? personOf(product.url, account);
    people.set(account, known);
    return known;
  };
  const seat = seatOf(page, { url: product.url, as }, ['officer', 'workshop']);
  const name = uniqueName('单体泵房可燃气体报警');
  const line = (step: string) => new RegExp(`^${step}：${name}`);
  const area = await storeArea(await as('safety'));

  await test.step('the dispatcher registers it, and is asked for nothing that comes later', async () => {
    await seat.open(DISPATCHER, `${PAGE}/add`);
    await type(page, 'alarmName', name);
    for (const later of ['effective', 'endReason', 'closeTime']) await expect(item(page, later)).toHaveCount(0);
    await choose(page, 'alarmType', '可燃气体报警');
    await choose(page, 'alarmSubtype', '浓度');
    await choose(page, 'alarmThreshold', '二级报警值');
    await expect(item(page, 'alarmLevel')).toContainText('一级');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(item(page, 'areaId').getByRole('alert')).toBeVisible();
    await picture(page, 'add-refused');
    await expect(item(page, 'alarmName').locator('input')).toHaveValue(name);
    await chooseRecord(page, 'areaId', area);
    // Whose area it is answers for it.
    await expect(item(page, 'deptId')).toContainText('聚合一车间');
    await type(page, 'alarmValue', '52');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: '报警事件', exact: true })).toBeVisible();
    await picture(page, 'list');
  });

  await test.step('the officer of the workshop judges it on his phone; an invalid one would want its reason', async () => {
    await seat.task('officer', line('接警判定'));
    const dialog = dialogOf(page, '接警判定');
    await press(dialog, 'effective', '无效(误报)');
    await dialog.getByRole('button', { name: '接警判定', exact: true }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: '判定' }).first()).toBeVisible();
    await picture(page, 'judge-refused');
    await press(dialog, 'effective', '有效');
    await type(dialog, 'effectiveNote', '现场复测52%LEL，阀组法兰泄漏。');
    await finish(page, '接警判定');
    await expect(state(page)).toContainText('处置中');
    await picture(page, 'handling-phone');
  });

  await test.step('a grave one does not end before anybody was talked to, nor as recovered by itself', async () => {
    await seat.task('officer', line('处置并销警'));
    await expect(page.getByText('一、二级报警须至少有一条沟通记录').first()).toBeVisible();
    await picture(page, 'end-blocked');
    const told = await begin(page, '沟通记录');
    await choose(told, 'communicationMode', '对讲机');
    await type(told, 'contactName', '当班班长');
    await type(told, 'content', '已通知停泵、切断进料，人员撤至上风向。');
    await finish(page, '沟通记录');
    await begin(page, '恢复');
    await finish(page, '恢复');
    await expect(state(page)).toContainText('已恢复待闭环');
    const dialog = await begin(page, '销警');
    await choose(dialog, 'endMode', '自动恢复');
    await choose(dialog, 'endReason', '物料泄漏');
    await type(dialog, 'reasonDetail', '法兰垫片老化。');
    await type(dialog, 'measures', '更换垫片，复测合格。');
    await dialog.getByRole('button', { name: '销警', exact: true }).click();
    await expect(item(dialog, 'files').getByRole('alert')).toBeVisible();
    await photos(dialog, 'files', ['复测.png']);
    await dialog.getByRole('button', { name: '销警', exact: true }).click();
    await expect(dialog.getByText('只有四级报警可以自动恢复销警')).toBeVisible();
    await picture(page, 'end-refused');
    await expect(item(dialog, 'measures').locator('textarea')).toHaveValue('更换垫片，复测合格。');
    await choose(dialog, 'endMode', '人工处置');
    await finish(page, '销警');
  });

  await test.step('the head of the workshop agrees, and it is closed', async () => {
    await seat.task('workshop', new RegExp(name));
    await expect(page.locator('main')).toContainText('更换垫片');
    await seat.decide('同意销警。');
    await openRecord(seat, 'safety', PAGE, name);
    await expect(state(page)).toContainText('已闭环');
    await expect(page.locator('main')).toContainText('现场复测52%LEL');
    await expect(page.getByRole('button', { name: '销警', exact: true })).toHaveCount(0);
    await fits(page);
    await picture(page, 'closed');
  });
});
