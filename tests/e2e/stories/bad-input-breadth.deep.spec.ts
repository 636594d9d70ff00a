import type { Page } from 'playwright/test';
import { fictitiousCreditCode } from '../../../mocks/demo-plant/contractors.ts';
import { patient } from '../../fixtures/patience.ts';
import { dialogOf, people, seatOf, state } from '../support/base-desk.ts';
import { storeArea } from '../support/danger-desk.ts';
import { upload } from '../support/day-records.ts';
import { choose, chooseRecord, item, type } from '../support/fill.ts';
import { picture } from '../support/looked.ts';
import type { MovedPlant } from '../support/moved-plant.ts';
import { type Person, type StoredRecord, uniqueName } from '../support/person.ts';
import { expect, test } from '../support/story.ts';
import { fits } from '../support/touch.ts';
import { agreeTo } from '../support/votes.ts';

// Their plant is one whose clock they move.
test.use({ baseURL: '' });
test.setTimeout(patient(240_000));

interface Listed {
  readonly records: readonly StoredRecord[];
}

const ACCIDENT = '/safety/accident';
const SHOP = '6459670100';
const DAY = 1_440;

/** At a desk, and at a phone. */
const WIDTHS = [
  ['a desk', []],
  ['a phone', ['employee', 'safety', 'director', 'leader', 'keeper']],
] as const;

const detail = (who: Person, base: string, id: string) =>
  who.call<StoredRecord>('GET', `${base}/detail`, { query: { id, with: 'children' } });

/** Reads the record and takes a step of it. */
async function step(who: Person, base: string, name: string, id: string, more: object = {}): Promise<StoredRecord> {
  const { version } = await detail(who, base, id);
  return who.call('POST', `${base}/${name}`, { json: { id, version, ...more } });
}

/** What the page says of a step that is not possible now. */
const blocked = (page: Page) => page.getByRole('alert').filter({ hasText: '暂不能' });

const EXPRESS = 'safety/accident/express';

/** An accident that somebody at the scene reported some minutes ago. */
async function reported(plant: MovedPlant, accidentType: string, minutesAgo: number): Promise<StoredRecord> {
  const employee = await plant.as('employee');
  const areaName = await storeArea(await plant.as('safety'));
  const areas = await employee.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName } });
  const time = `${plant.wall(-minutesAgo)}:00`;
  const { id } = await employee.call<StoredRecord>('POST', `${EXPRESS}/save`, {
    json: {
      title: uniqueName('卸车台闪燃'),
      ...{ occurTime: time, receiveTime: time, reportTime: time },
      ...{ area: areas.records[0]?.id, place: '卸车台', dept: SHOP, accidentType },
      brief: '卸车过程中鹤管接口泄漏，遇静电闪燃，二十分钟后扑灭。',
      ...{ measures: '切断进料，疏散人员', reporter: employee.userId, reporterPhone: '13800000000' },
    },
  });
  return step(employee, EXPRESS, 'report', id);
}

for (const [at, phones] of WIDTHS) {
  test(`a supplement after its days is refused at ${at}: before it is begun, and while it is written`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);

    for (const [accidentType, days] of [
      ['16', 30],
      ['09', 7],
      ['03', 7],
    ] as const)
      await test.step(`type ${accidentType}, ${days} days and an hour ago`, async () => {
        const { id } = await reported(moved, accidentType, days * DAY + 60);
        await seat.open('employee', `${ACCIDENT}/express/view/${id}`);
        await expect(state(page)).toContainText('已上报');
        await picture(page, `supplement-${days}-${accidentType}`);
        await expect(blocked(page)).toContainText('续报期限已过');
      });

    await test.step('its time comes while it is written', async () => {
      const { id, title } = await reported(moved, '16', 30 * DAY - 15);
      await seat.open('employee', `${ACCIDENT}/express/view/${id}`);
      await page.getByRole('button', { name: '续报', exact: true }).click();
      const dialog = dialogOf(page, '续报');
      await type(dialog, 'content', '伤者出院，另有一人轻伤。');
      await type(dialog, 'minorInjuries', '1');
      await moved.pass(16);
      await dialog.getByRole('button', { name: '续报', exact: true }).click();
      await expect(dialog).toContainText('续报期限已过');
      await picture(page, 'supplement-late');
      await fits(page);
      await expect(item(dialog, 'content').locator('textarea')).toHaveValue('伤者出院，另有一人轻伤。');
      await expect(item(dialog, 'minorInjuries').locator('input')).toHaveValue(/^1/);
      const kept = await detail(await moved.as('safety'), EXPRESS, id);
      expect(kept).toMatchObject({ title, status: '1', minorInjuries: 0 });
      expect((kept.children as { accidentSupplement?: unknown[] }).accidentSupplement ?? []).toEqual([]);
    });
  });
}

