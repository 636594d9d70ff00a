import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const TENANT = '645967';
const BASE = '/api/anlan-safety/test/minutes';

/** Minutes of a meeting: what is held has contents, what is filed has decisions too. */
const minutes: Entity = {
  dialect: 1,
  entity: 'minutes',
  title: '会议',
  label: 'topic',
  api: { service: 'safety', base: 'test/minutes' },
  owners: { users: ['chair'] },
  record: {
    type: 'object',
    required: ['topic'],
    properties: {
      topic: { title: '议题', field: 'input', type: 'string' },
      chair: { title: '主持人', field: 'orgSelect', type: 'string', org: 'user' },
      content: { title: '会议内容', field: 'textarea', type: 'string' },
      decisions: { title: '会议决议', field: 'textarea', type: 'string' },
      reason: { title: '无决议原因', field: 'input', type: 'string', visible: "topic == '无决议'" },
      place: { title: '地点', field: 'input', type: 'string' },
    },
  },
  states: {
    planned: { title: '计划', initial: true, draft: true, edit: true, required: ['place'] },
    held: { title: '已开', edit: true, required: ['content', 'reason'] },
    waiting: { title: '待批', required: ['content', 'decisions'] },
    filed: { title: '归档', required: ['content', 'decisions'] },
  },
  transitions: {
    hold: { title: '召开', from: ['planned'], to: 'held', who: ['everyone'], fields: { content: {} } },
    plain: { title: '直接召开', from: ['planned'], to: 'held', who: ['everyone'] },
    file: { title: '归档', from: ['held'], to: 'filed', who: ['system'] },
    automatic: {
      title: '自动归档',
      from: ['held'],
      to: 'filed',
      who: ['system'],
      auto: true,
      when: [{ when: "topic == '自动'", else: '不是自动归档的会议' }],
    },
    ask: {
      title: '报批',
      from: ['held'],
      who: ['everyone'],
      approve: {
        pending: 'waiting',
        levels: { first: { title: '审批', who: [{ field: 'chair' }] } },
        reject: { to: 'held' },
      },
    },
    correct: {
      title: '更正',
      from: ['planned'],
      who: ['everyone'],
      effects: { blank: { set: { place: "''" } } },
    },
  },
  pages: {
    minutes: { title: '会议', columns: ['topic'], grants: { everyone: ['view', 'add', 'edit', 'import'] } },
  },
};

/** The same without its maker among its people. */
const sealed: Entity = {
  ...minutes,
  entity: 'sealedMinutes',
  api: { service: 'safety', base: 'test/sealed-minutes' },
  owners: { users: ['chair'], creator: false },
  pages: { sealedMinutes: { title: '会议', columns: ['topic'], grants: { everyone: ['view', 'add', 'edit'] } } },
};

let server: EntityServer;
const ann: TestPerson = { userId: 'ann', roleCodes: ['worker'], scope: 'tenant' };

beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [minutes, sealed] },
    shipped: ['user', 'role', 'post', 'dept', 'auditLog'],
    parts: { approvals, evidence },
    roles: [{ code: 'own', scope: 'own', pages: new Map() }],
  });
  await server.database.transaction(TENANT, (db) =>
    db.execute(
      `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo")
       values ('ann', $1, '1', 'ann', 'ann', 'S1'), ('bob', $1, '1', 'bob', 'bob', 'S2')`,
      [TENANT],
    ),
  );
}, patient(120_000));
afterAll(() => server?.close());

const save = (values: object, by = ann) => server.call<WireRecord>(by, `POST ${BASE}/save`, values);
const fire = (transition: string, id: string, body: object = {}) =>
  server.call<WireRecord>(ann, `POST ${BASE}/${transition}`, { id, ...body });
const planned = async (values: object = {}) => {
  const made = await save({ topic: '月会', place: '会议室', chair: 'bob', ...values });
  expect([made.msg, made.status]).toEqual(['操作成功', 200]);
  return made.data.id;
};
const CONTENT = { pointer: '/content', msg: '请输入会议内容' };
const DECISIONS = { pointer: '/decisions', msg: '请输入会议决议' };

