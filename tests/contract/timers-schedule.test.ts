import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { createFileLinks } from '../../server/files/file-links.ts';
import { createSchedules, MOST_MISSED, type Schedules } from '../../server/flow/time/schedules.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { plantTenant } from '../fixtures/plant-people.ts';
import { quietServices } from '../fixtures/quiet-parts.ts';

const plan: Entity = {
  dialect: 1,
  entity: 'plan',
  title: '排查计划',
  label: 'name',
  api: { service: 'safety', base: 'plan' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      start: { title: '开始', field: 'date', type: 'string', format: 'date-time' },
      until: { title: '截止', field: 'date', type: 'string', format: 'date' },
      cycle: { title: '周期', field: 'number', type: 'number', scale: 0 },
      unit: { title: '单位', field: 'input', type: 'string' },
      hours: { title: '时限', field: 'number', type: 'number', scale: 0 },
      running: { title: '执行', field: 'radio', type: 'string', dict: 'yes-no', default: '1' },
      areas: {
        title: '区域',
        field: 'orgSelect',
        type: 'array',
        multiple: true,
        items: { type: 'string' },
        org: 'dept',
      },
    },
  },
  schedule: {
    start: 'start',
    every: "unit == 'month' ? months(cycle) : unit == 'hour' ? hours(cycle) : days(cycle)",
    window: 'hours(hours)',
    forEach: 'areas',
    when: "running == '1' and (isNull(until) or today() <= until)",
    create: {
      create: 'task',
      values: {
        name: 'name',
        planId: 'id',
        areaId: 'occasion.entry',
        startTime: 'occasion.start',
        endTime: 'occasion.end',
      },
    },
  },
  pages: { plan: { title: '排查计划', grants: { everyone: ['view', 'add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const workPlan: Entity = {
  ...plan,
  entity: 'workPlan',
  title: '工作日计划',
  api: { service: 'safety', base: 'work-plan' },
  schedule: {
    start: 'start',
    every: 'days(1)',
    calendar: 'workdays',
    create: { create: 'task', values: { name: 'name', startTime: 'occasion.start', endTime: 'occasion.end' } },
  },
  pages: { workPlan: { title: '工作日计划', grants: { everyone: ['view', 'add'] } } },
};

const task: Entity = {
  dialect: 1,
  entity: 'task',
  title: '排查任务',
  label: 'name',
  api: { service: 'safety', base: 'task' },
  record: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { title: '名称', field: 'input', type: 'string', maxLength: 20 },
      planId: { title: '计划', field: 'reference', type: 'string', ref: { entity: 'plan' } },
      areaId: { title: '区域', field: 'input', type: 'string' },
      startTime: { title: '开始', field: 'date', type: 'string', format: 'date-time' },
      endTime: { title: '结束', field: 'date', type: 'string', format: 'date-time' },
    },
  },
  pages: { task: { title: '排查任务', grants: { everyone: ['view'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const tenant = '645967';
let server: EntityServer;
let services: EntityServices;
let now = new Date();
const complaints: unknown[] = [];
const warnings: unknown[] = [];

function newSchedules(): Schedules {
  return createSchedules({
    clock: { now: () => now },
    logger: {
      info: () => {},
      warn: (entry: unknown) => warnings.push(entry),
      error: (entry: unknown) => complaints.push(entry),
    },
    services,
  });
}

const at = (wall: string) => {
  now = new Date(`${wall.replace(' ', 'T')}+08:00`);
  server.setNow(now.toISOString());
};
const run = () => newSchedules().runDue();

async function tasks(name: string): Promise<string[]> {
  const rows = await server.database.withTenant(tenant, (connection) =>
    connection.query<{ start: string; end: string; area: string | null }>(
      `select to_char("startTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as start,
         to_char("endTime" at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as end, "areaId" as area
       from data.task where "tenantId" = $1 and name = $2 order by "startTime", area`,
      [tenant, name],
    ),
  );
  return rows.map(({ start, end, area }) => `${start}→${end}${area === null ? '' : ` ${area}`}`);
}

const save = (entity: string, values: Record<string, unknown>) =>
  server.service.saveInternal(server.context(), entity, values);
const make = (values: Record<string, unknown>) =>
  save('plan', { unit: 'day', cycle: 1, hours: 10, areas: ['a'], ...values });

beforeAll(async () => {
  server = await createEntityServer({
    entities: { safety: [plan, workPlan, task] },
    shipped: ['tenant', 'user', 'dept', 'workCalendar'],
  });
  services = {
    database: server.database,
    metadata: server.metadata,
    files: createFileLinks({
      database: server.database,
      clock: { now: () => now },
      servicePrefix: 'anlan',
      signingSecret: 'test',
    }),
    ids: await server.database.ids(),
    hashPassword,
    ...quietServices(),
  };
  await plantTenant(server.database, tenant);
  await server.database.transaction(tenant, async (connection) => {
    for (const id of ['a', 'b']) {
      await connection.execute(
        `insert into data.dept (id, "tenantId", "deptName", "fullName", sort) values ($1, $2, $1, $1, 1)`,
        [id, tenant],
      );
    }
  });
});
afterAll(() => server?.close());
beforeEach(() => {
  complaints.length = 0;
  warnings.length = 0;
});

describe('a schedule', () => {
  it('makes one record for each entry and occurrence, over the end of a month', async () => {
    at('2026-01-30 12:00:00');
    await make({ name: '月度', start: '2026-01-31 08:00:00', unit: 'month', areas: ['a', 'b'] });
    expect(await run()).toBe(0);
    at('2026-01-31 08:00:00');
    expect(await run()).toBe(2);
    expect(await run()).toBe(0);
    at('2026-02-28 07:59:59');
    expect(await run()).toBe(0);
    at('2026-02-28 08:00:00');
    expect(await run()).toBe(2);
    at('2026-03-31 08:00:01');
    expect(await run()).toBe(2);
    expect(await tasks('月度')).toEqual([
      '2026-01-31 08:00→01-31 18:00 a',
      '2026-01-31 08:00→01-31 18:00 b',
      '2026-02-28 08:00→02-28 18:00 a',
      '2026-02-28 08:00→02-28 18:00 b',
      '2026-03-31 08:00→03-31 18:00 a',
      '2026-03-31 08:00→03-31 18:00 b',
    ]);
    await stop('月度');
  });

  it('makes an occurrence once where several processes come at once', async () => {
    at('2026-05-01 07:00:00');
    await make({ name: '并发', start: '2026-05-01 08:00:00' });
    at('2026-05-03 09:00:00');
    await Promise.all([run(), run(), run()]);
    expect(await tasks('并发')).toEqual([
      '2026-05-01 08:00→05-01 18:00 a',
      '2026-05-02 08:00→05-02 18:00 a',
      '2026-05-03 08:00→05-03 18:00 a',
    ]);
    expect(complaints).toEqual([]);
    await stop('并发');
  });

  it('makes up for a downtime, the latest occurrences only', async () => {
    at('2026-06-01 07:00:00');
    await make({ name: '停机', start: '2026-06-01 08:00:00', unit: 'hour', cycle: 1, hours: 1 });
    at('2026-06-01 08:00:00');
    expect(await run()).toBe(1);
    at('2026-06-20 08:00:00');
    expect(await run()).toBe(MOST_MISSED);
    expect(warnings).toHaveLength(1);
    expect((await tasks('停机')).at(-1)).toBe('2026-06-20 08:00→06-20 09:00 a');
    expect(await run()).toBe(0);
    await stop('停机');
  });

  it('stops when its condition is false, and makes up only what is still open when it holds again', async () => {
    at('2026-07-01 07:00:00');
    const id = await make({ name: '暂停', start: '2026-07-01 08:00:00', running: '0', until: '2026-07-06' });
    at('2026-07-03 09:00:00');
    expect(await run()).toBe(0);
    await save('plan', { id, version: await versionOf(id), running: '1' });
    expect(await run()).toBe(1);
    expect(await tasks('暂停')).toEqual(['2026-07-03 08:00→07-03 18:00 a']);
    // The condition is asked as of each occurrence: those up to the last day are made, late as it is.
    at('2026-07-10 09:00:00');
    expect(await run()).toBe(3);
    expect((await tasks('暂停')).at(-1)).toBe('2026-07-06 08:00→07-06 18:00 a');
  });

  it('keeps workdays: weekends are free, holidays too, and shifted Saturdays are worked', async () => {
    at('2026-09-29 07:00:00');
    await save('workCalendar', { calendarDate: '2026-10-01', dayKind: 'holiday', dayName: '国庆节' });
    await save('workCalendar', { calendarDate: '2026-10-02', dayKind: 'holiday', dayName: '国庆节' });
    await save('workCalendar', { calendarDate: '2026-10-10', dayKind: 'workday', dayName: '国庆节调休' });
    await save('workPlan', { name: '工作日', start: '2026-09-29 08:00:00' });
    at('2026-10-12 08:00:00');
    await run();
    expect((await tasks('工作日')).map((line) => line.slice(5, 10))).toEqual([
      '09-29',
      '09-30',
      '10-05',
      '10-06',
      '10-07',
      '10-08',
      '10-09',
      '10-10',
      '10-12',
    ]);
    await server.database.transaction(tenant, (connection) =>
      connection.execute('update data."workPlan" set "isDeleted" = 1'),
    );
  });

  it('leaves nothing half made and holds nothing else up where one plan fails', async () => {
    at('2026-11-01 07:00:00');
    const bad = await make({ name: '这个名称长得超过了任务名称所允许的二十个字', start: '2026-11-01 08:00:00' });
    await make({ name: '好的', start: '2026-11-01 08:00:00' });
    at('2026-11-01 08:00:00');
    expect(await run()).toBe(1);
    expect(complaints).toHaveLength(1);
    expect(await run()).toBe(0);
    expect(complaints).toHaveLength(1);
    await save('plan', { id: bad, version: await versionOf(bad), name: '改好的' });
    expect(await run()).toBe(1);
    expect(await tasks('改好的')).toEqual(['2026-11-01 08:00→11-01 18:00 a']);
  });
});

async function versionOf(id: string): Promise<number> {
  const { data } = await server.call<{ version: number }>({}, `GET /api/anlan-safety/plan/detail?id=${id}`);
  return data.version;
}

/** Ends a plan, so that later tests, whose clocks are later, see nothing of it. */
async function stop(name: string): Promise<void> {
  await server.database.transaction(tenant, (connection) =>
    connection.execute(`update data.plan set running = '0' where name = $1`, [name]),
  );
}
