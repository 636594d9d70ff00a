import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage } from '../../src/core/wire/contract.ts';
import { callAs, type Said } from '../fixtures/call-as.ts';
import { patient } from '../fixtures/patience.ts';
import { addNewcomers } from '../fixtures/plant-newcomers.ts';
import { sendFile } from '../fixtures/send-file.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const RULE = '/api/anlan-safety/securitysystem/systemmgmt';
const FLOW = '/api/anlan-system/flow';
const TENANT = '645967';

let server: TestServer;
const people = new Map<string, SignedIn>();

async function call<T = Record<string, unknown>>(
  who: string,
  method: 'GET' | 'POST',
  url: string,
  body?: Record<string, unknown>,
): Promise<Said<T>> {
  let signedIn = people.get(who);
  if (signedIn === undefined) {
    signedIn = await server.signIn(who);
    people.set(who, signedIn);
  }
  return callAs(server.main, signedIn, method, url, body);
}

beforeAll(async () => {
  server = await startTestServer();
  await addNewcomers(server, TENANT, [
    { account: 'director', name: '总己六', role: 'safetyDirector' },
    { account: 'principal', name: '主庚七', role: 'principal' },
    { account: 'auditor', name: '察壬九', role: 'auditor' },
  ]);
}, patient(120_000));
afterAll(() => server.stop());

let number = 0;

async function uploadText(): Promise<string> {
  const person = people.get('safetyOfficer') ?? (await signIn('safetyOfficer'));
  return sendFile(server.main, person, { name: 'rule.txt', contentType: 'text/plain', content: '动火作业制度正文' });
}

/** Makes a rule of the safety officer's and submits it; gives its id. */
async function submitted(): Promise<string> {
  number += 1;
  const attachId = await uploadText();
  const answer = await call<{ id: string; status: string }>('safetyOfficer', 'POST', `${RULE}/submit`, {
    ruleNo: `AQ-GL-${String(number).padStart(3, '0')}`,
    name: `动火作业安全管理制度${number}`,
    ruleType: '2',
    effectDate: '2099-01-01',
    scopeDepts: [`${TENANT}-shop`],
    attachments: [attachId],
  });
  expect(answer, answer.msg).toMatchObject({ status: 200, data: { status: '1' } });
  return answer.data.id;
}

async function signIn(who: string): Promise<SignedIn> {
  const signedIn = await server.signIn(who);
  people.set(who, signedIn);
  return signedIn;
}

interface Todo {
  readonly taskId: string;
  readonly requestId: string;
  readonly recordId: string;
}

async function todo(who: string, recordId: string): Promise<Todo | undefined> {
  const { data } = await call<WirePage<Todo>>(who, 'GET', `${FLOW}/todo?entity=systemRule`);
  return data.records.find((entry) => entry.recordId === recordId);
}

const statusOf = async (id: string) =>
  (await call<{ status: string; issueDate: string | null }>('safetyOfficer', 'GET', `${RULE}/detail?id=${id}`)).data;

