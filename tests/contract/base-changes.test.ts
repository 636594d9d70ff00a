import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordCourse, TaskEntry } from '../../src/core/wire/approval.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { DAY, plantId as id, type PlantDesk } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';
import type { TestServer } from '../fixtures/test-server.ts';

let at: BaseDesk;
let server: TestServer;
let desk: PlantDesk;
let area = '';
const base = 'safety/alteration';
const fire = 'safety/fire';

beforeAll(async () => {
  at = await startBaseDesk([
    ['director', '总丙三', 'safetyDirector'],
    ['engineer', '艺丁四', 'processEngineer'],
    ['implementer', '备戊五', 'equipmentManager'],
  ]);
  ({ server, desk } = at);
  area = await at.area('变更装置');
}, patient(120_000));
afterAll(() => at?.server.stop());

const wall = (days: number) => desk.wall(days * DAY);
interface WithMeasures extends WireRecord {
  readonly children?: { readonly alterationMeasure?: readonly WireRecord[] };
}

const read = (recordId: string) =>
  desk.call<WithMeasures>('safetyOfficer', 'GET', `${base}/detail?id=${recordId}&with=children`);

const vote = (who: string, recordId: string) => at.vote(who, base, recordId);

function bodyOf(more: object): Record<string, unknown> {
  return {
    title: '循环水泵更换型号',
    changeType: '2',
    changeItem: '2-2',
    changeLevel: '1',
    changeNature: '1',
    applicant: id('engineer'),
    applyDept: id('company'),
    area,
    reviewDept: id('company'),
    reason: '原型号停产，备件无法采购',
    before: '离心泵甲型',
    after: '离心泵乙型',
    techBasis: '设计院校核意见',
    assessLeader: id('safetyOfficer'),
    affectedDocs: ['2', '4'],
    trainNeeded: '1',
    planStart: wall(0.1),
    planEnd: wall(30),
    implementer: id('implementer'),
    alterationMeasure: [{ measure: '专人监护', owner: id('implementer'), due: wall(5).slice(0, 10) }],
    ...more,
  };
}

/** A change that was applied for, reviewed, assessed and approved. */
async function approved(more: object = {}): Promise<string> {
  const { id: recordId } = await desk.call('engineer', 'POST', `${base}/submit`, bodyOf(more));
  await vote('principal', recordId);
  const team = [id('safetyOfficer'), id('engineer'), id('second')];
  const assess = { id: recordId, assessMethod: '1', assessResult: '可接受' };
  expect(
    (await desk.refused('safetyOfficer', `${base}/assess`, { ...assess, assessTeam: team.slice(0, 1) }))[1],
  ).toContain('评估人员不能少于规定的人数');
  await desk.call('safetyOfficer', 'POST', `${base}/assess`, { ...assess, assessTeam: team });
  for (const who of (more as { changeLevel?: string }).changeLevel === '2' ? ['director', 'principal'] : ['principal'])
    await vote(who, recordId);
  expect((await read(recordId)).status).toBe('4');
  return recordId;
}

// AQ/T 3034-2022 3.6 (pre-startup safety review), T/CCSAS 007-2020 (general and important changes).
describe('a change', () => {
  it('says who reviewed it, and what follows as far as it is sure', async () => {
    const { id: recordId } = await desk.call('engineer', 'POST', `${base}/submit`, bodyOf({}));
    await vote('principal', recordId);
    const course = await desk.call<RecordCourse>(
      'safetyOfficer',
      'GET',
      `system/flow/course?entity=alteration&id=${recordId}`,
    );
    expect(course.stages.slice(0, 3).map(({ title, action, userName }) => [action ?? title, userName])).toEqual([
      ['提交申请', '艺丁四'],
      ['专业审核', '负乙二'],
      ['风险评估', null],
    ]);
    const told = await desk.call<WirePage<{ actionLabel: string }>>(
      'safetyOfficer',
      'GET',
      `${base}/history?id=${recordId}`,
    );
    expect(told.records.map(({ actionLabel }) => actionLabel).slice(0, 3)).toEqual([
      '“提交申请”生效',
      '审批通过',
      '提交申请',
    ]);
    const { records } = await desk.call<WirePage<TaskEntry>>('safetyOfficer', 'GET', 'system/flow/todo?size=100');
    // That measures are still open is known, and who approves of two levels of one name.
    expect(records.find((entry) => entry.recordId === recordId)?.follows).toBe(
      '办理后：经部门负责人批准，通过后转为“实施中”，由责任人办理“完成措施”',
    );
  });

  it('goes from application to close-out, and each step waits for what belongs before it', async () => {
    const recordId = await approved({ changeLevel: '2' });
    const accepting = { id: recordId, acceptUsers: [id('safetyOfficer')] };
    expect((await desk.refused('implementer', `${base}/implemented`, accepting))[1]).toContain(
      '1 项风险控制措施没有完成',
    );
    const [measure] = (await read(recordId)).children?.alterationMeasure ?? [];
    await desk.call('implementer', 'POST', `${base}/measure/finish`, { id: measure?.id, result: '已落实' });
    expect((await desk.refused('implementer', `${base}/implemented`, accepting))[1]).toBe('请先登记培训告知');
    await desk.call('implementer', 'POST', `${base}/progress`, {
      id: recordId,
      updatedDocs: ['2'],
      trainRecord: '已告知',
    });
    await desk.call('implementer', 'POST', `${base}/implemented`, accepting);
    const close = { id: recordId, pssr: '0', updatedDocs: ['2', '4'], acceptOpinion: '同意' };
    expect((await desk.refused('safetyOfficer', `${base}/accept`, close))[1]).toContain('开车前安全审查不合格');
    const partly = { ...close, pssr: '1', updatedDocs: ['2'] };
    expect((await desk.refused('safetyOfficer', `${base}/accept`, partly))[1]).toBe('须更新的资料还没有全部更新');
    await desk.call('safetyOfficer', 'POST', `${base}/accept`, { ...close, pssr: '1' });
    expect((await read(recordId)).status).toBe('6');
  });

  it('of an emergency has its papers within 24 hours, or says why not', async () => {
    const emergency = (hours: number) =>
      bodyOf({ changeNature: '3', oralApprover: id('director'), oralTime: wall(-hours / 24) });
    await desk.call('engineer', 'POST', `${base}/submit`, emergency(23));
    const late = emergency(25);
    expect((await desk.refused('engineer', `${base}/submit`, late))[1]).toContain('请写明逾期补办原因');
    await desk.call('engineer', 'POST', `${base}/submit`, { ...late, lateReason: '夜间抢修' });
  });

  it('that is temporary turns red when it expires, and is restored or applied for as permanent', async () => {
    const temporary = { changeNature: '2', expireTime: wall(20) };
    const recordId = await approved(temporary);
    await runUntil(server, wall(20.01));
    expect((await read(recordId)).warning).toBe('expired');
    await desk.call('engineer', 'POST', `${base}/makePermanent`, { id: recordId });
    expect((await desk.refused('engineer', `${base}/makePermanent`, { id: recordId }))[1]).toBe('已经申请转为永久变更');
    await desk.call('implementer', 'POST', `${base}/restore`, { id: recordId, endReason: '已拆除' });
    expect(await read(recordId)).toMatchObject({ status: '6', restored: '1', warning: 'none' });
  });
});

