import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import { restoreRecords } from '../../server/records/write/removal/restore.ts';
import { transact } from '../../server/records/write/transact.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const grants = { keeper: ['view', 'add', 'edit', 'delete'], reader: ['view'] };
const entity = entityMaker((columns) => ({ grants, filters: [], columns: [...columns] }));

const shelf = entity('shelf', '货架', {
  name: text('名称'),
  boxes: {
    title: '箱数',
    field: 'calculate',
    type: 'number',
    precision: 15,
    scale: 0,
    rollup: { count: true, of: 'box', by: 'shelfId' },
  },
});
const box = entity(
  'box',
  '箱子',
  {
    code: text('编号'),
    shelfId: referenceTo('货架', 'shelf'),
    photos: { title: '照片', field: 'upload', type: 'array', items: { type: 'string' }, maxItems: 6 },
    weight: {
      title: '总重',
      field: 'calculate',
      type: 'number',
      precision: 15,
      scale: 0,
      rollup: { sum: 'weight', of: 'part', by: 'boxId' },
    },
  },
  { label: 'code', unique: { code: { fields: ['code'], else: '编号已被使用' } } },
);
const part = entity(
  'part',
  '零件',
  {
    boxId: referenceTo('箱子', 'box'),
    name: text('名称'),
    weight: { title: '重量', field: 'number', type: 'number', precision: 15, scale: 0 },
  },
  { label: 'name', parent: { entity: 'box', field: 'boxId' }, pages: {} },
);
const list = entity(
  'list',
  '清单',
  {
    name: text('名称'),
    best: { ...referenceTo('首选', 'box'), ref: { entity: 'box', onRemove: 'clear' } },
    all: {
      title: '全部',
      field: 'reference',
      type: 'array',
      multiple: true,
      items: { type: 'string' },
      ref: { entity: 'box', onRemove: 'clear' },
    },
  },
  { label: 'name' },
);

const P = '/api/anlan-safety';
const keeper: TestPerson = { userId: 'u1', roleCodes: ['keeper'] };
const other: TestPerson = { userId: 'u2', roleCodes: ['keeper'] };
const reader: TestPerson = { userId: 'u1', roleCodes: ['reader'] };

