import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { type Body, plantId as id, MINUTE, TENANT } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

let plant: BaseDesk;
let areaId: string;
let count = 0;

const call: BaseDesk['desk']['call'] = (...given) => plant.desk.call(...given);
const refused: BaseDesk['desk']['refused'] = (...given) => plant.desk.refused(...given);
const detail = (base: string, recordId: string) =>
  call('safetyOfficer', 'GET', `safety/inspection/${base}/detail?id=${recordId}`);
const rows = async (base: string, query: string) =>
  (await call<WirePage<WireRecord>>('safetyOfficer', 'GET', `safety/inspection/${base}?${query}&size=100`)).records;

/** A point with a tag of its own and one item that a number answers. */
async function point(more: Body = {}): Promise<{ pointId: string; tagCode: string }> {
  count += 1;
  const { id: pointId } = await call('safetyOfficer', 'POST', 'safety/inspection/point/save', {
    ...{
      pointNo: `XJ-${count}`,
      pointName: `巡检点${count}`,
      areaId,
      deptId: id('shop'),
      signModes: ['nfc'],
      isMajor: '0',
    },
    ...more,
  });
  const tagCode = `04A1B2C3${String(count).padStart(4, '0')}`;
  const { id: tagId } = await call('safetyOfficer', 'POST', 'safety/inspection/nfc/save', {
    ...{ tagCode, tagName: `标签${count}`, tagType: 'nfc', bindKind: 'point', areaId },
  });
  await plant.fire('safetyOfficer', 'safety/inspection/nfc', 'bind', tagId, { pointId });
  await call('safetyOfficer', 'POST', 'safety/inspection/item/save', {
    ...{ pointId, sort: 1, itemName: '轴承温度', itemType: 'number', standard: '不超过75℃', minValue: 0, maxValue: 75 },
    ...{ required: '1', needPhoto: '0' },
  });
  return { pointId, tagCode };
}

/** A draft plan over points, beginning in an hour. */
async function draft(pointIds: readonly string[], more: Body = {}): Promise<string> {
  count += 1;
  const { id: planId } = await call('teamLeader', 'POST', 'safety/inspection/plan/save', {
    ...{
      planName: `巡检计划${count}`,
      inspectType: 'shift',
      deptId: id('shop'),
      executorIds: [id('walker')],
      inOrder: '1',
    },
    ...{ planTime: plant.desk.wall(60 * MINUTE), planEnd: plant.desk.wall(61 * MINUTE), cycle: 2, cycleUnit: 'hour' },
    workdayKind: '0',
    ...more,
  });
  for (const [index, pointId] of pointIds.entries()) {
    await call('teamLeader', 'POST', 'safety/inspection/route/save', { planId, seq: index + 1, pointId });
  }
  return planId;
}

/** The one task of a plan that both offices have approved, once its window is open. */
async function task(pointIds: readonly string[], more: Body = {}): Promise<WireRecord> {
  const planId = await draft(pointIds, more);
  await plant.fire('teamLeader', 'safety/inspection/plan', 'submit', planId);
  await plant.vote('chief', 'inspectPlan', planId);
  await plant.vote('safetyOfficer', 'inspectPlan', planId);
  const { planTime } = await detail('plan', planId);
  await runUntil(plant.server, String(planTime), [plant.server.timers]);
  await runUntil(plant.server, plant.desk.wall(MINUTE), [plant.server.schedules, plant.server.timers]);
  const [found] = await rows('record/list', `planId=${planId}`);
  if (found === undefined) throw new Error('no task');
  return found;
}

const signsOf = (taskId: unknown) => rows('sign/page', `taskId=${taskId}&orderBy=seq`);
const itemsOf = (signId: unknown) => rows('data/page', `signId=${signId}`);

async function answer(who: string, signId: unknown, row: Body): Promise<WireRecord> {
  const [item] = await itemsOf(signId);
  return call(who, 'POST', 'safety/inspection/data/save', { id: item?.id, version: item?.version, ...row });
}

const sign = (who: string, signId: unknown, tag: string) =>
  plant.fire(who, 'safety/inspection/sign', 'sign', String(signId), { signMode: 'nfc', onSite: { tag } });

