import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { flowEntities, insertPeople, officer, stranger, worker } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const P = '/api/anlan-safety';

interface WithChildren extends WireRecord {
  readonly children: Readonly<Record<string, readonly WireRecord[]>>;
  readonly childAbilities: Readonly<Record<string, { add: boolean; seed: boolean }>>;
}

describe('rows that belong to a record', () => {
  let server: EntityServer;
  const save = (person: TestPerson, body: object) => server.call<WireRecord>(person, `POST ${P}/round/save`, body);
  const submit = (person: TestPerson, body: object) => server.call<WireRecord>(person, `POST ${P}/round/submit`, body);
  const whole = async (id: string, person = officer) =>
    (await server.call<WithChildren>(person, `GET ${P}/round/detail?id=${id}&with=children`)).data;
  const points = async (id: string) => (await whole(id)).children.point ?? [];

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: flowEntities }, parts: { evidence } });
    await insertPeople(server);
    await insertPeople(server, '645968');
    for (const [content, kind, limit] of [
      ['压力', 'tank', 10],
      ['液位', 'tank', 80],
      ['温度', 'pump', 60],
    ]) {
      await server.call(officer, `POST ${P}/standard/save`, { content, kind, limit });
    }
  });

  afterAll(() => server.close());

  it('saves them with the draft in one transaction, and makes them what the next save lists', async () => {
    const { data, status } = await save(officer, {
      name: '甲罐',
      point: [{ content: '外观', limit: 5 }, { content: '标识' }],
    });
    expect(status).toBe(200);
    const first = await points(data.id);
    expect(first.map((row) => [row.content, row.limit, row.roundIdLabel])).toEqual([
      ['外观', 5, '甲罐'],
      ['标识', null, '甲罐'],
    ]);
    const again = await save(officer, {
      id: data.id,
      version: data.version,
      point: [{ id: first[1]?.id, version: 1, content: '标识牌' }, { content: '围堰' }],
    });
    expect(again.data.version).toBe(2);
    const second = await points(data.id);
    expect(second.map((row) => [row.content, row.version])).toEqual([
      ['标识牌', 2],
      ['围堰', 1],
    ]);
  });

  it('stores neither the record nor its rows where one row is faulty, and says which', async () => {
    const before = (await server.call<WirePage<WireRecord>>(officer, `GET ${P}/round/page`)).data.total;
    const { status, errors } = await save(officer, { name: '乙罐', point: [{ content: '好' }, { limit: 'x' }] });
    expect(status).toBe(400);
    expect(errors).toEqual([{ pointer: '/point/1/limit', msg: '限值须为数字' }]);
    const unknown = await save(officer, { name: '乙罐', point: [{ colour: 'red' }] });
    expect(unknown.errors).toEqual([{ pointer: '/point/0/colour', msg: '不认识的字段：colour' }]);
    const foreign = await save(officer, { name: '乙罐', point: [{ id: '1', content: '别人的' }] });
    expect(foreign.errors).toEqual([{ pointer: '/point/0/id', msg: '检查点不存在或已被删除' }]);
    expect((await server.call<WirePage<WireRecord>>(officer, `GET ${P}/round/page`)).data.total).toBe(before);
  });

  it('lets rows of a draft be incomplete, and asks for all of them when the record leaves it', async () => {
    const draft = (await save(officer, { name: '丙罐', point: [{ reading: -1 }] })).data;
    const refused = await submit(officer, { id: draft.id, version: draft.version });
    expect(refused.errors).toEqual([
      { pointer: '/point/0/content', msg: '请输入内容' },
      { pointer: '/point/0/reading', msg: '读数不能为负' },
    ]);
    const named = (await save(officer, { name: '丙罐二', point: [{ content: '压力表', reading: -1 }] })).data;
    expect((await submit(officer, { id: named.id, version: named.version })).errors).toEqual([
      { pointer: '/point/0/reading', msg: '检查点“压力表”：读数不能为负' },
    ]);
    const none = (await save(officer, { name: '丁罐' })).data;
    const empty = await submit(officer, { id: none.id, version: none.version });
    expect(empty.errors).toEqual([{ pointer: '/name', msg: '至少要有一个检查点' }]);
    expect((await submit(officer, { name: '戊罐', kind: 'empty' })).data.status).toBe('open');
  });

  it('fills them from the library on the first save and on demand, and keeps what is statutory', async () => {
    const draft = (await save(officer, { name: '己罐', kind: 'tank' })).data;
    const seeded = await points(draft.id);
    expect(seeded.map((row) => [row.content, row.limit])).toEqual([
      ['压力', 10],
      ['液位', 80],
    ]);
    const kept = await save(officer, { id: draft.id, version: draft.version, point: [{ content: '自加' }] });
    expect(kept.msg).toBe('检查点“压力”是规定的内容，不能删除');
    const own = await server.call<WireRecord>(officer, `POST ${P}/point/save`, { roundId: draft.id, content: '自加' });
    expect(own.status).toBe(200);
    // What would be refused is not offered: only the row that a person added may go.
    const offered = (await points(draft.id)).map((row) => [row.content, row.abilities?.delete === true]);
    expect(offered).toEqual([
      ['压力', false],
      ['液位', false],
      ['自加', true],
    ]);
    const renamed = await save(officer, { id: draft.id, version: draft.version, kind: 'pump' });
    expect(renamed.status).toBe(200);
    expect((await server.call(officer, `POST ${P}/point/seed`, { roundId: draft.id })).status).toBe(200);
    expect((await points(draft.id)).map((row) => row.content)).toEqual(['自加', '温度']);
  });

  it('writes a single row without raising the version of the record above, of which it tells', async () => {
    const draft = (await save(officer, { name: '庚罐', kind: 'tank' })).data;
    await submit(officer, { id: draft.id, version: draft.version });
    const before = (await whole(draft.id)).version;
    const [row] = await points(draft.id);
    server.written.length = 0;
    const read = await server.call<WireRecord>(officer, `POST ${P}/point/save`, {
      id: row?.id,
      version: row?.version,
      reading: 3,
    });
    expect(read.data).toMatchObject({ reading: 3, over: '0', version: 2 });
    expect((await whole(draft.id)).version).toBe(before);
    // Whoever looks at the record above sees the row, and is told.
    expect(server.written.map(({ entity, id }) => [entity.key, id])).toEqual([
      ['point', row?.id],
      ['round', draft.id],
    ]);
  });

  it('is governed by the state and the people of the record above', async () => {
    const draft = (await save(officer, { name: '辛罐', kind: 'tank' })).data;
    expect((await whole(draft.id)).childAbilities).toEqual({ point: { add: true, seed: true } });
    await submit(officer, { id: draft.id, version: draft.version });
    const open = await whole(draft.id);
    expect(open.childAbilities).toEqual({ point: { add: false, seed: false } });
    expect(open.children.point?.map((row) => row.abilities)).toEqual([
      { view: true, edit: true },
      { view: true, edit: true },
    ]);
    const added = await server.call(officer, `POST ${P}/point/save`, { roundId: draft.id, content: '另加' });
    expect([added.status, added.msg]).toEqual([400, '“进行中”的巡检不能新增检查点']);
    const [row] = await points(draft.id);
    const removed = await server.call(officer, `POST ${P}/point/remove?ids=${row?.id}`);
    expect([removed.status, removed.msg]).toEqual([400, '“进行中”的巡检不能删除检查点']);
    const moved = await server.call(officer, `POST ${P}/point/save`, { id: row?.id, version: 1, roundId: 'x' });
    expect(moved.errors).toEqual([{ pointer: '/roundId', msg: '巡检不能修改' }]);
    // Whoever sees the record sees its rows; nobody else does, by list, by detail or by writing.
    const of = (person: TestPerson) =>
      server.call<WirePage<WireRecord>>(person, `GET ${P}/point/page?roundId=${draft.id}`);
    expect((await of(officer)).data.total).toBe(2);
    expect((await of(worker)).data.total).toBe(0);
    expect((await of(stranger)).status).toBe(403);
    expect((await of({ ...officer, tenantId: '645968' })).data.total).toBe(0);
    expect((await server.call(worker, `GET ${P}/point/detail?id=${row?.id}`)).status).toBe(404);
    expect((await server.call(worker, `POST ${P}/point/save`, { id: row?.id, version: 1, reading: 1 })).status).toBe(
      404,
    );
    const foreign = { ...officer, tenantId: '645968' };
    const smuggled = await server.call(foreign, `POST ${P}/point/save`, { roundId: draft.id, content: '越界' });
    expect(smuggled.status).toBe(404);
  });

  it('goes when the record is removed', async () => {
    const draft = (await save(officer, { name: '壬罐', kind: 'tank' })).data;
    const rows = await points(draft.id);
    expect((await server.call(officer, `POST ${P}/round/remove?ids=${draft.id}`)).status).toBe(200);
    const left = await server.database.withTenant('645967', (connection) =>
      connection.query(`select 1 from data.point where "roundId" = $1 and "isDeleted" = 0`, [draft.id]),
    );
    expect(rows).toHaveLength(2);
    expect(left).toHaveLength(0);
  });

  it('counts them in live fields of lists and details', async () => {
    const saved = (
      await save(officer, {
        name: '癸罐',
        point: [
          { content: 'a', reading: 2.5 },
          { content: 'b', reading: 7 },
        ],
      })
    ).data;
    expect((await whole(saved.id)).worst).toBe(7);
    const { data } = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/round/page?keyword=癸罐`);
    expect(data.records.map((record) => record.worst)).toEqual([7]);
  });
});

const number = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'number',
  type: 'number',
  ...more,
});
const computed = (title: string, type: 'number' | 'boolean', compute: string): Property => ({
  title,
  field: 'calculate',
  type,
  compute,
});
const made = entityMaker(() => ({ grants: { officer: ['view', 'add', 'edit', 'delete'] } }));
const batch = made('batch', '批次', {
  name: {
    title: '名称',
    field: 'input',
    type: 'string',
    rules: [
      { when: 'count(sample) == 0 or sum(sample, weight) <= most', else: '样品总重超过上限' },
      { when: 'count(sample, not recent) == 0', else: '有样品已过期' },
    ],
  },
  most: number('上限'),
});
const sample = made(
  'sample',
  '样品',
  {
    batchId: referenceTo('批次', 'batch'),
    length: number('长'),
    width: number('宽', { default: 2 }),
    weight: computed('重量', 'number', 'length * width'),
    taken: { title: '取样日期', field: 'date', type: 'string', format: 'date' },
    recent: computed('有效', 'boolean', 'daysBetween(taken, today()) <= 30'),
  },
  { parent: { entity: 'batch', field: 'batchId' } },
);

describe('a rule over live columns of rows that ask for rows beside them', () => {
  const asked = {
    /** Of the same record, by a function of its own and by an aggregate. */
    total: 'total(piece, size, parcel == outer.parcel)',
    sum: "sum('piece', size, parcel == outer.parcel)",
    /** Of the record itself, which is new too. */
    above: 'total(parcel, 1, name == outer.name)',
    /** Of what was there before. */
    held: 'total(shelf, size, name == outer.name)',
  };
  const rules = {
    total: 'count(piece, total == 5) == count(piece)',
    sum: 'sum(piece, sum) == 10',
    above: 'count(piece, above == 1) == 2',
    held: 'sum(piece, held) == 8',
    /** Asked by the record itself. */
    itself: "count('piece', parcel == outer.id) == 2",
  };
  const P = '/api/anlan-safety';
  const parcel = made('parcel', '包裹', {
    name: {
      title: '名称',
      field: 'input',
      type: 'string',
      rules: Object.entries(rules).map(([key, when]) => ({ when, else: `${key}不符` })),
    },
    note: { title: '备注', field: 'input', type: 'string', requiredWhen: 'count(piece, total > 6) > 0' },
  });
  const piece = made(
    'piece',
    '件',
    {
      parcel: referenceTo('包裹', 'parcel'),
      name: { title: '名称', field: 'input', type: 'string' },
      size: number('大小'),
      ...Object.fromEntries(Object.entries(asked).map(([key, compute]) => [key, computed(key, 'number', compute)])),
    },
    { parent: { entity: 'parcel', field: 'parcel' } },
  );
  const shelf = made('shelf', '架', { name: { title: '名称', field: 'input', type: 'string' }, size: number('大小') });
  let server: EntityServer;
  const save = async (body: object) => {
    const { status, errors, data } = await server.call<WireRecord>(officer, `POST ${P}/parcel/save`, body);
    return { told: status === 200 ? '' : errors.map(({ pointer, msg }) => `${pointer} ${msg}`).join('，'), data };
  };
  const stored = async () =>
    server.database.withTenant('645967', (connection) =>
      connection.query<{ name: string }>(
        'select name from data.parcel union all select name from data.piece order by 1',
      ),
    );

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [parcel, piece, shelf] } });
    await insertPeople(server);
    await server.call(officer, `POST ${P}/shelf/save`, { name: '件', size: 4 });
  });
  afterAll(() => server.close());

  it('judges a new record over its rows as they are once stored, and stores nothing of what it refuses', async () => {
    const two = [
      { name: '件', size: 2 },
      { name: '件', size: 3 },
    ];
    expect((await save({ name: '少', piece: [{ name: '件', size: 5 }] })).told).toBe(
      '/name sum不符，/name above不符，/name held不符，/name itself不符',
    );
    expect((await save({ name: '多', piece: [...two, { name: '件', size: 4 }] })).told).toContain('/note 请输入备注');
    expect(await stored()).toEqual([]);
    expect((await save({ name: '件', piece: two })).told).toBe('');
    expect((await stored()).map(({ name }) => name)).toEqual(['件', '件', '件']);
  });

  it('judges a stored one over the rows that the save makes of them', async () => {
    const made = await save({ name: '改', piece: [1, 4].map((size) => ({ name: '件', size })) });
    expect(made.told).toBe('');
    const { data } = await server.call<WithChildren>(
      officer,
      `GET ${P}/parcel/detail?id=${made.data.id}&with=children`,
    );
    const [one, other] = data.children.piece ?? [];
    const change = (size: number) => ({
      id: made.data.id,
      version: made.data.version,
      piece: [
        { ...one, size: 2 },
        { ...other, size },
      ].map(({ id, version, size: next }) => ({ id, version, size: next })),
    });
    expect((await save(change(4))).told).toContain('total不符');
    expect((await save(change(3))).told).toBe('');
  });
});

describe('a rule over columns that rows have computed', () => {
  let server: EntityServer;
  const save = (body: object) => server.call<WireRecord>(officer, `POST ${P}/batch/save`, body);
  const told = async (body: object) => {
    const { msg, errors } = await save(body);
    return errors.length === 0 ? [msg] : errors.map((error) => error.msg);
  };

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [batch, sample] } });
    await insertPeople(server);
  });
  afterAll(() => server.close());

  it('judges rows that come with a new record as it will judge them once they are stored', async () => {
    const taken = '2026-04-20';
    expect(
      await told({
        name: '甲',
        most: 10,
        sample: [
          { length: 3, taken },
          { length: 2, taken },
        ],
      }),
    ).toEqual(['操作成功']);
    expect(
      await told({
        name: '乙',
        most: 9,
        sample: [
          { length: 3, taken },
          { length: 2, taken },
        ],
      }),
    ).toEqual(['样品总重超过上限']);
    // What is computed is nobody's to send.
    const forged = { length: 30, weight: 1, recent: true, taken: '2025-01-01' };
    expect((await told({ name: '丙', most: 9, sample: [forged] }))?.length).toBeGreaterThan(0);
  });

  it('judges rows that are changed with what is stored of them', async () => {
    const { data } = await save({ name: '丁', most: 10, sample: [{ length: 3, width: 1, taken: '2026-04-20' }] });
    const { data: stored } = await server.call<WithChildren>(
      officer,
      `GET ${P}/batch/detail?id=${data.id}&with=children`,
    );
    const id = stored.children.sample?.[0]?.id;
    const change = { id: data.id, version: data.version };
    expect(await told({ ...change, sample: [{ id, version: 1, length: 11 }] })).toEqual(['样品总重超过上限']);
    expect(await told({ ...change, sample: [{ id, version: 1, length: 10 }] })).toEqual(['操作成功']);
  });
});
