import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const text = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'input',
  type: 'string',
  ...more,
});
const number = (title: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'number',
  type: 'number',
  scale: 2,
  ...more,
});
const date = (title: string): Property => ({ title, field: 'date', type: 'string', format: 'date' });
const computed = (title: string, compute: string, more: Partial<Property> = {}): Property => ({
  title,
  field: 'calculate',
  type: 'number',
  scale: 2,
  compute,
  ...more,
});
const entity = entityMaker((columns) => ({
  columns: [...columns],
  grants: { officer: ['view', 'add', 'edit', 'delete'] },
}));

/** Steps of a progressive rate; the last has no upper bound. */
const tier = entity(
  'tier',
  '提取档次',
  { industry: text('行业'), lower: number('起'), upper: number('止'), rate: number('比例', { scale: 4 }) },
  { small: true },
);

const plan = entity(
  'plan',
  '费用计划',
  {
    name: text('名称'),
    industry: text('行业'),
    lastRevenue: number('上年度收入'),
    lines: {
      title: '明细',
      field: 'subTable',
      type: 'array',
      items: { type: 'object', properties: { kind: text('类别'), price: number('单价') } },
    },
    accrual: computed(
      '应提取',
      "isNull(lastRevenue) ? null : sum('tier', max(0, min(parent.lastRevenue, upper) - lower) * rate, industry == parent.industry)",
    ),
    grade: {
      ...text('档'),
      field: 'calculate',
      compute: "text(newest('tier', rate, lower, lower <= outer.lastRevenue))",
    },
    used: computed('已使用', "sum('receipt', amount, plan == parent.id)"),
    last: {
      title: '最近付款',
      field: 'calculate',
      type: 'string',
      format: 'date',
      compute: "newest('receipt', paidOn, paidOn, plan == parent.id)",
    },
    weighed: computed('按明细', "sum(lines, price * count('receipt', plan == outer.id and kind == parent.kind))"),
    kinds: computed('类别数', "size(valuesOf('receipt', kind, plan == parent.id))"),
    payers: computed(
      '同额计划',
      "count('receipt', plan == parent.id and any('receipt', plan == parent.plan and amount > parent.amount and amount < outer.lastRevenue))",
    ),
    busy: {
      title: '有付款',
      field: 'calculate',
      type: 'string',
      options: { y: { title: '有', order: 10 }, n: { title: '无', order: 20 } },
      cases: [{ when: "any('receipt', plan == parent.id and amount > 0)", value: 'y' }, { value: 'n' }],
    },
    reason: text('超支说明', { requiredWhen: "sum('receipt', amount, plan == parent.id) > accrual" }),
    closing: text('结论', { visible: "count('receipt', plan == parent.id) > 0" }),
    previous: text('上一计划', { defaultFrom: "newest('plan', name, createTime, industry == parent.industry)" }),
  },
  {
    indexes: { industry: { fields: ['industry'] } },
    pages: {
      plan: {
        title: '费用计划',
        columns: ['name', 'used', 'busy'],
        filters: ['busy'],
        grants: { officer: ['view', 'add', 'edit', 'delete'] },
      },
      planPaid: {
        title: '已付款',
        columns: ['name'],
        where: "count('receipt', plan == parent.id and amount >= 100) > 0",
        grants: { officer: ['view'] },
      },
    },
    states: { open: { title: '执行', initial: true, edit: true }, done: { title: '完成' } },
    transitions: {
      finish: {
        title: '完成',
        from: ['open'],
        to: 'done',
        who: ['everyone'],
        when: [{ when: "all('receipt', amount >= 10, plan == parent.id)", else: '有金额过小的付款' }],
        set: { previous: "newest('receipt', kind, amount, plan == parent.id)" },
        effects: {
          mark: {
            each: {
              entity: 'receipt',
              where: "plan == outer.id and amount >= maxOf('receipt', amount, plan == parent.plan)",
            },
            set: { note: "'最大'" },
          },
        },
      },
    },
  },
);

const receipt = entity('receipt', '付款', {
  plan: referenceTo('计划', 'plan'),
  amount: number('金额'),
  kind: text('类别'),
  paidOn: date('付款日期'),
  note: text('备注'),
});

const PAID = "any('receipt', plan == parent.id and amount > 100)";