beforeAll(async () => {
  plant = await startBaseDesk([
    ['walker', '巡甲一', 'inspector', 'shop'],
    ['shift', '巡乙二', 'inspector', 'shop'],
    ['gone', '离丙三', 'inspector', 'shop'],
  ]);
  areaId = await plant.area('巡检区');
  await plant.server.database.transaction(TENANT, async (connection) => {
    await connection.execute(
      `insert into data.post (id, "tenantId", "postCode", "postName", category, sort, "isKeyPost") values ($1, $2, 'patrol', '巡回外操', '3', 1, '0')`,
      [id('post-patrol'), TENANT],
    );
    await connection.execute('update data."user" set post = array[$1] where id = $2', [id('post-patrol'), id('shift')]);
    await connection.execute(`update data."user" set status = '0' where id = $1`, [id('gone')]);
  });
}, patient(120_000));

afterAll(() => plant?.server.stop());

describe('a tag', () => {
  it('binds one point, a point has one tag, and a new one takes the point over', async () => {
    const { pointId, tagCode } = await point();
    expect(await detail('point', pointId)).toMatchObject({ tagCode, itemCount: 1 });
    const [tag] = await rows('nfc/page', `tagCode=${tagCode}`);
    const other = await point();
    // Bound already: there is no second point for it.
    const again = await refused('safetyOfficer', 'safety/inspection/nfc/bind', {
      ...{ id: tag?.id, version: tag?.version, pointId: other.pointId },
    });
    expect(again[0]).toBe(400);
    count += 1;
    const next = { tagCode: `04FFFFFF${count}`, tagName: '备用', tagType: 'nfc', bindKind: 'point', areaId };
    const { id: nextId, version } = await call('safetyOfficer', 'POST', 'safety/inspection/nfc/save', next);
    expect(await refused('safetyOfficer', 'safety/inspection/nfc/bind', { id: nextId, version, pointId })).toEqual([
      400,
      `该巡检点已绑定标签“${tagCode}”，请先解绑或更换`,
    ]);
    // A code of which there is one names where it is, and no more where it is nowhere.
    expect(await refused('safetyOfficer', 'safety/inspection/nfc/save', { ...next, tagCode })).toEqual([
      400,
      '该标签编码已登记，绑定在巡检点“巡检点1”',
    ]);
    expect(await refused('safetyOfficer', 'safety/inspection/nfc/save', next)).toEqual([400, '该标签编码已登记']);
    await plant.fire('safetyOfficer', 'safety/inspection/nfc', 'damage', String(tag?.id), { damageReason: '表面破损' });
    await plant.fire('safetyOfficer', 'safety/inspection/nfc', 'replace', String(tag?.id), { newTagId: nextId });
    expect(await detail('point', pointId)).toMatchObject({ tagCode: next.tagCode });
    expect(await detail('nfc', String(tag?.id))).toMatchObject({ status: 'replaced' });
  });
});

describe('a plan', () => {
  const submit = async (planId: string) => {
    const { version } = await detail('plan', planId);
    return refused('teamLeader', 'safety/inspection/plan/submit', { id: planId, version });
  };

  it('is not submitted without a route, with a point that has no item, or with somebody who has left', async () => {
    expect(await submit(await draft([]))).toEqual([400, '巡检路线还没有巡检点']);
    count += 1;
    const { id: bare } = await call('safetyOfficer', 'POST', 'safety/inspection/point/save', {
      ...{ pointNo: `XJ-${count}`, pointName: '空点', areaId, deptId: id('shop'), signModes: ['qr'], isMajor: '0' },
    });
    expect(await submit(await draft([bare]))).toEqual([400, '巡检路线里有还没有巡检项的巡检点']);
    const { pointId } = await point();
    const planId = await draft([pointId]);
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute('update data."inspectPlan" set "executorIds" = array[$1] where id = $2', [id('gone'), planId]),
    );
    expect(await submit(planId)).toEqual([400, '巡检人员已停用：离丙三']);
  });
});

