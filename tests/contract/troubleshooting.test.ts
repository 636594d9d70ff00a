import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import {
  type Body,
  createPlantDesk,
  DAY,
  plantId as id,
  MINUTE,
  type PlantDesk,
  TENANT,
} from '../fixtures/plant-desk.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { runUntil } from '../fixtures/run-until.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: PlantDesk;
const ask: PlantDesk['ask'] = (...given) => desk.ask(...given);
const call: PlantDesk['call'] = (...given) => desk.call(...given);
const refused: PlantDesk['refused'] = (...given) => desk.refused(...given);
const wall: PlantDesk['wall'] = (offset) => desk.wall(offset);

const until = (time: string) => runUntil(server, time, [server.schedules, server.timers]);

/** A wall-clock time of the day that many days ahead. */
const at = (days: number, time: string) => `${wall(days * DAY).slice(0, 10)} ${time}`;

const chain = { areaId: '', objectId: '', unitId: '', eventId: '', automatic: '', other: '' };

/** A measure of the event, checked by people. */
async function measure(text: string, more: Body = {}): Promise<string> {
  const { id: measureId } = await call('safetyOfficer', 'POST', 'safety/risk/measure/save', {
    eventId: chain.eventId,
    dataSrc: '2',
    classify1: '1',
    classify2: '1-1',
    measureDesc: text,
    troubleContent: `检查${text}`,
    dutyUserId: id('teamLeader'),
    ...more,
  });
  return String(measureId);
}

let counter = 0;

/** A plan that runs from its first due time on. */
async function plan(measureIds: readonly string[], more: Body): Promise<string> {
  counter += 1;
  const { id: planId } = await call('safetyOfficer', 'POST', 'safety/trouble/plan/submit', {
    planName: `排查计划${counter}`,
    taskKind: '0',
    objectId: chain.objectId,
    unitIds: [chain.unitId],
    measureIds,
    deptId: id('shop'),
    executorIds: [id('teamLeader')],
    checkCycle: 1,
    checkCycleUnit: 'day',
    workdayKind: '0',
    checkMeans: ['site'],
    ...more,
  });
  await call('second', 'POST', 'safety/trouble/plan/complete-task', {
    id: planId,
    result: 'pass',
    opinion: '同意',
  });
  return String(planId);
}

const tasksOf = async (planId: string) =>
  (
    await call<WirePage<WireRecord>>(
      'safetyOfficer',
      'GET',
      `safety/trouble/task/page?planId=${planId}&size=100&orderBy=taskTime`,
    )
  ).records;

const task = (taskId: unknown) => call('safetyOfficer', 'GET', `safety/trouble/task/detail?id=${taskId}`);

async function newest(planId: string): Promise<WireRecord> {
  const found = (await tasksOf(planId)).at(-1);
  if (found === undefined) throw new Error('no task');
  return found;
}

/** Units and events that say that one of their measures has failed. */
const faulty = () =>
  Promise.all(
    ['unit', 'event'].map(async (base) => {
      const path = `safety/risk/${base}/page?measureFault=1`;
      return (await call<WirePage<WireRecord>>('safetyOfficer', 'GET', path)).records.map((record) => record.id);
    }),
  );