/** The same question at each place that may ask it; its receipts are those of the plan that it names. */
const everywhere = entity(
  'everywhere',
  '各处',
  {
    name: text('名称'),
    plan: referenceTo('计划', 'plan'),
    shown: text('可见', { visible: PAID.replace('parent.id', 'outer.plan') }),
    asked: text('必填', { requiredWhen: PAID.replace('parent.id', 'outer.plan') }),
    fixed: text('只读', { fixedWhen: PAID.replace('parent.id', 'outer.plan') }),
    off: text('停用', { disabledWhen: PAID.replace('parent.id', 'outer.plan') }),
    more: text('更多'),
    paid: computed('已付', "sum('receipt', amount, plan == parent.plan)"),
  },
  {
    form: {
      sections: {
        base: { title: '基本', fields: ['name', 'plan', 'shown', 'asked', 'fixed', 'off'] },
        more: { title: '更多', fields: ['more'], visible: PAID.replace('parent.id', 'outer.plan') },
      },
    },
    states: {
      open: {
        title: '在办',
        initial: true,
        edit: true,
        remove: true,
        entered: { notify: ['creator'], when: PAID.replace('parent.id', 'outer.plan'), message: '已付' },
      },
      paid: { title: '已付' },
      free: { title: '未付' },
    },
    transitions: {
      settle: {
        title: '结算',
        from: ['open'],
        to: [{ when: PAID.replace('parent.id', 'outer.plan'), state: 'paid' }, { state: 'free' }],
        who: ['everyone'],
        lock: "newest('receipt', kind, amount, plan == parent.plan)",
        offered: PAID.replace('parent.id', 'outer.plan'),
        effects: {
          note: {
            when: PAID.replace('parent.id', 'outer.plan'),
            set: { more: "text(count('receipt', plan == parent.plan))" },
          },
        },
      },
    },
    print: { fields: ['name', 'paid'] },
    statistics: {
      measures: { many: { title: '已付的', kind: 'count', where: PAID.replace('parent.id', 'outer.plan') } },
    },
    permissions: { scope: { everyone: 'tenant', reader: { where: PAID.replace('parent.id', 'outer.plan') } } },
  } as Partial<Entity>,
);

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const stranger: TestPerson = { userId: 'u9', realName: '外人', roleCodes: ['officer'], tenantId: '645968' };

