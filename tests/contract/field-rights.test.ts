import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvals } from '../../server/flow/approval/approvals.ts';
import { approveInfo } from '../../server/flow/approval/approve-info.ts';
import { completeTask } from '../../server/flow/approval/decide.ts';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import { readPrint } from '../../server/reports/print/read-print.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const TENANT = '645967';
const BASE = '/api/anlan-safety/test/dossiers';

const inPatient: Entity = {
  dialect: 1,
  entity: 'patient',
  title: '体检人',
  label: 'name',
  api: { service: 'safety', base: 'test/patients' },
  record: { type: 'object', properties: { name: { title: '姓名', field: 'input', type: 'string', mask: 'name' } } },
  pages: { patient: { title: '体检人', grants: { everyone: ['view'], nurse: ['add'] } } },
  permissions: {
    scope: { everyone: 'tenant' },
    fields: {
      name: [
        { roles: ['nurse'], access: 'write' },
        { roles: ['clerk', 'doctor'], access: 'masked' },
        { roles: ['everyone'], access: 'hidden' },
      ],
    },
  },
};

/** A file whose finding is a secret but for nurses, and for whoever has to decide about it just now. */
const dossier: Entity = {
  dialect: 1,
  entity: 'dossier',
  title: '体检档案',
  label: 'title',
  api: { service: 'safety', base: 'test/dossiers', operations: { stats: { call: 'GET stats', does: 'statistics' } } },
  record: {
    type: 'object',
    properties: {
      title: { title: '档案', field: 'input', type: 'string' },
      finding: { title: '结论', field: 'input', type: 'string' },
      phone: { title: '电话', field: 'input', type: 'string', mask: 'phone' },
      cost: { title: '费用', field: 'number', type: 'number', scale: 0 },
      kind: {
        title: '类别',
        field: 'select',
        type: 'string',
        options: { a: { title: '岗前', order: 1 }, b: { title: '岗中', order: 2 } },
      },
      person: { title: '体检人', field: 'reference', type: 'string', ref: { entity: 'patient' } },
    },
  },
  states: { draft: { title: '草稿', initial: true, edit: true }, waiting: { title: '审批中', edit: true } },
  transitions: {
    release: {
      title: '发布',
      from: ['draft'],
      to: 'draft',
      who: ['everyone'],
      approve: {
        pending: 'waiting',
        levels: {
          first: { title: '初审', who: [{ role: 'clerk' }] },
          second: { title: '复审', who: [{ role: 'doctor' }] },
        },
      },
    },
  },
  pages: {
    dossier: {
      title: '体检档案',
      sort: ['finding'],
      columns: ['title', 'finding', 'phone', 'cost', 'kind', 'person'],
      filters: ['title', 'finding', 'kind'],
      grants: { everyone: ['view', 'edit'], nurse: ['add', 'print'], clerk: ['print'] },
    },
  },
  permissions: {
    scope: { everyone: 'tenant' },
    fields: {
      finding: [
        { roles: ['nurse'], access: 'write' },
        { roles: ['doctor'], steps: ['release.second'], access: 'write' },
        { roles: ['everyone'], steps: ['release'], access: 'read' },
        { roles: ['everyone'], access: 'hidden' },
      ],
      phone: [
        { roles: ['nurse'], access: 'write' },
        { roles: ['everyone'], states: ['waiting'], access: 'read' },
        { roles: ['everyone'], access: 'masked' },
      ],
      cost: [
        { roles: ['nurse'], access: 'write' },
        { roles: ['everyone'], access: 'hidden' },
      ],
      kind: [
        { roles: ['nurse'], access: 'write' },
        { roles: ['guest'], access: 'hidden' },
        { roles: ['everyone'], access: 'read' },
      ],
    },
  },
  statistics: {
    measures: {
      count: { title: '份数', kind: 'count' },
      cost: { title: '费用', kind: 'sum', of: 'cost' },
      costly: { title: '高费用', kind: 'count', where: 'cost > 100' },
      costlyRate: { title: '高费用率', kind: 'ratio', numerator: 'costly', denominator: 'count', unit: '%' },
    },
    blocks: {
      byKind: { title: '按类别', measures: ['count', 'cost', 'costlyRate'], by: ['kind'] },
      byPerson: { title: '按人', measures: ['count'], by: ['person'] },
      costs: { title: '费用', measures: ['cost'], by: ['kind'] },
    },
  },
};

