import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { evidence, isIntact } from '../../server/flow/evidence/evidence.ts';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { Envelope, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { patient } from '../fixtures/patience.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const reference = (title: string, entity: string): Property => ({
  title,
  field: 'reference',
  type: 'string',
  ref: { entity },
});

const works: Entity = {
  dialect: 1,
  entity: 'works',
  title: '检修',
  api: { service: 'safety', base: 'works' },
  record: {
    type: 'object',
    properties: {
      name: text('名称'),
      grade: text('级别'),
      due: { title: '期限', field: 'date', type: 'string', format: 'date' },
      asker: text('申请人'),
    },
  },
  states: { open: { title: '进行中', initial: true, edit: true }, shut: { title: '已关闭' } },
  transitions: {
    extend: {
      title: '延期',
      from: ['open'],
      who: ['creator'],
      writes: 'extension',
      when: [
        { when: 'row.due > due', else: '新期限须晚于原期限' },
        { when: 'createUser == me.userId', else: '只能由创建人延期' },
      ],
      set: { due: 'row.due', asker: 'me.realName' },
      approve: { levels: { boss: { title: '批准', when: "grade == 'major'", who: [{ role: 'boss' }] } } },
    },
    shut: { title: '关闭', from: ['open'], to: 'shut', who: ['everyone'] },
  },
  pages: { works: { title: '检修', grants: { staff: ['view', 'add', 'edit'], boss: ['view'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const extension: Entity = {
  dialect: 1,
  entity: 'extension',
  title: '延期单',
  api: { service: 'safety', base: 'extension' },
  parent: { entity: 'works', field: 'worksId' },
  record: {
    type: 'object',
    required: ['due', 'reason'],
    properties: {
      worksId: reference('检修', 'works'),
      due: { title: '新期限', field: 'date', type: 'string', format: 'date' },
      before: { title: '原期限', field: 'date', type: 'string', format: 'date', defaultFrom: 'parent.due' },
      reason: text('原因'),
    },
  },
};

const P = '/api/anlan-safety';
const staff: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['staff'] };
const boss: TestPerson = { userId: 'u2', realName: '人员2', roleCodes: ['boss'] };

describe('a transition that writes and is approved', () => {
  let server: EntityServer;
  const post = (person: TestPerson, path: string, body: object) =>
    server.call<WireRecord>(person, `POST ${P}/works/${path}`, body);
  const rows = async (id: string) =>
    (
      await server.call<{ children: { extension: WireRecord[] } }>(
        staff,
        `GET ${P}/works/detail?id=${id}&with=children`,
      )
    ).data.children.extension;
  const asked = async (grade: string, due = '2026-06-01') => {
    const { data } = await post(staff, 'save', { name: '塔检修', grade, due: '2026-05-10' });
    const answer = await post(staff, 'extend', { id: data.id, version: 1, row: { due, reason: '备件未到' } });
    return { id: data.id, answer };
  };
  const decide = async (recordId: string) => {
    const [task] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ id: string }>(
        `select id from platform."approvalTask" where "recordId" = $1 and status = 'open'`,
        [recordId],
      ),
    );
    const context = server.context(boss);
    const approving = {
      services: server.services,
      context,
      snapshot: await server.metadata.snapshot(context.tenantId),
    };
    return completeTask(approving, { taskId: task?.id ?? '' }, { result: 'pass' });
  };

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [works, extension] }, parts: { approvals, evidence } });
    await insertPeople(server);
    await server.database.transaction('645967', async (connection) => {
      await connection.execute(
        `insert into data.role (id, "tenantId", "roleCode", "roleName") values ('r1', '645967', 'boss', '主管')`,
      );
      await connection.execute(`update data."user" set role = array['r1'], status = '1' where id = 'u2'`);
    });
  });

  afterAll(() => server.close());

  it('happens at once where no level applies', async () => {
    const { id, answer } = await asked('minor');
    expect(answer.data).toMatchObject({ due: '2026-06-01', asker: '人员1' });
    expect(await rows(id)).toMatchObject([{ due: '2026-06-01', before: '2026-05-10', createUser: 'u1' }]);
  });

  it('writes nothing before it is granted, and then the row of him who asked', async () => {
    const { id, answer } = await asked('major');
    expect(answer.data).toMatchObject({ due: '2026-05-10', status: 'open' });
    expect(await rows(id)).toEqual([]);
    expect(await decide(id)).toMatchObject({ status: 'granted' });
    const [row, ...more] = await rows(id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ due: '2026-06-01', before: '2026-05-10', createUser: 'u1' });
    const { data } = await server.call<WireRecord>(staff, `GET ${P}/works/detail?id=${id}`);
    expect(data).toMatchObject({ due: '2026-06-01', asker: '人员1' });
  });

  it('is checked before the request opens, and its guards again when it is granted', async () => {
    const early = await asked('major', '2026-05-01');
    expect(early.answer.msg).toBe('新期限须晚于原期限');
    const { id } = await asked('major');
    const { data } = await server.call<WireRecord>(staff, `GET ${P}/works/detail?id=${id}`);
    await post(staff, 'save', { id, version: data.version, due: '2026-07-01' });
    await expect(decide(id)).rejects.toThrow('新期限须晚于原期限');
    expect(await rows(id)).toEqual([]);
  });

  it('ends with the state that it was asked in', async () => {
    const { id } = await asked('major');
    expect((await post(boss, 'shut', { id })).status).toBe(200);
    const [request] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ status: string }>('select status from platform."approvalRequest" where "recordId" = $1', [id]),
    );
    expect(request?.status).toBe('cancelled');
  });

  it('seals what was asked, what was voted on and what was written', async () => {
    const { id } = await asked('major');
    await decide(id);
    const sealed = await server.database.withTenant('645967', (connection) =>
      connection.query<{ snapshot: string; hash: string; userName: string; rowId: string | null }>(
        'select snapshot, hash, "userName", "rowId" from platform.evidence where "recordId" = $1 order by id',
        [id],
      ),
    );
    expect(sealed.map(({ userName }) => userName)).toEqual(['人员1', '人员2', '人员1']);
    expect(sealed.every(isIntact)).toBe(true);
    const reasons = sealed.map(({ snapshot }) =>
      (JSON.parse(snapshot) as { proposal: { row: { key: string; text: string }[] } }).proposal.row.find(
        ({ key }) => key === 'reason',
      ),
    );
    expect(reasons.map((field) => field?.text)).toEqual(['备件未到', '备件未到', '备件未到']);
    const [row] = await rows(id);
    expect(row?.evidence).toMatchObject({ hash: sealed[2]?.hash });
  });
});