const REPORT = 'safety/accident/report';
const PROCESS = 'safety/accident/process';

/** The handling of an accident whose report the director and the principal agreed to. */
async function handled(plant: MovedPlant): Promise<StoredRecord> {
  const [safety, officer, leader, workshop] = [
    await plant.as('safety'),
    await plant.as('officer'),
    await plant.as('leader'),
    await plant.as('workshop'),
  ];
  const areaName = await storeArea(safety);
  const areas = await safety.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName } });
  const { id } = await safety.call<StoredRecord>('POST', `${REPORT}/submit`, {
    json: {
      title: uniqueName('反应釜灼烫'),
      ...{ occurTime: `${plant.wall(-2 * DAY)}:00`, area: areas.records[0]?.id, dept: SHOP, accidentType: '08' },
      ...{ nature: '1', teamLeader: safety.userId, team: [officer.userId, leader.userId, workshop.userId] },
      casualties: [
        {
          ...{ personType: '1', name: '例甲一', gender: '1', age: 35, post: '操作工' },
          ...{ trained: '1', injury: '3', lostDays: 20 },
        },
      ],
      lossItems: [{ kind: '1', amount: 20_000 }],
      ...{ course: '取样阀内漏，物料溅出', rescue: '冲洗后送医', directCauses: ['1'], directCauseText: '未戴手套' },
      ...{ indirectCauseText: '检查不到位', responsibility: '当班操作工直接责任', lessons: '防护不能省略' },
      ...{ suggestMeasures: '更换阀门', files: [await upload(plant.url, safety)] },
    },
  });
  for (const account of ['director', 'principal']) await agreeTo(await plant.as(account), id);
  const { records } = await safety.call<Listed>('GET', `${PROCESS}/page`, { query: { report: id } });
  if (records[0] === undefined) throw new Error('no handling');
  return records[0];
}

