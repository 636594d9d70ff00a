import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { DRAWN_SIGNATURE as SIGNATURE } from '../fixtures/drawn-signature.ts';
import { patient } from '../fixtures/patience.ts';
import { type Body, DAY, plantId as id, TENANT } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';

let plant: BaseDesk;
let areaId: string;

const BASE = 'safety/schedule';
const call: BaseDesk['desk']['call'] = (...given) => plant.desk.call(...given);
const refused = (who: string, path: string, body: Body) => plant.desk.refused(who, `${BASE}/${path}`, body);
const detail = (base: string, recordId: string, children = '') =>
  call('safetyOfficer', 'GET', `${BASE}/${base}/detail?id=${recordId}${children}`);
const rowsOf = async (base: string, recordId: string, entity: string) =>
  ((await detail(base, recordId, '&with=children')).children as Record<string, WireRecord[]>)[entity] ?? [];
const fire = (who: string, base: string, step: string, recordId: string, row?: Body) =>
  plant.fire(who, `${BASE}/${base}`, step, recordId, row);
/** The refusal of a step at the record's newest version. */
const notFired = async (who: string, base: string, step: string, recordId: string, row: Body = {}) => {
  const { version } = await detail(base, recordId);
  return refused(who, `${base}/${step}`, { id: recordId, version, ...row });
};
const inbox = async (who: string) =>
  JSON.stringify((await call<WirePage<WireRecord>>(who, 'GET', 'system/notice/page?size=100')).records);
const waiting = async (who: string) =>
  (await call<WirePage<WireRecord>>(who, 'GET', 'system/flow/todo?current=1&size=100')).records.map(
    ({ recordId }) => recordId,
  );

const task = (owner: string, from: number, to: number, more: Body = {}) => ({
  ...{
    content: `更换${owner}机封`,
    owner: id(owner),
    start: plant.day(from),
    end: plant.day(to),
    safetyNote: '挂牌上锁',
  },
  ...more,
});

/** A work plan of the team leader as a draft, from tomorrow for three days. */
async function workPlan(tasks: readonly Body[], more: Body = {}): Promise<string> {
  const { id: planId } = await call('teamLeader', 'POST', `${BASE}/workPlan/save`, {
    ...{ title: '聚合装置机泵检修', workType: '2', planCycle: '1', planDept: id('shop'), flowType: '1', area: areaId },
    ...{ planTime: plant.day(1), planEnd: plant.day(3), workPlanTask: tasks, ...more },
  });
  return planId;
}

async function runningPlan(tasks: readonly Body[], more: Body = {}): Promise<string> {
  const planId = await workPlan(tasks, more);
  await fire('teamLeader', 'workPlan', 'submit', planId);
  await plant.vote('chief', 'workPlan', planId);
  await runUntil(plant.server, `${String((await detail('workPlan', planId)).planTime)} 08:00:00`);
  expect(await detail('workPlan', planId)).toMatchObject({ status: '5' });
  return planId;
}

const workRecord = (planId: string, taskId: unknown, more: Body = {}) => ({
  ...{ plan: planId, task: taskId, workType: '2', title: '更换机封', dept: id('shop'), workers: [id('second')] },
  ...{ workTime: plant.desk.wall(-DAY / 8), workEnd: plant.desk.wall(-DAY / 24), process: '泄压置换后更换机封' },
  ...{ result: '1', signature: { image: SIGNATURE }, ...more },
});

async function submitRecord(who: string, body: Body): Promise<string> {
  const { id: recordId } = await call(who, 'POST', `${BASE}/workRecord/save`, body);
  await fire(who, 'workRecord', 'submit', recordId);
  return recordId;
}

const item = (content: string, more: Body = {}) => ({ content, standard: '完好有效', method: '2', ...more });

