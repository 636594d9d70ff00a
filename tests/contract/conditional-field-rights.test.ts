import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import { readPrint } from '../../server/reports/print/read-print.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { CountAnswer, ListFigures } from '../../src/core/wire/operations.ts';
import { formatFigure, type StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';
import { cellsOf, openedWorkbook } from '../fixtures/workbook.ts';

const TENANT = '645967';
const BASE = '/api/anlan-safety/test/courses';

const own = (more: object = {}) => [
  { roles: ['trainer'], access: 'write' as const },
  { roles: ['everyone'], when: "trainee == me.userId or status == 'open'", access: 'read' as const, ...more },
  { roles: ['everyone'], access: 'hidden' as const },
];

/** What a person learnt is his own to see, and the trainer's; what is open is everybody's. */
const course: Entity = {
  dialect: 1,
  entity: 'course',
  title: '培训',
  label: 'title',
  api: { service: 'safety', base: 'test/courses', operations: { stats: { call: 'GET stats', does: 'statistics' } } },
  record: {
    type: 'object',
    properties: {
      title: { title: '课程', field: 'input', type: 'string' },
      trainee: { title: '学员', field: 'orgSelect', type: 'string', org: 'user' },
      remark: { title: '评语', field: 'input', type: 'string', quickSearch: true },
      score: { title: '得分', field: 'number', type: 'number', scale: 0 },
      grade: {
        title: '等级',
        field: 'select',
        type: 'string',
        options: { a: { title: '优', order: 1 }, b: { title: '差', order: 2 } },
      },
      phone: { title: '电话', field: 'input', type: 'string', mask: 'phone' },
      plan: { title: '计划', field: 'input', type: 'string' },
    },
  },
  states: { closed: { title: '已归档', initial: true, edit: true }, open: { title: '公开', edit: true } },
  transitions: { publish: { title: '公开', from: ['closed'], to: 'open', who: ['everyone'] } },
  pages: {
    course: {
      title: '培训',
      columns: ['title', 'remark', 'score', 'grade', 'phone'],
      filters: ['title', 'remark', 'grade', 'score'],
      actions: ['export', 'print'],
      grants: { everyone: ['view', 'add', 'edit', 'export', 'print'] },
    },
  },
  permissions: {
    scope: { everyone: 'tenant' },
    fields: {
      remark: own(),
      score: own(),
      grade: own(),
      phone: [
        { roles: ['trainer'], access: 'write' },
        { roles: ['everyone'], when: 'trainee == me.userId', access: 'read' },
        { roles: ['everyone'], access: 'masked' },
      ],
      plan: [
        { roles: ['everyone'], when: 'createUser == me.userId', access: 'write' },
        { roles: ['everyone'], access: 'read' },
      ],
    },
  },
  statistics: {
    measures: {
      count: { title: '人次', kind: 'count' },
      score: { title: '总分', kind: 'sum', of: 'score' },
      good: { title: '优秀', kind: 'count', where: 'score >= 90' },
    },
    blocks: { byGrade: { title: '按等级', measures: ['count', 'score', 'good'], by: ['grade'] } },
  },
};

const person = (name: string): TestPerson => ({
  userId: name,
  account: name,
  realName: name,
  roleCodes: [name === 'tina' ? 'trainer' : 'worker'],
  scope: 'tenant',
});

let server: EntityServer;
const ids: Record<string, string> = {};

/** Ann's and Bob's results, filed; one of Bob's that is open to everybody. */
const RESULTS = {
  ann: { title: '一', trainee: 'ann', remark: '安娜优秀', score: 95, grade: 'a', phone: '10012345678' },
  bob: { title: '二', trainee: 'bob', remark: '鲍勃补考', score: 40, grade: 'b', phone: '10087654321' },
  shown: { title: '三', trainee: 'bob', remark: '鲍勃公开', score: 91, grade: 'a', phone: '10011112222' },
};

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [course] } });
  await server.database.transaction(TENANT, async (db) => {
    for (const [index, name] of ['ann', 'bob', 'tina'].entries()) {
      await db.execute(
        `insert into data."user" (id, "tenantId", status, account, "realName", "staffNo")
         values ($1, $2, '1', $1, $1, $3)`,
        [name, TENANT, `S${index}`],
      );
    }
  });
  for (const [key, values] of Object.entries(RESULTS)) {
    const made = await server.call<WireRecord>(person('tina'), `POST ${BASE}/save`, values);
    expect([made.msg, made.status]).toEqual(['操作成功', 200]);
    ids[key] = made.data.id;
  }
  await server.call(person('tina'), `POST ${BASE}/publish`, { id: ids.shown });
}, patient(120_000));
afterAll(() => server?.close());