for (const [at, phones] of WIDTHS) {
  test(`an accident of which something is let go is not closed at ${at}, and what is missing is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    // What somebody else changed meanwhile, and what is saved of words that no longer belong to a step.
    expectedErrors.push(/status of 40[039]/);
    const seat = seatOf(page, moved, phones);
    const [safety, leader] = [await moved.as('safety'), await moved.as('leader')];
    const { id } = await handled(moved);
    const stored = () => detail(safety, PROCESS, id);
    const save = async (more: object) => {
      const { version } = await stored();
      await safety.call('POST', `${PROCESS}/save`, { json: { id, version, ...more } });
    };
    const path = `${ACCIDENT}/process/view/${id}`;
    const finish = page.getByRole('button', { name: '提交验收', exact: true });
    const person = { name: '例丙三', dept: '设备部', duty: '1', punish: ['1'] };
    await save({ persons: [person] });
    const { id: measure } = await safety.call<StoredRecord>('POST', `${PROCESS}/measure/save`, {
      json: {
        ...{ process: id, measure: '更换取样阀', kind: '1', owner: leader.userId },
        due: moved.wall(9 * DAY).slice(0, 10),
      },
    });
    await step(safety, PROCESS, 'issue', id);

    await test.step('it is not handed in while one of the four is missing', async () => {
      const proof = [await upload(moved.url, leader)];
      const educations = [
        { time: `${moved.wall(-1)}:00`, scope: [SHOP], count: 20, files: [await upload(moved.url, safety)] },
      ];
      for (const [words, next] of [
        ['原因还没有查清，请写明原因结论', () => save({ cause: '1', causeNote: '密封面冲蚀' })],
        [
          '每个责任人的处理都须落实（例丙三）',
          () => save({ persons: [{ ...person, doneDate: moved.wall().slice(0, 10) }] }),
        ],
        [
          '每条防范措施都须完成（更换取样阀）',
          () => step(leader, `${PROCESS}/measure`, 'complete', measure, { proof }),
        ],
        ['至少有一次警示教育', () => save({ educations })],
      ] as const) {
        await seat.open('safety', path);
        await expect(blocked(page)).toContainText(`暂不能提交验收：${words}`);
        await expect(finish).toBeDisabled();
        await picture(page, `process-${words.slice(0, 5)}`);
        await next();
      }
      await fits(page);
    });

    await test.step('it is not closed with a measure that nobody has verified', async () => {
      await step(safety, PROCESS, 'finish', id);
      await seat.open('director', path);
      await expect(blocked(page)).toContainText('暂不能结案：防范措施未落实不放过：还有措施没有验收（更换取样阀）');
      await expect(page.getByRole('button', { name: '结案', exact: true })).toBeDisabled();
      await picture(page, 'process-close');
      expect(await stored()).toMatchObject({ status: '2', closeOpinion: null, closeDate: null });
    });

    await test.step('not even where it was sent back while the opinion was written', async () => {
      await step(safety, `${PROCESS}/measure`, 'verify', measure, { accept: '1' });
      await seat.open('director', path);
      await page.getByRole('button', { name: '结案', exact: true }).click();
      const dialog = dialogOf(page, '结案');
      await type(dialog, 'closeOpinion', '四项均已落实，同意结案。');
      await step(await moved.as('director'), PROCESS, 'back', id, { returnReason: '教育记录不清' });
      await dialog.getByRole('button', { name: '结案', exact: true }).click();
      await expect(dialog).toContainText('该记录已被孙乙二修改，请查看最新内容后再保存');
      await picture(page, 'process-returned');
      await expect(item(dialog, 'closeOpinion').locator('textarea')).toHaveValue('四项均已落实，同意结案。');
      expect(await stored()).toMatchObject({ status: '1', closeOpinion: null, returnReason: '教育记录不清' });
    });
  });
}

const PARTY = 'safety/archives/thirdParty';

for (const [at, phones] of WIDTHS) {
  test(`what is filed keeps its files until its day at ${at}, and the day is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const safety = await moved.as('safety');
    const orgName = uniqueName('虚构检测机构');
    const { id } = await safety.call<StoredRecord>('POST', `${PARTY}/submit`, {
      json: {
        ...{ orgName, orgType: '2', creditCode: fictitiousCreditCode(phones.length + 950) },
        ...{ qualification: '虚构资质', qualTo: moved.wall(300 * DAY).slice(0, 10), contact: '联甲一' },
        ...{ phone: '13900000000', keeper: safety.userId, retention: '1' },
        files: [await upload(moved.url, safety)],
      },
    });
    const removeFile = async () => {
      await seat.open('safety', `/safety/archives/thirdParty/edit/${id}`);
      await type(page, 'contact', '联乙二');
      await item(page, 'files').getByRole('button', { name: /^删除/ }).first().click();
      await page.getByRole('button', { name: '保存', exact: true }).click();
    };
    const kept = async () => {
      await expect(item(page, 'contact').locator('input')).toHaveValue('联乙二');
      const stored = await detail(safety, PARTY, id);
      expect(stored.contact).toBe('联甲一');
      expect(stored.files).toHaveLength(1);
    };

    await test.step('in use: its days have not begun', async () => {
      await removeFile();
      await expect(item(page, 'files').getByRole('alert')).toHaveText('保管期满前，归档的文件不能取下：保管期限3年');
      await picture(page, 'archive-in-use');
      await kept();
    });

    await step(safety, PARTY, 'disable', id);
    const { retentionTo } = await detail(safety, PARTY, id);
    expect(retentionTo).toMatch(/^\d{4}-\d{2}-\d{2}$/);

    await test.step('out of use: kept until a day', async () => {
      await removeFile();
      await expect(item(page, 'files').getByRole('alert')).toHaveText(
        `保管期满前，归档的文件不能取下：保管至${retentionTo}`,
      );
      await expect(item(page, 'files')).toBeInViewport();
      await fits(page);
      await picture(page, 'archive-file');
      await kept();
    });

    await test.step('nor does the record go', async () => {
      await seat.open('safety', `/safety/archives/thirdParty/view/${id}`);
      await picture(page, 'archive-detail');
      await expect(page.locator('main')).toContainText(String(retentionTo));
      await expect(page.getByRole('button', { name: '删除', exact: true })).toHaveCount(0);
      const { status, body } = await safety.ask('POST', `${PARTY}/remove`, { query: { ids: id } });
      expect([status, body.msg]).toEqual([400, `档案里有文件，保管期满前不能删除：保管至${retentionTo}`]);
      expect(await detail(safety, PARTY, id)).toMatchObject({ orgName });
    });
  });
}

