import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { type Body, createPlantDesk, DAY, plantId as id, type PlantDesk, TENANT } from '../fixtures/plant-desk.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let desk: PlantDesk;
let areaId = '';

const officer = 'safetyOfficer';

beforeAll(async () => {
  server = await startTestServer();
  desk = createPlantDesk(server);
  const duty = { deptId: id('shop'), dutyUserId: id('second') };
  const area = { areaCode: 'FX-01', areaName: '示例罐区', areaType: 'tank', isMajor: '1', polygon: OUTLINE, ...duty };
  areaId = String((await desk.call(officer, 'POST', 'safety/risk/areas/main/save', area)).id);
});
afterAll(() => server?.stop());

let counter = 0;

function source(chemical: Body, more: Body = {}): Body {
  counter += 1;
  return {
    sourceName: `示例危险源${counter}`,
    unitKind: 'storage',
    areaId,
    deptId: id('shop'),
    chemicals: [{ name: '氯', q: 20, Q: 5, beta: 4, ...chemical }],
    exposedCount: 0,
    mainDuty: id('second'),
    techDuty: id('second'),
    operDuty: id('second'),
    ...more,
  };
}

const saveSource = (body: Body) => desk.ask(officer, 'POST', 'safety/risk/majorsource/submit', body);

describe('重大危险源辨识与分级（GB 18218-2018）', () => {
  it('takes no critical quantity above table 1, whatever the chemical is called there', async () => {
    for (const name of ['氯', '液氯', '氯气']) {
      const refused = await saveSource(source({ name, Q: 500 }));
      expect([refused.status, refused.msg]).toEqual([
        400,
        '危险化学品第1行临界量不能大于GB 18218-2018表1对该化学品的规定',
      ]);
    }
    const renamed = await saveSource(source({ name: '示例物料甲', cas: '7782-50-5', Q: 500 }));
    expect(renamed.msg).toBe('危险化学品第1行临界量不能大于GB 18218-2018表1对该化学品的规定');
  });

  it('takes no β below tables 3 and 4, and stricter values gladly', async () => {
    const refused = await saveSource(source({ beta: 1 }));
    expect(refused.msg).toBe('危险化学品第1行校正系数β不能小于GB 18218-2018表3、表4对该化学品的规定');
    const stricter = await saveSource(source({ Q: 4, beta: 5 }));
    expect(stricter.status, stricter.msg).toBe(200);
  });

  it('grades by its own limits where a company has set laxer ones before', async () => {
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `update data."tenantSetting" set "numberValue" = 100, kind = 'number', status = 'changed'
         where "tenantId" = $1 and "settingKey" = 'risk.majorThreshold'`,
        [TENANT],
      ),
    );
    await server.metadata.invalidate(TENANT);
    const saved = await saveSource(source({}));
    expect(saved.status, saved.msg).toBe(200);
    expect(saved.data).toMatchObject({ sumValue: 4, level: '4' });
  });

  const setup = async (base: string, find: (row: WireRecord) => boolean): Promise<WireRecord> => {
    const page = await desk.call<WirePage<WireRecord>>(officer, 'GET', `safety/risk/setup/${base}/page?size=100`);
    const row = page.records.find(find);
    if (row === undefined) throw new Error(`no such row of ${base}`);
    return row;
  };

  it('keeps the rows of its tables: neither changed beyond it, nor removed, nor gone round by others', async () => {
    const chlorine = await setup('substance', ({ name }) => name === '氯');
    const larger = { ...chlorine, criticalQ: 500 };
    expect(await desk.refused(officer, 'safety/risk/setup/substance/submit', larger)).toEqual([
      400,
      '临界量不能大于GB 18218-2018表1的规定',
    ]);
    const gone = await desk.ask(officer, 'POST', `safety/risk/setup/substance/remove?ids=${String(chlorine.id)}`, {});
    expect(gone.msg).toBe('标准列明的化学品不能删除');
    const crowd = await setup('alpha', ({ minPeople }) => minPeople === 100);
    expect(await desk.refused(officer, 'safety/risk/setup/alpha/submit', { ...crowd, alpha: 0.5 })).toEqual([
      400,
      '校正系数α不能小于GB 18218-2018表5对这些人数的规定',
    ]);
    const shorter = await desk.ask(officer, 'POST', 'safety/risk/setup/alpha/submit', { ...crowd, maxPeople: 200 });
    expect(shorter.status, shorter.msg).toBe(200);
    expect(
      await desk.refused(officer, 'safety/risk/setup/alpha/submit', { minPeople: 201, alpha: 0.1, source: '示例' }),
    ).toEqual([400, '校正系数α不能小于GB 18218-2018表5对这些人数的规定']);
    // A gap in the company's own ranges leaves the standard's factor.
    const crowded = await saveSource(source({}, { exposedCount: 300 }));
    expect(crowded.data).toMatchObject({ alpha: 2, rValue: 32, level: '3' });
  });

  it('does not let what the standard says be written', async () => {
    const chlorine = await setup('substance', ({ name }) => name === '氯');
    const answer = await desk.ask(officer, 'POST', 'safety/risk/setup/substance/submit', { ...chlorine, legalQ: 900 });
    const after = await setup('substance', ({ name }) => name === '氯');
    expect([answer.status, after.legalQ]).toEqual([400, 5]);
  });
});

