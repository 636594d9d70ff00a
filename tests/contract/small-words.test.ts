import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { createTimerRunner, timers } from '../../server/flow/time/timers.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { StatisticsBlock } from '../../src/core/wire/statistics.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { plantPeople, plantTenant } from '../fixtures/plant-people.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const P = '/api/anlan-safety';
const tenant = '645967';
const maker = entityMaker((columns) => ({
  columns: [...columns],
  grants: { everyone: ['view', 'add', 'edit', 'delete'] },
}));

const visit = maker(
  'visit',
  '进入',
  {
    name: { title: '名称', field: 'input', type: 'string', maxLength: 60 },
    no: { title: '编号', field: 'serial', type: 'string', serial: { prefix: 'JR', digits: 4 } },
    guardian: { title: '监护人', field: 'orgSelect', type: 'string', org: 'user' },
    oxygen: {
      title: '氧含量',
      field: 'number',
      type: 'number',
      scale: 1,
      tone: [{ when: 'oxygen < least', title: '偏低', color: 'red' }],
    },
    least: { title: '下限', field: 'number', type: 'number', scale: 1 },
    day: { title: '日期', field: 'date', type: 'string', format: 'date' },
    sign: { title: '签字', field: 'signature', type: 'string' },
  },
  {
    api: {
      service: 'safety',
      base: 'visit',
      operations: { stats: { call: 'GET stats', does: 'statistics' } },
    },
    pages: {
      visit: {
        title: '进入',
        columns: ['name', 'oxygen'],
        grants: { everyone: ['view', 'add', 'edit', 'delete', 'again', 'close'] },
      },
    },
    states: {
      open: {
        title: '进行中',
        initial: true,
        edit: true,
        timers: {
          inside: {
            rows: 'stay',
            at: 'row.entered + minutes(60)',
            every: 'minutes(60)',
            when: 'isNull(row.left)',
            notify: [{ field: 'guardian' }, { row: 'person' }],
            message: '停留过久',
          },
        },
      },
      closed: { title: '结束' },
    },
    transitions: {
      close: { title: '结束', from: ['open'], to: 'closed', who: ['everyone'], waits: 'none' },
      again: {
        title: '再来一次',
        from: ['open', 'closed'],
        who: ['everyone'],
        waits: 'none',
        effects: {
          next: { create: 'visit', copy: { rows: ['stay'] }, values: { name: "concat(name, '（二）')" } },
        },
      },
    },
    statistics: {
      measures: {
        count: { title: '次数', kind: 'count', target: { atMost: 2 } },
      },
      blocks: {
        byName: {
          title: '按名称',
          measures: ['count'],
          by: ['name'],
          chart: 'bar',
          top: 1,
          limits: [{ title: '限', at: 3 }],
        },
        byMonth: { title: '按月', measures: ['count'], by: ['day:month'], compare: ['before'] },
      },
    },
  },
);

const stay = maker(
  'stay',
  '停留',
  {
    visitId: { ...referenceTo('进入', 'visit'), index: true },
    person: { title: '人员', field: 'orgSelect', type: 'string', org: 'user' },
    entered: { title: '进入时间', field: 'date', type: 'string', format: 'date-time' },
    left: { title: '离开时间', field: 'date', type: 'string', format: 'date-time' },
  },
  { label: 'person', parent: { entity: 'visit', field: 'visitId' } },
);

let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [visit, stay] },
    shipped: ['user', 'role', 'dept', 'post', 'notice', 'workCalendar', 'tenant'],
    parts: { timers, notices: createNotices() },
  });
  await plantTenant(server.database, tenant);
  await plantPeople(
    server.database,
    tenant,
    [
      { id: 'guard', name: '守甲', dept: 'shop', roles: ['employee'] },
      { id: 'one', name: '入乙', dept: 'shop', roles: ['employee'] },
      { id: 'two', name: '入丙', dept: 'shop', roles: ['employee'] },
    ],
    { shop: {} },
  );
});
afterAll(() => server?.close());

const save = async (body: object, entity = 'visit') =>
  (await server.call<WireRecord>({}, `POST ${P}/${entity}/save`, body)).data;

const told = async (recordId: string) =>
  (
    await server.database.withTenant(tenant, (connection) =>
      connection.query<{ userId: string; text: string }>(
        'select "userId", text from data.notice where "recordId" = $1 order by "createTime", "userId"',
        [recordId],
      ),
    )
  ).map(({ userId, text }) => `${userId}:${text.includes('入乙') ? '入乙' : text.includes('入丙') ? '入丙' : ''}`);