/** A plan of inspection of the workshop, led by the safety officer, from tomorrow for two days. */
async function inspection(more: Body = {}): Promise<string> {
  const { id: planId } = await call('safetyOfficer', 'POST', `${BASE}/inspectionPlan/save`, {
    ...{ title: '冬季安全检查', inspectionType: '4', level: '2', planCycle: '5', leadDept: id('company') },
    ...{ planTime: plant.day(1), planEnd: plant.day(2), leader: id('safetyOfficer'), members: [id('teamLeader')] },
    ...{ targetDepts: [id('shop')], areas: [areaId], basis: '本企业安全检查制度', approver: id('principal') },
    ...{ inspectionPlanItem: [item('可燃气体报警器'), item('消防栓'), item('安全阀')], ...more },
  });
  return planId;
}

async function approved(more: Body = {}): Promise<string> {
  const planId = await inspection(more);
  await fire('safetyOfficer', 'inspectionPlan', 'submit', planId);
  await plant.vote('principal', 'inspectionPlan', planId);
  return planId;
}

beforeAll(async () => {
  plant = await startBaseDesk([
    ['gone', '离丙三', 'employee', 'shop'],
    ['head', '总丁四', 'safetyDirector'],
  ]);
  areaId = await plant.area('检查区');
  await plant.server.database.transaction(TENANT, (connection) =>
    connection.execute(`update data."user" set status = '0' where id = $1`, [id('gone')]),
  );
}, patient(120_000));

afterAll(() => plant?.server.stop());

