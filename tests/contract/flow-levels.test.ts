import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';

const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const number = (title: string): Property => ({ title, field: 'number', type: 'number' });
const reference = (title: string, entity: string): Property => ({
  title,
  field: 'reference',
  type: 'string',
  ref: { entity },
});
const below = (key: string, title: string, above: string, properties: Record<string, Property>): Entity => ({
  dialect: 1,
  entity: key,
  title,
  api: { service: 'safety', base: key.toLowerCase() },
  parent: { entity: above, field: 'above' },
  record: { type: 'object', properties: { above: reference('上级', above), ...properties } },
});

const survey: Entity = {
  dialect: 1,
  entity: 'survey',
  title: '普查',
  api: { service: 'safety', base: 'survey' },
  record: { type: 'object', properties: { name: text('名称') } },
  states: {
    open: { title: '进行中', initial: true, edit: true },
    done: { title: '已完成' },
  },
  transitions: {
    finish: {
      title: '完成',
      from: ['open'],
      to: 'done',
      auto: true,
      who: ['system'],
      when: [{ when: 'count(unit) > 0 and all(unit, closed == 1)', else: '还有单元没有完成' }],
    },
  },
  pages: { survey: { title: '普查', grants: { staff: ['view', 'add', 'edit', 'delete'], adder: ['add'] } } },
  permissions: { scope: { staff: 'own' } },
};
const unit = below('unit', '单元', 'survey', { name: text('名称'), closed: number('完成') });
const item = below('item', '物料', 'unit', {
  name: text('名称'),
  amount: number('数量'),
  owner: { title: '普查', field: 'calculate', type: 'string', compute: 'parent.name' },
});