const runAt = async (wall: string): Promise<number> => {
  const now = new Date(`${wall.replace(' ', 'T')}+08:00`);
  server.setNow(now.toISOString());
  const logger = { info: () => {}, warn: () => {}, error: (entry: unknown) => Promise.reject(entry) };
  const clock = { now: () => now };
  const { services, service } = server;
  return createTimerRunner({ services, service, clock, logger, pendingVoters: async () => [] }).runDue();
};

it('each row below a record has a timer of its own, which goes with it', async () => {
  await runAt('2026-05-01 08:00:00');
  const record = await save({
    name: '罐一',
    guardian: 'guard',
    stay: [
      { person: 'one', entered: '2026-05-01 08:00:00' },
      { person: 'two', entered: '2026-05-01 08:30:00' },
    ],
  });
  expect(await runAt('2026-05-01 08:59:59')).toBe(0);
  expect(await runAt('2026-05-01 09:00:00')).toBe(1);
  expect(await told(record.id)).toEqual(['guard:入乙', 'one:入乙']);
  // One leaves, and one more comes, each saved on its own.
  const { data } = await server.call<{ children: { stay: WireRecord[] } }>(
    {},
    `GET ${P}/visit/detail?id=${record.id}&with=children`,
  );
  const [first, second] = data.children.stay;
  await save({ id: first?.id, version: first?.version, left: '2026-05-01 09:10:00' }, 'stay');
  expect(await runAt('2026-05-01 09:30:00')).toBe(1);
  expect(await told(record.id)).toEqual(['guard:入乙', 'one:入乙', 'guard:入丙', 'two:入丙']);
  await save({ visitId: record.id, person: 'one', entered: '2026-05-01 09:40:00' }, 'stay');
  // The first row is asked again each hour and says nothing; the second repeats with the third.
  expect(await runAt('2026-05-01 10:40:00')).toBe(2);
  await server.call({}, `POST ${P}/stay/remove?ids=${second?.id}`);
  expect(await runAt('2026-05-01 11:40:00')).toBe(1);
  await server.call({}, `POST ${P}/visit/close`, { id: record.id, version: (await current(record.id)).version });
  expect(await runAt('2026-05-02 11:40:00')).toBe(0);
});

const current = async (id: string) => (await server.call<WireRecord>({}, `GET ${P}/visit/detail?id=${id}`)).data;

it('a copy takes what was entered and the rows, and no number, signature or state', async () => {
  const record = await save({
    name: '罐二',
    guardian: 'guard',
    oxygen: 20,
    stay: [{ person: 'two', entered: '2026-05-03 08:30:00' }],
  });
  const closed = await server.call({}, `POST ${P}/visit/close`, { id: record.id, version: record.version });
  expect(closed.status).toBe(200);
  const again = await server.call({}, `POST ${P}/visit/again`, {
    id: record.id,
    version: (await current(record.id)).version,
  });
  expect([again.status, again.msg]).toEqual([200, again.msg]);
  const { data } = await server.call<WirePage<WireRecord>>({}, `GET ${P}/visit/page?name=罐二（二）`);
  const copy = data.records[0];
  expect(copy).toMatchObject({ status: 'open', guardian: 'guard', oxygen: 20 });
  expect(copy?.no).not.toBe((await current(record.id)).no);
  const whole = await server.call<{ children: { stay: WireRecord[] } }>(
    {},
    `GET ${P}/visit/detail?id=${copy?.id}&with=children`,
  );
  expect(whole.data.children.stay.map(({ person, visitId }) => [person, visitId])).toEqual([['two', copy?.id]]);
});

it('a list answers the fields by which the tones of its columns are decided', async () => {
  await save({ name: '罐三', oxygen: 18, least: 19.5 });
  const { data } = await server.call<WirePage<WireRecord>>({}, `GET ${P}/visit/page?page=visit&name=罐三`);
  expect(data.records[0]).toMatchObject({ oxygen: 18, least: 19.5 });
  expect(data.records[0]).not.toHaveProperty('day');
});

it('statistics show the largest rows, lines, targets and how much the period before had', async () => {
  for (const day of ['2025-11-03', '2026-01-05', '2026-01-06']) await save({ name: '罐四', day });
  const { data } = await server.call<{ blocks: StatisticsBlock[] }>({}, `GET ${P}/visit/stats`);
  const [byName, byMonth] = data.blocks;
  expect(byName?.rows.map(({ key, values }) => [key, ...values])).toEqual([['罐四', 3]]);
  expect(byName).toMatchObject({ left: 4, limits: [{ title: '限', at: 3 }] });
  expect(byName?.columns[0]?.target).toEqual({ atMost: 2 });
  expect(byMonth?.rows.map(({ key, values, earlier }) => [key, values, earlier?.before])).toEqual([
    ['2025-11', [1], [null]],
    ['2026-01', [2], [0]],
  ]);
});