const PEOPLE: Readonly<Record<string, string>> = { nina: 'nurse', carl: 'clerk', dora: 'doctor', gus: 'guest' };
const person = (name: string): TestPerson => ({
  userId: name,
  account: name,
  realName: name,
  roleCodes: [PEOPLE[name] ?? ''],
  scope: 'tenant',
});

let server: EntityServer;
let id = '';
let patientId = '';

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [inPatient, dossier] }, parts: { approvals, evidence } });
  await server.database.transaction(TENANT, async (connection) => {
    for (const [index, [name, role]] of Object.entries(PEOPLE).entries()) {
      await connection.execute(
        `insert into data.role (id, "tenantId", "roleCode", "roleName") values ($1, $2, $3, $3)`,
        [`role-${role}`, TENANT, role],
      );
      await connection.execute(
        `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo", role)
         values ($1, $2, '1', $1, $1, $3, array[$4])`,
        [name, TENANT, `S${index}`, `role-${role}`],
      );
    }
  });
  const saved = await server.call<WireRecord>(person('nina'), 'POST /api/anlan-safety/test/patients/save', {
    name: '韩甲乙',
  });
  patientId = saved.data.id;
  const made = await server.call<WireRecord>(person('nina'), `POST ${BASE}/save`, {
    title: '档案一',
    finding: '听力下降',
    phone: '10012345678',
    cost: 130,
    kind: 'a',
    person: patientId,
  });
  expect([made.status, made.msg]).toEqual([200, made.msg]);
  id = made.data.id;
}, patient(120_000));
afterAll(() => server.close());

const detail = async (name: string) =>
  (await server.call<WireRecord>(person(name), `GET ${BASE}/detail?id=${id}`)).data;
const listed = async (name: string) =>
  (await server.call<WirePage<WireRecord>>(person(name), `GET ${BASE}/page?page=dossier`)).data.records.find(
    (record) => record.id === id,
  );
const save = async (name: string, change: object) => {
  const { version } = await detail('nina');
  return server.call<WireRecord>(person(name), `POST ${BASE}/save`, { id, version, ...change });
};
const approving = async (name: string) => ({
  services: server.services,
  context: server.context(person(name)),
  snapshot: await server.metadata.snapshot(TENANT),
});