/** What the amounts may be, read by rule and by default. */
const grade: Entity = {
  dialect: 1,
  entity: 'grade',
  title: '分级',
  small: true,
  api: { service: 'safety', base: 'grade' },
  record: { type: 'object', properties: { code: text('代码'), most: number('上限'), word: text('名称') } },
  pages: { grade: { title: '分级', grants: { staff: ['view', 'add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};
const stock: Entity = {
  dialect: 1,
  entity: 'stock',
  title: '存量',
  api: { service: 'safety', base: 'stock' },
  record: {
    type: 'object',
    properties: {
      code: text('代码'),
      day: { title: '日期', field: 'date', type: 'string', format: 'date' },
      amount: {
        ...number('数量'),
        rules: [{ when: "amount <= lookup('grade', most, code == parent.code)", else: '超过该级上限' }],
      },
      word: {
        title: '级别',
        field: 'calculate',
        type: 'string',
        compute: "lookup('grade', word, code == parent.code)",
      },
      more: {
        title: '同级',
        field: 'calculate',
        type: 'string',
        compute: "exists('stock', code == parent.code and id != parent.id) ? '有' : '无'",
      },
      twin: {
        ...text('不得重日'),
        rules: [
          {
            when: "not exists('stock', day == parent.day and code == parent.code and id != parent.id)",
            else: '同日已有记录',
          },
        ],
      },
    },
  },
  pages: { stock: { title: '存量', grants: { staff: ['view', 'add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const P = '/api/anlan-safety';
const staff: TestPerson = { userId: 'u1', roleCodes: ['staff'], scope: 'own' };
const other: TestPerson = { userId: 'u2', roleCodes: ['staff'], scope: 'own' };

describe('two levels below a record, and other records in rules', () => {
  let server: EntityServer;
  const post = (path: string, body: object, person = staff) =>
    server.call<WireRecord>(person, `POST ${P}/${path}`, body);
  const below = async (base: string, above: string, person = staff) =>
    (await server.call<WirePage<WireRecord>>(person, `GET ${P}/${base}/page?above=${above}&orderBy=id`)).data.records;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [survey, unit, item, grade, stock] } });
    await insertPeople(server);
  });

  afterAll(() => server.close());

  it('are saved, seen, edited and removed through the record at the top', async () => {
    const { data } = await post('survey/save', {
      name: '甲厂',
      unit: [
        { name: '罐区', item: [{ name: '甲醇', amount: 5 }, { name: '乙醇' }] },
        { name: '泵区', item: [{ name: '机油' }] },
      ],
    });
    const units = await below('unit', data.id);
    expect(units.map((row) => [row.name, row.abilities])).toEqual([
      ['罐区', { view: true, edit: true, delete: true }],
      ['泵区', { view: true, edit: true, delete: true }],
    ]);
    const items = await below('item', String(units[0]?.id));
    expect(items.map((row) => [row.name, row.owner, row.abilities])).toEqual([
      ['甲醇', '罐区', { view: true, edit: true, delete: true }],
      ['乙醇', '罐区', { view: true, edit: true, delete: true }],
    ]);
    expect(await below('item', String(units[0]?.id), other)).toEqual([]);
    expect((await post('item/save', { above: units[0]?.id, name: '混入' }, other)).status).toBe(404);
    expect((await post('item/save', { id: items[0]?.id, version: 1, amount: 6 })).data).toMatchObject({ amount: 6 });
    expect((await server.call(staff, `POST ${P}/survey/remove?ids=${data.id}`)).status).toBe(200);
    const [left] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ n: number }>(
        `select (select count(*) from data.unit where "isDeleted" = 0) + (select count(*) from data.item where "isDeleted" = 0) as n`,
      ),
    );
    expect(left?.n).toBe(0);
  });

  it('come along with a new record of whoever may add it, and are then for those who may edit it', async () => {
    const adder: TestPerson = { userId: 'u3', roleCodes: ['adder'], scope: 'own' };
    const { status, data } = await post(
      'survey/save',
      { name: '丙厂', unit: [{ name: 'a', item: [{ name: 'x' }] }] },
      adder,
    );
    expect(status).toBe(200);
    expect((await post('unit/save', { above: data.id, name: 'b' }, adder)).status).toBe(403);
    expect((await post('survey/save', { id: data.id, version: 1, unit: [] }, adder)).status).toBe(403);
    expect(await below('unit', data.id, adder)).toHaveLength(1);
  });

  it('close the record at the top by themselves, after which nobody writes below it', async () => {
    const { data } = await post('survey/save', {
      name: '乙厂',
      unit: [{ name: 'a' }, { name: 'b', item: [{ name: 'x' }] }],
    });
    const units = await below('unit', data.id);
    const answers = await Promise.all(units.map((row) => post('unit/save', { id: row.id, version: 1, closed: 1 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await server.call<WireRecord>(staff, `GET ${P}/survey/detail?id=${data.id}`)).data.status).toBe('done');
    const [row] = await below('item', String(units[1]?.id));
    expect(row?.abilities).toEqual({ view: true });
    expect((await post('item/save', { id: row?.id, version: 1, amount: 1 })).status).toBe(403);
  });

  it('answer rules and computed fields from setup tables as they are now', async () => {
    const made = (await post('grade/save', { code: 'A', most: 10, word: '甲级' })).data;
    const body = { code: 'A', day: '2026-05-01', amount: 9 };
    const first = await post('stock/save', body);
    expect(first.data).toMatchObject({ word: '甲级' });
    expect((await post('stock/save', { ...body, amount: 11 })).errors).toEqual([
      { pointer: '/amount', msg: '超过该级上限' },
    ]);
    await post('grade/save', { id: made.id, version: 1, most: 20 });
    expect((await post('stock/save', { ...body, amount: 11 })).status).toBe(200);
  });

  it('answer exists for the values that are being saved', async () => {
    const body = { code: 'B', day: '2026-06-01', twin: '是' };
    const { data } = await post('stock/save', body);
    expect((await post('stock/save', body)).errors).toEqual([{ pointer: '/twin', msg: '同日已有记录' }]);
    expect((await post('stock/save', { ...body, day: '2026-06-02' })).status).toBe(200);
    expect((await post('stock/save', { id: data.id, version: 1, day: '2026-06-03' })).status).toBe(200);
    expect((await post('stock/save', { id: data.id, version: 2, day: '2026-06-02' })).errors).toHaveLength(1);
  });

  it('asks for other records once for a save, in a form that an index answers', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const asked = async (body: object) => {
      query.mockClear();
      const { data } = await post('stock/save', body);
      const texts = query.mock.calls.map(([first]) => ((first as { text?: string }).text ?? '').toString());
      return { data, texts: texts.filter((text) => /found\d/.test(text)) };
    };
    const first = await asked({ code: 'C', day: '2026-06-01', twin: '是' });
    const second = await asked({ code: 'C', day: '2026-06-02', twin: '是' });
    const third = await asked({ id: first.data.id, version: 1, twin: '否' });
    const fourth = await asked({ code: 'D', twin: '是' });
    query.mockRestore();
    expect([first, second, third, fourth].map(({ data }) => data.more)).toEqual(['无', '有', '有', '无']);
    for (const { texts } of [first, second, third, fourth]) {
      expect(texts).toHaveLength(1);
      expect(texts[0]).toMatch(/"found0".*"found1"/s);
      expect(texts[0]).not.toContain('is not distinct from');
    }
  });
});
