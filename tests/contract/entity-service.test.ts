import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';

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

const site: Entity = {
  dialect: 1,
  entity: 'site',
  title: '场地',
  tree: { parent: 'above' },
  api: { service: 'safety', base: 'site' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('名称'),
      above: { title: '上级场地', field: 'tree', type: 'string', ref: { entity: 'site' } },
    },
  },
  pages: { site: { title: '场地', filters: ['name'], grants: { keeper: ['add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const works: Entity = {
  dialect: 1,
  entity: 'works',
  title: '作业',
  label: 'name',
  api: { service: 'safety', base: 'works', operations: { detail: { call: 'GET detail/{id}', arguments: 'path' } } },
  owners: { users: ['chief'], depts: ['deptId'] },
  record: {
    type: 'object',
    required: ['name', 'amount', 'reason'],
    properties: {
      number: {
        title: '编号',
        field: 'calculate',
        type: 'string',
        serial: { prefix: 'ZY', date: 'yyyyMM', digits: 3 },
      },
      name: text('作业名称'),
      siteId: { title: '场地', field: 'reference', type: 'string', ref: { entity: 'site' } },
      spareId: { title: '备用场地', field: 'reference', type: 'string', ref: { entity: 'site', onRemove: 'clear' } },
      siteIds: {
        title: '途经场地',
        field: 'reference',
        type: 'array',
        multiple: true,
        items: { type: 'string' },
        ref: { entity: 'site' },
      },
      amount: number('数量', { minimum: 0 }),
      price: number('单价'),
      total: {
        title: '金额',
        field: 'calculate',
        type: 'number',
        scale: 2,
        compute: 'amount * price',
      },
      dangerous: { title: '危险', field: 'radio', type: 'string', dict: 'yes-no', default: '0' },
      reason: text('危险原因', { visible: "dangerous == '1'" }),
      code: text('代号', { fixedWhen: 'not isNull(code)' }),
      chief: { title: '负责人', field: 'orgSelect', type: 'string', org: 'user', defaultFrom: 'me.userId' },
      deptId: { title: '部门', field: 'orgSelect', type: 'string', org: 'dept', defaultFrom: 'me.deptId' },
      startDay: { title: '作业期', field: 'dateDuration', type: 'string', format: 'date', end: 'endDay' },
      endDay: { title: '作业期止', field: 'dateDuration', type: 'string', format: 'date', endOf: 'startDay' },
      doneAt: { title: '完成时间', field: 'date', type: 'string', format: 'date-time' },
      secret: text('密级说明'),
      phone: text('电话', { mask: 'phone' }),
      verdict: text('结论'),
      overdue: {
        title: '逾期',
        field: 'calculate',
        type: 'string',
        dict: 'yes-no',
        cases: [{ when: 'isNull(doneAt) and endDay < today()', value: '1' }, { value: '0' }],
      },
      rate: {
        title: '日均',
        field: 'calculate',
        type: 'number',
        scale: 2,
        compute: 'amount / daysBetween(startDay, today())',
      },
      rootId: {
        title: '厂区',
        field: 'reference',
        type: 'string',
        ref: { entity: 'site', where: 'isNull(above) and name != record.name' },
      },
      pin: { title: '口令', field: 'password', type: 'string', writeOnly: true },
    },
  },
  states: {
    draft: { title: '草稿', initial: true, draft: true },
    open: { title: '进行中', remove: false },
    closed: { title: '已关闭', remove: false },
  },
  transitions: {
    submit: { title: '提交', from: ['draft'], to: 'open', who: ['creator'] },
    close: {
      title: '关闭',
      from: ['open'],
      to: [{ when: 'amount > 100', state: 'closed' }, { state: 'closed' }],
      who: [{ field: 'chief' }, { role: 'boss' }],
      when: [{ when: 'amount > 0', else: '数量为零，不能关闭' }],
      fields: { verdict: { required: true } },
      set: { doneAt: 'now()', secret: "concat('由', me.realName)" },
    },
    approveIt: {
      title: '审批',
      from: ['open'],
      to: 'closed',
      who: ['everyone'],
      approve: { levels: { only: { title: '批', who: [{ role: 'boss' }] } } },
    },
  },
  pages: {
    works: {
      title: '作业',
      filters: ['name', 'siteId', 'siteIds', 'amount', 'startDay', 'doneAt', 'overdue', 'status', 'chief'],
      sort: ['-createTime'],
      grants: {
        keeper: ['view', 'add', 'edit', 'delete'],
        boss: ['view', 'close'],
        guest: ['view'],
        masked: ['view', 'edit'],
      },
    },
    worksOpen: { title: '进行中的作业', where: "status == 'open'", grants: { guest: ['view'] } },
  },
  permissions: {
    scope: { boss: 'tenant', masked: 'tenant' },
    fields: {
      secret: [
        { roles: ['keeper', 'boss'], access: 'write' },
        { roles: ['everyone'], access: 'hidden' },
      ],
      phone: [
        { roles: ['masked'], access: 'masked' },
        { roles: ['guest'], access: 'read' },
      ],
    },
  },
};

const P = '/api/anlan-safety';
const keeper: TestPerson = { userId: 'u1', roleCodes: ['keeper'], deptIds: ['d1'], scope: 'own' };
const boss: TestPerson = { userId: 'u2', roleCodes: ['boss'], deptIds: ['d2'] };
const guest: TestPerson = { userId: 'u3', roleCodes: ['guest'], deptIds: ['d1'], scope: 'department' };
const stranger: TestPerson = { userId: 'u4', roleCodes: ['guest'], deptIds: ['d2'], scope: 'department' };
const masked: TestPerson = { userId: 'u5', roleCodes: ['masked'] };

describe('the generic service', () => {
  let server: EntityServer;
  const save = (person: TestPerson, body: object) => server.call<WireRecord>(person, `POST ${P}/works/save`, body);
  const submit = (person: TestPerson, body: object) => server.call<WireRecord>(person, `POST ${P}/works/submit`, body);
  const page = async (person: TestPerson, query = '') => {
    const answer = await server.call<WirePage<WireRecord>>(person, `GET ${P}/works/page?${query}`);
    return answer.status === 200 ? answer.data.records.map((record) => record.name) : answer.msg;
  };
  const detail = (person: TestPerson, id: string) => server.call<WireRecord>(person, `GET ${P}/works/detail/${id}`);
  const newSite = async (name: string, above?: string) =>
    (await server.call<WireRecord>(keeper, `POST ${P}/site/save`, { name, above })).data.id;

  beforeAll(async () => {
    server = await createEntityServer({
      entities: { test: [site, works] },
      roles: ['keeper', 'boss', 'guest', 'masked'].map((code) => ({
        code,
        scope: code === 'keeper' ? 'own' : 'department',
        pages: new Map(),
      })),
    });
    await server.database.transaction('645967', async (connection) => {
      await connection.execute(
        `insert into data."user" (id, "tenantId", "realName") select 'u' || n, '645967', '人员' || n from generate_series(1, 5) n`,
      );
      await connection.execute(
        `insert into data.dept (id, "tenantId", "deptName") values ('d1', '645967', '甲部'), ('d2', '645967', '乙部')`,
      );
    });
  });

  afterAll(() => server.close());

  it('keeps an unfinished draft, and asks for everything when it is submitted', async () => {
    const draft = await save(keeper, { name: '动火一' });
    expect(draft.data).toMatchObject({
      number: 'ZY202604001',
      status: 'draft',
      dangerous: '0',
      chief: 'u1',
      chiefLabel: '人员1',
      deptIdLabel: '甲部',
      total: null,
      overdue: '0',
      abilities: { view: true, edit: true, delete: true, submit: true },
    });
    const { id, version } = draft.data;
    const incomplete = await submit(keeper, { id, version });
    expect([incomplete.status, incomplete.errors]).toEqual([400, [{ pointer: '/amount', msg: '请输入数量' }]]);
    const done = await submit(keeper, { id, version, amount: 2.5, price: 1.01 });
    expect(done.data).toMatchObject({ status: 'open', statusLabel: '进行中', total: 2.53, number: 'ZY202604001' });
    expect(done.data.abilities).toEqual({ view: true, approveIt: true, close: true });
    expect((await save(keeper, { id, version: done.data.version, amount: 3 })).msg).toBe('“进行中”的作业不能修改');
    expect((await server.call(keeper, `POST ${P}/works/remove?ids=${id}`)).msg).toBe('“进行中”的作业不能删除');
  });

  it('clears what is not visible, refuses a value sent for it, and asks for it only where it is there', async () => {
    expect((await submit(keeper, { name: '甲', amount: 1, reason: '油气' })).errors).toEqual([
      { pointer: '/reason', msg: '当前情况下没有“危险原因”，不能填写' },
    ]);
    expect((await submit(keeper, { name: '甲', amount: 1, dangerous: '1' })).errors).toEqual([
      { pointer: '/reason', msg: '请输入危险原因' },
    ]);
    const { data } = await save(keeper, { name: '清空', dangerous: '1', reason: '油气' });
    expect(data.reason).toBe('油气');
    const cleared = await save(keeper, { id: data.id, version: 1, dangerous: '0' });
    expect(cleared.data.reason).toBeNull();
  });

  it('keeps a write-once field, and a password for itself', async () => {
    const { data } = await save(keeper, { name: '代号', code: 'A1', pin: 'Secret#2026' });
    expect(data.code).toBe('A1');
    expect(Object.keys(data)).not.toContain('pin');
    expect((await save(keeper, { id: data.id, version: 1, code: 'A2' })).errors).toEqual([
      { pointer: '/code', msg: '代号已确定，不能再修改' },
    ]);
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ pin: string }>('select pin from data.works where id = $1', [data.id]),
    );
    expect(row?.pin).toMatch(/^\$argon2id\$/);
    const logged = await server.database.withTenant('645967', (connection) =>
      connection.query('select changes::text || summary as all from data."auditLog" where "recordId" = $1', [data.id]),
    );
    expect(JSON.stringify(logged)).not.toContain('Secret#2026');
    expect(JSON.stringify(logged)).not.toContain('argon2');
  });

  it('fires a transition for its people with the fields it asks for', async () => {
    const { data } = await submit(keeper, { name: '关闭', amount: 0 });
    const close = (person: TestPerson, body: object) =>
      server.call<WireRecord>(person, `POST ${P}/works/close`, { id: data.id, ...body });
    expect((await close(guest, { verdict: '好' })).status).toBe(403);
    expect((await close(keeper, {})).errors).toEqual([{ pointer: '/verdict', msg: '请输入结论' }]);
    expect((await close(keeper, { verdict: '好', amount: 5 })).errors).toEqual([
      { pointer: '/amount', msg: '不认识的字段：amount' },
    ]);
    expect((await close(keeper, { verdict: '好' })).msg).toBe('数量为零，不能关闭');
    expect((await server.call(keeper, `POST ${P}/works/approveIt`, { id: data.id })).msg).toBe('尚未启用：approve');
    await server.database.transaction('645967', (connection) =>
      connection.execute('update data.works set amount = 1 where id = $1', [data.id]),
    );
    expect((await close(boss, { verdict: '好', version: 1 })).status).toBe(409);
    const closed = await close(boss, { verdict: '好', version: data.version });
    expect(closed.data).toMatchObject({
      status: 'closed',
      verdict: '好',
      secret: '由测试员',
      doneAt: '2026-04-30 10:00:00',
    });
    const again = await server.call(boss, `POST ${P}/works/updateStatusById`, { id: data.id, status: 'open' });
    expect(again.msg).toBe('不能从“已关闭”改为“进行中”');
  });

  it('shows rows by owner, department and condition of the page', async () => {
    const mine = await page(keeper);
    expect(mine).toEqual(['关闭', '代号', '清空', '动火一']);
    expect(await page(guest)).toEqual(mine);
    expect(await page(stranger)).toEqual([]);
    expect(await page(guest, 'page=worksOpen')).toEqual(['动火一']);
    expect(await page(keeper, 'page=worksOpen')).toBe('您没有“查看作业”的权限');
    expect(await page(boss)).toEqual(mine);
    const [other] = (await server.call<WirePage<WireRecord>>(boss, `GET ${P}/works/page`)).data.records;
    expect((await detail(stranger, other?.id ?? '')).status).toBe(404);
    expect((await server.call(stranger, `GET ${P}/works/history?id=${other?.id}`)).status).toBe(404);
  });

  it('hides, masks and protects fields on every way', async () => {
    const { data } = await save(keeper, { name: '字段', secret: '机密', phone: '13800001234' });
    const seen = (await detail(masked, data.id)).data;
    expect(Object.keys(seen)).not.toContain('secret');
    expect(seen.phone).toBe('138****1234');
    expect((await detail(guest, data.id)).data.phone).toBe('13800001234');
    const listed = (await server.call<WirePage<WireRecord>>(masked, `GET ${P}/works/page?name=字段`)).data.records;
    expect([listed[0]?.phone, listed[0]?.secret]).toEqual(['138****1234', undefined]);
    expect(await page(masked, 'secret=机密')).toBe('不支持按“secret”筛选');
    expect(await page(masked, 'orderBy=secret')).toBe('不支持按“secret”排序');
    expect(await page(masked, 'phone=1380000')).toBe('不支持按“phone”筛选');
    expect((await save(masked, { id: data.id, version: 1, secret: 'x' })).errors).toEqual([
      { pointer: '/secret', msg: '不认识的字段：secret' },
    ]);
    expect((await save(masked, { id: data.id, version: 1, phone: '139' })).errors).toEqual([
      { pointer: '/phone', msg: '您不能修改电话' },
    ]);
    const kept = await save(masked, { ...seen, name: '字段二' });
    expect([kept.status, kept.data.phone]).toEqual([200, '138****1234']);
    expect((await detail(keeper, data.id)).data).toMatchObject({ phone: '13800001234', secret: '机密' });
    const history = await server.call<WirePage<{ changes: { field: string }[] }>>(
      masked,
      `GET ${P}/works/history?id=${data.id}`,
    );
    const fields = history.data.records.flatMap((entry) => entry.changes.map((change) => change.field));
    expect(fields).toContain('name');
    expect(fields).not.toContain('secret');
    expect(fields).not.toContain('phone');
  });

  it('filters by overlap, number, moment, list and live value', async () => {
    await save(keeper, { name: '期间', startDay: '2026-03-01', endDay: '2026-03-10', amount: 7 });
    expect(await page(keeper, 'startDay=2026-03-10,2026-03-20')).toEqual(['期间']);
    expect(await page(keeper, 'startDay=2026-03-11,2026-03-20')).toEqual([]);
    expect(await page(keeper, 'startStartDay=2026-02-01')).toEqual(['期间']);
    expect(await page(keeper, 'amount=6.5,7')).toEqual(['期间']);
    expect(await page(keeper, 'amount=x')).toBe('数量须为数字');
    expect(await page(keeper, 'overdue=1')).toEqual(['期间']);
    expect(await page(keeper, 'startDoneAt=2026-04-30%2010:00:00&endDoneAt=2026-04-30%2010:00:00')).toEqual(['关闭']);
    expect(await page(keeper, 'doneAt=2026-04-30')).toEqual(['关闭']);
    expect(await page(keeper, 'status=closed,open&orderBy=name')).toEqual(['动火一', '关闭']);
    expect(await page(keeper, 'name=_')).toEqual([]);
  });

  it('computes what depends on the clock when it is read', async () => {
    const { data } = await save(keeper, { name: '日均', amount: 10, startDay: '2026-04-27' });
    expect(data.rate).toBe(3.33);
    server.setNow('2026-05-03T02:00:00Z');
    expect((await detail(keeper, data.id)).data.rate).toBe(1.67);
    server.setNow('2026-04-30T02:00:00Z');
  });

  it('takes only records that meet the condition of the reference', async () => {
    const above = await newSite("厂区'一");
    const below = await newSite('装置', above);
    const chosen = async (name: string, rootId: string) => (await save(keeper, { name, rootId })).errors;
    const refused = [{ pointer: '/rootId', msg: '厂区所选的记录不符合可选条件' }];
    expect(await chosen('甲', below)).toEqual(refused);
    expect(await chosen("厂区'一", above)).toEqual(refused);
    expect(await chosen('乙', above)).toEqual([]);
  });

  it('lets whoever may only choose a record not ask about it', async () => {
    const named = `GET ${P}/site/select?filter=works.siteId`;
    expect((await server.call(guest, `GET ${P}/site/select`)).status).toBe(403);
    expect((await server.call(guest, `GET ${P}/site/select?for=works.siteId`)).status).toBe(403);
    expect((await server.call(guest, `${named}&keyword=日均`)).status).toBe(200);
    expect((await server.call(guest, `${named}&createUser=u1`)).msg).toBe('不支持按“createUser”筛选');
    expect((await server.call(guest, `GET ${P}/site/page`)).status).toBe(403);
    expect((await server.call({ userId: 'u4', roleCodes: [] }, `GET ${P}/site/select`)).status).toBe(403);
  });

  it('checks references, and lets go of a record only where those who refer to it do', async () => {
    const [north, south, east] = [await newSite('北区'), await newSite('南区'), await newSite('东区')];
    const bad = await save(keeper, { name: '引用', siteId: 'none', siteIds: [north, '"; drop'] });
    expect(bad.errors.map(({ pointer }) => pointer)).toEqual(['/siteIds']);
    expect((await save(keeper, { name: '引用', siteId: 'none' })).errors).toEqual([
      { pointer: '/siteId', msg: '场地所选的记录不存在或已被删除' },
    ]);
    const { data } = await save(keeper, { name: '引用', siteId: north, spareId: south, siteIds: [north, east] });
    expect(data).toMatchObject({ siteIdLabel: '北区', siteIdsLabel: ['北区', '东区'] });
    const remove = (id: string) => server.call(keeper, `POST ${P}/site/remove`, { ids: [id] });
    expect((await remove(north)).msg).toBe('“北区”仍被作业“引用”引用，不能删除');
    expect((await remove(east)).msg).toBe('“东区”仍被作业“引用”引用，不能删除');
    expect((await remove(south)).status).toBe(200);
    const after = (await detail(keeper, data.id)).data;
    expect([after.spareId, after.version]).toEqual([null, 2]);
    const foreign = { ...keeper, tenantId: '645968' };
    expect((await save(foreign, { name: '外', siteId: north, chief: null, deptId: null })).errors).toEqual([
      { pointer: '/siteId', msg: '场地所选的记录不存在或已被删除' },
    ]);
  });

  it('keeps a tree without circles, and answers it whole or level by level', async () => {
    const root = await newSite('总厂');
    const middle = await newSite('分厂', root);
    const leaf = await newSite('车间', middle);
    const moved = await server.call(keeper, `POST ${P}/site/save`, { id: root, version: 1, above: leaf });
    expect(moved.errors).toEqual([{ pointer: '/above', msg: '上级场地不能是自己或自己的下级' }]);
    interface Node {
      id: string;
      name: string;
      hasChildren: boolean;
      children?: Node[];
    }
    const tree = (await server.call<Node[]>(keeper, `GET ${P}/site/tree`)).data;
    const found = tree.find((node) => node.id === root);
    expect(found?.children?.[0]?.children?.[0]?.name).toBe('车间');
    const level = (await server.call<Node[]>(keeper, `GET ${P}/site/tree?parentId=${root}`)).data;
    expect(level.map(({ name, hasChildren, children }) => [name, hasChildren, children])).toEqual([
      ['分厂', true, undefined],
    ]);
    const choices = await server.call(keeper, `GET ${P}/site/select?ids=${leaf}`);
    expect(choices.data).toEqual([{ id: leaf, label: '车间', parentId: middle }]);
  });

  it('lets one of two editors win, whoever comes first', async () => {
    const { data } = await save(keeper, { name: '竞争' });
    const answers = await Promise.all(
      ['一', '二', '三'].map((name) => save(keeper, { id: data.id, version: 1, name: `竞争${name}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await detail(keeper, data.id)).data.version).toBe(2);
  });

  it('numbers without gaps under concurrent inserts', async () => {
    const saved = await Promise.all(Array.from({ length: 12 }, (_, index) => save(keeper, { name: `并发${index}` })));
    const numbers = saved.map(({ data }) => Number(String(data.number).slice(-3))).sort((left, right) => left - right);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => (numbers[0] ?? 0) + index));
  });

  it('tells after the commit what was written, and nothing of what was refused', async () => {
    server.written.length = 0;
    await save(keeper, { name: '通知', amount: -1 });
    expect(server.written).toEqual([]);
    const { data } = await save(keeper, { name: '通知' });
    expect(server.written).toMatchObject([{ id: data.id, action: 'insert', tenantId: '645967' }]);
  });
});