describe('evidence over the API', () => {
  let server: TestServer;
  const TENANT = '645967';
  const get = async (account: string, path: string, tenantId = TENANT) => {
    const { headers } = await server.signIn(account, tenantId);
    const response = await server.main.inject({ method: 'GET', url: `/api/anlan-system/evidence/${path}`, headers });
    return { status: response.statusCode, data: response.json<Envelope<Record<string, unknown>>>().data };
  };
  let recordId = '';

  beforeAll(async () => {
    server = await startTestServer();
    await server.database.transaction(TENANT, async (connection) => {
      await connection.execute(
        `insert into data.role (id, "tenantId", "roleCode", "roleName", "dataScope", sort) values ('rd', $1, 'safetyDirector', '安全总监', '1', 9)`,
        [TENANT],
      );
      await connection.execute(`update data."user" set role = array_append(role, 'rd') where id = $1`, [
        `${TENANT}-second`,
      ]);
    });
    await server.metadata.invalidate(TENANT);
    const { headers } = await server.signIn('safetyOfficer');
    const file = await server.main.inject({
      method: 'POST',
      url: '/api/anlan-safety/fileserver/fileUpload',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
      payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="rule.txt"\r\nContent-Type: text/plain\r\n\r\n正文\r\n--b--\r\n`,
    });
    const saved = await server.main.inject({
      method: 'POST',
      url: '/api/anlan-safety/securitysystem/systemmgmt/submit',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: JSON.stringify({
        ruleNo: 'AQ-GL-001',
        name: '动火作业安全管理制度',
        ruleType: '2',
        effectDate: '2099-01-01',
        scopeDepts: [`${TENANT}-shop`],
        attachments: [file.json<Envelope<{ attachId: string }>>().data.attachId],
      }),
    });
    const answer = saved.json<Envelope<WireRecord>>();
    expect(answer.msg).toBe('操作成功');
    recordId = answer.data.id;
  }, patient(120_000));

  afterAll(() => server.stop());

  it('is shown to whoever may see the record, with the version of the metadata and the names of that day', async () => {
    const { status, data } = await get('safetyOfficer', `list?entity=systemRule&recordId=${recordId}`);
    expect(status).toBe(200);
    const [first] = data as unknown as { id: string; hash: string }[];
    const detail = await get('safetyOfficer', `detail?id=${first?.id}`);
    expect(detail.data).toMatchObject({ intact: true, complete: true, hash: first?.hash, metadataVersion: '1' });
    const { values } = detail.data.sealed as { values: { key: string; text: string; files?: unknown[] }[] };
    expect(values.find(({ key }) => key === 'scopeDepts')?.text).toBe('聚合车间');
    expect(values.find(({ key }) => key === 'attachments')?.files).toMatchObject([{ name: 'rule.txt' }]);
  });

  it('is there for nobody else', async () => {
    const { data } = await get('safetyOfficer', `list?entity=systemRule&recordId=${recordId}`);
    const [first] = data as unknown as { id: string }[];
    expect((await get('safetyOfficer', `detail?id=${first?.id}`, '645968')).status).toBe(404);
    expect((await get('safetyOfficer', `list?entity=systemRule&recordId=${recordId}`, '645968')).status).toBe(404);
    expect((await get('safetyOfficer', 'detail?id=1')).status).toBe(404);
    expect((await get('safetyOfficer', `list?entity=nothing&recordId=${recordId}`)).status).toBe(404);
  });
});