describe('a plan with several windows a day', () => {
  it('makes a task for each, with that window, from its begin to its end', async () => {
    const { pointId } = await point();
    const [one, two, three, four] = [1, 2, 3, 4].map((days) => plant.day(days));
    const slots = [
      { start: '06:00', end: '07:00' },
      { start: '14:00', end: '15:30' },
      { start: '22:00', end: '06:00' },
    ];
    const times = { planTime: `${one} 10:00:00`, planEnd: `${three} 09:00:00`, cycle: 1, cycleUnit: 'day' };
    const planId = await draft([pointId], { ...times, timeSlots: slots });
    await plant.fire('teamLeader', 'safety/inspection/plan', 'submit', planId);
    await plant.vote('chief', 'inspectPlan', planId);
    await plant.vote('safetyOfficer', 'inspectPlan', planId);
    const windows = async () =>
      (await rows('record/list', `planId=${planId}&orderBy=taskTime`)).map(({ taskTime, taskEnd }) => [
        taskTime,
        taskEnd,
      ]);
    await runUntil(plant.server, `${one} 10:00:00`, [plant.server.timers]);
    await runUntil(plant.server, `${one} 10:01:00`, [plant.server.schedules, plant.server.timers]);
    // What lies before the plan's begin is none of its rounds.
    const first = [
      [`${one} 14:00:00`, `${one} 15:30:00`],
      [`${one} 22:00:00`, `${two} 06:00:00`],
    ];
    expect(await windows()).toEqual(first);
    const second = [
      [`${two} 06:00:00`, `${two} 07:00:00`],
      [`${two} 14:00:00`, `${two} 15:30:00`],
      [`${two} 22:00:00`, `${three} 06:00:00`],
    ];
    await runUntil(plant.server, `${two} 00:01:00`, [plant.server.schedules, plant.server.timers]);
    expect(await windows()).toEqual([...first, ...second]);
    for (const time of [`${three} 00:01:00`, `${four} 00:01:00`])
      await runUntil(plant.server, time, [plant.server.schedules, plant.server.timers]);
    expect(await windows()).toEqual([...first, ...second, [`${three} 06:00:00`, `${three} 07:00:00`]]);
  });

  it('walks by the hour only within the windows, over midnight too', async () => {
    const { pointId } = await point();
    const [five, six] = [5, 6].map((days) => plant.day(days));
    const timeSlots = [
      { start: '10:00', end: '12:00' },
      { start: '22:00', end: '02:00' },
    ];
    const times = { planTime: `${five} 09:00:00`, planEnd: `${six} 09:00:00`, cycle: 1, cycleUnit: 'hour', timeSlots };
    const planId = await draft([pointId], times);
    await plant.fire('teamLeader', 'safety/inspection/plan', 'submit', planId);
    await plant.vote('chief', 'inspectPlan', planId);
    await plant.vote('safetyOfficer', 'inspectPlan', planId);
    await runUntil(plant.server, `${five} 09:00:00`, [plant.server.timers]);
    for (let hour = 9; hour < 33; hour += 1) {
      const [day, at] = hour < 24 ? [five, hour] : [six, hour - 24];
      const time = `${day} ${String(at).padStart(2, '0')}:01:00`;
      await runUntil(plant.server, time, [plant.server.schedules, plant.server.timers]);
    }
    const found = await rows('record/list', `planId=${planId}&orderBy=taskTime`);
    expect(found.map(({ taskTime }) => taskTime)).toEqual([
      ...[10, 11, 22, 23].map((hour) => `${five} ${hour}:00:00`),
      ...[`${six} 00:00:00`, `${six} 01:00:00`],
    ]);
  });

  it.each([
    ['begin at once', { start: '06:00', end: '08:00' }],
    ['overlap', { start: '06:30', end: '08:00' }],
    ['overlap on the next day', { start: '23:00', end: '06:01' }],
  ])('refuses windows that %s', async (_, other) => {
    const { pointId } = await point();
    const slot = { start: '06:00', end: '07:00' };
    const times = { cycle: 1, cycleUnit: 'day', timeSlots: [slot, other] };
    const planId = await draft([pointId], times);
    const { version } = await detail('plan', planId);
    expect(await refused('teamLeader', 'safety/inspection/plan/submit', { id: planId, version })).toEqual([
      400,
      '每日时段不能重叠',
    ]);
  });
});

