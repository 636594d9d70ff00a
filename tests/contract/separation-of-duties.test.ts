import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSigner } from '../../server/flow/approval/add-signer.ts';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { approveInfo } from '../../server/flow/approval/approve-info.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { saveDelegation } from '../../server/flow/approval/delegation.ts';
import { flowHistory } from '../../server/flow/approval/flow-history.ts';
import { recordRequests } from '../../server/flow/approval/request.ts';
import { transferTask } from '../../server/flow/approval/take-back.ts';
import { readTaskList } from '../../server/flow/approval/task-lists.ts';
import { evidence, listEvidence } from '../../server/flow/evidence/evidence.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import type { HistoryEntry } from '../../src/core/wire/operations.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const TENANT = '645967';
const BASE = '/api/anlan-safety/test/repairs';
const people = (title: string, more: object = {}) =>
  ({ title, field: 'orgSelect', type: 'string', org: 'user', ...more }) as const;
const level = (role: string, more: object = {}) => ({ title: `${role}批`, who: [{ role }], ...more });

/** A repair that one person does, another accepts, and others let pass. */
const repair: Entity = {
  dialect: 1,
  entity: 'repair',
  title: '检修',
  label: 'name',
  api: { service: 'safety', base: 'test/repairs' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      doer: people('检修人'),
      helpers: people('协助人', { type: 'array', items: { type: 'string' }, multiple: true }),
      checker: people('验收人', { distinct: ['creator', 'doer', 'helpers'] }),
    },
  },
  states: { open: { title: '进行中', initial: true, edit: true }, done: { title: '已完成' } },
  transitions: {
    accept: { title: '验收', from: ['open'], to: 'done', who: ['everyone'], distinct: ['creator', 'doer', 'votes'] },
    plain: { title: '审批', from: ['open'], who: ['everyone'], approve: { levels: { first: level('boss') } } },
    apart: {
      title: '分开审批',
      from: ['open'],
      who: ['everyone'],
      approve: { levels: { first: level('boss', { mode: 'all', vote: { distinct: ['creator', 'doer'] } }) } },
    },
    twice: {
      title: '两级审批',
      from: ['open'],
      who: ['everyone'],
      approve: {
        levels: { first: level('boss'), second: level('boss', { vote: { distinct: ['votes'] } }) },
      },
    },
    dual: {
      title: '双人签字',
      from: ['open'],
      who: ['everyone'],
      approve: {
        levels: {
          first: {
            title: '双签',
            who: [{ role: 'boss' }, { field: 'doer' }],
            mode: 'all',
            each: 'entry',
            vote: { distinct: ['votes'] },
          },
        },
      },
    },
    strict: {
      title: '法定审批',
      from: ['open'],
      who: ['everyone'],
      approve: { levels: { first: level('boss', { qualified: true }) } },
    },
  },
  pages: {
    repair: {
      title: '检修',
      columns: ['name'],
      grants: { worker: ['view', 'add', 'edit'], boss: ['view', 'add', 'edit'], clerk: ['view'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

const PEOPLE: Readonly<Record<string, string>> = {
  anna: 'worker',
  wu: 'worker',
  ben: 'boss',
  bea: 'boss',
  carl: 'clerk',
  nick: 'nothing',
};
const person = (name: string): TestPerson => ({
  userId: name,
  account: name,
  realName: `${name}某`,
  roleCodes: [PEOPLE[name] ?? ''],
  scope: 'tenant',
});

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [repair] },
    shipped: ['user', 'role', 'dept', 'post', 'session', 'auditLog'],
    parts: { approvals, evidence },
  });
  await server.database.transaction(TENANT, async (connection) => {
    for (const [index, [name, role]] of Object.entries(PEOPLE).entries()) {
      await connection.execute(
        `insert into data.role (id, "tenantId", "roleCode", "roleName") values ($1, $2, $3, $3) on conflict do nothing`,
        [`role-${role}`, TENANT, role],
      );
      await connection.execute(
        `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo", role)
         values ($1, $2, '1', $1, $3, $4, array[$5])`,
        [name, TENANT, `${name}某`, `S${index}`, `role-${role}`],
      );
    }
  });
}, patient(120_000));
afterAll(() => server?.close());

async function saved(by: string, values: object = {}): Promise<WireRecord> {
  const answer = await server.call<WireRecord>(person(by), `POST ${BASE}/save`, { name: '更换阀门', ...values });
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200]);
  return answer.data;
}

const fire = (by: string, transition: string, id: string) =>
  server.call<WireRecord>(person(by), `POST ${BASE}/${transition}`, { id });

