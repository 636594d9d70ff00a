import { patient } from '../../fixtures/patience.ts';
import { people, seatOf, state } from '../support/base-desk.ts';
import { areaOf, blocked, DAY, detail, type Listed, leaver, SHOP, step, WIDTHS } from '../support/breadth-desk.ts';
import { upload } from '../support/day-records.ts';
import { choose, item, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import { type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

const CHECK = 'safety/schedule/inspectionPlan';

for (const [at, phones] of WIDTHS) {
  test(`whoever has left is put into no plan at ${at}, and a plan that names him says so`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const [safety, principal] = [await moved.as('safety'), await moved.as('principal')];
    const area = await areaOf(moved);
    const gone = await leaver(moved);
    const planned = uniqueName('冬季安全检查');
    const { id } = await safety.call<StoredRecord>('POST', `${CHECK}/save`, {
      json: {
        ...{ title: planned, inspectionType: '4', level: '2', planCycle: '5', leadDept: SHOP },
        ...{ planTime: moved.wall(DAY).slice(0, 10), planEnd: moved.wall(2 * DAY).slice(0, 10) },
        ...{ leader: safety.userId, members: [gone.id], targetDepts: [SHOP], areas: [area.id] },
        ...{ basis: '本企业安全检查制度', approver: principal.userId },
        inspectionPlanItem: [{ content: '消防栓', standard: '完好有效', method: '2' }],
      },
    });

    await test.step('chosen while he was there, and gone when it is saved', async () => {
      const title = uniqueName('节前检查');
      await seat.open('safety', '/safety/schedule/inspectionPlan/add');
      await type(page, 'title', title);
      await people(page, 'members', '检查人员', [gone.name]);
      await gone.leave();
      await page.getByRole('button', { name: '保存草稿', exact: true }).click();
      await expect(item(page, 'members').getByRole('alert')).toHaveText(
        `检查人员里“${gone.name}”的账号已停用，请换成在岗的人`,
      );
      await fits(page);
      await picture(page, 'left-chosen');
      await expect(item(page, 'title').locator('input')).toHaveValue(title);
      await expect(item(page, 'members')).toContainText(gone.name);
      const { records } = await safety.call<Listed>('GET', `${CHECK}/list`, { query: { title } });
      expect(records).toEqual([]);
    });

    await test.step('he is not offered any more', async () => {
      await item(page, 'members').getByRole('button', { name: '检查人员' }).first().click();
      const picker = page.getByRole('dialog', { name: '选择检查人员' });
      await picker.getByLabel('搜索姓名或账号').fill(gone.name);
      await expect(picker).toContainText('没有');
      await expect(picker.getByRole('checkbox', { name: new RegExp(gone.name) })).toHaveCount(0);
      await picture(page, 'left-picker');
    });

    await test.step('a plan that names him already is not handed in, and says who it is', async () => {
      await seat.open('safety', `/safety/schedule/inspectionPlan/view/${id}`);
      await expect(blocked(page)).toContainText(`检查人员已停用：${gone.name}`);
      // The rows of the check have no part in it.
      await expect(blocked(page).getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('button', { name: '提交审批', exact: true })).toBeDisabled();
      await picture(page, 'left-plan');
      expect(await detail(safety, CHECK, id)).toMatchObject({ status: '0', members: [gone.id] });
    });
  });
}

const FLOW = 'system/flow-definition';
const RULE = 'safety/securitysystem/systemmgmt';

for (const [at, held] of [
  ['a desk', []],
  ['a phone', ['admin', 'safety']],
] as const) {
  test(`a chain that is changed at ${at} while a request runs does not change it, and one without approvers is refused`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, held);
    const [admin, safety] = [await moved.as('admin'), await moved.as('safety')];
    const draft = (flowName: string) =>
      admin.call<StoredRecord>('POST', `${FLOW}/save`, {
        json: { flowName, flow: 'systemRule-submit', flowType: '1' },
      });
    const handedIn = async (ruleNo: number) => {
      const { id } = await safety.call<StoredRecord>('POST', `${RULE}/submit`, {
        json: {
          ...{
            ruleNo: `AQ-GL-${ruleNo}`,
            name: uniqueName('巡检管理制度'),
            ruleType: '1',
            ruleVersion: 'V1.0',
            draftDept: SHOP,
          },
          ...{ drafter: safety.userId, effectDate: moved.wall(10 * DAY).slice(0, 10), reviewCycle: 12 },
          ...{ scopeDepts: [SHOP], readRequired: '0', attachments: [await upload(moved.url, safety)] },
        },
      });
      return id;
    };
    const first = await draft('制度审批');
    await admin.call('POST', `${FLOW}/node/save`, {
      json: { definitionId: first.id, seq: 1, nodeName: '安全总监审批', party: 'safetyDirector', policy: 'any' },
    });
    await step(admin, FLOW, 'publish', first.id);
    const running = await handedIn(901 + 10 * held.length);
    const next = await draft('制度审批（改）');

    await test.step('a chain without approvers is neither published nor kept', async () => {
      await seat.open('admin', `/safety/system/workflow/view/${next.id}`);
      await expect(blocked(page)).toContainText('流程还没有审批节点');
      await fits(page);
      await picture(page, 'chain-empty');
      await page.getByRole('button', { name: '新增审批节点' }).click();
      const dialog = page.getByRole('dialog', { name: '新增审批节点' });
      await type(dialog, 'seq', '1');
      await type(dialog, 'nodeName', '负责人批准');
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(item(dialog, 'party').getByRole('alert')).toHaveText('请选择审批人');
      await expect(item(dialog, 'nodeName').locator('input')).toHaveValue('负责人批准');
      await picture(page, 'chain-nobody');
      const gone = await leaver(moved);
      await choose(dialog, 'party', '主要负责人');
      await people(dialog, 'userIds', '指定人员', [gone.name]);
      await gone.leave();
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(item(dialog, 'userIds').getByRole('alert')).toHaveText(
        `指定人员里“${gone.name}”的账号已停用，请换成在岗的人`,
      );
      await fits(page);
      await picture(page, 'chain-left');
      const { records } = await admin.call<Listed>('GET', `${FLOW}/node/page`, { query: { definitionId: next.id } });
      expect(records).toEqual([]);
      await item(dialog, 'userIds')
        .getByRole('button', { name: `删除${gone.name}` })
        .click();
      await dialog.getByRole('button', { name: '保存' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('nor one that names somebody who has left since', async () => {
      const gone = await leaver(moved);
      const third = await draft('制度审批（离职）');
      await admin.call('POST', `${FLOW}/node/save`, {
        json: {
          ...{ definitionId: third.id, seq: 1, nodeName: '专人批准', party: 'principal', policy: 'any' },
          userIds: [gone.id],
        },
      });
      await gone.leave();
      await seat.open('admin', `/safety/system/workflow/view/${third.id}`);
      await expect(blocked(page)).toContainText(`指定人员已停用：${gone.name}`);
      await expect(page.getByRole('button', { name: '发布', exact: true })).toBeDisabled();
      await fits(page);
      await picture(page, 'chain-left-since');
      await seat.open('admin', `/safety/system/workflow/view/${next.id}`);
    });

    await test.step('published on the page, it holds for what is handed in from then on', async () => {
      await page.getByRole('button', { name: '发布', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
      await expect(state(page)).toContainText('已发布');
      const later = await handedIn(902 + 10 * held.length);
      await seat.open('safety', `/safety/base/rules/view/${running}`);
      await expect(page.locator('main')).toContainText('安全总监审批');
      await expect(page.locator('main')).toContainText('孙乙二');
      await fits(page);
      await picture(page, 'chain-running');
      await seat.open('safety', `/safety/base/rules/view/${later}`);
      await expect(page.locator('main')).toContainText('负责人批准');
      await agreeTo(await moved.as('director'), running);
      expect((await detail(safety, RULE, running)).status).toBe('2');
      expect((await detail(safety, RULE, later)).status).not.toBe('2');
    });
  });
}
