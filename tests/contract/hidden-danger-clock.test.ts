import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnSignature } from '../../mocks/demo-plant/drawn-signature.ts';
import { type Assembled, assembleServer } from '../../server/assembly/assemble.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
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
/** What answers now: the server that was started first, or the one that took over. */
let running: Assembled;
let desk: PlantDesk;
const call: PlantDesk['call'] = (...given) => desk.call(...given);
const wall: PlantDesk['wall'] = (offset) => desk.wall(offset);
const dayOf = (offset = 0) => wall(offset).slice(0, 10);

const until = (time: string) => runUntil(server, time, [running.timers]);

/** The same place on the wall clock, some milliseconds later. */
function later(time: string, milliseconds: number): string {
  return new Date(new Date(`${time.replace(' ', 'T')}Z`).getTime() + milliseconds)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

/** What a record has brought into inboxes: `title→account`. */
async function told(recordId: unknown): Promise<readonly string[]> {
  const rows = await server.database.withTenant(TENANT, (connection) =>
    connection.query<{ line: string }>(
      `select concat(n.title, '→', u.account) as line from data.notice n
       join data."user" u on u."tenantId" = n."tenantId" and u.id = n."userId"
       where n."recordId" = $1 and n.kind = 'reminder' order by n."createTime", line`,
      [recordId],
    ),
  );
  return rows.map(({ line }) => line);
}

beforeAll(async () => {
  server = await startTestServer();
  running = server;
  desk = createPlantDesk(server, () => running.app.main);
  await server.database.transaction(TENANT, (connection) =>
    connection.execute('update data.dept set leader = $1 where id = $2', [id('second'), id('shop')]),
  );
  await addNewcomers(server, TENANT, [
    { account: 'director', name: '总己六', role: 'safetyDirector', roleName: '总己六' },
    { account: 'principal', name: '主庚七', role: 'principal', roleName: '主庚七' },
  ]);
}, patient(120_000));
afterAll(async () => {
  if (running !== server) await running.close();
  await server?.stop();
});

interface Entry {
  readonly action: string;
  readonly userName: string;
}

const steps = async (base: string, recordId: unknown) =>
  (await call<WirePage<Entry>>('safetyOfficer', 'GET', `safety/${base}/history?id=${recordId}`)).records;

let areaId = '';

async function danger(level: '0' | '1', deadline: string): Promise<string> {
  areaId ||= String(
    (
      await call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
        areaCode: 'CLOCK-01',
        areaName: '聚合装置区',
        areaType: 'production',
        polygon: OUTLINE,
        deptId: id('shop'),
        dutyUserId: id('second'),
        isMajor: '0',
      })
    ).id,
  );
  const { id: recordId } = await call('teamLeader', 'POST', 'safety/peril/submit', {
    perilName: `法兰渗漏${level}`,
    source: '1',
    type: '7',
    level,
    category: '0',
    reformType: '1',
    deptId: id('shop'),
    areaId,
    location: '二层平台',
    perilDesc: '进料泵出口法兰渗漏',
    causeClass: '2',
    photos: [await desk.photo('teamLeader')],
    findingTime: wall(-60 * MINUTE),
  });
  await call('safetyOfficer', 'POST', 'safety/peril/assess', {
    id: recordId,
    dutyUserId: id('employee'),
    acceptUserId: id('teamLeader'),
    abarbeitungDeadline: deadline,
    measures: '更换垫片并紧固',
    row: {
      level,
      reformType: '1',
      evaluationTime: wall(),
      opinion: '属实',
      ...(level === '1' ? { criterion: '15', reason: '垫片老化', tempMeasures: '专人看护' } : {}),
    },
  });
  return String(recordId);
}

/** What plans of the shop have in common: its leader, and one who goes along. */
const wholeShop = () => ({
  source: '1',
  planLevel: 'company',
  deptId: id('shop'),
  leaderId: id('second'),
  memberIds: [id('employee')],
  checkDeptIds: [id('shop')],
});

