import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveInfo } from '../../server/flow/approval/approve-info.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { endDelegation, saveDelegation } from '../../server/flow/approval/delegation.ts';
import { revokeRequest, terminateRequest, transferTask } from '../../server/flow/approval/take-back.ts';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { DRAWN_SIGNATURE, grayPng } from '../fixtures/drawn-signature.ts';
import { patient } from '../fixtures/patience.ts';
import { type ApprovalServer, createApprovalServer, person, TENANT } from './approval-fixture.ts';

const JOB = '/api/anlan-safety/job';

let server: ApprovalServer;
beforeAll(async () => {
  server = await createApprovalServer();
}, patient(120_000));
afterAll(() => server.close());

/** Submits a new job of anna's; gives its id. */
async function submitted(values: Record<string, unknown> = {}): Promise<string> {
  const answer = await server.call<{ id: string; status: string }>(person('anna'), `POST ${JOB}/submit`, {
    name: '检修任务',
    ...values,
  });
  expect(answer).toMatchObject({ status: 200, data: { status: 'waiting' } });
  return answer.data.id;
}

const fire = (name: string, transition: string, id: string, body: object = {}) =>
  server.call<Record<string, unknown>>(person(name), `POST ${JOB}/${transition}`, { id, ...body });

async function vote(name: string, recordId: string, body: Record<string, unknown> = {}, task?: string) {
  const taskId = task ?? (await server.taskOf(name, recordId));
  return completeTask(await server.approving(name), { taskId }, { result: 'pass', ...body });
}

const openRequest = async (id: string): Promise<string> =>
  (await server.requests(id)).find(({ status }) => status === 'open')?.id ?? '';