describe('aggregates over other entities', () => {
  let server: EntityServer;
  const post = (path: string, body: object, person = officer) =>
    server.call<WireRecord>(person, `POST ${P}/${path}`, body);
  const detail = async (base: string, id: unknown) =>
    (await server.call<WireRecord>(officer, `GET ${P}/${base}/detail?id=${id}`)).data;
  const pay = (planId: unknown, amount: number, kind: string, paidOn = '2026-03-01', person = officer) =>
    post('receipt/save', { plan: planId, amount, kind, paidOn }, person);
  const newPlan = async (more: object = {}) =>
    (await post('plan/save', { name: '计划', industry: 'chemical', lastRevenue: 2500, ...more })).data;

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: [tier, plan, receipt, everywhere] } });
    await insertPeople(server);
    for (const [industry, lower, upper, rate] of [
      ['chemical', 0, 1000, 0.0435],
      ['chemical', 1000, 10_000, 0.0225],
      ['chemical', 10_000, null, 0.0055],
      ['mine', 0, null, 0.5],
    ])
      expect((await post('tier/save', { industry, lower, upper, rate })).status).toBe(200);
  });

  afterAll(() => server.close());

  it('store what tiers of a small entity give, as with lookup', async () => {
    const stored = await newPlan();
    expect(await detail('plan', stored.id)).toMatchObject({ accrual: 77.25, grade: '0.0225' });
    expect((await newPlan({ lastRevenue: 20_000 })).accrual).toBe(43.5 + 202.5 + 55);
    expect((await newPlan({ lastRevenue: null })).accrual).toBeNull();
    expect((await newPlan({ industry: 'none' })).accrual).toBe(0);
  });

  it('read large entities live, with the same values in list and detail', async () => {
    const { id } = await newPlan({
      lines: [
        { kind: 'a', price: 10 },
        { kind: 'b', price: 3 },
        { kind: 'c', price: 1000 },
      ],
    });
    expect(await detail('plan', id)).toMatchObject({
      used: 0,
      last: null,
      weighed: 0,
      kinds: 0,
      busy: 'n',
      closing: null,
    });
    await pay(id, 12.5, 'a');
    await pay(id, 30, 'a', '2026-04-01');
    await pay(id, 30, 'b', '2026-02-28');
    const shown = { used: 72.5, last: '2026-04-01', weighed: 23, kinds: 2, payers: 1, busy: 'y' };
    expect(await detail('plan', id)).toMatchObject(shown);
    const page = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/plan/page?size=50&busy=y`);
    expect(page.data.records.find((record) => record.id === id)).toMatchObject({ used: 72.5, busy: 'y' });
    expect(
      (await server.call<WirePage<WireRecord>>(officer, `GET ${P}/plan/page?size=50&busy=n`)).data.records,
    ).not.toContainEqual(expect.objectContaining({ id }));
  });

  it('decide rules, what is asked and what is shown', async () => {
    const { id, version } = await newPlan({ lastRevenue: 100 });
    await pay(id, 200, 'a');
    const refused = await post('plan/save', { id, version, name: '改' });
    expect([refused.status, refused.errors]).toMatchObject([400, [{ pointer: '/reason' }]]);
    const saved = await post('plan/save', { id, version, reason: '抢修', closing: '同意' });
    expect(saved.status).toBe(200);
    expect(saved.data).toMatchObject({ closing: '同意' });
    expect((await newPlan({ industry: 'mine' })).previous ?? null).toBeNull();
    expect((await newPlan({ industry: 'mine', name: '又一' })).previous).toBe('计划');
  });

  it('decide guards, values that transitions set, and which records effects act upon', async () => {
    const { id, version } = await newPlan();
    await pay(id, 5, 'small');
    const large = (await pay(id, 50, 'large')).data;
    const finish = (now: unknown) => post('plan/finish', { id, version: now });
    expect(await finish(version)).toMatchObject({ status: 400, msg: expect.stringContaining('有金额过小的付款') });
    const small = (
      await server.call<WirePage<WireRecord>>(officer, `GET ${P}/receipt/page?size=200`)
    ).data.records.find((record) => record.plan === id && record.amount === 5);
    await post('receipt/save', { id: small?.id, version: small?.version, amount: 20 });
    expect(await finish(version)).toMatchObject({ status: 200 });
    expect(await detail('plan', id)).toMatchObject({ status: 'done', previous: 'large' });
    expect((await detail('receipt', large.id)).note).toBe('最大');
    expect((await detail('receipt', small?.id)).note).toBeNull();
  });

  it('choose the records of a page', async () => {
    const { id } = await newPlan({ name: '大额' });
    await pay(id, 100, 'a');
    const found = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/plan/page?size=50&page=planPaid`);
    expect(found.data.records.map((record) => record.name)).toContain('大额');
  });

  it('answer at every place where they may stand, in words and never with a fault of the server', async () => {
    const unpaid = await newPlan();
    const paid = await newPlan();
    await pay(paid.id, 150, 'a');
    const hidden = await post('everywhere/save', { name: '未付', plan: unpaid.id, shown: '藏' });
    expect(hidden).toMatchObject({ status: 400, errors: [{ pointer: '/shown' }] });
    const first = await post('everywhere/save', { name: '未付', plan: unpaid.id, fixed: '一' });
    expect(first).toMatchObject({ status: 200, data: { fixed: '一', paid: 0 } });
    expect(await post('everywhere/save', { name: '已付', plan: paid.id })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/asked' }],
    });
    const second = await post('everywhere/save', { name: '已付', plan: paid.id, asked: '有', shown: '见', more: '见' });
    expect(second).toMatchObject({ status: 200, data: { shown: '见', more: '见' } });
    expect(await detail('everywhere', second.data.id)).toMatchObject({ paid: 150 });
    expect(await post('everywhere/settle', { id: second.data.id })).toMatchObject({ status: 200 });
    expect(await detail('everywhere', second.data.id)).toMatchObject({ status: 'paid', more: '1' });
    const reader = { ...officer, userId: 'u2', roleCodes: ['officer', 'reader'] };
    for (const person of [officer, reader]) {
      const page = await server.call<WirePage<WireRecord>>(person, `GET ${P}/everywhere/page?size=20`);
      expect(page.status).toBe(200);
    }
  });

  it('read nothing of another company, whatever its records name', async () => {
    const { id } = await newPlan();
    await pay(id, 10, 'a');
    await pay(id, 1000, 'a', '2026-03-01', stranger);
    expect((await detail('plan', id)).used).toBe(10);
  });
});