describe('a field that is hidden or masked', () => {
  it('is so in detail and list, and told so where steps count', async () => {
    for (const record of [await detail('carl'), await listed('carl')]) {
      expect(record).not.toHaveProperty('finding');
      expect(record).not.toHaveProperty('cost');
      expect(record).toMatchObject({
        phone: '100****5678',
        kind: 'a',
        fieldAccess: { finding: 'hidden', cost: 'hidden', phone: 'masked', kind: 'read' },
      });
    }
    expect(await detail('nina')).toMatchObject({ finding: '听力下降', phone: '10012345678', cost: 130 });
    expect(await detail('nina')).toMatchObject({ fieldAccess: {} });
  });

  it.each(['finding', 'cost', 'phone'])('cannot be probed: %s is refused like an unknown name', async (field) => {
    for (const query of ['x=1', 'orderBy=x', 'orderBy=-x']) {
      const asked = (name: string) =>
        server.call(person('carl'), `GET ${BASE}/page?${query.replace('x', name)}`).then(({ status, msg, errors }) => ({
          status,
          text: JSON.stringify([msg, errors]).replaceAll(name, '<x>'),
        }));
      expect(await asked(field)).toEqual(await asked('nonesuch'));
      expect((await asked(field)).status).toBe(400);
    }
    expect((await server.call(person('nina'), `GET ${BASE}/page?orderBy=${field}`)).status).toBe(200);
    const search = await server.call<WirePage<WireRecord>>(person('carl'), `GET ${BASE}/page?keyword=听力`);
    expect(search.data.total).toBe(0);
  });

  it('does not order the page of those who may not see it', async () => {
    const order = async (name: string) =>
      (await server.call<WirePage<WireRecord>>(person(name), `GET ${BASE}/page?page=dossier`)).data.records.map(
        ({ title }) => title,
      );
    const second = await server.call<WireRecord>(person('nina'), `POST ${BASE}/save`, {
      title: '档案二',
      finding: '阿',
    });
    const third = await server.call<WireRecord>(person('nina'), `POST ${BASE}/save`, {
      title: '档案三',
      finding: '龥',
    });
    const byFinding = await order('nina');
    for (const made of [second, third]) {
      expect((await server.call(person('nina'), `POST ${BASE}/save`, { ...made.data, finding: null })).status).toBe(
        200,
      );
    }
    const before = await order('carl');
    const { data } = await server.call<WireRecord>(person('nina'), `GET ${BASE}/detail?id=${second.data.id}`);
    await server.call(person('nina'), `POST ${BASE}/save`, { ...data, finding: '龥龥' });
    expect(byFinding).toEqual(['档案二', '档案一', '档案三']);
    expect(await order('carl')).toEqual(before);
  });

  it('cannot be written, whether named or guessed', async () => {
    expect(await save('carl', { finding: '正常' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/finding', msg: '不认识的字段：finding' }],
    });
    expect(await save('carl', { phone: '10012345679' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/phone', msg: '您不能修改电话' }],
    });
    expect(await save('carl', { kind: 'b' })).toMatchObject({ errors: [{ msg: '您不能修改类别' }] });
    const echoed = await detail('carl');
    expect(await save('carl', { ...echoed, title: '档案一改' })).toMatchObject({ status: 200, errors: [] });
    expect(await detail('nina')).toMatchObject({ phone: '10012345678', finding: '听力下降', title: '档案一改' });
  });

  it('stays out of history and of what a conflict shows', async () => {
    await save('nina', { finding: '正常', phone: '10087654321', title: '档案一' });
    const history = (name: string) =>
      server.call<WirePage<{ changes: { field: string }[] }>>(person(name), `GET ${BASE}/history?id=${id}`);
    const fields = async (name: string) =>
      new Set((await history(name)).data.records.flatMap(({ changes }) => changes.map(({ field }) => field)));
    expect([...(await fields('nina'))]).toEqual(expect.arrayContaining(['finding', 'phone', 'title', 'person']));
    const seen = await fields('carl');
    for (const field of ['finding', 'phone', 'cost', 'person'])
      expect([field, seen.has(field)]).toEqual([field, false]);
    const { version } = await detail('nina');
    const stale = await server.call<{ current: WireRecord; changed: { field: string }[] }>(
      person('carl'),
      `POST ${BASE}/save`,
      { id, version: version - 1, title: '迟到' },
    );
    expect(stale.status).toBe(409);
    expect(stale.data.current).not.toHaveProperty('finding');
    expect(stale.data.current.phone).toBe('100****4321');
    expect(stale.data.changed.map(({ field }) => field)).toEqual(['title']);
  });

  it('is no figure and no dimension of statistics', async () => {
    const blocks = async (name: string) =>
      (await server.call<{ blocks: StatisticsBlock[] }>(person(name), `GET ${BASE}/stats`)).data.blocks;
    const shape = async (name: string) =>
      (await blocks(name)).map(({ key, columns }) => [key, columns.map((column) => column.key)]);
    expect(await shape('nina')).toEqual([
      ['byKind', ['count', 'cost', 'costlyRate']],
      ['byPerson', ['count']],
      ['costs', ['cost']],
    ]);
    const byPerson = (await blocks('nina')).find(({ key }) => key === 'byPerson');
    expect(byPerson?.rows.map(({ label }) => label)).toContain('韩甲乙');
    expect(await shape('carl')).toEqual([['byKind', ['count']]]);
    expect((await server.call(person('gus'), `GET ${BASE}/stats`)).status).toBe(404);
    expect((await server.call(person('carl'), `GET ${BASE}/stats?block=costs`)).status).toBe(404);
  });

  it('names no record either: labels of references and of choices follow the right on the label', async () => {
    const label = async (name: string) => (await detail(name)).personLabel;
    expect([await label('nina'), await label('carl'), await label('gus')]).toEqual(['韩甲乙', '韩**', null]);
    const choices = async (name: string) =>
      (await server.call<{ label: string }[]>(person(name), 'GET /api/anlan-safety/test/patients/select')).data[0]
        ?.label;
    expect([await choices('nina'), await choices('carl'), await choices('gus')]).toEqual(['韩甲乙', '韩**', patientId]);
  });
});

describe('a right that depends on an approval step', () => {
  it('is there while the task is open, and for its holder alone', async () => {
    expect((await server.call(person('nina'), `POST ${BASE}/release`, { id })).status).toBe(200);
    expect(await detail('carl')).toMatchObject({ status: 'waiting', finding: '正常', phone: '10087654321' });
    expect(await listed('carl')).toMatchObject({ fieldAccess: { finding: 'read', phone: 'read' } });
    expect(await detail('dora')).not.toHaveProperty('finding');
    expect(await save('carl', { finding: '改' })).toMatchObject({ errors: [{ msg: '您不能修改结论' }] });
    expect((await server.call(person('carl'), `GET ${BASE}/page?finding=正常`)).status).toBe(400);
    const info = async (name: string) => {
      const asked = await approving(name);
      return server.database.withTenant(TENANT, async (connection) => {
        const [task] = await connection.query<{ id: string }>(
          `select "requestId" as id from platform."approvalTask" where "tenantId" = $1 and "recordId" = $2`,
          [TENANT, id],
        );
        return approveInfo(asked, connection, { requestId: task?.id });
      });
    };
    expect((await info('carl')).record).toMatchObject({ finding: '正常' });
    expect((await info('dora')).record).not.toHaveProperty('finding');
    const [task] = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ id: string }>(
        `select id from platform."approvalTask" where "tenantId" = $1 and "userId" = 'carl' and status = 'open'`,
        [TENANT],
      ),
    );
    await completeTask(await approving('carl'), { taskId: task?.id ?? '' }, { result: 'pass' });
    expect(await detail('carl')).not.toHaveProperty('finding');
    expect(await detail('dora')).toMatchObject({ finding: '正常' });
    expect(await save('dora', { finding: '复查' })).toMatchObject({ status: 200, data: { finding: '复查' } });
  });
});