describe('fire equipment', () => {
  let number = 0;
  const equipment = (more: object = {}) => {
    number += 1;
    return desk.call('safetyOfficer', 'POST', `${fire}/submit`, {
      equipNo: `MF-${number}`,
      name: '干粉灭火器',
      equipType: '2',
      model: 'MFZ/ABC8',
      quantity: 1,
      area,
      location: '北门',
      produceDate: wall(-100).slice(0, 10),
      keeper: id('second'),
      keepDept: id('company'),
      ...more,
    });
  };

  it('in a unit area is checked every half month (GB 50444-2008 5.2.2), and is due the day after', async () => {
    expect(
      (
        await desk.refused('safetyOfficer', `${fire}/save`, {
          equipNo: 'MF-M',
          name: '灭火器',
          equipType: '2',
          area,
          checkCycle: 'month',
          model: 'M',
          quantity: 1,
          location: '东',
          produceDate: wall(-10).slice(0, 10),
          keeper: id('second'),
          keepDept: id('company'),
        })
      )[1],
    ).toContain('须每半月检查');
    const { id: recordId, checkCycle, nextCheckDate } = await equipment();
    expect(checkCycle).toBe('half');
    expect(nextCheckDate).toBe(wall(15).slice(0, 10));
    await runUntil(server, `${wall(15).slice(0, 10)} 23:00:00`);
    const state = async () => (await desk.call('safetyOfficer', 'GET', `${fire}/detail?id=${recordId}`)).status;
    expect(await state()).toBe('0');
    await runUntil(server, `${wall(1).slice(0, 10)} 01:00:00`);
    expect(await state()).toBe('1');
    await desk.call('second', 'POST', `${fire}/check`, { id: recordId, row: { items: ['1', '2'], result: '1' } });
    expect(await state()).toBe('0');
  });

  it('with a tag is checked by scanning it, and what failed becomes a fault', async () => {
    const { id: recordId } = await equipment({ nfcCode: 'TAG-1' });
    const row = { items: ['1'], result: '0', problem: '压力不足', photo: [await desk.photo('second')] };
    expect((await desk.refused('second', `${fire}/scanCheck`, { id: recordId, row }))[0]).toBe(400);
    const wrong = { id: recordId, row, scan: { code: 'TAG-2' } };
    expect((await desk.refused('second', `${fire}/scanCheck`, wrong))[1]).toContain('不是本记录的标签');
    const after = await desk.call('second', 'POST', `${fire}/scanCheck`, { ...wrong, scan: { code: 'TAG-1' } });
    expect(after).toMatchObject({ status: '2', fault: '压力不足' });
  });

  it('is away for repair a quarter of its unit at most, or replaced meanwhile (GB 50444-2008 5.3)', async () => {
    const other = await at.area('另一单元', 'other');
    const pieces: WireRecord[] = [];
    for (let count = 0; count < 8; count += 1) pieces.push(await equipment({ area: other }));
    const send = async (place: number, more: object = {}) => {
      const recordId = pieces[place]?.id;
      const fault = { id: recordId, fault: '喷嘴堵塞', faultPhoto: [await desk.photo('second')] };
      const { status } = await desk.call('safetyOfficer', 'GET', `${fire}/detail?id=${recordId}`);
      if (status !== '2') await desk.call('second', 'POST', `${fire}/report`, fault);
      return desk.ask('implementer', 'POST', `${fire}/sendRepair`, { id: recordId, ...more });
    };
    expect([(await send(0)).status, (await send(1)).status]).toEqual([200, 200]);
    const third = await send(2);
    expect([third.status, third.msg]).toEqual([400, expect.stringContaining('超过同一单元的四分之一')]);
    expect((await send(2, { substitute: '备用 MFZ/ABC8 一具' })).status).toBe(200);
  });
});