const NFC = 'safety/inspection/nfc';
const POINT = 'safety/inspection/point';

/** An area of the plant by its id. */
async function areaOf(plant: MovedPlant): Promise<{ readonly id: string; readonly name: string }> {
  const safety = await plant.as('safety');
  const name = await storeArea(safety);
  const { records } = await safety.call<Listed>('GET', 'safety/risk/areas/main/page', { query: { areaName: name } });
  return { id: records[0]?.id ?? '', name };
}

let tags = 0;

/** A tag of this run's own. */
async function tagOf(plant: MovedPlant, areaId: string): Promise<StoredRecord> {
  tags += 1;
  const tagCode = `04${Date.now().toString(16)}${tags}`.toUpperCase().slice(0, 20);
  return (await plant.as('safety')).call('POST', `${NFC}/save`, {
    json: { tagCode, tagName: uniqueName('标签'), tagType: 'nfc', bindKind: 'point', areaId },
  });
}

for (const [at, phones] of WIDTHS) {
  test(`a tag is given to one point at ${at}: a second is refused where it is chosen, and the other is named`, async ({
    page,
    moved,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400/);
    const seat = seatOf(page, moved, phones);
    const safety = await moved.as('safety');
    const area = await areaOf(moved);
    const pointName = uniqueName('一号泵');
    const { id: pointId } = await safety.call<StoredRecord>('POST', `${POINT}/save`, {
      json: {
        ...{ pointNo: uniqueName('XJ'), pointName, areaId: area.id, deptId: SHOP, signModes: ['nfc'], isMajor: '0' },
      },
    });
    const [bound, spare] = [await tagOf(moved, area.id), await tagOf(moved, area.id)];
    await step(safety, NFC, 'bind', bound.id, { pointId });

    await test.step('one that is bound is offered to no other point', async () => {
      await seat.open('safety', `/safety/inspection/nfcManage/view/${bound.id}`);
      await expect(page.locator('main')).toContainText(pointName);
      await expect(page.getByRole('button', { name: '解绑', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: '绑定', exact: true })).toHaveCount(0);
    });

    await test.step('a point that has one takes no second', async () => {
      await seat.open('safety', `/safety/inspection/nfcManage/view/${spare.id}`);
      await page.getByRole('button', { name: '绑定', exact: true }).click();
      const dialog = dialogOf(page, '绑定');
      await item(dialog, 'pointId').getByRole('combobox').fill(pointName);
      await page.locator('.ant-select-item-option:visible').filter({ hasText: pointName }).first().click();
      await dialog.getByRole('button', { name: '绑定', exact: true }).click();
      await expect(item(dialog, 'pointId').getByRole('alert')).toHaveText(
        `该巡检点已绑定标签“${bound.tagCode}”，请先解绑或更换`,
      );
      await fits(page);
      await picture(page, 'tag-bind');
      await expect(item(dialog, 'pointId')).toContainText(pointName);
      expect(await detail(safety, NFC, spare.id)).toMatchObject({ status: 'idle', pointId: null });
    });

    await test.step('nor is its code registered again', async () => {
      await seat.open('safety', '/safety/inspection/nfcManage/add');
      await type(page, 'tagCode', String(bound.tagCode));
      const tagName = uniqueName('又一个');
      await type(page, 'tagName', tagName);
      await chooseRecord(page, 'areaId', area.name);
      await page.getByRole('button', { name: '保存', exact: true }).click();
      await expect(item(page, 'tagCode').getByRole('alert')).toHaveText(`该标签编码已登记，绑定在巡检点“${pointName}”`);
      await expect(item(page, 'tagCode')).toBeInViewport();
      await fits(page);
      await picture(page, 'tag-code');
      await expect(item(page, 'tagName').locator('input')).toHaveValue(tagName);
      const { records } = await safety.call<Listed>('GET', `${NFC}/page`, { query: { tagName } });
      expect(records).toEqual([]);
    });
  });
}