async function blockedFor(by: string, id: string): Promise<unknown> {
  const { data } = await server.call<WireRecord>(person(by), `GET ${BASE}/detail?id=${id}`);
  return (data.asks as Record<string, { blocked?: string }>).accept?.blocked;
}

async function tasks(id: string): Promise<readonly { id: string; userId: string; originalUserId: string }[]> {
  return server.database.withTenant(TENANT, (connection) =>
    connection.query(
      `select id, "userId", "originalUserId" from platform."approvalTask"
       where "tenantId" = $1 and "recordId" = $2 and status = 'open' order by "userId"`,
      [TENANT, id],
    ),
  );
}

async function acting(name: string) {
  const context = server.context(person(name));
  return { services: server.services, context, snapshot: await server.metadata.snapshot(TENANT) };
}

async function vote(name: string, id: string) {
  const own = (await tasks(id)).find(({ userId }) => userId === name);
  return completeTask(await acting(name), { taskId: own?.id ?? '' }, { result: 'pass' });
}

/** What the person's last task of a record says of itself. */
async function info(name: string, id: string) {
  const asked = await acting(name);
  return server.database.withTenant(TENANT, async (connection) => {
    const [own] = await connection.query<{ id: string }>(
      `select id from platform."approvalTask" where "tenantId" = $1 and "recordId" = $2 and "userId" = $3
       order by (status = 'open') desc limit 1`,
      [TENANT, id, name],
    );
    return approveInfo(asked, connection, { taskId: own?.id });
  });
}

async function transfer(from: string, to: string, id: string) {
  const own = (await tasks(id)).find(({ userId }) => userId === from);
  return transferTask(await acting(from), own?.id ?? '', to, '出差在外');
}

async function sign(from: string, userId: string, when: string, id: string) {
  const own = (await tasks(id)).find((task) => task.userId === from);
  return addSigner(await acting(from), own?.id ?? '', { userId, when, reason: '涉及仪表' });
}

async function doneOf(name: string, id: string) {
  const approving = await acting(name);
  const { records } = await server.database.withTenant(TENANT, (connection) =>
    readTaskList(approving, connection, 'done', { current: 1, size: 200 }),
  );
  return records.filter(({ recordId }) => recordId === id);
}

/** The steps of a record's newest request: who, what, in whose place. */
async function steps(id: string) {
  const snapshot = await server.metadata.snapshot(TENANT);
  const model = snapshot.entities.get('repair');
  if (model === undefined) throw new Error('no repair');
  const call = createEntityCall(server.services, server.context(person('ben')), snapshot, model);
  return server.database.withTenant(TENANT, async (connection) => {
    const history = await flowHistory({ call, db: connection }, await recordRequests(connection, 'repair', id));
    return history.at(-1)?.steps ?? [];
  });
}

async function delegate(from: string, to: string, id: string): Promise<void> {
  const period = { startTime: '2026-04-01 00:00:00', endTime: '2026-05-30 00:00:00' };
  await server.database.transaction(TENANT, async (connection) => {
    await connection.execute('update platform."approvalDelegation" set "endedAt" = now() where "tenantId" = $1', [
      TENANT,
    ]);
    const context = server.context(person(from));
    await saveDelegation(context, connection, 'Asia/Shanghai', id, { ...period, delegateId: to, reason: undefined });
  });
}

const setStatus = (name: string, status: string) =>
  server.database.withTenant(TENANT, (connection) =>
    connection.execute(`update data."user" set status = $1 where id = $2`, [status, name]),
  );

const receiverFault = (msg: string) => ({ faults: [{ pointer: '/userId', msg }] });

