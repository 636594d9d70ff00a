import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const TENANT = '645967';
const grants = { everyone: ['view', 'add', 'edit', 'delete'] };
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const partner: TestPerson = { userId: 'u2', roleCodes: ['contractorAdmin'] };

/** What a partner chooses only among his own. */
const site: Entity = {
  dialect: 1,
  entity: 'partnerSite',
  title: '外协场地',
  label: 'name',
  api: { service: 'safety', base: 'partnersite' },
  record: {
    type: 'object',
    required: ['name'],
    properties: { name: { title: '名称', field: 'input', type: 'string', maxLength: 20 } },
  },
  pages: { partnerSite: { title: '外协场地', columns: ['name'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { contractorAdmin: 'own', everyone: 'tenant' } },
};

const reference = (title: string) =>
  ({ title, field: 'reference', type: 'string', ref: { entity: 'partnerSite' } }) as const;

/** A record that names sites in a field, a list, the cells of a table and a row of its own; and people. */
const visit: Entity = {
  dialect: 1,
  entity: 'siteVisit',
  title: '场地走访',
  label: 'name',
  api: { service: 'safety', base: 'sitevisit' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      main: reference('主场地'),
      others: { title: '其他场地', field: 'reference', type: 'array', ref: { entity: 'partnerSite' } },
      // The platform takes what stands behind a choice, whoever may choose it.
      copied: { ...reference('带出的场地'), defaultFrom: 'from.main' },
      from: { title: '上次走访', field: 'reference', type: 'string', ref: { entity: 'siteVisit' } },
      guide: { title: '陪同人', field: 'orgSelect', type: 'string', org: 'user' },
      photos: { title: '照片', field: 'upload', type: 'array', accept: ['jpg'] },
      stops: {
        title: '停留点',
        field: 'subTable',
        type: 'array',
        items: { type: 'object', required: [], properties: { place: reference('场地') } },
      },
    },
  },
  states: {
    draft: { title: '草稿', initial: true, draft: true, edit: true },
    open: { title: '进行中', edit: true },
  },
  transitions: {
    submit: { title: '提交', from: ['draft'], to: 'open', who: ['creator'] },
    move: { title: '改场地', from: ['open'], who: ['creator'], fields: { main: {} } },
  },
  pages: { siteVisit: { title: '场地走访', columns: ['name'], actions: ['add', 'edit', 'delete'], grants } },
  permissions: { scope: { everyone: 'tenant' } },
};

const stay: Entity = {
  dialect: 1,
  entity: 'siteStay',
  title: '走访明细',
  api: { service: 'safety', base: 'sitestay' },
  parent: { entity: 'siteVisit', field: 'visitId' },
  record: {
    type: 'object',
    required: ['visitId'],
    properties: {
      visitId: { title: '走访', field: 'reference', type: 'string', ref: { entity: 'siteVisit' } },
      place: reference('明细场地'),
    },
  },
  pages: { siteStay: { title: '走访明细', columns: ['place'], actions: ['add', 'edit', 'delete'], grants } },
};

describe('what a person may refer to', () => {
  let server: EntityServer;
  let mine = '';
  let theirs = '';
  const refused = (pointer: string, title: string) => [
    { pointer, msg: `${title}所选的记录不存在，或不在您可选的范围内` },
  ];

  async function save(person: TestPerson, body: object, path = 'sitevisit/save') {
    return server.call<WireRecord>(person, `POST ${P}/${path}`, body);
  }
  async function saved(person: TestPerson, body: object, path?: string): Promise<WireRecord> {
    const answer = await save(person, body, path);
    expect([answer.msg, answer.status]).toEqual(['操作成功', 200]);
    return answer.data;
  }

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [site, visit, stay] } });
    mine = (await saved(partner, { name: '自己的' }, 'partnersite/save')).id;
    theirs = (await saved(officer, { name: '别人的' }, 'partnersite/save')).id;
    await server.database.withTenant(TENANT, async (connection) => {
      for (const [id, status] of [
        ['u8', '1'],
        ['u9', '0'],
      ]) {
        await connection.execute(
          `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo") values ($1, $2, $3, $1, $1, $1)`,
          [id, TENANT, status],
        );
      }
    });
  });
  afterAll(() => server.close());

  it('is what its picker offers: in a field, a list, a cell and a row', async () => {
    const choices = await server.call<{ id: string }[]>(partner, `GET ${P}/partnersite/select?ids=${mine},${theirs}`);
    expect(choices.data.map(({ id }) => id)).toEqual([mine]);
    for (const [body, pointer, title] of [
      [{ main: theirs }, '/main', '主场地'],
      [{ others: [mine, theirs] }, '/others', '其他场地'],
      [{ stops: [{ place: mine }, { place: theirs }] }, '/stops/1/place', '停留点第2行场地'],
      [{ siteStay: [{ place: theirs }] }, '/siteStay/0/place', '明细场地'],
    ] as const) {
      const answer = await save(partner, { name: '试探', ...body });
      expect([body, answer.status, answer.errors]).toEqual([body, 400, refused(pointer, title)]);
    }
    const whole = { main: mine, others: [mine], stops: [{ place: mine }], siteStay: [{ place: mine }] };
    await saved(partner, { name: '自己的', ...whole });
    await saved(officer, { name: '别人的', main: theirs, others: [mine, theirs] });
  });

  it('tells no more of what exists elsewhere than of what does not', async () => {
    const answers = await Promise.all(
      [theirs, '1234567890123456789'].map((main) => save(partner, { name: '试探', main })),
    );
    expect(answers.map(({ errors }) => errors)).toEqual([refused('/main', '主场地'), refused('/main', '主场地')]);
    const missing = await save(officer, { name: '试探', main: '1234567890123456789' });
    expect(missing.errors).toEqual([{ pointer: '/main', msg: '主场地所选的记录不存在或已被删除' }]);
  });

  it('does not change with what was stored before', async () => {
    const stops = [{ place: theirs }];
    const made = await saved(officer, { name: '共同', main: theirs, others: [theirs], stops });
    const own = { id: made.id, main: theirs, others: [theirs, mine], stops: [...stops, { place: mine }] };
    const kept = await saved(partner, { ...own, version: made.version });
    expect(kept).toMatchObject({ main: theirs, others: [theirs, mine] });
    const again = await save(partner, { id: made.id, version: kept.version, others: [theirs], main: mine });
    expect(again.status).toBe(200);
    const back = await save(partner, { id: made.id, version: again.data.version, main: theirs });
    expect(back.errors).toEqual(refused('/main', '主场地'));
  });

  it('holds for what a transition asks for, not for what the platform fills in', async () => {
    const seen = await saved(officer, { name: '上次', main: theirs });
    const made = await saved(partner, { name: '这次', from: seen.id }, 'sitevisit/submit');
    expect(made.copied).toBe(theirs);
    const moved = await save(partner, { id: made.id, version: made.version, main: theirs }, 'sitevisit/move');
    expect(moved.errors).toEqual(refused('/main', '主场地'));
    await saved(partner, { id: made.id, version: made.version, main: mine }, 'sitevisit/move');
  });

  it('is nobody whose account has been disabled, unless he stood there', async () => {
    const gone = await save(officer, { name: '陪同', guide: 'u9' });
    expect(gone.errors).toEqual([{ pointer: '/guide', msg: '陪同人里“u9”的账号已停用，请换成在岗的人' }]);
    const made = await saved(officer, { name: '陪同', guide: 'u8' });
    await server.database.withTenant(TENANT, (connection) =>
      connection.execute(`update data."user" set status = '0' where id = 'u8'`),
    );
    await saved(officer, { id: made.id, version: made.version, name: '陪同改名', guide: 'u8' });
  });

  it('is no file of another person, of which not even the name is told', async () => {
    const id = '9000000000000000901';
    await server.database.withTenant(TENANT, (connection) =>
      connection.execute(
        `insert into data.attach (id, "tenantId", "createUser", "createTime", "originalName", name, link, extension,
           "contentType", "attachSize", sha256) values ($1, $2, 'u1', now(), '机密名单.pdf', $1, '', 'pdf', 'application/pdf', 9, $1)`,
        [id, TENANT],
      ),
    );
    const foreign = await save(partner, { name: '试探', photos: [id] });
    expect(foreign.errors).toEqual([{ pointer: '/photos', msg: '照片含有不存在的附件' }]);
    const own = await save(officer, { name: '试探', photos: [id] });
    expect(own.errors.map(({ msg }) => msg)).toEqual([expect.stringContaining('机密名单.pdf')]);
  });
});