describe('a removal that is taken back', () => {
  let server: EntityServer;
  let counter = 0;
  const post = async <T = WireRecord>(call: string, body: object, person = keeper) => {
    const answer = await server.call<T>(person, `POST ${P}/${call}`, body);
    expect([answer.status, answer.msg]).toEqual([200, expect.any(String)]);
    return answer.data;
  };
  const sql = <Row>(statement: string, values: unknown[] = []) =>
    server.database.withTenant('645967', (connection) => connection.query<Row>(statement, values));
  const remove = (call: string, ids: readonly string[]) => post<true>(`${call}/remove`, { ids });
  const detail = (call: string, id: string) =>
    server.call<WireRecord>(keeper, `GET ${P}/${call}/detail?id=${id}&with=children`);
  const restore = (key: string, ids: readonly string[], person = keeper) => {
    const snapshot = server.metadata.snapshotOf('645967');
    const model = snapshot.entities.get(key);
    if (model === undefined) throw new Error(key);
    const call = createEntityCall(server.services, server.context(person), snapshot, model);
    return transact(call, (tx) => restoreRecords(tx, ids)).then(
      () => 'restored',
      (error: unknown) => {
        if (!(error instanceof AnlanError)) throw error;
        return error.faults[0]?.msg ?? error.message;
      },
    );
  };
  /** What is said of a record but for when and by whom it was written last. */
  const kept = ({ version: _v, updateTime: _t, updateUser: _u, ...rest }: WireRecord): object => ({
    ...rest,
    children: Object.fromEntries(
      Object.entries((rest.children ?? {}) as Record<string, WireRecord[]>).map(([key, rows]) => [
        key,
        rows.map(({ version: _version, updateTime: _time, updateUser: _user, ...row }) => row),
      ]),
    ),
  });

  async function plant() {
    counter += 1;
    const { id: shelfId } = await post('shelf/save', { name: `货架${counter}` });
    const photo = `f${counter}`;
    await sql(
      `insert into data.attach (id, "tenantId", "createUser", "originalName", name, extension, "attachSize", "contentType")
       values ($1, '645967', 'u1', 'a.png', $1, 'png', 1, 'image/png')`,
      [photo],
    );
    const { id } = await post('box/save', { code: `X${counter}`, shelfId, photos: [photo] });
    for (const weight of [3, 4]) await post('part/save', { boxId: id, name: `零件${weight}`, weight });
    const { id: second } = await post('box/save', { code: `Y${counter}` });
    const { id: third } = await post('box/save', { code: `Z${counter}` });
    const { id: listId } = await post('list/save', { name: `清单${counter}`, best: id, all: [second, id, third] });
    return { shelfId, id, second, third, listId, photo, code: `X${counter}` };
  }

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { base: [shelf, box, part, list] },
      shipped: ['user', 'dept', 'post', 'role', 'attach', 'auditLog'],
    });
  });
  afterAll(() => server?.close());

  it('leaves record, rows, files, sums and the references to it as they were, and says so in its history', async () => {
    const { id, shelfId, listId, photo } = await plant();
    const before = (await detail('box', id)).data;
    const named = (await detail('list', listId)).data;
    await remove('box', [id]);
    expect((await detail('box', id)).status).toBe(404);
    expect((await detail('list', listId)).data).toMatchObject({ best: null });
    expect((await detail('shelf', shelfId)).data.boxes).toBe(0);
    expect(await restore('box', [id])).toBe('restored');
    const after = (await detail('box', id)).data;
    expect(kept(after)).toEqual(kept(before));
    expect(after.weight).toBe(7);
    expect(kept((await detail('list', listId)).data)).toEqual(kept(named));
    expect((await detail('shelf', shelfId)).data.boxes).toBe(1);
    expect(await sql('select "bizType", "bizId" from data.attach where id = $1', [photo])).toEqual([
      { bizType: 'box', bizId: id },
    ]);
    const history = await server.call<{ records: { actionLabel: string }[] }>(keeper, `GET ${P}/box/history?id=${id}`);
    expect(history.data.records.slice(0, 2).map(({ actionLabel }) => actionLabel)).toEqual(['撤销删除', '删除']);
  });

  it('brings several back together, and rows of one record by themselves', async () => {
    const { id, second } = await plant();
    await remove('box', [id, second]);
    expect(await restore('box', [second, id])).toBe('restored');
    const { children } = (await detail('box', id)).data as { children?: Record<string, WireRecord[]> };
    const row = children?.part?.[0];
    await remove('part', [String(row?.id)]);
    expect((await detail('box', id)).data.weight).toBe(7 - Number(row?.weight));
    expect(await restore('part', [String(row?.id)])).toBe('restored');
    expect((await detail('box', id)).data.weight).toBe(7);
  });

  it('is only for whoever removed it, once, within ten minutes, and while he may remove', async () => {
    const { id, second } = await plant();
    const refused = '只有本人在10分钟之内删除的记录可以撤销删除';
    await remove('box', [id]);
    expect(await restore('box', [id], other)).toBe(refused);
    expect(await restore('box', [id], reader)).toBe('您没有“删除箱子”的权限');
    expect(await restore('box', [id, second])).toBe(refused);
    expect((await detail('box', id)).status).toBe(404);
    expect(await restore('box', [id])).toBe('restored');
    expect(await restore('box', [id])).toBe(refused);
    await remove('box', [id]);
    server.setNow('2026-04-30T02:10:01Z');
    expect(await restore('box', [id])).toBe(refused);
    server.setNow('2026-04-30T02:00:00Z');
  });

  it('is refused in words where its place is taken, or what it needs has gone; nothing is half done', async () => {
    const { id, shelfId, code, photo, listId } = await plant();
    await remove('box', [id]);
    const { id: taker } = await post('box/save', { code });
    expect(await restore('box', [id])).toBe('编号已被使用');
    expect((await detail('list', listId)).data.best).toBe(null);
    await remove('box', [taker]);
    await remove('shelf', [shelfId]);
    expect(await restore('box', [id])).toContain('货架');
    expect(await restore('shelf', [shelfId])).toBe('restored');
    await sql('update data.attach set "isDeleted" = 1 where id = $1', [photo]);
    expect(await restore('box', [id])).toBe('箱子的附件已不在，不能撤销删除');
    expect((await detail('box', id)).status).toBe(404);
    await sql('update data.attach set "isDeleted" = 0 where id = $1', [photo]);
    expect(await restore('box', [id])).toBe('restored');
  });

  it('gives no reference back where another has taken its place', async () => {
    const { id, second, listId } = await plant();
    await remove('box', [id]);
    const { version } = (await detail('list', listId)).data;
    await post('list/save', { id: listId, version, best: second });
    expect(await restore('box', [id])).toBe('restored');
    const after = (await detail('list', listId)).data as Readonly<Record<string, unknown>>;
    expect(after.best).toBe(second);
    expect(after.all).toHaveLength(3);
  });
});