describe('a request', () => {
  it('waits in its pending state, is granted by any voter of a level, and skips the others', async () => {
    const id = await submitted();
    const other = await server.taskOf('cara', id);
    expect(await vote('ben', id, { opinion: '同意' })).toMatchObject({ status: 'granted', recordId: id });
    expect(await server.record(id)).toMatchObject({ status: 'open' });
    expect(await server.requests(id)).toMatchObject([{ status: 'granted', transition: 'submit' }]);
    expect(await server.audits(id, 'approval:pass')).toEqual(['初审：同意']);
    await expect(vote('cara', id, {}, other)).rejects.toMatchObject({
      status: 409,
      message: '该任务已由ben某审批通过',
      data: { userId: 'ben' },
    });
    expect(await server.audits(id, 'approval:refused')).toEqual(['审批被拒绝：该任务已由ben某审批通过']);
  });

  it('takes the levels whose condition holds, one after the other, and asks what each vote asks', async () => {
    const id = await submitted({ grade: '1' });
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    expect(await server.record(id)).toMatchObject({ status: 'waiting' });
    await expect(vote('cara', id)).rejects.toMatchObject({
      faults: [
        { pointer: '/opinion', msg: '请填写审批意见' },
        { pointer: '/signature', msg: '请手写签名' },
      ],
    });
    await expect(
      vote('cara', id, { opinion: '可以', signature: 'data:image/svg+xml;base64,AAAA' }),
    ).rejects.toMatchObject({ faults: [{ msg: '签名图片不正确' }] });
    const blank = `data:image/png;base64,${grayPng(180, 60, () => false).toString('base64')}`;
    await expect(vote('cara', id, { opinion: '可以', signature: blank })).rejects.toMatchObject({
      faults: [{ pointer: '/signature', msg: '签名是空白的，请手写签名' }],
    });
    expect(await vote('cara', id, { opinion: '可以', signature: DRAWN_SIGNATURE })).toMatchObject({
      status: 'granted',
    });
    expect(await server.record(id)).toMatchObject({ status: 'open' });
  });

  it('keeps its levels as they were when it opened', async () => {
    const id = await submitted();
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."user" set role = array['role-boss'] where "tenantId" = $1 and id = 'fred'`, [
        TENANT,
      ]),
    );
    await expect(server.taskOf('fred', id)).rejects.toThrow('no open task');
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."user" set role = array['role-staff'] where "tenantId" = $1 and id = 'fred'`, [
        TENANT,
      ]),
    );
    expect(await vote('cara', id)).toMatchObject({ status: 'granted' });
  });

  it('is rejected with an opinion of 2 to 200 characters, sets what the rejection sets and can be submitted again', async () => {
    const id = await submitted();
    await expect(vote('ben', id, { result: 'reject' })).rejects.toMatchObject({ message: '驳回时必须填写审批意见' });
    await expect(vote('ben', id, { result: 'reject', opinion: '否' })).rejects.toMatchObject({
      message: '驳回意见须为2至200个字',
    });
    await expect(vote('ben', id, { result: 'maybe' })).rejects.toMatchObject({ message: '请选择通过或驳回' });
    await expect(vote('ben', id, { approver: 'anna' })).rejects.toMatchObject({ message: '不认识的字段：approver' });
    expect(await server.record(id)).toMatchObject({ status: 'waiting' });
    expect(await vote('ben', id, { result: 'reject', opinion: '资料不全' })).toMatchObject({ status: 'rejected' });
    expect(await server.record(id)).toMatchObject({ status: 'refused', remark: '驳回0' });
    expect(server.notices.at(-1)).toMatchObject({ kind: 'result', userIds: ['anna'], text: '资料不全' });
    const again = await fire('anna', 'submit', id, { version: (await server.record(id)).version });
    expect(again).toMatchObject({ status: 200, data: { status: 'waiting' } });
    expect(await vote('cara', id)).toMatchObject({ status: 'granted' });
  });

  it('leaves the record where it is when nothing is pending, and applies what was proposed once all have agreed', async () => {
    const { id } = await server.openJob({ deadline: '2026-05-01' });
    expect(await fire('anna', 'delay', id, { wish: '2026-06-01' })).toMatchObject({
      status: 200,
      data: { status: 'open' },
    });
    expect(await server.record(id)).toMatchObject({ deadline: '2026-05-01', wish: null });
    expect(await fire('anna', 'delay', id, { wish: '2026-07-01' })).toMatchObject({
      status: 400,
      msg: '“延期”正在审批，不能延期',
    });
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    await expect(vote('ben', id, {}, (await doneTask('ben', id)) ?? '')).rejects.toMatchObject({
      status: 409,
      message: '您已处理过该任务，结果是通过',
    });
    expect(await vote('cara', id)).toMatchObject({ status: 'granted' });
    expect(await server.record(id)).toMatchObject({
      deadline: '2026-06-01',
      wish: '2026-06-01',
      delays: 1,
      status: 'open',
    });
  });

  it('shows what it proposes as lists do: what they mask is whole in the record alone, where the log tells of it', async () => {
    const { id } = await server.openJob({ deadline: '2026-05-01', pass: '320101190001010010' });
    await fire('anna', 'delay', id, { wish: '2026-06-01', pass: '320101190002020027' });
    const taskId = await server.taskOf('ben', id);
    const asked = await server.approving('ben');
    const info = await server.database.withTenant(TENANT, (db) => approveInfo(asked, db, { taskId }));
    expect(info.proposal.find(({ field }) => field === 'pass')).toMatchObject({
      value: '320101********0027',
      text: '320101********0027',
      before: '320101********0010',
    });
    expect(JSON.stringify(info)).not.toMatch(/3201011900010|3201011900020/);
  });

  it('is not granted while a guard fails, and then nothing of the decision stays', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'delay', id, { wish: '2026-06-01' });
    await vote('ben', id);
    expect(await fire('anna', 'block', id, { blocked: '停电' })).toMatchObject({ status: 200 });
    const task = await server.taskOf('cara', id);
    await expect(vote('cara', id)).rejects.toMatchObject({ status: 400, message: '任务受阻，不能延期' });
    expect(await server.taskOf('cara', id)).toBe(task);
    expect((await server.requests(id))[0]).toMatchObject({ status: 'open' });
    expect(await server.record(id)).toMatchObject({ delays: 0 });
    expect(await server.audits(id, 'approval:refused')).toEqual(['审批被拒绝：任务受阻，不能延期']);
  });

  it('votes in order where the level says so', async () => {
    const { id } = await server.openJob();
    await fire('fred', 'relay', id);
    expect((await server.call(person('fred'), `POST ${JOB}/relay`, { id })).status).toBe(404);
    await fire('anna', 'relay', id);
    const waiting = await anyTask('cara', id);
    await expect(vote('cara', id, {}, waiting)).rejects.toMatchObject({ status: 409, message: '还没有轮到您审批' });
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    expect(await vote('cara', id, {}, waiting)).toMatchObject({ status: 'granted' });
    expect(await server.record(id)).toMatchObject({ remark: '逐级通过' });
  });

  it('counts one vote for each entry where the level says so', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'council', id);
    expect(await vote('emil', id)).toMatchObject({ status: 'open' });
    await expect(server.taskOf('dora', id)).rejects.toThrow();
    expect(await vote('ben', id)).toMatchObject({ status: 'granted' });
    expect(await server.record(id)).toMatchObject({ remark: '会商通过' });
  });

  it('is granted by the share of votes that a level asks for, whoever else has refused', async () => {
    const { id } = await server.openJob();
    // Four seats: ben, cara, dora, emil; half of them suffice.
    await fire('anna', 'shared', id);
    const no = { result: 'reject', opinion: '不同意' };
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    expect(await vote('cara', id, no)).toMatchObject({ status: 'open' });
    expect(await vote('dora', id, no)).toMatchObject({ status: 'open' });
    expect(await server.record(id)).toMatchObject({ remark: null });
    expect(await vote('emil', id)).toMatchObject({ status: 'granted' });
    expect(await server.record(id)).toMatchObject({ remark: '过半通过' });
    expect(await server.requests(id)).toMatchObject([{ status: 'granted' }]);
  });

  it('is rejected as soon as too few votes are left for the share, and nobody votes any more', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'shared', id);
    const no = { result: 'reject', opinion: '不同意' };
    for (const name of ['ben', 'cara']) expect(await vote(name, id, no)).toMatchObject({ status: 'open' });
    const late = await server.taskOf('emil', id);
    expect(await vote('dora', id, no)).toMatchObject({ status: 'rejected' });
    await expect(vote('emil', id, {}, late)).rejects.toMatchObject({ status: 409 });
    expect(await server.record(id)).toMatchObject({ remark: null });
    expect(server.notices.at(-1)).toMatchObject({ kind: 'result', userIds: ['anna'], text: '不同意' });
  });

  it('skips whoever has not voted when the share is reached', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'shared', id);
    await vote('ben', id);
    const late = await server.taskOf('dora', id);
    expect(await vote('cara', id)).toMatchObject({ status: 'granted' });
    await expect(vote('dora', id, {}, late)).rejects.toMatchObject({
      status: 409,
      message: '该任务已由cara某审批通过',
    });
  });

  it('refuses a level with nobody to vote', async () => {
    const { id } = await server.openJob({ deptId: 'headless' });
    expect(await fire('anna', 'headed', id)).toMatchObject({ status: 400, msg: '“部门”没有可以审批的人，不能部门批' });
    expect(await server.requests(id)).toEqual([]);
    const other = await server.openJob({ deptId: 'headed' });
    expect(await fire('anna', 'headed', other.id)).toMatchObject({ status: 200 });
    expect(await vote('ben', other.id)).toMatchObject({ status: 'granted' });
  });

  it('asks the guard of a vote for a grant only', async () => {
    const { id } = await server.openJob({ remark: '否' });
    await fire('anna', 'guarded', id);
    await expect(vote('ben', id)).rejects.toMatchObject({ status: 400, message: '备注须为可' });
    expect(await vote('ben', id, { result: 'reject', opinion: '不行' })).toMatchObject({ status: 'rejected' });
  });

  it('takes levels from the rows of a small entity', async () => {
    const root = server.context(person('root'));
    await server.service.saveInternal(root, 'chain', {
      caption: '第二步',
      rank: 2,
      kind: 'A',
      office: 'role-chiefBoss',
    });
    await server.service.saveInternal(root, 'chain', {
      caption: '第一步',
      rank: 1,
      kind: 'A',
      folk: ['emil', 'dora'],
      manner: 'all',
    });
    await server.service.saveInternal(root, 'chain', { caption: '不适用', rank: 3, kind: 'B', folk: ['fred'] });
    const { id } = await server.openJob({ grade: 'A' });
    expect(await fire('anna', 'chained', id)).toMatchObject({ status: 200 });
    await vote('dora', id);
    expect(await vote('emil', id)).toMatchObject({ status: 'open' });
    expect(await vote('cara', id)).toMatchObject({ status: 'granted' });
    expect(await server.record(id)).toMatchObject({ remark: '链通过' });
  });
});