describe('the approval of a rule', () => {
  it('keeps what is written to a decision for whoever decides, on any device, until he has decided', async () => {
    const id = await submitted();
    const taskId = (await todo('director', id))?.taskId ?? '';
    const content = { opinion: '请补充第三条', files: [] };
    const keep = (who: string, more: Record<string, unknown> = {}) =>
      call<{ savedAt: string }>(who, 'POST', `${FLOW}/draft-save`, { taskId, content, ...more });
    const read = (who: string) =>
      call<{ content: unknown } | null>(who, 'GET', `${FLOW}/draft?taskId=${encodeURIComponent(taskId)}`);
    const remove = (who: string) => call(who, 'POST', `${FLOW}/draft-remove`, { taskId });
    expect((await read('director')).data).toBeNull();
    expect((await keep('director')).status).toBe(200);
    await signIn('director');
    expect((await read('director')).data).toMatchObject({ content });
    for (const refused of [await keep('principal'), await read('principal'), await keep('employee')]) {
      expect(refused).toMatchObject({ status: 404, msg: '待办任务不存在或已被删除' });
    }
    expect((await keep('director', { taskId: '1234567890123456789' })).status).toBe(404);
    expect((await call('director', 'POST', `${FLOW}/draft-save`, { content })).msg).toBe('业务代码不能为空');
    expect((await remove('principal')).status).toBe(200);
    expect((await read('director')).data).toMatchObject({ content });
    expect((await remove('director')).status).toBe(200);
    expect((await read('director')).data).toBeNull();

    await keep('director');
    const short = await call('director', 'POST', `${FLOW}/complete-task`, { taskId, result: 'reject' });
    expect(short.status).toBe(400);
    expect((await read('director')).data).toMatchObject({ content });
    const done = await call('director', 'POST', `${FLOW}/complete-task`, { taskId, result: 'pass', opinion: '同意' });
    expect(done.status).toBe(200);
    expect(await read('director')).toMatchObject({ status: 409, msg: '该任务已处理' });
    expect(await keep('director')).toMatchObject({ status: 409 });
    const left = await server.database.withTenant(TENANT, (connection) =>
      connection.query('select 1 from platform."transitionDraft"'),
    );
    expect(left).toEqual([]);
  });

  it('is submitted by safety, granted by the director, in force with its issue date; the principal’s task is skipped', async () => {
    const id = await submitted();
    const before = (await call<{ todo: number }>('principal', 'GET', `${FLOW}/counts`)).data.todo;
    const task = await todo('director', id);
    expect(await todo('principal', id)).toBeDefined();
    expect(await todo('employee', id)).toBeUndefined();

    const info = await call('director', 'GET', `${FLOW}/approve-info?taskId=${task?.taskId}`);
    expect(info.data).toMatchObject({
      mayVote: true,
      entity: 'systemRule',
      transitionTitle: '提交审批',
      openedByName: '安乙二',
      level: { title: '审批发布', mode: 'any' },
      vote: { opinion: 'optional', signature: false },
      mayRevoke: false,
      mayTerminate: false,
      record: { name: expect.stringContaining('动火作业'), statusLabel: '审批中' },
    });
    // What granting it would do, as the server works it out.
    expect(info.data.changes).toMatchObject([
      { title: '发布日期', before: '', text: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      { title: '状态', before: '审批中', text: '现行' },
    ]);

    expect(
      await call('employee', 'POST', `${FLOW}/complete-task`, { taskId: task?.taskId, result: 'pass' }),
    ).toMatchObject({ status: 403, msg: '您没有“处理他人的待办任务”的权限' });
    expect(await statusOf(id)).toMatchObject({ status: '1', issueDate: null });

    server.advance(90_000);
    const decided = await call('director', 'POST', `${FLOW}/complete-task`, {
      taskId: task?.taskId,
      result: 'pass',
      opinion: '同意发布',
    });
    expect(decided, decided.msg).toMatchObject({ status: 200, data: { status: 'granted', recordId: id } });
    expect(await statusOf(id)).toMatchObject({
      status: '2',
      issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      abilities: expect.not.objectContaining({ submit: true }),
    });
    expect(await todo('principal', id)).toBeUndefined();
    expect((await call<{ todo: number }>('principal', 'GET', `${FLOW}/counts`)).data.todo).toBe(before - 1);

    const history = await call<{ steps: unknown[] }[]>(
      'safetyOfficer',
      'GET',
      `${FLOW}/history?entity=systemRule&id=${id}`,
    );
    expect(history.data).toMatchObject([
      {
        statusLabel: '已通过',
        steps: [
          { action: 'submit', userName: '安乙二' },
          { action: 'pass', userName: '总己六', levelTitle: '审批发布', opinion: '同意发布' },
        ],
      },
    ]);
    const [, pass] = (history.data[0]?.steps ?? []) as { seconds: number }[];
    expect(pass?.seconds).toBeGreaterThanOrEqual(89);
    const diagram = await call<{
      request: { nodes: { id: string; state: string; people: unknown[] }[] };
      states: { nodes: unknown[]; edges: unknown[] };
    }>('safetyOfficer', 'GET', `${FLOW}/diagram?entity=systemRule&id=${id}`);
    expect(diagram.data.request.nodes.find((node) => node.id === 'level:publish')).toMatchObject({
      state: 'done',
      people: expect.arrayContaining([
        expect.objectContaining({ name: '总己六', status: 'done', decision: 'pass' }),
        expect.objectContaining({ name: '主庚七', status: 'skipped', decision: null }),
      ]),
    });
    expect(diagram.data.states.nodes).toHaveLength(6);
    expect(diagram.data.states.edges).toContainEqual(
      expect.objectContaining({ source: 'state:1', target: 'state:3', title: '驳回' }),
    );
    const done = await call<WirePage<Todo>>('director', 'GET', `${FLOW}/done`);
    expect(done.data.records[0]).toMatchObject({ recordId: id, decision: 'pass', statusLabel: '已通过' });
    const sent = await call<WirePage<Todo>>(
      'safetyOfficer',
      'GET',
      `${FLOW}/sent?keyword=${encodeURIComponent('动火')}`,
    );
    expect(sent.data.records[0]).toMatchObject({ recordId: id, statusLabel: '已通过' });
  });

  it('is rejected with an opinion, edited and submitted again', async () => {
    const id = await submitted();
    const task = await todo('principal', id);
    expect(
      await call('principal', 'POST', `${FLOW}/complete-task`, { taskId: task?.taskId, result: 'reject' }),
    ).toMatchObject({ status: 400, msg: '驳回时必须填写审批意见' });
    expect(
      await call('principal', 'POST', `${FLOW}/complete-task`, {
        taskId: task?.taskId,
        result: 'reject',
        opinion: '缺少附件清单',
      }),
    ).toMatchObject({ status: 200, data: { status: 'rejected' } });
    const rule = await call<{ status: string; statusLabel: string; version: number }>(
      'safetyOfficer',
      'GET',
      `${RULE}/detail?id=${id}`,
    );
    expect(rule.data).toMatchObject({ status: '3', statusLabel: '已驳回', issueDate: null });
    const again = await call('safetyOfficer', 'POST', `${RULE}/submit`, {
      id,
      version: rule.data.version,
      content: '已补充',
    });
    expect(again, again.msg).toMatchObject({ status: 200, data: { status: '1' } });
    const history = await call<unknown[]>('safetyOfficer', 'GET', `${FLOW}/history?entity=systemRule&id=${id}`);
    expect(history.data).toHaveLength(2);
  });

  it('is taken back by its drafter before anyone voted, and by nobody else', async () => {
    const id = await submitted();
    const requestId = (await todo('director', id))?.requestId;
    const info = (await call('safetyOfficer', 'GET', `${FLOW}/approve-info?requestId=${requestId}`)).data;
    expect(info).toMatchObject({ mayVote: false, mayRevoke: true, mine: true, taskId: null });
    expect(await call('employee', 'POST', `${FLOW}/revoke-task`, { requestId })).toMatchObject({ status: 403 });
    expect(await call('safetyOfficer', 'POST', `${FLOW}/revoke-task`, { requestId })).toMatchObject({ status: 200 });
    expect(await statusOf(id)).toMatchObject({ status: '0' });
    expect(await todo('director', id)).toBeUndefined();
    expect(await call('safetyOfficer', 'POST', `${FLOW}/revoke-task`, { requestId })).toMatchObject({
      status: 409,
      msg: '该申请已结束，不能再操作',
    });
  });

  it('shows nothing of it to another tenant, nor to people it does not concern', async () => {
    const id = await submitted();
    const task = await todo('director', id);
    const foreign = await server.signIn('administrator', '645968');
    for (const url of [`${FLOW}/approve-info?taskId=${task?.taskId}`, `${FLOW}/history?entity=systemRule&id=${id}`]) {
      const answer = await server.main.inject({ method: 'GET', url, headers: foreign.headers });
      expect(answer.statusCode).toBe(404);
      expect(await call('employee', 'GET', url)).toMatchObject({ status: 404 });
    }
    const vote = await server.main.inject({
      method: 'POST',
      url: `${FLOW}/complete-task`,
      headers: { ...foreign.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ taskId: task?.taskId, result: 'pass' }),
    });
    expect(vote.statusCode).toBe(404);
    expect(await statusOf(id)).toMatchObject({ status: '1' });
  });

  it('is revised by its drafter: the old version is in force until the new one is published, then superseded', async () => {
    const publish = async (id: string) => {
      const task = await todo('director', id);
      const answer = await call('director', 'POST', `${FLOW}/complete-task`, { taskId: task?.taskId, result: 'pass' });
      expect(answer, answer.msg).toMatchObject({ status: 200 });
    };
    const old = await submitted();
    await publish(old);
    const revise = (who: string, body: Record<string, unknown>) =>
      call(who, 'POST', `${RULE}/revise`, { id: old, ...body });
    expect(await revise('employee', { nextVersion: 'V1.1' })).toMatchObject({ status: 403 });
    expect(await revise('safetyOfficer', { nextVersion: 'V1.0' })).toMatchObject({
      status: 400,
      msg: '新版本号不能与现行版本号相同',
    });
    const revised = await revise('safetyOfficer', { nextVersion: 'V1.1' });
    expect(revised, revised.msg).toMatchObject({ status: 200, data: { status: '2', ruleVersion: 'V1.0' } });
    expect(await revise('safetyOfficer', { nextVersion: 'V1.2' })).toMatchObject({
      status: 400,
      msg: '该制度已有修订中的新版本',
    });

    interface Rule {
      readonly id: string;
      readonly ruleNo: string;
      readonly ruleVersion: string;
      readonly status: string;
      readonly version: number;
      readonly replaces: string | null;
    }
    const listed = await call<WirePage<Rule>>('safetyOfficer', 'GET', `${RULE}/page?size=50`);
    const draft = listed.data.records.find(({ ruleVersion }) => ruleVersion === 'V1.1');
    const before = listed.data.records.find(({ id }) => id === old);
    expect(draft).toMatchObject({ status: '0', ruleNo: before?.ruleNo });
    const id = draft?.id ?? '';
    const body = { id, effectDate: '2099-06-01', attachments: [await uploadText()] };
    const without = await call('safetyOfficer', 'POST', `${RULE}/submit`, { ...body, version: draft?.version });
    expect(without).toMatchObject({ status: 400, msg: expect.stringContaining('请在修订记录中写明本版') });
    const sent = await call('safetyOfficer', 'POST', `${RULE}/submit`, {
      ...body,
      version: draft?.version,
      revisions: [{ version: 'V1.1', date: '2026-11-20', reason: '按新标准修订' }],
    });
    expect(sent, sent.msg).toMatchObject({ status: 200, data: { status: '1', replaces: old } });
    expect(await statusOf(old)).toMatchObject({ status: '2' });
    await publish(id);
    expect(await statusOf(id)).toMatchObject({ status: '2', revisions: [{ version: 'V1.1' }] });
    expect(await statusOf(old)).toMatchObject({ status: '4', statusLabel: '已换版' });
    // Neither may be revised from where it is now: the old one is over, and numbers of versions are given once.
    expect(await revise('safetyOfficer', { nextVersion: 'V2.0' })).toMatchObject({ status: 400 });
  });

  it('hands tasks over by delegation, saying for whom', async () => {
    const saved = await call<{ id: string }>('principal', 'POST', `${FLOW}/delegation-save`, {
      delegateId: `${TENANT}-auditor`,
      startTime: '2020-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
      reason: '出差',
    });
    expect(saved.status).toBe(200);
    const id = await submitted();
    expect(await todo('principal', id)).toBeUndefined();
    expect(await todo('auditor', id)).toMatchObject({ behalfOf: '代主庚七' });
    expect((await call<unknown[]>('principal', 'GET', `${FLOW}/delegations`)).data).toMatchObject([
      { delegateName: '察壬九', ended: false },
    ]);
    expect(await call('principal', 'POST', `${FLOW}/delegation-remove`, { id: saved.data.id })).toMatchObject({
      status: 200,
    });
    const task = await todo('auditor', id);
    expect(
      await call('auditor', 'POST', `${FLOW}/transfer-task`, {
        taskId: task?.taskId,
        userId: `${TENANT}-principal`,
        reason: '本人已回来',
      }),
    ).toMatchObject({ status: 200 });
    expect(await todo('principal', id)).toMatchObject({ behalfOf: null });
    expect(
      await call('administrator', 'POST', `${FLOW}/terminate`, {
        requestId: task?.requestId,
        reason: '制度不再需要',
      }),
    ).toMatchObject({ status: 200 });
    expect(await statusOf(id)).toMatchObject({ status: '0' });
  });
});