const CHECK = 'safety/schedule/inspectionPlan';
let leavers = 0;

/** Somebody of the plant of whom no other story knows, who can leave. */
async function leaver(plant: MovedPlant) {
  const admin = await plant.as('admin');
  const { records } = await admin.call<Listed>('GET', 'system/user/page', { query: { account: 'lx00', size: '100' } });
  leavers += 1;
  const user = records.filter(({ status }) => status === '1').at(-leavers);
  if (user === undefined) throw new Error('nobody may leave');
  return {
    id: user.id,
    name: String(user.realName),
    leave: () => step(admin, 'system/user', 'disable', user.id),
  };
}

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

test('a chain that is changed while a request runs does not change it, and one without approvers is refused', async ({
  page,
  moved,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const seat = seatOf(page, moved, []);
  const [admin, safety] = [await moved.as('admin'), await moved.as('safety')];
  const draft = (flowName: string) =>
    admin.call<StoredRecord>('POST', `${FLOW}/save`, { json: { flowName, flow: 'systemRule-submit', flowType: '1' } });
  const handedIn = async (ruleNo: string) => {
    const { id } = await safety.call<StoredRecord>('POST', `${RULE}/submit`, {
      json: {
        ...{ ruleNo, name: uniqueName('巡检管理制度'), ruleType: '1', ruleVersion: 'V1.0', draftDept: SHOP },
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
  const running = await handedIn('AQ-GL-901');
  const next = await draft('制度审批（改）');

  await test.step('a chain without approvers is neither published nor kept', async () => {
    await seat.open('admin', `/safety/system/workflow/view/${next.id}`);
    await expect(blocked(page)).toContainText('流程还没有审批节点');
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
    await picture(page, 'chain-left-since');
    await seat.open('admin', `/safety/system/workflow/view/${next.id}`);
  });

  await test.step('published on the page, it holds for what is handed in from then on', async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    await expect(state(page)).toContainText('已发布');
    const later = await handedIn('AQ-GL-902');
    await seat.open('safety', `/safety/base/rules/view/${running}`);
    await expect(page.locator('main')).toContainText('安全总监审批');
    await expect(page.locator('main')).toContainText('孙乙二');
    await picture(page, 'chain-running');
    await seat.open('safety', `/safety/base/rules/view/${later}`);
    await expect(page.locator('main')).toContainText('负责人批准');
    await agreeTo(await moved.as('director'), running);
    expect((await detail(safety, RULE, running)).status).toBe('2');
    expect((await detail(safety, RULE, later)).status).not.toBe('2');
  });
});