describe('a work plan', () => {
  it('is refused with reversed dates, tasks outside its period, and somebody who has left', async () => {
    const reversed = {
      title: '倒着的计划',
      workType: '1',
      planDept: id('shop'),
      planTime: plant.day(3),
      planEnd: plant.day(1),
    };
    const { id: draft } = await call('teamLeader', 'POST', `${BASE}/workPlan/save`, {
      ...reversed,
      planEnd: plant.day(4),
    });
    expect(await refused('teamLeader', 'workPlan/save', { id: draft, version: 1, planEnd: plant.day(1) })).toEqual([
      400,
      '计划结束不能早于计划时间',
    ]);
    expect(await notFired('teamLeader', 'workPlan', 'submit', draft)).toEqual([400, '请至少写一项工作任务']);
    const outside = await workPlan([task('second', 1, 5)]);
    expect(await notFired('teamLeader', 'workPlan', 'submit', outside)).toEqual([
      400,
      '工作任务的日期须在计划时间之内',
    ]);
    // The period was cut after the tasks had been written.
    const cut = await workPlan([task('second', 1, 3)]);
    const { version } = await detail('workPlan', cut);
    await call('teamLeader', 'POST', `${BASE}/workPlan/save`, { id: cut, version, planEnd: plant.day(2) });
    expect(await notFired('teamLeader', 'workPlan', 'submit', cut)).toEqual([400, '工作任务的日期须在计划时间之内']);
    const left = await workPlan([task('second', 1, 2)]);
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute('update data."workPlanTask" set owner = $1 where "planId" = $2', [id('gone'), left]),
    );
    expect(await notFired('teamLeader', 'workPlan', 'submit', left)).toEqual([400, '任务责任人已停用：离丙三']);
    expect(await notFired('teamLeader', 'workPlan', 'release', left)).toEqual([400, '该计划要经审批']);
  });

  it('is rejected with an opinion, taken back before a vote, and approved by the head alone', async () => {
    const planId = await workPlan([task('second', 1, 2)]);
    await fire('teamLeader', 'workPlan', 'submit', planId);
    expect(await detail('workPlan', planId)).toMatchObject({ status: '1' });
    await plant.vote('chief', 'workPlan', planId, 'reject');
    expect(await detail('workPlan', planId)).toMatchObject({ status: '2' });
    await fire('teamLeader', 'workPlan', 'submit', planId);
    const taken = (who: string, recordId = planId) =>
      plant.desk.ask(who, 'POST', `${BASE}/workPlan/revoke`, { id: recordId, reason: '改日期' });
    expect((await taken('second')).status).toBe(403);
    expect((await taken('teamLeader')).status).toBe(200);
    expect(await detail('workPlan', planId)).toMatchObject({ status: '3' });
    // It has ended; and of a plan for which nobody was asked there is nothing to take back.
    expect((await taken('teamLeader')).status).toBe(409);
    expect((await taken('teamLeader', 'no-such-plan')).status).toBe(404);
    expect(await waiting('second')).not.toContain(planId);
  });

  it('gives its owners to-dos, is done by confirmed records, and is completed by its planner', async () => {
    const planId = await runningPlan([task('second', 1, 2), task('employee', 1, 3, { partners: [id('second')] })]);
    const [one, two] = await rowsOf('workPlan', planId, 'workPlanTask');
    expect([one?.status, two?.status]).toEqual(['0', '0']);
    expect(await waiting('second')).toContain(planId);
    expect(await waiting('employee')).toContain(planId);
    expect(await inbox('second')).toContain('有新的工作任务');
    expect((await notFired('teamLeader', 'workPlan', 'complete', planId))[1]).toContain('还有任务没有完成');

    const part = await submitRecord('second', workRecord(planId, one?.id, { result: '2', problems: '缺垫片' }));
    await fire('chief', 'workRecord', 'confirm', part);
    const [begun] = await rowsOf('workPlan', planId, 'workPlanTask');
    expect(begun).toMatchObject({ status: '1', recordCount: 1 });
    const whole = await submitRecord('second', workRecord(planId, one?.id));
    await fire('chief', 'workRecord', 'give-back', whole, { returnReason: '写明型号' });
    expect(await detail('workRecord', whole)).toMatchObject({ status: '0', returnReason: '写明型号' });
    await fire('second', 'workRecord', 'submit', whole);
    await fire('chief', 'workRecord', 'confirm', whole);
    expect(await detail('workRecord', whole)).toMatchObject({ status: '2', duration: 2, confirmer: id('chief') });
    expect(await detail('workPlan', planId)).toMatchObject({ progress: 50, taskDone: 1 });
    expect(await waiting('second')).not.toContain(planId);
    const last = await submitRecord('employee', workRecord(planId, two?.id));
    await fire('chief', 'workRecord', 'confirm', last);
    await fire('teamLeader', 'workPlan', 'complete', planId);
    expect(await detail('workPlan', planId)).toMatchObject({ status: '6', progress: 100 });
    expect(await refused('second', 'workRecord/save', workRecord(planId, one?.id))).toEqual([400, '计划不在执行中']);
  });

  it('is overdue the day after its end, and completed late with a reason', async () => {
    const planId = await runningPlan([task('second', 1, 1)]);
    await runUntil(plant.server, `${plant.day(3)} 00:01:00`);
    expect(await detail('workPlan', planId)).toMatchObject({ status: '7' });
    const [one] = await rowsOf('workPlan', planId, 'workPlanTask');
    expect(one).toMatchObject({ status: '3' });
    expect(await inbox('teamLeader')).toContain('工作计划逾期');
    const recordId = await submitRecord('second', workRecord(planId, one?.id));
    await fire('chief', 'workRecord', 'confirm', recordId);
    expect(await notFired('teamLeader', 'workPlan', 'complete-late', planId)).toEqual([400, '请输入逾期原因']);
    await fire('teamLeader', 'workPlan', 'complete-late', planId, { lateReason: '等备件' });
    expect(await detail('workPlan', planId)).toMatchObject({ status: '6', late: '1' });
  });

  it('with special work does not start without its tickets', async () => {
    const planId = await workPlan([task('second', 1, 3)], { specialWork: ['hot'] });
    await fire('teamLeader', 'workPlan', 'submit', planId);
    await plant.vote('chief', 'workPlan', planId);
    await runUntil(plant.server, `${plant.day(1)} 08:00:00`);
    expect(await detail('workPlan', planId)).toMatchObject({ status: '4' });
    expect(await inbox('teamLeader')).toContain('还没有相应的作业票');
    const { id: ticketId } = await call('teamLeader', 'POST', 'workticket/ticket/save', {
      type: 'hot',
      workUnitType: '1',
    });
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."workTicket" set status = 'approved' where id = $1`, [ticketId]),
    );
    await fire('teamLeader', 'workPlan', 'link-tickets', planId, { tickets: [ticketId] });
    expect(await detail('workPlan', planId)).toMatchObject({ status: '5' });
    await fire('chief', 'workPlan', 'terminate', planId, { stopReason: '停工' });
    const [one] = await rowsOf('workPlan', planId, 'workPlanTask');
    expect(one).toMatchObject({ status: 'void' });
  });

  it('of every week is made again at the start of the next one, with its tasks moved, until it is terminated', async () => {
    const planId = await runningPlan([task('second', 2, 3)], { planCycle: '3' });
    const first = await detail('workPlan', planId);
    await runUntil(plant.server, `${plant.day(7)} 08:00:00`);
    const { nextPlan } = await detail('workPlan', planId);
    const next = await detail('workPlan', String(nextPlan));
    const days = (Date.parse(String(next.planTime)) - Date.parse(String(first.planTime))) / DAY;
    expect([days, next.status, next.planNo === first.planNo]).toEqual([7, '5', false]);
    const [one] = await rowsOf('workPlan', String(nextPlan), 'workPlanTask');
    const begins = (Date.parse(String(one?.start)) - Date.parse(String(next.planTime))) / DAY;
    expect([one?.status, begins, one?.owner]).toEqual(['0', 1, id('second')]);
    await fire('chief', 'workPlan', 'terminate', String(nextPlan), { stopReason: '不再需要' });
    await runUntil(plant.server, `${plant.day(8)} 08:00:00`);
    expect((await detail('workPlan', String(nextPlan))).nextPlan ?? null).toBe(null);
  });
});

describe('an inspection plan', () => {
  it('of the company is approved by the safety director, of a profession has somebody of it', async () => {
    const director = await inspection({ level: '1' });
    expect(await notFired('safetyOfficer', 'inspectionPlan', 'submit', director)).toEqual([
      400,
      '公司级检查由安全总监审批',
    ]);
    const { version } = await detail('inspectionPlan', director);
    await call('safetyOfficer', 'POST', `${BASE}/inspectionPlan/save`, { id: director, version, approver: id('head') });
    await fire('safetyOfficer', 'inspectionPlan', 'submit', director);
    await plant.vote('head', 'inspectionPlan', director);
    expect(await detail('inspectionPlan', director)).toMatchObject({ status: '4' });
    expect(await inbox('chief')).toContain('检查计划已批准');

    const left = await inspection();
    await plant.server.database.transaction(TENANT, (connection) =>
      connection.execute('update data."inspectionPlan" set members = array[$1] where id = $2', [id('gone'), left]),
    );
    expect(await notFired('safetyOfficer', 'inspectionPlan', 'submit', left)).toEqual([400, '检查人员已停用：离丙三']);
  });

  it('wants a record of each department; each non-conformity is a danger or was put right at once', async () => {
    const planId = await approved();
    await fire('safetyOfficer', 'inspectionPlan', 'start', planId);
    expect(await notFired('safetyOfficer', 'inspectionPlan', 'complete', planId)).toEqual([
      400,
      '每个受检部门都要有已提交的检查记录',
    ]);
    const { id: recordId } = await call('teamLeader', 'POST', `${BASE}/inspectionRecord/save`, {
      ...{ plan: planId, inspectionType: '4', checkTime: plant.desk.wall(-DAY / 24), dept: id('shop'), area: areaId },
      ...{ checkers: [id('teamLeader')], conclusion: '两处不符合', signature: { image: SIGNATURE } },
    });
    const rows = await rowsOf('inspectionRecord', recordId, 'inspectionRecordItem');
    expect(rows.map(({ content, standard }) => [content, standard])).toEqual([
      ['可燃气体报警器', '完好有效'],
      ['消防栓', '完好有效'],
      ['安全阀', '完好有效'],
    ]);
    expect((await notFired('teamLeader', 'inspectionRecord', 'submit', recordId))[1]).toContain('还没有结果');
    const answer = (row: WireRecord | undefined, more: Body) =>
      call<WireRecord>('teamLeader', 'POST', `${BASE}/inspectionRecordItem/save`, {
        id: row?.id,
        version: row?.version,
        ...more,
      });
    const [one, two, three] = rows;
    await answer(one, { result: '1' });
    await answer(two, { result: '2', description: '消防栓扳手缺失', photos: [await plant.desk.photo('teamLeader')] });
    const bad = await answer(three, {
      ...{ result: '2', description: '安全阀铅封损坏', photos: [await plant.desk.photo('teamLeader')] },
    });
    const [, open] = await notFired('teamLeader', 'inspectionRecord', 'submit', recordId);
    expect(open).toBe('不符合项要转隐患或写明现场整改：消防栓、安全阀');
    const marked = await rowsOf('inspectionRecord', recordId, 'inspectionRecordItem');
    await answer(marked[1], { fixNote: '当场补配' });
    await call('teamLeader', 'POST', `${BASE}/inspectionRecordItem/danger`, { id: bad.id, version: bad.version });
    const [, , turned] = await rowsOf('inspectionRecord', recordId, 'inspectionRecordItem');
    const danger = await call('safetyOfficer', 'GET', `safety/peril/detail?id=${turned?.perilId}`);
    expect(danger).toMatchObject({ source: '4', deptId: id('shop'), finderId: id('teamLeader') });
    expect(danger.status).not.toBe('draft');
    await fire('teamLeader', 'inspectionRecord', 'submit', recordId);
    expect(await detail('inspectionRecord', recordId)).toMatchObject({ status: '1', problemCount: 2, passRate: 33.3 });
    expect(await notFired('chief', 'inspectionRecord', 'confirm', recordId)).toEqual([400, '请填写受检方签字']);
    await fire('chief', 'inspectionRecord', 'confirm', recordId, { deptSignature: { image: SIGNATURE } });
    expect(await detail('inspectionRecord', recordId)).toMatchObject({ status: '2', confirmer: id('chief') });
    await fire('safetyOfficer', 'inspectionPlan', 'complete', planId);
    expect(await detail('inspectionPlan', planId)).toMatchObject({ status: '6', problemCount: 2 });
    const { headers } = await plant.desk.signedIn('safetyOfficer');
    const url = `/api/anlan-${BASE}/inspectionRecord/statistics/export`;
    const sheet = await plant.server.main.inject({ method: 'GET', url, headers });
    expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  });

  it('that is not finished at the end of its month counts against its department', async () => {
    const counted = async (): Promise<readonly number[]> => {
      const answer = await call<{ blocks: { total: number[] }[] }>(
        'safetyOfficer',
        'GET',
        `${BASE}/inspectionPlan/stats?block=byDept`,
      );
      return answer.blocks[0]?.total ?? [];
    };
    // What other stories left unfinished is over by then.
    await runUntil(plant.server, `${plant.day(3)} 00:01:00`);
    const [, , , before = 0] = await counted();
    const planId = await approved({ planCycle: '1' });
    expect((await counted())[3]).toBe(before);
    await runUntil(plant.server, `${plant.day(3)} 00:01:00`);
    expect(await detail('inspectionPlan', planId)).toMatchObject({ status: '7' });
    expect((await counted())[3]).toBe(before + 1);
  });
});