describe('a danger whose deadline passes', () => {
  it('reminds before, tells daily after, and escalates once, across a restart of the server', async () => {
    const deadline = wall(5 * DAY);
    const recordId = await danger('0', deadline);
    expect((await call('teamLeader', 'GET', `safety/peril/detail?id=${recordId}`)).status).toBe('rectifying');

    await until(later(deadline, -3 * DAY - MINUTE));
    expect(await told(recordId)).toEqual([]);
    await until(later(deadline, -3 * DAY));
    expect(await told(recordId)).toEqual(['隐患整改期限还有3天→employee']);

    // The server ends between two reminders; what takes over knows only what stands in the database.
    await server.close();
    running = await assembleServer({
      config: server.config,
      database: server.database,
      clock: { now: server.now },
      logger: pino({ level: 'silent' }),
      settings: new Map(),
    });
    await until(later(deadline, -DAY));
    expect(await told(recordId)).toEqual(['隐患整改期限还有3天→employee', '隐患整改期限还有1天→employee']);

    await until(later(deadline, 2 * MINUTE));
    const first = (await told(recordId)).slice(2);
    expect([...first].sort()).toEqual([
      '隐患整改已超期→employee',
      '隐患整改已超期→second',
      '隐患整改超期，已升级督办→director',
      '隐患整改超期，已升级督办→safetyOfficer',
      '隐患整改超期，已升级督办→second',
    ]);
    const record = await call('teamLeader', 'GET', `safety/peril/detail?id=${recordId}`);
    expect(record).toMatchObject({ status: 'rectifying', escalated: '1', isOverdue: '1' });
    const history = await steps('peril', recordId);
    expect(history.filter(({ action }) => action === 'escalate')).toMatchObject([{ userName: '系统' }]);
    const inbox = await call<WirePage<WireRecord>>('second', 'GET', 'system/notice/page?size=50');
    expect(inbox.records.filter((notice) => notice.recordId === recordId).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['隐患整改已超期']),
    );

    // Daily from then on, to those who can end it; the escalation stays one.
    await until(later(deadline, DAY));
    await until(later(deadline, 2 * DAY));
    const then = (await told(recordId)).slice(2 + first.length);
    expect(then).toEqual([
      '隐患整改已超期→employee',
      '隐患整改已超期→second',
      '隐患整改已超期→employee',
      '隐患整改已超期→second',
    ]);

    // Rectified at last: nobody is told of the deadline any more.
    await call('employee', 'POST', 'safety/peril/rectify', {
      id: recordId,
      row: { rectifyDesc: '已更换', finishTime: wall(), photosAfter: [await desk.photo('employee')] },
    });
    const count = (await told(recordId)).length;
    await until(later(deadline, 4 * DAY));
    expect(await told(recordId)).toHaveLength(count);
  });

  it('tells the principal too where the danger is major', async () => {
    const deadline = wall(2 * DAY);
    const recordId = await danger('1', deadline);
    // Of a major danger the scheme comes first; the deadline is put where its approval would put it.
    await call('employee', 'POST', 'safety/peril/makeScheme', {
      id: recordId,
      acceptUserId: id('teamLeader'),
      reviewUserId: id('director'),
      row: {
        goal: '消除渗漏',
        measures: '更换垫片',
        fund: 1,
        dutyDeptId: id('shop'),
        dutyUserId: id('employee'),
        schemeStart: dayOf(),
        schemeEnd: dayOf(DAY),
        abarbeitungDeadline: deadline,
        safetyMeasures: '隔离',
        emergencyPlan: '专人看护',
      },
    });
    for (const voter of ['second', 'principal']) {
      const { records } = await call<WirePage<WireRecord>>(voter, 'GET', 'system/flow/todo?entity=peril');
      const task = records.find((entry) => entry.recordId === recordId);
      await call(voter, 'POST', 'system/flow/complete-task', {
        taskId: task?.taskId,
        result: 'pass',
        opinion: '同意',
        ...(voter === 'principal' ? { signature: drawnSignature(id(voter)) } : {}),
      });
    }
    // What waits for a vote says until when, by the timers of the state that the record is in.
    await call('employee', 'POST', 'safety/peril/rectify', {
      id: recordId,
      row: { rectifyDesc: '已更换', finishTime: wall(), photosAfter: [await desk.photo('employee')] },
    });
    const waiting = await call<WirePage<WireRecord>>('second', 'GET', 'system/flow/todo?entity=peril');
    expect(waiting.records.find((entry) => entry.recordId === recordId)).toMatchObject({ deadline });
    await until(later(deadline, 2 * MINUTE));
    expect((await told(recordId)).filter((line) => line.startsWith('隐患整改超期')).sort()).toEqual([
      '隐患整改超期，已升级督办→director',
      '隐患整改超期，已升级督办→principal',
      '隐患整改超期，已升级督办→safetyOfficer',
      '隐患整改超期，已升级督办→second',
    ]);
  });
});