describe('whoever is given a task', () => {
  it('has not started the request, sees the record and is not kept apart from it', async () => {
    const { id } = await saved('anna', { doer: 'wu' });
    expect((await fire('anna', 'apart', id)).status).toBe(200);
    await expect(transfer('ben', 'anna', id)).rejects.toMatchObject(
      receiverFault('不能转办给anna某：是该申请的发起人'),
    );
    await expect(transfer('ben', 'wu', id)).rejects.toMatchObject(
      receiverFault('不能转办给wu某：是检修人，不能在本步骤审批'),
    );
    await expect(transfer('ben', 'nick', id)).rejects.toMatchObject(receiverFault('不能转办给nick某：看不到该记录'));
    await transfer('ben', 'carl', id);
    expect(await vote('carl', id)).toMatchObject({ status: 'open' });
    expect(await vote('bea', id)).toMatchObject({ status: 'granted' });
  });

  it('qualifies himself where the level is one of a standard', async () => {
    const { id } = await saved('anna');
    expect((await fire('anna', 'strict', id)).status).toBe(200);
    await expect(transfer('ben', 'carl', id)).rejects.toMatchObject(
      receiverFault('不能转办给carl某：不具备本步骤要求的审批资格'),
    );
    await expect(transfer('ben', 'bea', id)).rejects.toMatchObject({ message: 'bea某已是本步骤的审批人' });
  });

  it('by delegation stands in for the other, and is named so; else the task stays', async () => {
    for (const stranger of ['anna', 'nick']) {
      await delegate('ben', stranger, `d-${stranger}`);
      const { id } = await saved('anna');
      await fire('anna', 'plain', id);
      expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'ben']);
    }
    await delegate('ben', 'carl', 'd-carl');
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    expect(await tasks(id)).toMatchObject([{ userId: 'bea' }, { userId: 'carl', originalUserId: 'ben' }]);
    expect(await vote('carl', id)).toMatchObject({ status: 'granted' });
    const snapshot = await server.metadata.snapshot(TENANT);
    const model = snapshot.entities.get('repair');
    if (model === undefined) throw new Error('no repair');
    const call = createEntityCall(server.services, server.context(person('ben')), snapshot, model);
    const [names, sealed] = await server.database.withTenant(TENANT, async (connection) => {
      const [history] = await flowHistory({ call, db: connection }, await recordRequests(connection, 'repair', id));
      const found = await listEvidence(connection, 'repair', id);
      return [
        history?.steps.map(({ userName, behalfOf }) => [userName, behalfOf]),
        found.map(({ userName }) => userName),
      ];
    });
    expect(names).toContainEqual(['carl某', '代ben某']);
    const log = await server.call<{ records: readonly HistoryEntry[] }>(person('anna'), `GET ${BASE}/history?id=${id}`);
    expect(log.data.records.map(({ userName, behalfOf }) => [userName, behalfOf])).toContainEqual([
      'carl某',
      '代ben某',
    ]);
    expect(await doneOf('ben', id)).toMatchObject([{ decision: 'pass', decidedBy: 'carl某', behalfOf: null }]);
    expect(await doneOf('carl', id)).toMatchObject([{ decision: 'pass', decidedBy: null, behalfOf: '代ben某' }]);
    expect(await doneOf('bea', id)).toEqual([]);
    expect(sealed).toContain('carl某（代ben某）');
  });

  it('by delegation has to qualify himself too where the level is one of a standard', async () => {
    await delegate('ben', 'carl', 'd-strict');
    const { id } = await saved('anna');
    await fire('anna', 'strict', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'ben']);
  });

  it('in the place of who took it over stands in for that one, within his rights, and may give it back', async () => {
    await delegate('wu', 'carl', 'd-wu');
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await transfer('ben', 'wu', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'carl']);
    expect(await info('carl', id)).toMatchObject({ behalfOf: '代wu某' });
    await setStatus('wu', '0');
    await expect(vote('carl', id)).rejects.toMatchObject({ message: expect.stringContaining('委托您的人已停用') });
    await setStatus('wu', '1');
    await transfer('carl', 'wu', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'wu']);
    await transfer('wu', 'ben', id);
    await delegate('wu', 'carl', 'd-wu-again');
    await transfer('ben', 'wu', id);
    const [late] = await tasks(id);
    await vote('carl', id);
    const acted = completeTask(await acting('bea'), { taskId: late?.id ?? '' }, { result: 'pass' });
    await expect(acted).rejects.toMatchObject({
      message: expect.stringContaining('该任务已由carl某（代wu某）审批通过'),
    });
    const logged = await server.database.withTenant(TENANT, (connection) =>
      connection.query(`select summary from data."auditLog" where "recordId" = $1 and action = 'approval:pass'`, [id]),
    );
    expect(logged).toEqual([{ summary: 'boss批（代wu某）' }]);
    await delegate('anna', 'carl', 'd-nobody');
  });

  it('does not decide for somebody who has been disabled', async () => {
    await delegate('ben', 'carl', 'd-again');
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await setStatus('ben', '0');
    await expect(vote('carl', id)).rejects.toMatchObject({ message: expect.stringContaining('委托您的人已停用') });
    await setStatus('ben', '1');
    expect(await vote('carl', id)).toMatchObject({ status: 'granted' });
    await delegate('wu', 'carl', 'd-none');
  });
});