describe('what a state asks for', () => {
  it('is asked of a new record and of each save in it, a draft’s too', async () => {
    expect((await save({ topic: '月会' })).errors).toEqual([{ pointer: '/place', msg: '请输入地点' }]);
    const id = await planned();
    expect((await save({ id, version: 1, place: null })).errors).toEqual([{ pointer: '/place', msg: '请输入地点' }]);
    // What other states ask for, this one does not.
    expect((await save({ id, version: 1, topic: '周会' })).status).toBe(200);
  });

  it('is asked when a transition comes to it, whether the transition asks for the field or not', async () => {
    const id = await planned();
    expect((await fire('hold', id)).errors).toEqual([CONTENT]);
    expect((await fire('plain', id)).errors).toEqual([CONTENT]);
    expect((await fire('hold', id, { content: '通报隐患' })).status).toBe(200);
    const { version } = (await server.call<WireRecord>(ann, `GET ${BASE}/detail?id=${id}`)).data;
    expect((await save({ id, version, content: '' })).errors).toEqual([CONTENT]);
  });

  it('is marked where the transition asks for it', async () => {
    const { entities } = await server.metadata.snapshot(TENANT);
    expect(entities.get('minutes')?.transitions.hold?.fields).toEqual([{ field: 'content', required: true }]);
  });

  it('is not asked of a field that the record does not have', async () => {
    const id = await planned();
    expect((await fire('hold', id, { content: '通报' })).status).toBe(200);
    const other = await planned({ topic: '无决议' });
    const refused = await fire('hold', other, { content: '通报' });
    expect(refused.errors).toEqual([{ pointer: '/reason', msg: '请输入无决议原因' }]);
  });

  it('is asked of timers, of the platform, and of what happens by itself', async () => {
    const id = await planned({ content: '通报' });
    await fire('plain', id);
    const system = server.context({ userId: '' });
    await expect(server.service.fireInternal(system, 'minutes', id, 'file')).rejects.toMatchObject({
      faults: [DECISIONS],
    });
    const alone = await planned({ topic: '自动', content: '通报' });
    expect((await fire('plain', alone)).data).toMatchObject({ status: 'held' });
    const { version } = (await server.call<WireRecord>(ann, `GET ${BASE}/detail?id=${alone}`)).data;
    expect((await save({ id: alone, version, decisions: '整改' })).data).toMatchObject({ status: 'filed' });
  });

  it('is asked of effects', async () => {
    const refused = await fire('correct', await planned());
    expect(refused.errors).toEqual([{ pointer: '/place', msg: '请输入地点' }]);
  });

  it('is asked when a request moves the record', async () => {
    const id = await planned({ content: '通报' });
    await fire('plain', id);
    expect((await fire('ask', id)).errors).toEqual([DECISIONS]);
    const { version } = (await server.call<WireRecord>(ann, `GET ${BASE}/detail?id=${id}`)).data;
    await save({ id, version, decisions: '整改' });
    expect((await fire('ask', id)).data).toMatchObject({ status: 'waiting' });
  });
});

describe('whoever made a record', () => {
  const own = (userId: string): TestPerson => ({ userId, roleCodes: ['own'], scope: 'own' });
  const seen = async (base: string, by: TestPerson) =>
    (await server.call<WirePage<WireRecord>>(by, `GET /api/anlan-safety/test/${base}/page`)).data.total;

  it('is one of its people beside those it names, unless the file says otherwise', async () => {
    for (const [base, creators] of [
      ['minutes', 1],
      ['sealed-minutes', 0],
    ] as const) {
      const body = { topic: '例会', place: '会议室', chair: 'bob' };
      const before = await Promise.all(['carl', 'bob', 'ann'].map((name) => seen(base, own(name))));
      expect(
        (await server.call({ ...ann, userId: 'carl' }, `POST /api/anlan-safety/test/${base}/save`, body)).status,
      ).toBe(200);
      const after = await Promise.all(['carl', 'bob', 'ann'].map((name) => seen(base, own(name))));
      expect(after.map((total, at) => total - (before[at] ?? 0))).toEqual([creators, 1, 0]);
    }
  });
});