async function tasks(name: string, recordId: string): Promise<{ id: string; status: string }[]> {
  return server.database.withTenant(TENANT, (connection) =>
    connection.query(
      'select id, status from platform."approvalTask" where "tenantId" = $1 and "userId" = $2 and "recordId" = $3 order by id desc',
      [TENANT, name, recordId],
    ),
  );
}
const anyTask = async (name: string, id: string) => (await tasks(name, id))[0]?.id ?? '';
const doneTask = async (name: string, id: string) =>
  (await tasks(name, id)).find(({ status }) => status === 'done')?.id;

describe('taking back, ending and handing over', () => {
  it('is taken back by the submitter until the first vote', async () => {
    const id = await submitted({ grade: '1' });
    const requestId = await openRequest(id);
    await expect(revokeRequest(await server.approving('fred'), { requestId }, undefined)).rejects.toMatchObject({
      status: 403,
    });
    await revokeRequest(await server.approving('anna'), { requestId }, '填错了');
    expect(await server.record(id)).toMatchObject({ status: 'draft' });
    expect(await server.requests(id)).toMatchObject([{ status: 'revoked' }]);
    await expect(vote('ben', id, {}, await anyTask('ben', id))).rejects.toMatchObject({
      status: 409,
      message: '该申请已被撤回',
    });
    const again = await submitted({ grade: '1' });
    await vote('ben', again);
    await expect(
      revokeRequest(await server.approving('anna'), { requestId: await openRequest(again) }, undefined),
    ).rejects.toMatchObject({ status: 409, message: '已有人审批，不能撤回' });
    expect(await server.record(again)).toMatchObject({ status: 'waiting' });
  });

  it('is taken back until it is granted where the file says so', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'relay', id);
    await vote('ben', id);
    await revokeRequest(await server.approving('anna'), { requestId: await openRequest(id) }, undefined);
    expect(await server.requests(id)).toMatchObject([{ status: 'revoked' }]);
  });

  it('is ended by an administrator only, with a reason', async () => {
    const id = await submitted();
    const requestId = await openRequest(id);
    await expect(terminateRequest(await server.approving('ben'), { requestId }, '不办了')).rejects.toMatchObject({
      status: 403,
    });
    await expect(terminateRequest(await server.approving('root'), { requestId }, '')).rejects.toMatchObject({
      message: '终止原因须为2至200个字',
    });
    await terminateRequest(await server.approving('root'), { requestId }, '重复申请');
    expect(await server.requests(id)).toMatchObject([{ status: 'terminated' }]);
    expect(await server.record(id)).toMatchObject({ status: 'draft' });
  });

  it('hands one task to another person, who decides it', async () => {
    const id = await submitted();
    const taskId = await server.taskOf('ben', id);
    const ben = await server.approving('ben');
    await expect(transferTask(ben, taskId, 'ben', '出差在外')).rejects.toMatchObject({ message: '不能转办给自己' });
    await expect(transferTask(ben, taskId, 'nobody', '出差在外')).rejects.toMatchObject({
      message: '接收人不存在或已停用',
    });
    await expect(transferTask(ben, taskId, 'cara', '出差在外')).rejects.toMatchObject({
      message: 'cara某已是本步骤的审批人',
    });
    await expect(transferTask(ben, taskId, 'emil', '')).rejects.toMatchObject({ message: '转办原因须为2至200个字' });
    for (const [name, fault] of [
      ['anna', '不能转办给anna某：是该申请的发起人'],
      ['fred', '不能转办给fred某：看不到该记录'],
    ] as const) {
      await expect(transferTask(ben, taskId, name, '出差在外')).rejects.toMatchObject({
        faults: [{ pointer: '/userId', msg: fault }],
      });
    }
    await transferTask(ben, taskId, 'emil', '出差在外');
    await expect(vote('ben', id, {}, taskId)).rejects.toMatchObject({
      status: 409,
      message: '您已处理过该任务，结果是转办',
    });
    expect(await vote('emil', id)).toMatchObject({ status: 'granted' });
  });

  it('gives tasks that open within a delegation to the delegate', async () => {
    const ben = server.context(person('ben'));
    const save = (input: { delegateId: string; startTime: string; endTime: string }, id: string) =>
      server.database.transaction(TENANT, (connection) =>
        saveDelegation(ben, connection, 'Asia/Shanghai', id, { ...input, reason: undefined }),
      );
    const period = { startTime: '2026-04-01 00:00:00', endTime: '2026-05-30 00:00:00' };
    await expect(save({ ...period, delegateId: 'ben' }, 'd0')).rejects.toMatchObject({ message: '不能委托给自己' });
    await expect(save({ ...period, endTime: '2026-03-01', delegateId: 'emil' }, 'd0')).rejects.toMatchObject({
      message: '结束时间须晚于开始时间',
    });
    await save({ ...period, delegateId: 'emil' }, 'd1');
    await expect(save({ ...period, delegateId: 'dora' }, 'd2')).rejects.toMatchObject({
      message: '该时间段内已有委托，请先取消',
    });
    const id = await submitted();
    await expect(server.taskOf('ben', id)).rejects.toThrow();
    expect(await vote('emil', id)).toMatchObject({ status: 'granted' });
    await server.database.transaction(TENANT, (connection) => endDelegation(ben, connection, 'd1'));
    const later = await submitted();
    expect(await server.taskOf('ben', later)).not.toBe('');
  });

  it('ends when the record leaves the state, and when it is removed', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'delay', id, { wish: '2026-06-01' });
    expect(await fire('anna', 'close', id)).toMatchObject({ status: 200, data: { status: 'closed' } });
    expect(await server.requests(id)).toMatchObject([{ status: 'cancelled' }]);
    const waiting = await submitted();
    expect(await server.call(person('anna'), `POST ${JOB}/remove?ids=${waiting}`)).toMatchObject({ status: 200 });
    expect(await server.requests(waiting)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('lets other requests be open beside only where both say so', async () => {
    const { id } = await server.openJob();
    expect(await fire('anna', 'council', id)).toMatchObject({ status: 200 });
    expect(await fire('anna', 'council', id)).toMatchObject({ status: 400 });
    expect(await fire('anna', 'relay', id)).toMatchObject({ status: 400, msg: '“会商”正在审批，不能逐级' });
  });
});