describe('a signer who is added', () => {
  beforeAll(() => delegate('anna', 'carl', 'd-signers'));

  it('before the voter is asked first, and the voter waits for him', async () => {
    const { id } = await saved('anna', { doer: 'wu' });
    await fire('anna', 'apart', id);
    await expect(sign('ben', 'anna', 'before', id)).rejects.toMatchObject(
      receiverFault('不能加签anna某：是该申请的发起人'),
    );
    await expect(sign('ben', 'wu', 'before', id)).rejects.toMatchObject(
      receiverFault('不能加签wu某：是检修人，不能在本步骤审批'),
    );
    await expect(sign('ben', 'nick', 'after', id)).rejects.toMatchObject(receiverFault('不能加签nick某：看不到该记录'));
    await expect(sign('ben', 'bea', 'after', id)).rejects.toMatchObject(receiverFault('bea某已是本步骤的审批人'));
    await expect(sign('ben', 'carl', 'beside', id)).rejects.toMatchObject({
      faults: [{ pointer: '/when', msg: '请选择在本人之前还是之后审批' }],
    });
    const [, late] = await tasks(id);
    await sign('ben', 'carl', 'before', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'carl']);
    expect(await info('carl', id)).toMatchObject({ mayVote: true, added: 'ben某请您在其之前审批：涉及仪表' });
    await expect(
      completeTask(await acting('ben'), { taskId: late?.id ?? '' }, { result: 'pass' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('您请carl某先审批，还没有结果') });
    // What the others of the level say meanwhile is theirs.
    expect(await vote('bea', id)).toMatchObject({ status: 'open' });
    expect(await vote('carl', id)).toMatchObject({ status: 'open' });
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['ben']);
    expect(await vote('ben', id)).toMatchObject({ status: 'granted' });
    expect(
      (await steps(id)).map(({ userName, actionLabel, levelTitle }) => [userName, actionLabel, levelTitle]),
    ).toEqual(
      expect.arrayContaining([
        ['anna某', '提交', null],
        ['ben某', '加签', 'boss批'],
        ['bea某', '通过', 'boss批'],
        ['carl某', '通过', 'boss批（加签）'],
        ['ben某', '通过', 'boss批'],
      ]),
    );
  });

  it('behind the voter is asked once he has granted, and the level waits for him alone', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await sign('ben', 'carl', 'after', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'ben']);
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['carl']);
    expect(await vote('carl', id)).toMatchObject({ status: 'granted' });
  });

  it('refuses for all, and stands by the task when it is handed on', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await sign('ben', 'carl', 'after', id);
    await transfer('ben', 'wu', id);
    await vote('wu', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['carl']);
    const [own] = await tasks(id);
    const refusal = { result: 'reject', opinion: '仪表未校验' };
    expect(await completeTask(await acting('carl'), { taskId: own?.id ?? '' }, refusal)).toMatchObject({
      status: 'rejected',
    });
  });

  it('is nobody who was not asked, where another of the level was enough', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await sign('ben', 'carl', 'before', id);
    expect(await vote('bea', id)).toMatchObject({ status: 'granted' });
    expect(await tasks(id)).toEqual([]);
  });

  it('qualifies himself where the level is one of a standard', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'strict', id);
    await expect(sign('ben', 'carl', 'before', id)).rejects.toMatchObject(
      receiverFault('不能加签carl某：不具备本步骤要求的审批资格'),
    );
  });

  it('goes on with whoever adds another one in turn', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'plain', id);
    await sign('ben', 'carl', 'after', id);
    await vote('ben', id);
    await sign('carl', 'wu', 'before', id);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['wu']);
    await vote('wu', id);
    expect(await vote('carl', id)).toMatchObject({ status: 'granted' });
  });
});