describe('重大危险源安全评估（安监总局令第40号第十一条）', () => {
  /** What the principal of a source is called for about it. */
  const called = async (sourceId: unknown): Promise<readonly TaskEntry[]> => {
    const path = 'system/flow/todo?entity=majorSource&size=200';
    const { records } = await desk.call<WirePage<TaskEntry>>('second', 'GET', path);
    return records.filter(({ recordId }) => recordId === sourceId);
  };
  const day = (text: string, months: number) => {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
    // The 31st of a month that has none is its last day.
    const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
  };

  it('is asked for anew before it is three years old, with its report, by whoever answers for the source', async () => {
    const today = desk.wall().slice(0, 10);
    const old = day(today, -34);
    const { data: recent } = await saveSource(source({}, { assessDate: today }));
    const { data: ending } = await saveSource(source({}, { assessDate: old }));
    const { data: never } = await saveSource(source({}));
    expect(await called(recent.id)).toEqual([]);
    expect(await called(never.id)).toHaveLength(1);
    const [entry] = await called(ending.id);
    expect(entry).toMatchObject({ steps: [{ transition: 'reassess' }], after: '过期后在首页列为异常' });
    expect(entry?.deadline?.slice(0, 10)).toBe(day(old, 36));
    const path = 'safety/risk/majorsource/reassess';
    const report = [await desk.photo('second')];
    expect(await desk.refused('second', path, { id: ending.id, assessDate: today })).toEqual([
      400,
      '请上传安全评估报告',
    ]);
    const tomorrow = desk.wall(DAY).slice(0, 10);
    expect(await desk.refused('second', path, { id: ending.id, assessDate: tomorrow, assessReport: report })).toEqual([
      400,
      '安全评估日期不能晚于今天',
    ]);
    expect(await called(ending.id)).toHaveLength(1);
    const { version } = await desk.call(officer, 'GET', `safety/risk/majorsource/detail?id=${String(ending.id)}`);
    const done = { id: ending.id, version, assessDate: today, assessReport: report };
    expect(await desk.call('second', 'POST', path, done)).toMatchObject({ assessDue: day(today, 36) });
    expect(await called(ending.id)).toEqual([]);
  });

  it('lasts no longer by any setting of a company', async () => {
    const path = 'system/tenant-setting/page?settingKey=risk.majorAssessMonths&size=5';
    const [row] = (await desk.call<WirePage<WireRecord>>('administrator', 'GET', path)).records;
    const longer = { id: row?.id, version: row?.version, numberValue: 48, changeReason: '延长评估周期' };
    const [status, words] = await desk.refused('administrator', 'system/tenant-setting/change', longer);
    expect([status, words]).toEqual([400, '大于允许的最大值，请看“允许范围”']);
  });
});