describe('who may decide', () => {
  it('refuses somebody else’s task, another tenant’s and one that does not exist, and logs it', async () => {
    const id = await submitted();
    const task = await server.taskOf('ben', id);
    await expect(vote('fred', id, {}, task)).rejects.toMatchObject({ status: 403 });
    const foreign = await server.approving({ ...person('ben'), tenantId: '645968' });
    await expect(completeTask(foreign, { taskId: task }, { result: 'pass' })).rejects.toMatchObject({ status: 404 });
    await expect(vote('ben', id, {}, '999')).rejects.toMatchObject({
      status: 404,
      message: '待办任务不存在或已被删除',
    });
    expect(await server.audits(id, 'approval:refused')).toEqual(['审批被拒绝：您没有“处理他人的待办任务”的权限']);
    expect(await server.audits('999', 'approval:refused')).toHaveLength(1);
    expect(await server.record(id)).toMatchObject({ status: 'waiting' });
  });

  it('refuses a decision on a record that changed since it was seen', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'guarded', id);
    await fire('anna', 'block', id, { blocked: '停电' });
    await expect(vote('ben', id, { version: 1 })).rejects.toMatchObject({ status: 409, code: 'staleVersion' });
  });

  it('does not let an approver or a state in through a save', async () => {
    const draft = await server.call<{ id: string }>(person('anna'), `POST ${JOB}/save`, { name: '草稿' });
    const body = { id: draft.data.id, version: 1 };
    expect(await server.call(person('anna'), `POST ${JOB}/save`, { ...body, status: 'open' })).toMatchObject({
      status: 400,
    });
    expect(await server.call(person('anna'), `POST ${JOB}/save`, { ...body, approver: 'anna' })).toMatchObject({
      status: 400,
    });
    expect(await server.call(person('anna'), `POST ${JOB}/submit`, { ...body, levels: [] })).toMatchObject({
      status: 400,
    });
    expect(await server.record(draft.data.id)).toMatchObject({ status: 'draft', version: 1 });
  });

  it(
    'lets one of two voters at once win, fifty times',
    async () => {
      const ids = await Promise.all(Array.from({ length: 50 }, () => submitted()));
      for (const id of ids) {
        const [ben, cara] = [await server.taskOf('ben', id), await server.taskOf('cara', id)];
        const results = await Promise.allSettled([
          vote('ben', id, {}, ben),
          vote('cara', id, { result: 'reject', opinion: '不同意' }, cara),
        ]);
        const won = results.filter(({ status }) => status === 'fulfilled');
        expect(won).toHaveLength(1);
        const lost = results.find((result) => result.status === 'rejected');
        expect(lost?.status === 'rejected' && lost.reason).toMatchObject({
          status: 409,
          message: expect.stringMatching(/^该任务已由(ben|cara)某审批(通过|驳回)$/),
        });
        const [request] = await server.requests(id);
        expect(['granted', 'rejected']).toContain(request?.status);
        expect((await server.record(id)).status).toBe(request?.status === 'granted' ? 'open' : 'refused');
      }
    },
    patient(120_000),
  );

  it('tells the loser of a race that the request was refused, also where others had granted it before', async () => {
    const { id } = await server.openJob();
    expect(await fire('anna', 'council', id)).toMatchObject({ status: 200 });
    const late = await server.taskOf('emil', id);
    expect(await vote('dora', id)).toMatchObject({ status: 'open' });
    await expect(vote('emil', id, {}, late)).rejects.toMatchObject({
      status: 409,
      message: '该任务已由dora某审批通过',
    });
    await vote('ben', id, { result: 'reject', opinion: '不同意' });
    await expect(vote('emil', id, {}, late)).rejects.toMatchObject({
      status: 409,
      message: '该任务已由ben某审批驳回',
      data: { userId: 'ben', decision: 'reject' },
    });
  });

  it('gives a repeated decision under one idempotency key the same answer', async () => {
    const id = await submitted();
    const taskId = await server.taskOf('ben', id);
    const once = async () => completeTask(await server.approving('ben', 'key-1'), { taskId }, { result: 'pass' });
    const [first, second] = [await once(), await once()];
    expect(second).toEqual(first);
  });
});