describe('a plan', () => {
  let planId = '';
  const tasks = async () =>
    (await call<WirePage<WireRecord>>('safetyOfficer', 'GET', `safety/peril/task/page?planId=${planId}&size=50`))
      .records;
  const detail = (of: string, path: string) =>
    call('safetyOfficer', 'GET', `safety/${path}/detail?id=${of}&with=children`);

  it('makes a task with the checks of its list at each of its times, once', async () => {
    const list = await call('safetyOfficer', 'POST', 'safety/investigation/submit', {
      name: '泵区日常检查表',
      source: '1',
      perilCheckItem: [
        { seq: 1, content: '地脚螺栓紧固', standard: '无松动' },
        { seq: 2, content: '机封无泄漏', standard: '每分钟不超过五滴' },
      ],
    });
    const plan = await call('safetyOfficer', 'POST', 'safety/peril/plan/submit', {
      planName: '泵区日常排查',
      ...wholeShop(),
      planStart: dayOf(DAY),
      planEnd: dayOf(30 * DAY),
      cycleType: '2',
      checklistId: list.id,
    });
    planId = String(plan.id);
    const { records } = await call<WirePage<WireRecord>>('director', 'GET', 'system/flow/todo?entity=perilPlan');
    const task = records.find((entry) => entry.recordId === planId);
    await call('director', 'POST', 'system/flow/complete-task', { taskId: task?.taskId, result: 'pass' });
    expect((await detail(planId, 'peril/plan')).status).toBe('approved');
    await until(`${dayOf(DAY)} 00:30:00`);
    await running.schedules.runDue();
    // Approved is not yet running.
    expect(await tasks()).toEqual([]);
    await call('second', 'POST', 'safety/peril/plan/start', { id: planId });
    await running.schedules.runDue();
    await running.schedules.runDue();
    const [made, ...more] = await tasks();
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      status: 'pending',
      taskName: '泵区日常排查',
      executorIds: [id('employee')],
      taskStart: dayOf(),
    });
    const whole = (await detail(String(made?.id), 'peril/task')) as unknown as { children: { perilCheck: Body[] } };
    expect(
      whole.children.perilCheck.map(({ content, standard, result }) => [content, standard, result ?? null]),
    ).toEqual([
      ['地脚螺栓紧固', '无松动', null],
      ['机封无泄漏', '每分钟不超过五滴', null],
    ]);
    await until(`${dayOf(DAY)} 00:30:00`);
    await running.schedules.runDue();
    expect((await tasks()).map(({ taskStart }) => taskStart).sort()).toEqual([dayOf(-DAY), dayOf()]);
  });

  it('reminds those who check, and marks what was not done in time', async () => {
    const [oldest] = [...(await tasks())].sort((a, b) => String(a.taskStart).localeCompare(String(b.taskStart)));
    const end = String(oldest?.taskEnd);
    await until(`${end} 00:00:00`);
    expect(await told(oldest?.id)).toEqual(['排查任务明天到期→employee']);
    await until(later(`${end} 00:00:00`, DAY));
    expect((await detail(String(oldest?.id), 'peril/task')).status).toBe('overdue');
  });

  it('that is stopped has its tasks that nobody began voided within the hour, and makes no more', async () => {
    await running.schedules.runDue();
    const before = await tasks();
    const open = before.filter(({ status }) => status === 'pending');
    expect(open.length).toBeGreaterThan(1);
    const [begun, ...waiting] = open;
    await call('employee', 'POST', 'safety/peril/task/start', { id: begun?.id });
    await call('safetyOfficer', 'POST', 'safety/peril/plan/stop', { id: planId, stopReason: '装置停车检修' });
    await until(wall(61 * MINUTE));
    await running.schedules.runDue();
    const after = new Map((await tasks()).map(({ id: taskId, status }) => [taskId, status]));
    expect(after.size).toBe(before.length);
    expect(waiting.map(({ id: taskId }) => after.get(taskId))).toEqual(waiting.map(() => 'cancelled'));
    expect(after.get(String(begun?.id))).toBe('doing');
    const [row] = (await steps('peril/task', waiting[0]?.id)).filter(({ action }) => action === 'cancel');
    expect(row).toMatchObject({ userName: '系统' });
    server.advance(2 * DAY);
    await running.schedules.runDue();
    expect(await tasks()).toHaveLength(before.length);
  });

  it('calls nobody to end it while it runs, and its leader once it is over', async () => {
    const plan = await call('safetyOfficer', 'POST', 'safety/peril/plan/submit', {
      planName: '罐区雨季排查',
      ...wholeShop(),
      planStart: dayOf(),
      planEnd: dayOf(DAY),
      cycleType: '2',
      checklistId: (await detail(planId, 'peril/plan')).checklistId,
    });
    const waiting = async (who: string) =>
      (await call<WirePage<WireRecord>>(who, 'GET', 'system/flow/todo?entity=perilPlan')).records.filter(
        ({ recordId }) => recordId === plan.id,
      );
    const [vote] = await waiting('director');
    await call('director', 'POST', 'system/flow/complete-task', { taskId: vote?.taskId, result: 'pass' });
    await call('second', 'POST', 'safety/peril/plan/start', { id: plan.id });
    expect(await waiting('second')).toEqual([]);
    await until(`${dayOf(DAY)} 00:30:00`);
    expect((await waiting('second')).map(({ transition }) => transition)).toEqual(['finish']);
  });
});