describe('风险事件与管控措施（双重预防机制）', () => {
  const event: Body = {
    eventName: '示例罐超压',
    accidentType: '18',
    cause: '呼吸阀堵塞',
    consequence: '罐体破裂',
    method: 'LS',
    lValue: '2',
    sValue: '4',
  };
  const measure: Body = {
    dataSrc: '2',
    classify1: '1',
    classify2: '1-1',
    measureDesc: '呼吸阀每月拆检',
    troubleContent: '拆检记录是否齐全',
    lReduce: 1,
  };
  const step = (path: string, body: Body) => desk.call(officer, 'POST', `safety/risk/${path}`, body);
  const ask = (path: string, body: Body) => desk.ask(officer, 'POST', `safety/risk/${path}`, body);
  const whole = (id: unknown) => desk.call(officer, 'GET', `safety/risk/event/detail?id=${id}&with=children`);
  const rowsOf = (record: WireRecord) => (record.children as Record<string, WireRecord[]>).controlMeasure ?? [];
  let unitId = '';
  let approvedId = '';
  const ids: { object?: unknown } = {};

  async function approve(id: unknown): Promise<string> {
    const { records } = await desk.call<WirePage<WireRecord>>('director', 'GET', 'system/flow/todo?size=100');
    const task = records.find(({ recordId }) => recordId === id);
    const body = { taskId: task?.taskId, result: 'pass', opinion: '同意' };
    return (await desk.ask('director', 'POST', 'system/flow/complete-task', body)).msg;
  }

  beforeAll(async () => {
    await addNewcomers(server, TENANT, [{ account: 'director', name: '总己六', role: 'safetyDirector' }]);
    await server.database.transaction(TENANT, (connection) =>
      connection.execute('update data.dept set leader = $1 where id = $2', [id('teamLeader'), id('shop')]),
    );
    // The department and the person of an area are those of what is analysed in it, until somebody says others.
    const object = await step('object/submit', {
      objectCode: 'DX-01',
      objectName: '示例罐组',
      objectType: 'unit',
      areaId,
    });
    expect(object).toMatchObject({ deptId: id('shop'), dutyUserId: id('second') });
    ids.object = object.id;
    const unit = await step('unit/submit', { unitName: '示例储罐', objectId: object.id, unitType: 'equipment' });
    expect(unit).toMatchObject({ deptId: id('shop'), dutyUserId: id('second') });
    unitId = String(unit.id);
  });

  it('is not submitted without a valid measure, and takes its measures with it', async () => {
    const bare = await ask('event/submit', { ...event, unitId });
    expect([bare.status, bare.msg]).toEqual([400, '风险事件“示例罐超压”没有有效的管控措施，至少要有一条才能生效']);
    const rows = [measure, { ...measure, measureDesc: '压力高报警', troubleContent: '报警值是否正确', sReduce: 1 }];
    const made = await step('event/submit', { ...event, unitId, controlMeasure: rows });
    expect(made).toMatchObject({ status: 'reviewing', residualR: 3 });
    // Whoever answers for the unit answers for a measure that names nobody.
    expect(rowsOf(await whole(made.id)).map(({ dutyUserId, status }) => [dutyUserId, status])).toEqual([
      [id('second'), 'valid'],
      [id('second'), 'valid'],
    ]);
    approvedId = String(made.id);
  });

  it('lets nothing be changed in its measures while it is reviewed and when it is in force', async () => {
    const closed = async (state: string) => {
      const [row] = rowsOf(await whole(approvedId));
      const refused = async (path: string, body: Body) => {
        const { status, msg } = await ask(path, body);
        return [status, msg];
      };
      const { id: rowId, version } = row ?? {};
      const why = (verb: string) => [400, `风险事件“示例罐超压”为“${state}”，不能${verb}管控措施`];
      expect(await refused('measure/save', { id: rowId, version, lReduce: 4 })).toEqual(why('编辑'));
      expect(await refused('measure/save', { ...measure, eventId: approvedId })).toEqual(why('新增'));
      expect(await refused(`measure/remove?ids=${rowId}`, {})).toEqual(why('删除'));
      expect(await refused('measure/discard-content', { id: rowId, version, discardReason: '示例' })).toEqual([
        400,
        '管控措施随风险事件一起审批，请先修订风险事件“示例罐超压”，再废弃措施',
      ]);
    };
    await closed('审核中');
    expect(await approve(approvedId)).toBe('操作成功');
    await closed('已生效');
  });

  it('waits for its evaluator again once its evaluation is a year old, and leads to the step', async () => {
    const called = async (who: string, recordId: unknown): Promise<readonly TaskEntry[]> => {
      const path = 'system/flow/todo?entity=riskEvent&size=200';
      return (await desk.call<WirePage<TaskEntry>>(who, 'GET', path)).records.filter(
        (entry) => entry.recordId === recordId,
      );
    };
    const year = Number(desk.wall().slice(0, 4));
    const evaluationTime = `${year - 1}-01-15`;
    const old = { ...event, unitId, eventName: '示例罐溢流', evaluatorId: id('second'), evaluationTime };
    const made = await step('event/submit', { ...old, controlMeasure: [measure] });
    expect(await approve(made.id)).toBe('操作成功');
    const [entry, ...more] = await called('second', made.id);
    expect([entry?.steps, more]).toMatchObject([[{ transition: 'revise', title: '重新评价' }], []]);
    expect(entry?.deadline?.slice(0, 10)).toBe(`${year}-01-15`);
    expect(await called('second', approvedId)).toEqual([]);
    const { version } = await whole(made.id);
    await step('event/revise', { id: made.id, version, changeReason: '满一年重新评价' });
    expect(await called('second', made.id)).toEqual([]);
  });

  it('approves changed measures anew with the event, none of them left included', async () => {
    const { version } = await whole(approvedId);
    await step('event/revise', { id: approvedId, version, changeReason: '增设联锁' });
    const [first, second] = rowsOf(await whole(approvedId));
    for (const row of [first, second])
      await step('measure/discard-content', { id: row?.id, version: row?.version, discardReason: '由联锁代替' });
    const bare = await ask('event/submit', { id: approvedId, version: (await whole(approvedId)).version });
    expect(bare.msg).toBe('风险事件“示例罐超压”没有有效的管控措施，至少要有一条才能生效');
    await step('measure/save', { ...measure, eventId: approvedId, measureDesc: '压力高高联锁' });
    const again = await step('event/submit', { id: approvedId, version: (await whole(approvedId)).version });
    expect(again.status).toBe('reviewing');
    // A measure that fails meanwhile is no measure when the event is approved.
    const last = rowsOf(await whole(approvedId)).find(({ status }) => status === 'valid');
    const failed = await step('measure/fail', { id: last?.id, version: last?.version, failReason: '未投用' });
    expect(await approve(approvedId)).toContain('风险事件“示例罐超压”没有有效的管控措施');
    expect((await whole(approvedId)).status).toBe('reviewing');
    expect(failed.status).toBe('failed');
  });

  it('makes one plan of all that is in force in a unit, by one step of the unit', async () => {
    const unit = await step('unit/submit', { unitName: '示例泵组', objectId: ids.object, unitType: 'equipment' });
    const path = `safety/trouble/plan/page?unitIds=${unit.id}&size=5`;
    const plans = async () => (await desk.call<WirePage<WireRecord>>(officer, 'GET', path)).records;
    const made: WireRecord[] = [];
    for (const eventName of ['示例机封泄漏', '示例轴承过热', '示例未批准']) {
      const rows = [{ ...measure, measureDesc: `${eventName}的措施` }];
      made.push(await step('event/submit', { ...event, eventName, unitId: unit.id, controlMeasure: rows }));
    }
    const empty = await ask('unit/make-plan', { id: unit.id });
    expect([empty.status, empty.msg]).toEqual([400, '单元“示例泵组”没有已生效且管控方式为隐患排查的有效措施']);
    expect(await plans()).toEqual([]);
    await approve(made[0]?.id);
    await approve(made[1]?.id);
    const { abilities } = await desk.call<WireRecord>(officer, 'GET', `safety/risk/unit/detail?id=${unit.id}`);
    expect(abilities).toMatchObject({ makePlan: true });
    await step('unit/make-plan', { id: unit.id });
    const inForce = [...rowsOf(await whole(made[0]?.id)), ...rowsOf(await whole(made[1]?.id))].map((row) => row.id);
    const [plan] = await plans();
    expect(plan).toMatchObject({ status: 'draft', unitIds: [unit.id], objectId: ids.object, deptId: id('shop') });
    expect([...((plan?.measureIds ?? []) as string[])].sort()).toEqual(inForce.sort());
    const twice = await ask('unit/make-plan', { id: unit.id });
    expect([twice.status, twice.msg]).toEqual([400, '今天已按单元“示例泵组”编制过排查计划']);
    expect(await plans()).toHaveLength(1);
    const refused = await desk.ask('employee', 'POST', 'safety/risk/unit/make-plan', { id: unit.id });
    expect(refused.status).toBe(403);
  });

  it('makes a plan of its valid measures by one step, with unit, department and people', async () => {
    const made = await step('event/submit', {
      ...event,
      eventName: '示例罐泄漏',
      unitId,
      controlMeasure: [measure, { ...measure, measureDesc: '围堰完好' }],
    });
    expect(await approve(made.id)).toBe('操作成功');
    const { version } = await whole(made.id);
    await step('event/make-plan', { id: made.id, version });
    const path = `safety/trouble/plan/page?unitIds=${unitId}&size=5`;
    const [plan] = (await desk.call<WirePage<WireRecord>>(officer, 'GET', path)).records;
    expect(plan).toMatchObject({
      status: 'draft',
      planName: `示例罐泄漏排查计划${desk.wall().slice(0, 10)}`,
      unitIds: [unitId],
      deptId: id('shop'),
      executorIds: [id('second')],
    });
    expect(plan?.measureIds).toHaveLength(2);
    const sent = await desk.call(officer, 'POST', 'safety/trouble/plan/submit', {
      id: plan?.id,
      version: plan?.version,
    });
    expect(sent.status).toBe('approving');
    const twice = await ask('event/make-plan', { id: made.id, version: (await whole(made.id)).version });
    expect(twice.msg).toBe('今天已按风险事件“示例罐泄漏”编制过排查计划');
  });
});