describe('lists and visibility', () => {
  it('shows a record to whoever has a task or a copy, in list and detail, and to nobody else', async () => {
    const id = await submitted({ name: '可见任务' });
    const page = (name: string) =>
      server.call<WirePage<{ id: string }>>(person(name), `GET ${JOB}/page?name=${encodeURIComponent('可见任务')}`);
    const detail = async (name: string) => (await server.call(person(name), `GET ${JOB}/detail?id=${id}`)).status;
    for (const name of ['anna', 'ben', 'gina']) {
      expect((await page(name)).data.records.map((row) => row.id)).toEqual([id]);
      expect(await detail(name)).toBe(200);
    }
    for (const name of ['fred', 'dora']) {
      expect((await page(name)).data.records).toEqual([]);
      expect(await detail(name)).toBe(404);
    }
    const shown = await server.call<Record<string, unknown>>(person('ben'), `GET ${JOB}/detail?id=${id}`);
    expect(shown.data).not.toHaveProperty('secret');
    await vote('ben', id);
    expect(await detail('ben')).toBe(200);
  });

  it('does not show a record for a task whose turn has not come', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'relay', id);
    expect((await server.call(person('cara'), `GET ${JOB}/detail?id=${id}`)).status).toBe(404);
    await vote('ben', id);
    expect((await server.call(person('cara'), `GET ${JOB}/detail?id=${id}`)).status).toBe(200);
  });

  it('finds by awaiting(me, …) what awaits a person, and votes by the entity’s own call', async () => {
    const { id } = await server.openJob();
    await fire('anna', 'delay', id, { wish: '2026-08-01' });
    const pending = async (name: string) =>
      (await server.call<WirePage<{ id: string }>>(person(name), `GET ${JOB}/page?page=jobDelay`)).data.records.map(
        (row) => row.id,
      );
    expect(await pending('ben')).toContain(id);
    expect(await pending('anna')).not.toContain(id);
    const approve = (name: string, body: object = {}) =>
      server.call<{ status: string }>(person(name), `POST ${JOB}/delay-approve`, { id, result: 'pass', ...body });
    expect(await approve('fred')).toMatchObject({ status: 403 });
    expect(await approve('ben')).toMatchObject({ status: 200, data: { status: 'open' } });
    expect(await approve('ben')).toMatchObject({ status: 409, msg: '您已处理过该任务，结果是通过' });
    expect(await pending('ben')).not.toContain(id);
    const todo = await server.call<WirePage<{ recordId: string; transition: string }>>(
      person('cara'),
      `GET ${JOB}/todo`,
    );
    expect(todo.data.records.find(({ recordId }) => recordId === id)).toMatchObject({ transition: 'delay' });
    expect(await approve('cara')).toMatchObject({ status: 200, data: { status: 'granted' } });
    expect(await server.record(id)).toMatchObject({ deadline: '2026-08-01' });
  });

  it('sends copies to whom the file and the submitter name', async () => {
    const { id } = await server.openJob();
    expect(await fire('anna', 'relay', id, { copies: ['nobody'] })).toMatchObject({
      status: 400,
      msg: '抄送人不存在或已停用',
    });
    expect(await fire('anna', 'relay', id, { copies: ['dora'] })).toMatchObject({ status: 200 });
    const list = await server.call<WirePage<{ recordId: string; read: boolean }>>(
      person('dora'),
      `GET ${JOB}/send-list`,
    );
    expect(list.data.records).toMatchObject([{ recordId: id, read: false }]);
    expect(server.notices.filter(({ kind }) => kind === 'copy').at(-1)).toMatchObject({ userIds: ['dora'] });
  });
});