const submit = async (who: string, taskId: unknown, row: Body) =>
  call(who, 'POST', 'safety/trouble/task/check', { id: taskId, row });

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  await server.database.transaction(TENANT, (connection) =>
    connection.execute('update data.dept set leader = $1 where id = $2', [id('second'), id('shop')]),
  );
  await addNewcomers(server, TENANT, [
    { account: 'director', name: '总己六', role: 'safetyDirector', roleName: '安全总监' },
  ]);
  const save = async (base: string, body: Body) =>
    String((await call('safetyOfficer', 'POST', `safety/${base}/save`, body)).id);
  chain.areaId = await save('risk/areas/main', {
    areaCode: 'PC-01',
    areaName: '氯化装置区',
    areaType: 'production',
    polygon: OUTLINE,
    deptId: id('shop'),
    dutyUserId: id('second'),
    isMajor: '0',
  });
  const people_ = { deptId: id('shop'), dutyUserId: id('second') };
  chain.objectId = await save('risk/object', {
    objectCode: 'DX-01',
    objectName: '氯化反应釜',
    objectType: 'unit',
    areaId: chain.areaId,
    ...people_,
  });
  chain.unitId = await save('risk/unit', {
    unitName: '进料单元',
    objectId: chain.objectId,
    unitType: 'equipment',
    ...people_,
  });
  const otherUnit = await save('risk/unit', {
    unitName: '出料单元',
    objectId: chain.objectId,
    unitType: 'equipment',
    ...people_,
  });
  const event = {
    eventName: '进料泵泄漏',
    accidentType: '01',
    cause: '密封失效',
    consequence: '中毒',
    method: 'LS',
    lValue: '3',
    sValue: '4',
    evaluatorId: id('safetyOfficer'),
    evaluationTime: wall().slice(0, 10),
  };
  chain.eventId = await save('risk/event', { ...event, unitId: chain.unitId });
  chain.automatic = await measure('高液位联锁');
  // Watched by a sensor, which this plant does not have.
  await server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."controlMeasure" set "dataSrc" = '1' where id = $1`, [chain.automatic]),
  );
  const otherEvent = await save('risk/event', { ...event, eventName: '出料泵泄漏', unitId: otherUnit });
  chain.other = await measure('出料泵机封', { eventId: otherEvent });
}, patient(120_000));

afterAll(() => server?.stop());

describe('a plan', () => {
  it('takes valid measures of its units that people check, and duty plans objects of a major source', async () => {
    const measureId = await measure('机械密封');
    const body = {
      planName: '范围',
      taskKind: '0',
      objectId: chain.objectId,
      unitIds: [chain.unitId],
      measureIds: [measureId],
      deptId: id('shop'),
      executorIds: [id('teamLeader')],
      checkCycle: 1,
      checkCycleUnit: 'day',
      taskStartTime: at(1, '08:00:00'),
      workdayKind: '0',
      checkMeans: ['site'],
    };
    const path = 'safety/trouble/plan/submit';
    for (const wrong of [chain.automatic, chain.other]) {
      expect((await refused('safetyOfficer', path, { ...body, measureIds: [wrong] }))[0]).toBe(400);
    }
    expect((await refused('safetyOfficer', path, { ...body, taskKind: '1', dutyItem: 1 }))[0]).toBe(400);
    expect(await refused('safetyOfficer', path, { ...body, taskStartTime: at(-1, '08:00:00') })).toEqual([
      400,
      '首次执行时间不能早于现在',
    ]);
    expect((await refused('employee', path, body))[0]).toBe(403);
  });

  it('makes one task for each measure and occurrence once it runs, with the chain behind the measure', async () => {
    const measures = [await measure('法兰密封'), await measure('安全阀')];
    const start = at(1, '08:00:00');
    const planId = await plan(measures, { taskStartTime: start });
    expect(await tasksOf(planId)).toEqual([]);
    await until(start);
    const [first, second, ...more] = await tasksOf(planId);
    expect(more).toEqual([]);
    expect([first?.measureId, second?.measureId].sort()).toEqual([...measures].sort());
    expect(first).toMatchObject({
      status: '1',
      taskTime: start,
      taskEnd: at(1, '08:00:00'),
      eventId: chain.eventId,
      unitId: chain.unitId,
      objectId: chain.objectId,
      objectName: '氯化反应釜',
      unitName: '进料单元',
      deptId: id('shop'),
      executorIds: [id('teamLeader')],
    });
    expect(String(first?.troubleContent)).toMatch(/^检查/);
    // Nobody made the task: whoever set up the plan asks for it.
    const asked = await call<WirePage<TaskEntry>>('teamLeader', 'GET', 'system/flow/todo?entity=troubleTask&size=200');
    const { createUserLabel } = await call('safetyOfficer', 'GET', `safety/trouble/plan/detail?id=${planId}`);
    expect(asked.records.find(({ recordId }) => recordId === first?.id)).toMatchObject({
      openedByName: createUserLabel,
      follows: expect.stringContaining('办理后'),
    });
    await until(at(1, '08:00:00'));
    expect(await tasksOf(planId)).toHaveLength(4);
    // Stopping voids what waits; what is over stays.
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/stop', { id: planId, stopReason: '装置停用' });
    expect((await tasksOf(planId)).map(({ status }) => status)).toEqual(['3', '3', '5', '5']);
    await until(at(2, '08:00:00'));
    expect(await tasksOf(planId)).toHaveLength(4);
  });

  it('is approved by whoever stands above the department where its head carries it out himself', async () => {
    const body = {
      planName: '部门负责人自己执行',
      taskKind: '0',
      objectId: chain.objectId,
      unitIds: [chain.unitId],
      measureIds: [await measure('静电接地')],
      deptId: id('shop'),
      executorIds: [id('second')],
      checkCycle: 1,
      checkCycleUnit: 'day',
      taskStartTime: at(1, '08:00:00'),
      workdayKind: '0',
      checkMeans: ['site'],
    };
    const { id: planId } = await call('safetyOfficer', 'POST', 'safety/trouble/plan/submit', body);
    const vote = { id: planId, result: 'pass', opinion: '同意' };
    expect((await ask('second', 'POST', 'safety/trouble/plan/complete-task', vote)).status).toBe(403);
    expect((await call('director', 'POST', 'safety/trouble/plan/complete-task', vote)).status).toBe('granted');
  });

  it('leaves out free days, and hours outside its window', async () => {
    // A Friday from which on nothing has been made.
    const day = [1, 2, 3, 4, 5, 6, 7]
      .map((ahead) => at(ahead, '00:00:00'))
      .find((text) => {
        return new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() === 5;
      });
    const friday = String(day).slice(0, 10);
    const onDay = (ahead: number, time: string) =>
      `${new Date(Date.parse(`${friday}T00:00:00Z`) + ahead * DAY).toISOString().slice(0, 10)} ${time}`;
    const holiday = { calendarDate: onDay(3, '').trim(), dayKind: 'holiday', dayName: '假日' };
    await call('administrator', 'POST', 'system/work-calendar/save', holiday);
    await call('administrator', 'POST', 'system/work-calendar/save', {
      calendarDate: onDay(1, '').trim(),
      dayKind: 'workday',
      dayName: '调休',
    });
    const measureId = await measure('连锁旁路');
    const working = await plan([measureId], { taskStartTime: onDay(0, '08:00:00'), workdayKind: '1' });
    const free = await plan([measureId], { taskStartTime: onDay(0, '08:00:00'), workdayKind: '2' });
    const hourly = await plan([measureId], {
      taskStartTime: onDay(0, '06:00:00'),
      checkCycleUnit: 'hour',
      checkCycle: 4,
      workStart: '08:00',
      workEnd: '18:00',
      workdayKind: '1',
    });
    for (const [ahead, time] of [
      [0, '08:00:00'],
      [1, '09:00:00'],
      [2, '09:00:00'],
      [3, '09:00:00'],
      [4, '09:00:00'],
    ] as const) {
      await until(onDay(ahead, time));
    }
    const dates = async (planId: string) => (await tasksOf(planId)).map(({ taskTime }) => taskTime);
    // Saturday is worked instead of Monday.
    expect(await dates(working)).toEqual([0, 1, 4].map((ahead) => onDay(ahead, '08:00:00')));
    expect(await dates(free)).toEqual([2, 3].map((ahead) => onDay(ahead, '08:00:00')));
    expect(await dates(hourly)).toEqual([
      onDay(0, '10:00:00'),
      onDay(0, '14:00:00'),
      onDay(1, '10:00:00'),
      onDay(1, '14:00:00'),
    ]);
    for (const planId of [working, free, hourly]) {
      await call('safetyOfficer', 'POST', 'safety/trouble/plan/stop', { id: planId, stopReason: '试验结束' });
    }
  });
});

describe('a task', () => {
  it('is submitted by its executor inside its window, with what the result and the means ask for', async () => {
    const start = at(1, '08:00:00');
    const planId = await plan([await measure('紧急切断阀')], { taskStartTime: start, checkMeans: ['photo', 'scan'] });
    await until(start);
    const { id: taskId } = await newest(planId);
    const path = 'safety/trouble/task/check';
    expect((await refused('employee', path, { id: taskId, row: { result: '0' } }))[0]).toBe(404);
    expect(await refused('teamLeader', path, { id: taskId, row: { result: '0', tagId: 'T1' } })).toEqual([
      400,
      '请上传照片',
    ]);
    const photos = [await desk.photo('teamLeader')];
    expect(await refused('teamLeader', path, { id: taskId, row: { result: '0', photos } })).toEqual([
      400,
      '请输入扫描标签',
    ]);
    expect(await refused('teamLeader', path, { id: taskId, row: { result: '2', photos, tagId: 'T1' } })).toEqual([
      400,
      '请输入说明',
    ]);
    await submit('teamLeader', taskId, { result: '0', photos, tagId: 'T1', reading: 1.25 });
    expect(await task(taskId)).toMatchObject({ status: '2', result: '0', executorId: id('teamLeader'), late: '0' });
    const records = await call<WirePage<WireRecord>>(
      'safetyOfficer',
      'GET',
      `safety/trouble/record/page?taskId=${taskId}`,
    );
    expect(records.records).toMatchObject([{ taskId, result: '0', checkerId: id('teamLeader'), reading: 1.25 }]);
    expect(
      (await ask('safetyOfficer', 'POST', 'safety/trouble/record/save', { id: records.records[0]?.id })).status,
    ).not.toBe(200);
    expect((await ask('teamLeader', 'POST', 'safety/trouble/task/record-exception', { id: taskId, row: {} })).msg).toBe(
      '只有存在隐患的任务需要登记异常',
    );
    // What the record can never meet has no button either.
    const mine = await call('teamLeader', 'GET', `safety/trouble/task/detail?id=${taskId}`);
    expect(mine.abilities).not.toHaveProperty('recordException');
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/stop', { id: planId, stopReason: '试验结束' });
  });

  it('reminds, runs over by itself, and is made up for where the company allows it, counting as overdue', async () => {
    const start = at(1, '08:00:00');
    const planId = await plan([await measure('可燃气体报警器')], { taskStartTime: start });
    await until(start);
    const { id: taskId } = await newest(planId);
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/finish', { id: planId });
    await until(at(1, '07:30:00'));
    const told = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ userId: string }>(
        `select "userId" from data.notice where "recordId" = $1 and kind = 'reminder'`,
        [taskId],
      ),
    );
    expect(told).toEqual([{ userId: id('teamLeader') }]);
    expect((await task(taskId)).leftTime).toBe(30);
    await until(at(0, '08:00:00'));
    expect((await task(taskId)).status).toBe('3');
    expect((await refused('teamLeader', 'safety/trouble/task/check', { id: taskId, row: { result: '0' } }))[0]).toBe(
      400,
    );
    const row = await call<WirePage<WireRecord>>(
      'administrator',
      'GET',
      'system/tenant-setting/page?settingKey=trouble.lateEntry',
    );
    const setting = row.records[0];
    await call('administrator', 'POST', 'system/tenant-setting/change-flag', {
      id: setting?.id,
      flagValue: '0',
      changeReason: '从严',
    });
    const late = { id: taskId, lateReason: '夜班抢修', row: { result: '0' } };
    expect(await refused('teamLeader', 'safety/trouble/task/supplement', late)).toEqual([400, '企业没有开启补充排查']);
    await call('administrator', 'POST', 'system/tenant-setting/reset', { id: setting?.id, changeReason: '恢复' });
    expect(await refused('teamLeader', 'safety/trouble/task/supplement', { ...late, lateReason: null })).toEqual([
      400,
      '请输入补充原因',
    ]);
    await call('teamLeader', 'POST', 'safety/trouble/task/supplement', late);
    expect(await task(taskId)).toMatchObject({ status: '2', late: '1', lateReason: '夜班抢修' });
  });

  it('that finds a danger raises one bound to it; the measure has failed until the danger is closed', async () => {
    const measureId = await measure('围堰');
    const start = at(1, '08:00:00');
    const planId = await plan([measureId], { taskStartTime: start });
    await until(start);
    const { id: taskId } = await newest(planId);
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/finish', { id: planId });
    await submit('teamLeader', taskId, { result: '1', note: '围堰开裂', photos: [await desk.photo('teamLeader')] });
    expect((await task(taskId)).exceptionState).toBe('0');
    const missing = await call<WirePage<WireRecord>>(
      'teamLeader',
      'GET',
      'safety/trouble/task/page?page=troubleshootingTask&exceptionState=0',
    );
    expect(missing.records.map((record) => record.id)).toEqual([taskId]);
    const exception = {
      exceptionDesc: '围堰东侧开裂约30厘米',
      type: '7',
      level: '0',
      reformType: '1',
      photos: [await desk.photo('teamLeader')],
      instantFix: '0',
    };
    const path = 'safety/trouble/task/record-exception';
    expect(await refused('teamLeader', path, { id: taskId, row: exception })).toEqual([400, '请选择整改责任人']);
    const full = { ...exception, dutyUserId: id('employee'), abarbeitungDeadline: wall(3 * DAY) };
    await call('teamLeader', 'POST', path, { id: taskId, row: full });
    const bound = await task(taskId);
    expect(bound.exceptionState).toBe('1');
    const peril = await call('safetyOfficer', 'GET', `safety/peril/detail?id=${bound.perilId}`);
    expect(peril).toMatchObject({
      status: 'assessing',
      source: '9',
      riskMeasureId: measureId,
      troubleTaskId: taskId,
      areaId: chain.areaId,
      deptId: id('shop'),
      perilDesc: '围堰东侧开裂约30厘米',
      finderId: id('teamLeader'),
      dutyUserId: id('employee'),
    });
    const ofMeasure = () => call('safetyOfficer', 'GET', `safety/risk/measure/detail?id=${measureId}`);
    expect(await ofMeasure()).toMatchObject({ status: 'failed', failReason: '围堰东侧开裂约30厘米' });
    expect(await faulty()).toEqual([[chain.unitId], [chain.eventId]]);
    // Nobody is called to restore what comes back by itself once its danger is closed.
    const called = await call<WirePage<WireRecord>>('safetyOfficer', 'GET', 'system/flow/todo?entity=controlMeasure');
    expect(called.records).toEqual([]);
    expect(await refused('teamLeader', path, { id: taskId, row: full })).toEqual([400, '异常已经登记']);
    // The other way round: from the measure to its tasks and dangers.
    const back = await call<WirePage<WireRecord>>(
      'safetyOfficer',
      'GET',
      `safety/peril/page?page=dangerList&riskMeasureId=${measureId}`,
    );
    expect(back.records.map((record) => record.id)).toEqual([peril.id]);
    const mine = await call<WirePage<WireRecord>>(
      'teamLeader',
      'GET',
      `safety/peril/page?page=riskReport&riskMeasureId=${measureId}`,
    );
    expect(mine.records.map((record) => record.id)).toEqual([peril.id]);

    await call('safetyOfficer', 'POST', 'safety/peril/assess', {
      id: peril.id,
      dutyUserId: id('employee'),
      acceptUserId: id('second'),
      abarbeitungDeadline: wall(3 * DAY),
      measures: '重砌围堰',
      causeClass: '2',
      row: { level: '0', reformType: '1', evaluationTime: wall(), opinion: '属实' },
    });
    await call('employee', 'POST', 'safety/peril/rectify', {
      id: peril.id,
      row: { rectifyDesc: '已重砌', finishTime: wall(), photosAfter: [await desk.photo('employee')] },
    });
    expect((await ofMeasure()).status).toBe('failed');
    await call('second', 'POST', 'safety/peril/accept', {
      id: peril.id,
      row: { acceptResult: '1', acceptOpinion: '合格', acceptTime: wall(), photos: [await desk.photo('second')] },
    });
    expect((await call('safetyOfficer', 'GET', `safety/peril/detail?id=${peril.id}`)).status).toBe('closed');
    expect((await ofMeasure()).status).toBe('valid');
    expect(await faulty()).toEqual([[], []]);
  });

  it('whose danger was mended on the spot raises one that is to be accepted, with its photos', async () => {
    const measureId = await measure('灭火器');
    const start = at(1, '08:00:00');
    const planId = await plan([measureId], { taskStartTime: start });
    await until(start);
    const { id: taskId } = await newest(planId);
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/finish', { id: planId });
    await submit('teamLeader', taskId, { result: '1', note: '被遮挡', photos: [await desk.photo('teamLeader')] });
    await call('teamLeader', 'POST', 'safety/trouble/task/record-exception', {
      id: taskId,
      row: {
        exceptionDesc: '灭火器被周转箱遮挡',
        type: '5',
        level: '0',
        reformType: '0',
        photos: [await desk.photo('teamLeader')],
        instantFix: '1',
        fixDesc: '已移开',
        fixPhotos: [await desk.photo('teamLeader')],
      },
    });
    const { perilId } = await task(taskId);
    const whole = await call('safetyOfficer', 'GET', `safety/peril/detail?id=${perilId}&with=children`);
    expect(whole).toMatchObject({ status: 'accepting', dutyUserId: id('teamLeader'), type: '5' });
    expect(whole.acceptUserId).not.toBe(id('teamLeader'));
    const { perilRectify } = whole.children as Record<string, WireRecord[]>;
    expect(perilRectify).toMatchObject([{ rectifyDesc: '已移开', rectifyUserId: id('teamLeader') }]);
    expect(perilRectify?.[0]?.photosAfter).toHaveLength(1);
  });

  it('that finds a major danger raises it with what its form has: criterion and cause are left to whoever assesses', async () => {
    const measureId = await measure('可燃气体报警器');
    const start = at(1, '08:00:00');
    const planId = await plan([measureId], { taskStartTime: start });
    await until(start);
    const { id: taskId } = await newest(planId);
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/finish', { id: planId });
    await submit('teamLeader', taskId, { result: '1', note: '未投用', photos: [await desk.photo('teamLeader')] });
    const row = {
      ...{ exceptionDesc: '罐区报警器全部未投用', type: '4', level: '1', reformType: '1', instantFix: '0' },
      photos: [await desk.photo('teamLeader')],
      dutyUserId: id('employee'),
      abarbeitungDeadline: wall(3 * DAY),
    };
    await call('teamLeader', 'POST', 'safety/trouble/task/record-exception', { id: taskId, row });
    const { perilId } = await task(taskId);
    const peril = await call('safetyOfficer', 'GET', `safety/peril/detail?id=${perilId}`);
    expect(peril).toMatchObject({ status: 'assessing', level: '1', criterion: null });
  });

  it('is not needed for a measure to fail: failing one by hand drafts a danger bound to it, once', async () => {
    const measureId = await measure('泄爆片');
    const change = (step: string, more: Body = {}) =>
      call('safetyOfficer', 'POST', `safety/risk/measure/${step}`, { id: measureId, ...more });
    await change('fail', { failReason: '泄爆片锈死' });
    const dangers = () =>
      call<WirePage<WireRecord>>(
        'safetyOfficer',
        'GET',
        `safety/peril/page?page=riskReport&riskMeasureId=${measureId}`,
      ).then(({ records }) => records);
    const [danger, ...more] = await dangers();
    expect(more).toEqual([]);
    expect(await call('safetyOfficer', 'GET', `safety/peril/detail?id=${danger?.id}`)).toMatchObject({
      status: 'draft',
      source: '9',
      perilName: '泄爆片失效',
      perilDesc: '泄爆片锈死',
      deptId: id('shop'),
      areaId: chain.areaId,
      finderId: id('safetyOfficer'),
      riskMeasureId: measureId,
    });
    // The draft does not hold the measure back, and is not made a second time.
    await change('restore');
    await change('fail', { failReason: '又锈死' });
    expect(await dangers()).toHaveLength(1);
  });

  it('is void when its measure is discarded', async () => {
    const measureId = await measure('喷淋');
    const start = at(1, '08:00:00');
    const planId = await plan([measureId], { taskStartTime: start });
    await until(start);
    await call('safetyOfficer', 'POST', 'safety/risk/measure/discard-content', {
      id: measureId,
      discardReason: '改造后取消',
    });
    expect(await newest(planId)).toMatchObject({ status: '5', cancelReason: '管控措施已废弃' });
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/stop', { id: planId, stopReason: '试验结束' });
  });
});

describe('the tasks of a person', () => {
  it('begin with the one that ends first, and go on with those over from the newest to the oldest', async () => {
    const { records } = await call<WirePage<WireRecord>>(
      'teamLeader',
      'GET',
      'safety/trouble/task/page?page=troubleshootingTask&size=200',
    );
    const ends = (status: string) => records.filter((one) => one.status === status).map((one) => String(one.taskEnd));
    const over = ends('2');
    expect(over.length).toBeGreaterThan(1);
    expect(over).toEqual(over.toSorted().reverse());
    expect(new Set(over).size).toBeGreaterThan(1);
    expect(ends('1')).toEqual(ends('1').toSorted());
    expect(records.map(({ status }) => status)).toEqual(records.map(({ status }) => String(status)).toSorted());
  });
});

describe('a request not to check', () => {
  it('takes the tasks of the unit in its period out once it is approved, also those made later', async () => {
    const start = at(1, '08:00:00');
    const planId = await plan([await measure('阻火器'), await measure('静电接地')], { taskStartTime: start });
    await until(start);
    const [first, second] = await tasksOf(planId);
    const { id: requestId } = await call('teamLeader', 'POST', 'safety/trouble/nocheck/submit', {
      taskId: first?.id,
      scope: 'unit',
      reasonKind: 'repair',
      reason: '检修停车',
      noCheckTime: wall(-60 * MINUTE),
      noCheckEnd: wall(36 * 60 * MINUTE),
    });
    expect((await task(second?.id)).status).toBe('1');
    expect(
      (await refused('teamLeader', 'safety/trouble/nocheck/complete-task', { id: requestId, result: 'pass' }))[0],
    ).not.toBe(200);
    await call('second', 'POST', 'safety/trouble/nocheck/complete-task', {
      id: requestId,
      result: 'pass',
      opinion: '同意',
    });
    expect((await tasksOf(planId)).map(({ status }) => status)).toEqual(['4', '4']);
    await until(at(1, '08:00:00'));
    expect((await tasksOf(planId)).map(({ status }) => status)).toEqual(['4', '4', '4', '4']);
    await until(at(1, '08:00:00'));
    expect((await tasksOf(planId)).map(({ status }) => status)).toEqual(['4', '4', '4', '4', '1', '1']);
    await call('safetyOfficer', 'POST', 'safety/trouble/plan/stop', { id: planId, stopReason: '试验结束' });
  });
});

describe('the statistics', () => {
  it('leave out what need not be checked and count late entries as overdue', async () => {
    const { blocks } = await call<{ blocks: StatisticsBlock[] }>('safetyOfficer', 'GET', 'safety/trouble/task/stats');
    const rows = await call<WirePage<WireRecord>>('safetyOfficer', 'GET', 'safety/trouble/task/page?size=200');
    const count = (test: (record: WireRecord) => boolean) => rows.records.filter(test).length;
    const all = count(({ status }) => status !== '4' && status !== '5');
    const done = count(({ status, late }) => status === '2' && late !== '1');
    const overdue = count(({ status, late }) => status === '3' || (status === '2' && late === '1'));
    const found = count(({ result }) => result === '1');
    const recorded = count(({ result }) => result !== null);
    expect(all * done * overdue * found).toBeGreaterThan(0);
    const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10;
    const block = blocks.find(({ key }) => key === 'byObject');
    const figures = Object.fromEntries(
      (block?.columns ?? []).map(({ key }, index) => [key, block?.rows[0]?.values[index]]),
    );
    expect(block?.rows.map(({ key, label }) => [key, label])).toEqual([[chain.objectId, '氯化反应釜']]);
    expect(figures).toMatchObject({
      all,
      done,
      overdue,
      doneRate: percent(done, all),
      overdueRate: percent(overdue, all),
      foundRate: percent(found, recorded),
    });
  });
});