describe('printing', () => {
  async function printed(name: string, record: string): Promise<readonly (readonly [string, unknown])[]> {
    const context = server.context(person(name));
    const snapshot = await server.metadata.snapshot(TENANT);
    const model = snapshot.entities.get('dossier');
    if (model === undefined) throw new Error('no dossier');
    const call = createEntityCall(server.services, context, snapshot, model);
    const { records } = await readPrint(call, [record], { readPictures: async () => ({}), origin: undefined });
    return (records[0]?.sections ?? []).flatMap((section) =>
      section.kind === 'grid' ? section.cells.map(({ title, content }) => [title, content] as const) : [],
    );
  }

  it('leaves out what is hidden from whoever prints, and masks what he sees masked', async () => {
    const body = { title: '档案九', finding: '正常', phone: '10012345678', kind: 'a', person: patientId };
    const { data } = await server.call<WireRecord>(person('nina'), `POST ${BASE}/save`, body);
    expect((await printed('nina', data.id)).map(([title]) => title)).toEqual([
      '档案',
      '结论',
      '电话',
      '费用',
      '类别',
      '体检人',
    ]);
    const clerks = await printed('carl', data.id);
    expect(clerks.map(([title]) => title)).toEqual(['档案', '电话', '类别', '体检人']);
    expect(clerks).toContainEqual(['电话', { kind: 'text', text: '100****5678' }]);
    expect(clerks).toContainEqual(['体检人', { kind: 'text', text: '韩**' }]);
    await expect(printed('gus', data.id)).rejects.toMatchObject({ code: 'forbidden' });
  });
});
