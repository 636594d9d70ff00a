import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookupCalls } from '../../server/http/system/lookup-calls.ts';
import type { PersonInput } from '../../server/http/system/system-call.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', roleCodes: ['safetyOfficer'] };
const everyone = { scope: { everyone: 'tenant' as const } };
const grants = { everyone: ['view', 'add', 'edit', 'delete'] };

const limits: Entity = {
  dialect: 1,
  entity: 'calcLimit',
  title: '限值表',
  small: true,
  api: { service: 'safety', base: 'calclimit' },
  record: {
    type: 'object',
    required: ['gas'],
    properties: {
      gas: { title: '气体', field: 'input', type: 'string', maxLength: 20 },
      most: { title: '上限', field: 'number', type: 'number', scale: 2 },
      secret: { title: '内部备注', field: 'input', type: 'string' },
    },
  },
  pages: { calcLimit: { title: '限值表', columns: ['gas'], actions: ['add'], grants } },
  permissions: everyone,
};

const sheet: Entity = {
  dialect: 1,
  entity: 'calcSheet',
  title: '核算表',
  api: { service: 'safety', base: 'calcsheet' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      gas: { title: '气体', field: 'input', type: 'string', maxLength: 20 },
      a: { title: '甲', field: 'number', type: 'number', scale: 6 },
      b: { title: '乙', field: 'number', type: 'number', scale: 6 },
      product: { title: '乘积', field: 'calculate', type: 'number', precision: 8, scale: 2, compute: 'a × b' },
      ratio: { title: '比值', field: 'calculate', type: 'number', scale: 3, compute: '（a ÷ b）' },
      limit: {
        title: '上限',
        field: 'calculate',
        type: 'number',
        scale: 2,
        compute: "lookup('calcLimit', most, gas == parent.gas)",
      },
      grade: {
        title: '分级',
        field: 'calculate',
        type: 'string',
        options: {
          over: { title: '超限', order: 10 },
          near: { title: '接近', order: 20 },
          fine: { title: '正常', order: 30 },
        },
        cases: [
          { when: "a > lookup('calcLimit', most, gas == parent.gas)", value: 'over' },
          { when: 'sum(parts, q * parent.b) >= 2.5', value: 'near' },
          { value: 'fine' },
        ],
      },
      today: { title: '今日比值', field: 'calculate', type: 'number', scale: 2, compute: 'a / day(today())' },
      parts: {
        title: '明细',
        field: 'subTable',
        type: 'array',
        items: {
          type: 'object',
          properties: {
            q: { title: '数量', field: 'number', type: 'number', scale: 2 },
            most: {
              title: '上限',
              field: 'calculate',
              type: 'number',
              scale: 2,
              compute: "lookup('calcLimit', most, most > parent.q)",
            },
            square: { title: '平方', field: 'calculate', type: 'number', precision: 5, scale: 2, compute: 'q * q' },
          },
        },
      },
    },
  },
  pages: {
    calcSheet: {
      title: '核算表',
      columns: ['name', 'grade', 'today'],
      filters: ['grade'],
      actions: ['add', 'edit'],
      grants,
    },
  },
  permissions: everyone,
};

describe('formulas over the API', () => {
  let server: EntityServer;
  const submit = (body: object) => server.call<WireRecord>(officer, `POST ${P}/calcsheet/submit`, body);

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [limits, sheet] } });
    for (const [gas, most] of [
      ['CO', 20],
      ['O2', 23.5],
    ]) {
      const answer = await server.call(officer, `POST ${P}/calclimit/submit`, { gas, most, secret: '不外传' });
      expect(answer.status).toBe(200);
    }
  });

  afterAll(() => server.close());

  it('computes with full-width signs, look-ups of the record and of rows, and cases', async () => {
    const { data, status, msg } = await submit({
      name: '甲',
      gas: 'CO',
      a: 20,
      b: 0.5,
      parts: [{ q: 5 }, { q: 21.5 }, { q: 30 }],
    });
    expect([status, msg]).toEqual([200, '操作成功']);
    expect(data).toMatchObject({ product: 10, ratio: 40, limit: 20, grade: 'near' });
    expect(data.parts).toMatchObject([{ most: 20 }, { most: 23.5 }, { most: null }]);
    const over = await submit({ name: '乙', gas: 'CO', a: 20.000001, b: 1 });
    expect(over.data).toMatchObject({ product: 20, grade: 'over' });
    const found = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/calcsheet/page?grade=over`);
    expect(found.data.records.map(({ name }) => name)).toEqual(['乙']);
  });

  it('rounds half away from zero, takes 15 digits, and gives null for division by zero', async () => {
    const half = await submit({ name: '半', a: -1.005, b: 1 });
    expect(half.data).toMatchObject({ product: -1.01, ratio: -1.005 });
    const zero = await submit({ name: '零', a: 1, b: 0 });
    expect([zero.status, zero.data.ratio, zero.data.product]).toEqual([200, null, 0]);
    const long = await submit({ name: '长', a: 123456789.123456, b: 0.001 });
    expect(long.data).toMatchObject({ a: 123456789.123456, product: 123456.79, ratio: 123456789123.456 });
  });

  it('refuses a result that its field cannot hold, by name and without an error of the server', async () => {
    const { status, errors } = await submit({ name: '大', a: 1000000, b: 1 });
    expect(status).toBe(400);
    expect(errors).toEqual([{ pointer: '/product', msg: '乘积计算结果超出范围' }]);
    expect((await submit({ name: '边', a: 999999.994, b: 1 })).status).toBe(200);
    expect((await submit({ name: '边', a: 999999.995, b: 1 })).errors).toHaveLength(1);
    const row = await submit({ name: '行', parts: [{ q: 1 }, { q: 40 }] });
    expect(row.errors).toEqual([{ pointer: '/parts/1/square', msg: '明细第2行平方计算结果超出范围' }]);
  });

  it('gives a live result rounded alike in lists and details', async () => {
    const { data } = await submit({ name: '活', a: 10, b: 1 });
    const list = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/calcsheet/page?name=活`);
    const detail = await server.call<WireRecord>(officer, `GET ${P}/calcsheet/detail?id=${data.id}`);
    // The clock stands on the 30th: a third of ten is 0.333….
    expect([list.data.records[0]?.today, detail.data.today]).toEqual([0.33, 0.33]);
  });

  it('ships of a setup table the columns that formulas read, to whoever may view the page', async () => {
    const [call] = lookupCalls;
    if (call === undefined || call.open) throw new Error('no call');
    const context = server.context(officer);
    const snapshot = await server.metadata.snapshot('645967');
    const input = (entity: string, code = 'calcSheet') =>
      ({
        services: { entities: server.services },
        context,
        snapshot,
        argument: (name: string) => ({ code, entity })[name],
        read: (work) => server.database.withTenant('645967', work),
      }) as PersonInput;
    expect(await call.handle(input('calcLimit'))).toEqual([
      { most: 20, gas: 'CO' },
      { most: 23.5, gas: 'O2' },
    ]);
    await expect(call.handle(input('user'))).rejects.toMatchObject({ code: 'notFound' });
    await expect(call.handle(input('calcLimit', 'calcLimit'))).rejects.toMatchObject({ code: 'notFound' });
    await expect(call.handle(input('calcLimit', 'nowhere'))).rejects.toMatchObject({ code: 'notFound' });
  });
});