const get = <T>(name: string, path: string) => server.call<T>(person(name), `GET ${BASE}/${path}`);
const page = async (name: string, query = '') =>
  (await get<WirePage<WireRecord>>(name, `page?page=course${query}`)).data;
const titles = async (name: string, query: string) =>
  (await page(name, query)).records
    .map(({ title }) => title)
    .sort()
    .join('');

describe('a field that is read in some records', () => {
  it('is told in these, in detail and list, with the right', async () => {
    for (const record of (await page('ann')).records) {
      const seen = record.id !== ids.bob;
      expect([record.title, 'remark' in record, 'score' in record]).toEqual([record.title, seen, seen]);
      expect(record.fieldAccess).toMatchObject({ remark: seen ? 'read' : 'hidden' });
      expect(record.phone).toEqual(record.id === ids.ann ? '10012345678' : expect.stringContaining('****'));
    }
    const { data } = await get<WireRecord>('ann', `detail?id=${ids.bob}`);
    expect(JSON.stringify(data)).not.toMatch(/鲍勃|"score":40|10087654321/);
    expect((await get<WireRecord>('bob', `detail?id=${ids.bob}`)).data).toMatchObject({
      remark: '鲍勃补考',
      score: 40,
    });
    expect((await get<WireRecord>('tina', `detail?id=${ids.bob}`)).data).toMatchObject({ score: 40 });
  });

  it('is filtered, searched and counted over these alone', async () => {
    expect(await titles('tina', '&grade=b')).toBe('二');
    expect(await titles('ann', '&grade=b')).toBe('');
    expect(await titles('bob', '&grade=b')).toBe('二');
    expect(await titles('ann', '&grade=a,b')).toBe('一三');
    expect(await titles('ann', '&score=0,')).toBe('一三');
    expect(await titles('bob', '&score=,50')).toBe('二');
    expect(await titles('ann', '&remark=鲍勃')).toBe('三');
    expect(await titles('ann', '&keyword=鲍勃')).toBe('三');
    expect(await titles('tina', '&keyword=鲍勃')).toBe('三二');
    // What is not read has no value: it is neither that nor another one, and it is empty.
    expect(await titles('ann', '&grade=b&match=grade:not')).toBe('一三二');
    expect(await titles('ann', '&match=grade:empty')).toBe('二');
    expect(await titles('ann', '&match=grade:filled')).toBe('一三');
    expect((await get<CountAnswer>('ann', 'count?page=course&grade=b')).data).toMatchObject({ total: 0 });
    expect((await get<CountAnswer>('bob', 'count?page=course&grade=b')).data).toMatchObject({ total: 1 });
  });

  it('is no order but for whom every record lets read it', async () => {
    for (const order of ['score', '-score', 'remark']) {
      expect((await get('ann', `page?page=course&orderBy=${order}`)).status).toBe(400);
      expect((await get('tina', `page?page=course&orderBy=${order}`)).status).toBe(200);
    }
  });

  it('is added up and grouped over these alone', async () => {
    const blocks = async (name: string) =>
      (await get<{ blocks: StatisticsBlock[] }>(name, 'stats?page=course')).data.blocks;
    const rows = async (name: string) =>
      Object.fromEntries(((await blocks(name))[0]?.rows ?? []).map(({ key, values }) => [String(key), values]));
    expect(await rows('tina')).toEqual({ a: [2, 186, 2], b: [1, 40, 0] });
    expect(await rows('ann')).toEqual({ a: [2, 186, 2], null: [1, 0, 0] });
    expect(await rows('bob')).toEqual({ a: [1, 91, 1], b: [1, 40, 0], null: [1, 0, 0] });
    const { data } = await get<ListFigures>('ann', 'count?page=course&groupBy=grade&sums=score');
    expect(data.sums).toEqual({ score: 186 });
    expect(data.groups?.map(({ key, count }) => [key, count])).toEqual([
      ['a', 2],
      [null, 1],
    ]);
  });

  it('does not pick the rows of a figure where it is not read', async () => {
    const asked = (name: string, key: string | null) => {
      const figure = formatFigure({ block: 'byGrade', measure: 'count', key });
      return titles(name, `&figure=${encodeURIComponent(figure)}`);
    };
    expect(await asked('ann', 'b')).toBe('');
    expect(await asked('ann', null)).toBe('二');
    expect(await asked('tina', 'b')).toBe('二');
    const good = formatFigure({ block: 'byGrade', measure: 'good', key: 'a' });
    expect(await titles('bob', `&figure=${encodeURIComponent(good)}`)).toBe('三');
  });

  it('stays out of the history of all, since what it was once is nobody’s to tell', async () => {
    const history = await get('ann', `history?id=${ids.ann}`);
    expect([history.status, JSON.stringify(history.data).includes('安娜优秀')]).toEqual([200, false]);
    expect(JSON.stringify((await get('tina', `history?id=${ids.ann}`)).data)).toContain('安娜优秀');
  });

  it('is exported and printed as it is shown', async () => {
    const exported = await server.app.inject({
      method: 'GET',
      url: `${BASE}/export?page=course`,
      headers: { 'x-test-person': encodeURIComponent(JSON.stringify(person('ann'))) },
    });
    const cells = JSON.stringify(cellsOf(await openedWorkbook(exported.rawPayload)));
    expect(cells).toContain('安娜优秀');
    expect(cells).toContain('鲍勃公开');
    expect(cells).toContain('10012345678');
    expect(cells).not.toMatch(/鲍勃补考|10087654321|10011112222/);
    const snapshot = await server.metadata.snapshot(TENANT);
    const call = createEntityCall(server.services, server.context(person('ann')), snapshot, snapshotModel(snapshot));
    const { records } = await readPrint(call, [ids.ann ?? '', ids.bob ?? ''], {
      readPictures: async () => ({}),
      origin: undefined,
    });
    expect(JSON.stringify(records[0])).toContain('安娜优秀');
    expect(JSON.stringify(records[0])).toContain('10012345678');
    expect(JSON.stringify(records[1])).not.toMatch(/鲍勃补考|10087654321/);
  });

  it('is written only where its condition lets it be, in a new record too', async () => {
    const { data } = await server.call<WireRecord>(person('ann'), `POST ${BASE}/save`, { title: '四', plan: '自学' });
    expect(data).toMatchObject({ plan: '自学' });
    const change = async (name: string, values: object) => {
      const { version } = (await get<WireRecord>('tina', `detail?id=${data.id}`)).data;
      return server.call<WireRecord>(person(name), `POST ${BASE}/save`, { id: data.id, version, ...values });
    };
    expect((await change('bob', { plan: '改' })).errors).toEqual([{ pointer: '/plan', msg: '您不能修改计划' }]);
    expect((await change('ann', { plan: '改' })).data).toMatchObject({ plan: '改' });
    expect((await change('ann', { score: 100 })).errors).toEqual([{ pointer: '/score', msg: '不认识的字段：score' }]);
    const forged = await server.call(person('bob'), `POST ${BASE}/save`, { title: '五', trainee: 'bob', score: 100 });
    expect(forged.errors).toEqual([{ pointer: '/score', msg: '您不能修改得分' }]);
  });
});

function snapshotModel(snapshot: Awaited<ReturnType<EntityServer['metadata']['snapshot']>>) {
  const model = snapshot.entities.get('course');
  if (model === undefined) throw new Error('no course');
  return model;
}