describe('a vote', () => {
  it('is asked of nobody whom it keeps apart', async () => {
    const { id } = await saved('bea', { doer: 'wu' });
    expect((await fire('bea', 'apart', id)).status).toBe(200);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['ben']);
    const only = await saved('bea', { doer: 'ben' });
    const refused = await fire('bea', 'apart', only.id);
    expect([refused.status, refused.msg]).toEqual([
      400,
      '“boss批”只有ben某（检修人）、bea某（发起人），不能审批自己参与的检修，不能分开审批',
    ]);
  });

  it('is one of two signatures, which two people give', async () => {
    const { id } = await saved('anna', { doer: 'carl' });
    expect((await fire('anna', 'dual', id)).status).toBe(200);
    expect((await tasks(id)).map(({ userId }) => userId)).toEqual(['bea', 'ben', 'carl']);
    expect(await vote('carl', id)).toMatchObject({ status: 'open' });
    expect(await vote('ben', id)).toMatchObject({ status: 'granted' });
    // Ben may sign for the bosses or as who does it, and then nobody but Bea signs the other.
    const both = await saved('anna', { doer: 'ben' });
    expect((await fire('anna', 'dual', both.id)).status).toBe(200);
    expect((await tasks(both.id)).map(({ userId }) => userId)).toEqual(['bea', 'ben', 'ben']);
    expect(await vote('ben', both.id)).toMatchObject({ status: 'open' });
    await expect(vote('ben', both.id)).rejects.toMatchObject({
      message: expect.stringMatching(/^.*ben某既是已审批的人又是“.+”的审批人，请转办$/),
    });
  });

  it('is asked of nobody where fewer people than signatures are there', async () => {
    const { id } = await saved('anna', { doer: 'ben' });
    await setStatus('bea', '0');
    const refused = await fire('anna', 'dual', id);
    await setStatus('bea', '1');
    expect([refused.status, refused.msg]).toEqual([400, '“双签”须由不同的人分别签字，现有的人不够，不能双人签字']);
    expect((await fire('anna', 'dual', id)).status).toBe(200);
  });

  it('is given once by one person where votes are kept apart', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'twice', id);
    expect(await info('ben', id)).toMatchObject({ mayVote: true, blocked: null });
    expect(await vote('ben', id)).toMatchObject({ status: 'open' });
    expect(await info('ben', id)).toMatchObject({
      mayVote: true,
      blocked: expect.stringMatching(/^ben某既是已审批的人又是“.+”的审批人，请转办$/),
    });
    expect(await info('bea', id)).toMatchObject({ mayVote: true, blocked: null });
    await expect(vote('ben', id)).rejects.toMatchObject({
      message: expect.stringMatching(/^.*ben某既是已审批的人又是“.+”的审批人，请转办$/),
    });
    await expect(transfer('bea', 'ben', id)).rejects.toMatchObject({ message: 'ben某已是本步骤的审批人' });
    expect(await vote('bea', id)).toMatchObject({ status: 'granted' });
  });

  it('is left to somebody else by whom it keeps apart, where nobody else stands in the level', async () => {
    const { id } = await saved('anna');
    await fire('anna', 'twice', id);
    await vote('ben', id);
    await transfer('ben', 'carl', id);
    expect(await vote('carl', id)).toMatchObject({ status: 'granted' });
  });
});

describe('a step', () => {
  it('is refused to those whom it keeps apart, says why, and shows them no button', async () => {
    const made = await saved('anna', { doer: 'wu' });
    const seen = await server.call<WireRecord>(person('wu'), `GET ${BASE}/detail?id=${made.id}`);
    expect(seen.data.abilities).not.toHaveProperty('accept');
    for (const [who, msg] of [
      ['anna', 'anna某既是创建人又要验收，须由他人办理'],
      ['wu', 'wu某既是检修人又要验收，须由他人办理'],
    ] as const) {
      const refused = await fire(who, 'accept', made.id);
      expect([refused.status, refused.msg]).toEqual([400, msg]);
    }
    await fire('anna', 'plain', made.id);
    await vote('ben', made.id);
    // Said before the click, in the words of the refusal.
    expect(await blockedFor('ben', made.id)).toBe('ben某既是已审批的人又要验收，须由他人办理');
    expect(await blockedFor('bea', made.id)).toBeUndefined();
    expect((await fire('ben', 'accept', made.id)).msg).toBe('ben某既是已审批的人又要验收，须由他人办理');
    const done = await fire('bea', 'accept', made.id);
    expect([done.msg, done.data.status]).toEqual(['操作成功', 'done']);
  });
});

describe('a field', () => {
  it('holds none of the people that it is kept apart from', async () => {
    const save = (body: object) =>
      server.call<WireRecord>(person('anna'), `POST ${BASE}/save`, { name: '更换阀门', ...body });
    const fault = (who: string, other: string) => [
      { pointer: '/checker', msg: `${who}某既是验收人又是${other}，须由不同的人担任` },
    ];
    expect((await save({ doer: 'wu', checker: 'wu' })).errors).toEqual(fault('wu', '检修人'));
    expect((await save({ helpers: ['ben', 'wu'], checker: 'ben' })).errors).toEqual(fault('ben', '协助人'));
    expect((await save({ checker: 'anna' })).errors).toEqual(fault('anna', '创建人'));
    const { id, version } = (await save({ doer: 'wu', helpers: ['ben'], checker: 'carl' })).data;
    expect((await save({ id, version, doer: 'carl' })).errors).toEqual(fault('carl', '检修人'));
  });
});
