import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const place: Entity = {
  dialect: 1,
  entity: 'place',
  title: '位置',
  label: 'name',
  tree: { parent: 'above' },
  api: { service: 'safety', base: 'place' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      grade: { title: '等级', field: 'input', type: 'string' },
      above: { title: '上级位置', field: 'tree', type: 'string', ref: { entity: 'place' } },
    },
  },
  pages: { place: { title: '位置', filters: ['name'], grants: { keeper: ['add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const visit: Entity = {
  dialect: 1,
  entity: 'visit',
  title: '巡查',
  label: 'name',
  api: { service: 'safety', base: 'visit' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      note: { title: '说明', field: 'input', type: 'string', minLength: 3 },
      placeId: { title: '位置', field: 'reference', type: 'string', ref: { entity: 'place' } },
      placeIds: {
        title: '途经位置',
        field: 'reference',
        type: 'array',
        multiple: true,
        items: { type: 'string' },
        ref: { entity: 'place' },
      },
      before: { title: '整改前', field: 'upload', type: 'array', items: { type: 'string' }, maxItems: 6 },
      after: { title: '整改后', field: 'upload', type: 'array', items: { type: 'string' }, maxItems: 6 },
    },
  },
  states: { open: { title: '进行中', initial: true, edit: true } },
  transitions: {
    remark: { title: '补充说明', from: ['open'], who: ['everyone'], fields: { note: { required: true } } },
  },
  pages: {
    visit: { title: '巡查', filters: ['name'], grants: { keeper: ['add', 'edit', 'delete'], guest: ['view'] } },
  },
  permissions: { scope: { everyone: 'tenant' } },
};

/** Nothing refers to it. */
const diary: Entity = {
  dialect: 1,
  entity: 'diary',
  title: '日志',
  label: 'name',
  api: { service: 'safety', base: 'diary' },
  record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
  pages: { diary: { title: '日志', grants: { keeper: ['add'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const P = '/api/anlan-safety';
const keeper: TestPerson = { userId: 'u1', roleCodes: ['keeper'] };
const guest: TestPerson = { userId: 'u2', roleCodes: ['guest'] };
const nobody: TestPerson = { userId: 'u3', roleCodes: [] };

describe('records that hang together', () => {
  let server: EntityServer;
  let counter = 0;
  const post = (call: string, body: object, person = keeper) =>
    server.call<WireRecord>(person, `POST ${P}/${call}`, body);
  const newPlace = async (above?: string): Promise<string> => {
    counter += 1;
    return (await post('place/save', { name: `位置${counter}`, above })).data.id;
  };
  const sql = <Row>(text: string, values: unknown[] = []) =>
    server.database.withTenant('645967', (connection) => connection.query<Row>(text, values));

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { base: [place, visit, diary] },
      shipped: ['user', 'dept', 'post', 'role', 'attach', 'auditLog'],
    });
  });
  afterAll(() => server?.close());

  it.each<[string, (id: string) => object, string]>([
    ['a reference', (id) => ({ placeId: id }), 'visit/save'],
    ['a reference among several', (id) => ({ placeIds: [id] }), 'visit/save'],
    ['the place in a tree', (id) => ({ above: id }), 'place/save'],
  ])('never lose what they refer to at the same moment: %s', async (_, refer, call) => {
    const outcomes = [];
    for (let round = 0; round < 8; round += 1) {
      const id = await newPlace();
      counter += 1;
      const [saved, removed] = await Promise.all([
        post(call, { name: `引用${counter}`, ...refer(id) }),
        post('place/remove', { ids: [id] }),
      ]);
      outcomes.push([saved.status, removed.status].sort().join());
    }
    expect(new Set(outcomes)).toEqual(new Set(['200,400']));
  });

  it('tell each of many who refer to the same records, or remove them together, what happened', async () => {
    const words = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const ids = [await newPlace(), await newPlace(), await newPlace()];
      const [one = '', two = '', three = ''] = ids;
      counter += 1;
      const answers = await Promise.all([
        post('place/remove', { ids: [one, two] }),
        post('visit/save', { name: `甲${counter}`, placeId: one }),
        post('place/remove', { ids: [three, two, one] }),
        post('visit/save', { name: `乙${counter}`, placeIds: [three, two] }),
        post('place/save', { name: `丙${counter}`, above: two }),
        post('place/remove', { ids: [two] }),
        post('visit/save', { name: `丁${counter}`, placeId: three, placeIds: [one] }),
        post('place/remove', { ids: [three] }),
      ]);
      for (const { status, msg, errors } of answers) words.add(`${status} ${errors[0]?.msg ?? msg}`);
      const lost = await sql(
        `select v.id from data.visit v, data.place p where v."isDeleted" = 0 and p."isDeleted" = 1
           and (v."placeId" = p.id or v."placeIds" @> array[p.id])
         union all select c.id from data.place c join data.place p on p.id = c.above
           where c."isDeleted" = 0 and p."isDeleted" = 1`,
      );
      expect(lost).toEqual([]);
    }
    const told =
      /^(200 操作成功|404 位置不存在或已被删除|400 (位置|途经位置|上级位置)所选的记录不存在(或已被删除|，或不在您可选的范围内)|400 “位置\d+”仍被(巡查|位置)“[甲乙丙丁]\d+”引用，不能删除)$/;
    expect([...words].filter((word) => !told.test(word))).toEqual([]);
    expect(words.size).toBeGreaterThan(2);
  });

  it('close no circle when two branches move below each other at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [left, right] = [await newPlace(), await newPlace()];
      const [leftLeaf, rightLeaf] = [await newPlace(left), await newPlace(right)];
      const moved = await Promise.all([
        post('place/save', { id: left, version: 1, above: rightLeaf }),
        post('place/save', { id: right, version: 1, above: leftLeaf }),
      ]);
      expect(moved.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('notice a circle however deep it is', async () => {
    const root = await newPlace();
    let leaf = root;
    for (let depth = 0; depth < 120; depth += 1) leaf = await newPlace(leaf);
    const moved = await post('place/save', { id: root, version: 1, above: leaf });
    expect(moved.errors).toEqual([{ pointer: '/above', msg: '上级位置不能是自己或自己的下级' }]);
  });

  it('keep a file that moves from one field to another, whoever uploaded it', async () => {
    for (const id of ['7001', '7002']) {
      await sql(
        `insert into data.attach (id, "tenantId", "createUser", "originalName", name, extension, "attachSize", "contentType")
         values ($1, '645967', 'u1', 'a.pdf', $1, 'pdf', 5, 'application/pdf')`,
        [id],
      );
    }
    const held = () =>
      sql<{ id: string; bizId: string | null }>('select id, "bizId" from data.attach order by id').then((rows) =>
        rows.map(({ bizId }) => bizId),
      );
    const { id } = (await post('visit/save', { name: '换位', before: ['7001'], after: ['7002'] })).data;
    const second = { ...keeper, userId: 'u9' };
    const swapped = await post('visit/save', { id, version: 1, before: ['7002'], after: ['7001'] }, second);
    expect([swapped.status, swapped.msg]).toEqual([200, '操作成功']);
    expect(await held()).toEqual([id, id]);
    await post('visit/save', { id, version: 2, before: [] }, second);
    expect(await held()).toEqual([id, null]);
  });

  it('tell a fault of a transition once', async () => {
    const { id } = (await post('visit/save', { name: '补充' })).data;
    const answer = await post('visit/remark', { id, note: '短' });
    expect(answer.errors).toEqual([{ pointer: '/note', msg: '说明至少3个字' }]);
  });
});

describe('choosing records', () => {
  let server: EntityServer;
  const status = async (person: TestPerson, call: string) => (await server.call(person, `GET ${P}/${call}`)).status;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { base: [place, visit, diary] }, shipped: ['user', 'dept', 'role'] });
  });
  afterAll(() => server?.close());

  it('is for those who see the records, or a list that names them', async () => {
    expect(await status(keeper, 'diary/select')).toBe(200);
    expect(await status(guest, 'place/select')).toBe(403);
    expect(await status(guest, 'place/select?filter=visit.placeId')).toBe(200);
    expect(await status(nobody, 'place/select?filter=visit.placeId')).toBe(403);
    expect(await status(guest, 'diary/select')).toBe(403);
    expect(await status(nobody, 'place/select')).toBe(403);
    expect(await status(nobody, 'visit/select')).toBe(403);
  });

  it('tells by no order what it does not show', async () => {
    expect(await status(guest, 'place/select?filter=visit.placeId&orderBy=-name')).toBe(200);
    const answer = await server.call(guest, `GET ${P}/place/select?filter=visit.placeId&orderBy=grade`);
    expect([answer.status, answer.msg]).toEqual([400, '不支持按“grade”排序']);
    expect(await status(keeper, 'place/select?orderBy=grade')).toBe(200);
  });

  it('finds everything up to the last day that can be written', async () => {
    await server.call(keeper, `POST ${P}/place/save`, { name: '期内' });
    const page = await server.call<WirePage<WireRecord>>(
      keeper,
      `GET ${P}/place/page?createTime=0001-01-01,9999-12-31`,
    );
    expect(page.data.records.map(({ name }) => name)).toEqual(['期内']);
    expect(await status(keeper, `place/page?createTime=,${encodeURIComponent('9999-12-31 23:59:59')}`)).toBe(200);
  });
});