describe('a round', () => {
  it(
    'is walked in order and signed at each point; a finding becomes a danger and is closed after it',
    async () => {
      const [first, second] = [await point(), await point()];
      const { id: taskId } = await task([first.pointId, second.pointId]);
      const [one, two] = await signsOf(taskId);
      expect([one?.status, two?.status]).toEqual(['pending', 'pending']);
      const early = await refused('walker', 'safety/inspection/sign/sign', {
        ...{ id: two?.id, version: two?.version, signMode: 'nfc', onSite: { tag: second.tagCode } },
      });
      expect(early).toEqual([400, '还有必检项没有检查：轴承温度']);
      await answer('walker', two?.id, { reading: 60, result: '0' });
      const [, order] = await refused('walker', 'safety/inspection/sign/sign', {
        ...{ id: two?.id, version: two?.version, signMode: 'nfc', onSite: { tag: second.tagCode } },
      });
      expect(order).toBe('要按顺序巡检，前面还有巡检点没有签到');

      const [item] = await itemsOf(one?.id);
      const wrong = { id: item?.id, version: item?.version, reading: 90, result: '0' };
      expect((await refused('walker', 'safety/inspection/data/save', wrong))[1]).toContain('结果与读数不符');
      const photos = [await plant.desk.photo('walker')];
      await answer('walker', one?.id, {
        ...{ reading: 90, result: '1', photos, note: '一号泵轴承超温', abnormalType: 'param', abnormalLevel: '2' },
        handleMode: 'peril',
      });
      const [, mismatch] = await refused('walker', 'safety/inspection/sign/sign', {
        ...{ id: one?.id, version: one?.version, signMode: 'nfc', onSite: { tag: second.tagCode } },
      });
      expect(mismatch).toContain('请扫描现场的标签');
      await sign('walker', one?.id, first.tagCode);
      expect(await detail('record', taskId)).toMatchObject({ status: 'doing', pointDone: 1, abnormalCount: 1 });
      const [, unfinished] = await refused('walker', 'safety/inspection/record/finish', { id: taskId });
      expect(unfinished).toContain('还有巡检点没有签到');
      await sign('walker', two?.id, second.tagCode);
      await plant.fire('walker', 'safety/inspection/record', 'finish', taskId);
      expect(await detail('record', taskId)).toMatchObject({ status: 'done', executorId: id('walker'), pointDone: 2 });

      const [finding] = await rows('abnormal/page', `taskId=${taskId}`);
      expect(finding).toMatchObject({ status: 'open', handleMode: 'peril', registrantId: id('walker') });
      const danger = await call('safetyOfficer', 'GET', `safety/peril/detail?id=${finding?.perilId}`);
      expect(danger).toMatchObject({ perilDesc: '一号泵轴承超温', finderId: id('walker') });
      expect(danger.status).not.toBe('draft');
      const findingId = String(finding?.id);
      await plant.fire('chief', 'safety/inspection/abnormal', 'accept', findingId, { dutyUserId: id('second') });
      const { version } = await detail('abnormal', findingId);
      const handlePhotos = [await plant.desk.photo('second')];
      expect(
        await refused('second', 'safety/inspection/abnormal/close', {
          ...{ id: findingId, version, handleDesc: '已更换轴承', handlePhotos },
        }),
      ).toEqual([400, '转成的隐患还没有销号']);
    },
    patient(60_000),
  );

  it(
    'of a post is taken by whoever holds it in the department, and by nobody else',
    async () => {
      const { pointId, tagCode } = await point();
      const { id: taskId } = await task([pointId], { executorIds: [], executorPosts: [id('post-patrol')] });
      const [one] = await signsOf(taskId);
      const [item] = await itemsOf(one?.id);
      const row = { id: item?.id, version: item?.version, reading: 60, result: '0' };
      expect((await plant.desk.ask('walker', 'POST', 'safety/inspection/data/save', row)).status).not.toBe(200);
      expect(await refused('walker', 'safety/inspection/record/take', { id: taskId })).toEqual([
        400,
        '不在巡检部门的巡检岗位上，不能领取',
      ]);
      await plant.fire('shift', 'safety/inspection/record', 'take', taskId);
      await answer('shift', one?.id, { reading: 60, result: '0' });
      await sign('shift', one?.id, tagCode);
      expect(await detail('record', taskId)).toMatchObject({ status: 'doing', executorId: id('shift') });
    },
    patient(60_000),
  );

  it(
    'that nobody began is missed with its points once its window is over',
    async () => {
      const { pointId } = await point();
      const { id: taskId, taskEnd } = await task([pointId]);
      await runUntil(plant.server, String(taskEnd));
      expect(await detail('record', taskId)).toMatchObject({ status: 'missed', pointTotal: 1, pointDone: 0 });
      expect((await signsOf(taskId)).map(({ status }) => status)).toEqual(['missed']);
    },
    patient(60_000),
  );
});
