import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createFileLinks } from '../../server/files/file-links.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { deadlinesOf } from '../../server/flow/time/deadlines.ts';
import { createTimerRunner, type TimerRunner, timers } from '../../server/flow/time/timers.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import { transact } from '../../server/records/write/transact.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { createFixtureMetadata } from '../fixtures/metadata.ts';
import { plantPeople, plantTenant } from '../fixtures/plant-people.ts';
import { quietServices } from '../fixtures/quiet-parts.ts';

const danger: Entity = {
  dialect: 1,
  entity: 'danger',
  title: '隐患',
  label: 'name',
  api: { service: 'safety', base: 'danger' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      deadline: { title: '期限', field: 'date', type: 'string', format: 'date-time' },
      deptId: { title: '责任部门', field: 'orgSelect', type: 'string', org: 'dept' },
      dutyId: { title: '责任人', field: 'orgSelect', type: 'string', org: 'user' },
      paused: { title: '暂停', field: 'radio', type: 'string', dict: 'yes-no', default: '0' },
      escalations: { title: '升级次数', field: 'number', type: 'number', scale: 0, default: 0 },
      ready: { title: '可自动关闭', field: 'radio', type: 'string', dict: 'yes-no', default: '0' },
    },
  },
  states: {
    open: {
      title: '整改中',
      initial: true,
      edit: true,
      timers: {
        threeDays: { at: 'deadline - days(3)', notify: [{ field: 'dutyId' }], message: '还有三天' },
        oneDay: { at: 'deadline - days(1)', notify: [{ field: 'dutyId' }], message: '还有一天' },
        daily: {
          at: 'deadline',
          every: 'days(1)',
          when: "paused == '0'",
          notify: [{ field: 'dutyId' }, { head: 'deptId' }],
          message: '已经逾期',
        },
        escalate: { at: 'deadline + days(2)', fire: 'escalate', notify: [{ role: 'principal' }], message: '逾期升级' },
        entered: { at: 'now() + hours(6)', notify: [{ post: 'watch' }], message: '进入六小时' },
      },
    },
    escalated: {
      title: '已升级',
      timers: {
        close: { at: 'deadline + days(9)', fire: 'close' },
      },
    },
    resting: {
      title: '暂缓',
      timers: { stale: { at: 'updateTime + days(1)', notify: [{ field: 'dutyId' }], message: '暂缓过久' } },
    },
    closed: { title: '已关闭' },
  },
  transitions: {
    escalate: {
      title: '升级',
      from: ['open'],
      to: 'escalated',
      who: ['system'],
      set: { escalations: 'escalations + 1' },
    },
    close: {
      title: '关闭',
      from: ['open', 'escalated'],
      to: 'closed',
      who: ['everyone'],
      when: [{ when: "ready == '1'", else: '尚不可关闭' }],
    },
    finish: { title: '完成', from: ['open'], to: 'closed', who: ['everyone'] },
    rest: { title: '暂缓', from: ['open'], to: 'resting', who: ['everyone'] },
  },
  pages: { danger: { title: '隐患', grants: { everyone: ['view', 'add', 'edit', 'delete'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

const tenant = '645967';
const complaints: unknown[] = [];
let server: EntityServer;
let services: EntityServices;
let runner: TimerRunner;
let now = new Date('2026-03-01T00:00:00Z');
const clock = { now: () => now };

/** A runner as another process would have it. */
function newRunner(service = server.service): TimerRunner {
  const logger = {
    info: () => {},
    warn: () => {},
    error: (entry: unknown) => {
      complaints.push(entry);
    },
  };
  return createTimerRunner({ services, service, clock, logger, pendingVoters: async () => [] });
}

const at = (wall: string) => {
  now = new Date(`${wall.replace(' ', 'T')}+08:00`);
  server.setNow(now.toISOString());
};

interface Sent {
  readonly userId: string;
  readonly title: string;
}

async function notices(recordId: string): Promise<string[]> {
  const rows = await server.database.withTenant(tenant, (connection) =>
    connection.query<Sent>(
      'select "userId", title from data.notice where "tenantId" = $1 and "recordId" = $2 order by "createTime", title, "userId"',
      [tenant, recordId],
    ),
  );
  return rows.map(({ userId, title }) => `${title}→${userId}`);
}

async function timerKeys(recordId: string): Promise<string[]> {
  const rows = await server.database.withTenant(tenant, (connection) =>
    connection.query<{ key: string }>(
      'select scope, key from platform.timer where "recordId" = $1 and "dueTime" is not null order by scope, key',
      [recordId],
    ),
  );
  return rows.map(({ key }) => key);
}

const status = async (id: string) => {
  const { data } = await server.call<{ status: string; escalations: number }>(
    {},
    `GET /api/anlan-safety/danger/detail?id=${id}`,
  );
  return data;
};

const register = (values: Record<string, unknown> = {}) =>
  server.service.saveInternal(server.context(), 'danger', {
    name: '阀门泄漏',
    deadline: '2026-04-10 18:00:00',
    dutyId: 'duty',
    deptId: 'shop',
    ...values,
  });

beforeAll(async () => {
  server = await createEntityServer({
    entities: { safety: [danger] },
    shipped: ['user', 'role', 'dept', 'post', 'notice', 'workCalendar', 'tenant'],
    parts: { timers, notices: createNotices() },
  });
  services = {
    database: server.database,
    metadata: server.metadata,
    files: createFileLinks({ database: server.database, clock, servicePrefix: 'anlan', signingSecret: 'test' }),
    ids: await server.database.ids(),
    hashPassword,
    ...quietServices({ timers, notices: createNotices() }),
  };
  await plantTenant(server.database, tenant);
  runner = newRunner();
  await plantPeople(
    server.database,
    tenant,
    [
      { id: 'duty', name: '责甲', dept: 'shop', roles: ['employee'] },
      { id: 'boss', name: '主乙', dept: 'shop', roles: ['employee'] },
      { id: 'top', name: '总丙', dept: 'company', roles: ['principal'] },
      { id: 'gone', name: '离丁', dept: 'company', roles: ['principal'], disabled: true },
      { id: 'guard', name: '守戊', dept: 'company', roles: ['employee'], posts: ['watch'] },
    ],
    { company: {}, shop: { leader: 'boss', above: 'company' } },
  );
});
afterAll(() => server?.close());
beforeEach(async () => {
  complaints.length = 0;
  await server.database.transaction(tenant, async (connection) => {
    await connection.execute('delete from platform.timer');
  });
});

/** Fires all that is due, as the runner of this process. */
const run = () => runner.runDue();

describe('timers of a state', () => {
  it('count from the write that led into the state, on a record that was never written before', async () => {
    at('2026-03-02 09:00:00');
    const id = await register();
    at('2026-03-03 10:00:00');
    await server.service.fireInternal(server.context(), 'danger', id, 'rest');
    expect(await timerKeys(id)).toEqual(['stale']);
    at('2026-03-04 09:59:59');
    expect(await run()).toBe(0);
    at('2026-03-04 10:00:00');
    expect(await run()).toBe(1);
    expect(await notices(id)).toEqual(['暂缓过久→duty']);
  });

  it('remind three days and one day before, daily once overdue, and escalate, across a restart', async () => {
    at('2026-04-01 09:00:00');
    const id = await register();
    expect(await timerKeys(id)).toEqual(['daily', 'entered', 'escalate', 'oneDay', 'threeDays']);
    expect(await run()).toBe(0);
    at('2026-04-01 15:00:00');
    expect(await run()).toBe(1);
    expect(await notices(id)).toEqual(['进入六小时→guard']);
    at('2026-04-07 17:59:59');
    expect(await run()).toBe(0);
    at('2026-04-07 18:00:00');
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    // The process dies; another one takes over.
    runner = newRunner();
    at('2026-04-09 18:00:01');
    expect(await run()).toBe(1);
    at('2026-04-10 18:00:00');
    expect(await run()).toBe(1);
    at('2026-04-11 18:00:00');
    expect(await run()).toBe(1);
    expect((await status(id)).status).toBe('open');
    at('2026-04-12 18:00:00');
    await run();
    expect(await status(id)).toMatchObject({ status: 'escalated', escalations: 1 });
    const told = await notices(id);
    expect(told.filter((line) => line.startsWith('还有三天'))).toEqual(['还有三天→duty']);
    expect(told.filter((line) => line.startsWith('还有一天'))).toEqual(['还有一天→duty']);
    expect(told.filter((line) => line === '已经逾期→boss').length).toBeGreaterThanOrEqual(2);
    // Only the enabled one of the role.
    expect(told.filter((line) => line.startsWith('逾期升级'))).toEqual(['逾期升级→top']);
    // The state was left: nothing of it is due any more.
    expect(await timerKeys(id)).toEqual(['close']);
    const before = told.length;
    at('2026-04-14 18:00:00');
    expect(await run()).toBe(0);
    expect(await notices(id)).toHaveLength(before);
  });

  it('fire once where two runners come at once', async () => {
    at('2026-04-01 09:00:00');
    const ids = await Promise.all(Array.from({ length: 30 }, () => register({ deadline: '2026-04-02 09:00:00' })));
    at('2026-04-04 10:00:00');
    const [first, second] = [newRunner(), newRunner()];
    runner = first;
    await Promise.all([first.runDue(), second.runDue()]);
    expect(complaints).toEqual([]);
    for (const id of ids) {
      expect(await status(id)).toMatchObject({ status: 'escalated', escalations: 1 });
      const told = await notices(id);
      expect(new Set(told).size).toBe(told.length);
      expect(told).toContain('逾期升级→top');
    }
    runner = newRunner();
  });

  it('hold when their guard is false, and go on when it holds again', async () => {
    at('2026-04-01 09:00:00');
    const id = await register({ deadline: '2026-04-20 08:00:00', paused: '1' });
    at('2026-04-20 08:00:00');
    await run();
    const version = await versionOf(id);
    expect((await notices(id)).filter((line) => line.startsWith('已经逾期'))).toEqual([]);
    await server.service.saveInternal(server.context(), 'danger', { id, version, paused: '0' });
    at('2026-04-21 07:59:00');
    await run();
    expect((await notices(id)).filter((line) => line.startsWith('已经逾期'))).toEqual([]);
    at('2026-04-21 08:00:00');
    await run();
    expect((await notices(id)).filter((line) => line.startsWith('已经逾期'))).toEqual([
      '已经逾期→boss',
      '已经逾期→duty',
    ]);
  });

  it('tell once of all the days that were missed', async () => {
    at('2026-04-01 09:00:00');
    const id = await register({ deadline: '2026-05-01 08:00:00' });
    await dropTimers(id, ['escalate']);
    at('2026-05-06 12:00:00');
    await run();
    expect((await notices(id)).filter((line) => line === '已经逾期→duty')).toHaveLength(1);
    at('2026-05-07 07:59:59');
    expect(await run()).toBe(0);
    at('2026-05-07 08:00:00');
    expect(await run()).toBe(1);
  });

  it('follow a deadline that moves, and are not armed while it is empty', async () => {
    at('2026-06-01 09:00:00');
    const id = await register({ deadline: null });
    expect(await timerKeys(id)).toEqual(['entered']);
    at('2026-06-01 10:00:00');
    await server.service.saveInternal(server.context(), 'danger', {
      id,
      version: await versionOf(id),
      deadline: '2026-06-05 09:00:00',
    });
    // What counts from the entry is not put off by the save.
    at('2026-06-01 15:00:00');
    expect(await run()).toBe(1);
    expect(await notices(id)).toEqual(['进入六小时→guard']);
    at('2026-06-02 09:00:00');
    expect(await run()).toBe(1);
    await server.service.saveInternal(server.context(), 'danger', {
      id,
      version: await versionOf(id),
      deadline: '2026-06-15 09:00:00',
    });
    at('2026-06-06 09:00:00');
    expect(await run()).toBe(0);
    at('2026-06-12 09:00:00');
    expect(await run()).toBe(1);
    expect((await notices(id)).filter((line) => line === '还有三天→duty')).toHaveLength(2);
  });

  it('pass where the transition they fire is refused by its guard', async () => {
    at('2026-07-01 09:00:00');
    const id = await register({ deadline: '2026-07-02 09:00:00' });
    at('2026-07-04 09:00:00');
    await run();
    expect((await status(id)).status).toBe('escalated');
    at('2026-07-11 09:00:00');
    expect(await run()).toBe(0);
    expect((await status(id)).status).toBe('escalated');
    expect(complaints).toEqual([]);
  });

  it('are tried again after a failure, later each time, and hold nothing else up', async () => {
    at('2026-08-01 09:00:00');
    const bad = await register({ deadline: '2026-08-02 09:00:00', name: '失败的' });
    const good = await register({ deadline: '2026-08-02 09:00:00' });
    at('2026-08-04 09:00:00');
    let failing = true;
    runner = newRunner({
      ...server.service,
      async fireInternal(context, entity, id, transition, body) {
        if (failing && id === bad) throw new Error('断电');
        return server.service.fireInternal(context, entity, id, transition, body);
      },
    });
    await run();
    expect((await status(bad)).status).toBe('open');
    expect((await status(good)).status).toBe('escalated');
    expect(complaints).toHaveLength(1);
    expect((await notices(bad)).filter((line) => line.startsWith('逾期升级'))).toEqual([]);
    at('2026-08-04 09:00:29');
    await run();
    expect(complaints).toHaveLength(1);
    at('2026-08-04 09:00:30');
    await run();
    expect(complaints).toHaveLength(2);
    failing = false;
    at('2026-08-04 09:01:29');
    await run();
    expect((await status(bad)).status).toBe('open');
    at('2026-08-04 09:01:30');
    await run();
    expect((await status(bad)).status).toBe('escalated');
    runner = newRunner();
  });

  it('die with the state, even while a runner holds them', async () => {
    at('2026-09-01 09:00:00');
    const id = await register({ deadline: '2026-09-02 09:00:00' });
    await server.service.fireInternal(server.context(), 'danger', id, 'finish');
    expect(await timerKeys(id)).toEqual([]);
    at('2026-09-10 09:00:00');
    expect(await run()).toBe(0);
    expect(await notices(id)).toEqual([]);
  });

  it('come back where a runner died with them in its hand', async () => {
    at('2026-10-01 09:00:00');
    const id = await register({ deadline: '2026-10-05 09:00:00' });
    at('2026-10-02 09:00:00');
    await server.database.transaction(tenant, (connection) =>
      connection.execute(
        `update platform.timer set claim = 'dead', "tryTime" = $1 where "recordId" = $2 and key = 'threeDays'`,
        [new Date(now.getTime() + 300_000), id],
      ),
    );
    await run();
    expect((await notices(id)).filter((line) => line.startsWith('还有三天'))).toEqual([]);
    at('2026-10-02 09:05:00');
    await run();
    expect((await notices(id)).filter((line) => line.startsWith('还有三天'))).toEqual(['还有三天→duty']);
  });
});

describe('timers that a changed file brings', () => {
  it('are armed on records that are in the state already, once, and leave the others as they are', async () => {
    at('2026-12-01 09:00:00');
    const early = await register({ deadline: '2026-12-20 08:00:00' });
    const undated = await register({ deadline: null });
    const left = await register({ deadline: '2026-12-20 08:00:00' });
    await server.service.fireInternal(server.context(), 'danger', left, 'finish');
    // Told already: the change must not tell again.
    at('2026-12-17 08:00:00');
    await run();
    expect(await notices(early)).toContain('还有三天→duty');
    const { open } = danger.states ?? {};
    const changed: Entity = {
      ...danger,
      states: {
        ...danger.states,
        open: {
          title: '整改中',
          ...open,
          timers: {
            ...open?.timers,
            twoDays: { at: 'deadline - days(2)', notify: [{ field: 'dutyId' }], message: '还有两天' },
          },
        },
      },
    };
    const options = {
      entities: { safety: [changed] },
      shipped: ['user', 'role', 'dept', 'post', 'notice', 'workCalendar', 'tenant'],
    };
    const other = createTimerRunner({
      services: { ...services, metadata: createFixtureMetadata(options) },
      service: server.service,
      clock,
      logger: { info: () => {}, warn: () => {}, error: (entry: unknown) => complaints.push(entry) },
      pendingVoters: async () => [],
    });
    await runner.armChanged();
    expect(await timerKeys(early)).not.toContain('twoDays');
    expect(await other.armChanged()).toBeGreaterThanOrEqual(2);
    expect(await other.armChanged()).toBe(0);
    expect(complaints).toEqual([]);
    expect(await timerKeys(early)).toContain('twoDays');
    expect(await timerKeys(undated)).not.toContain('twoDays');
    expect(await timerKeys(left)).toEqual([]);
    at('2026-12-18 08:00:00');
    await other.runDue();
    expect((await notices(early)).filter((line) => line.startsWith('还有'))).toEqual([
      '还有三天→duty',
      '还有两天→duty',
    ]);
  });
});

describe('records on which a changed timer cannot be armed', () => {
  /** A process that reads this file; its statements end after a short time. */
  async function withImpatientTimers(
    changed: Entity,
    work: (timers: TimerRunner, database: Database) => Promise<void>,
  ): Promise<void> {
    const database = createPlatformDatabase({ ...server.urls, connections: 2, statementTimeout: 250 });
    const metadata = createFixtureMetadata({
      entities: { safety: [changed] },
      shipped: ['user', 'role', 'dept', 'post', 'notice', 'workCalendar', 'tenant'],
    });
    const other = createTimerRunner({
      services: { ...services, database, metadata },
      service: server.service,
      clock,
      logger: { info: () => {}, warn: () => {}, error: (entry: unknown) => complaints.push(entry) },
      pendingVoters: async () => [],
    });
    try {
      await work(other, database);
    } finally {
      await database.close();
    }
  }

  /** Holds a record as another transaction would that does not come to its end. */
  async function whileLocked(id: string, work: () => Promise<void>): Promise<void> {
    await server.database.transaction(tenant, async (connection) => {
      await connection.query('select 1 from data.danger where id = $1 for update', [id]);
      await work();
    });
  }

  const withTimer = (key: string, days: number): Entity => ({
    ...danger,
    states: {
      ...danger.states,
      open: {
        title: '整改中',
        ...danger.states?.open,
        timers: { [key]: { at: `deadline - days(${days})`, notify: [{ field: 'dutyId' }], message: '补设' } },
      },
    },
  });
  const noted = () =>
    server.database.withTenant(tenant, (connection) =>
      connection.query<{ fingerprint: string }>(
        `select fingerprint from platform."timerArming" where "tenantId" = $1 and "entityKey" = 'danger'
         and "stateId" = $2`,
        [tenant, 'open'],
      ),
    );

  it('are tried again, later each time, and the others are armed at once', async () => {
    at('2027-03-01 09:00:00');
    const stuck = await register({ deadline: '2027-05-20 08:00:00' });
    const free = await register({ deadline: '2027-05-20 08:00:00' });
    await withImpatientTimers(withTimer('fiveDays', 5), async (timers) => {
      await whileLocked(stuck, async () => {
        expect(await timers.armChanged()).toBeGreaterThanOrEqual(1);
        expect(await timerKeys(free)).toContain('fiveDays');
        expect(complaints).toHaveLength(1);
        expect(await noted()).toEqual([]);
        // Not yet due: neither it nor the others are looked at.
        at('2027-03-01 09:00:29');
        expect(await timers.armChanged()).toBe(0);
        expect(complaints).toHaveLength(1);
        at('2027-03-01 09:00:30');
        expect(await timers.armChanged()).toBe(0);
        expect(complaints).toHaveLength(2);
      });
      at('2027-03-01 09:01:29');
      expect(await timers.armChanged()).toBe(0);
      expect(await timerKeys(stuck)).not.toContain('fiveDays');
      at('2027-03-01 09:01:30');
      expect(await timers.armChanged()).toBe(1);
      expect(await timerKeys(stuck)).toContain('fiveDays');
      expect(await noted()).toHaveLength(1);
      expect(await timers.armChanged()).toBe(0);
    });
  });

  it('are found by the process that comes after the one that failed', async () => {
    at('2027-04-01 09:00:00');
    const stuck = await register({ deadline: '2027-05-20 08:00:00' });
    const file = withTimer('sixDays', 6);
    await withImpatientTimers(file, (timers) =>
      whileLocked(stuck, async () => {
        await timers.armChanged();
      }),
    );
    at('2027-04-01 09:01:00');
    await withImpatientTimers(file, async (timers) => {
      expect(await timers.armChanged()).toBe(1);
      expect(await timerKeys(stuck)).toContain('sixDays');
    });
  });

  it('are gone through again when the file goes back to what it was before', async () => {
    at('2027-04-02 09:00:00');
    const stuck = await register({ deadline: '2027-05-20 08:00:00' });
    const free = await register({ deadline: '2027-05-20 08:00:00' });
    await withImpatientTimers(withTimer('sevenDays', 7), async (timers) => {
      await timers.armChanged();
    });
    await withImpatientTimers(withTimer('eightDays', 8), (timers) =>
      whileLocked(stuck, async () => {
        await timers.armChanged();
      }),
    );
    expect(await timerKeys(free)).toContain('eightDays');
    await withImpatientTimers(withTimer('sevenDays', 7), async (timers) => {
      expect(await timers.armChanged()).toBeGreaterThanOrEqual(2);
    });
    expect(await timerKeys(free)).toContain('sevenDays');
    expect(await timerKeys(free)).not.toContain('eightDays');
  });
});

describe('timers of an approval level', () => {
  it('remind those who may still vote until the level is dropped', async () => {
    at('2026-11-01 09:00:00');
    const id = await register({ deadline: null });
    await dropTimers(id, ['entered']);
    const reminding = createTimerRunner({
      services,
      service: server.service,
      clock,
      logger: { info: () => {}, warn: () => {}, error: (entry: unknown) => complaints.push(entry) },
      pendingVoters: async ({ tenantId }, requestId, level) =>
        tenantId === tenant && requestId === 'request1' && level === 'first' ? ['boss'] : [],
    });
    const snapshot = await server.metadata.snapshot(tenant);
    const model = snapshot.entities.get('danger');
    if (model === undefined) throw new Error('no entity');
    const call = createEntityCall(services, server.context(), snapshot, model, { internal: true });
    await transact(call, (tx) =>
      timers.armLevel(tx, {
        requestId: 'request1',
        level: 'first',
        recordId: id,
        values: { name: '阀门泄漏', status: 'open' },
        row: { name: '延期' },
        timers: {
          remind: {
            at: 'now() + days(1)',
            every: 'days(1)',
            when: "row.name == '延期'",
            notify: [],
            message: '请审批',
          },
        },
      }),
    );
    const vote = {
      model,
      recordId: id,
      requestId: 'request1',
      level: 'first',
      timers: { remind: { at: 'now() + days(1)', every: 'days(1)', notify: [] } },
    };
    const deadlines = await server.database.withTenant(tenant, (connection) => deadlinesOf(connection, [vote]));
    expect([...deadlines].map(([key, time]) => [key, new Date(time).toISOString()])).toEqual([
      ['request1:first', '2026-11-02T01:00:00.000Z'],
    ]);
    at('2026-11-02 09:00:00');
    expect(await reminding.runDue()).toBe(1);
    at('2026-11-03 09:00:00');
    expect(await reminding.runDue()).toBe(1);
    expect(await notices(id)).toEqual(['请审批→boss', '请审批→boss']);
    await transact(call, (tx) => timers.dropLevel(tx, 'request1', 'first'));
    at('2026-11-09 09:00:00');
    expect(await reminding.runDue()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

async function versionOf(id: string): Promise<number> {
  const { data } = await server.call<{ version: number }>({}, `GET /api/anlan-safety/danger/detail?id=${id}`);
  return data.version;
}

async function dropTimers(id: string, keys: readonly string[]): Promise<void> {
  await server.database.transaction(tenant, (connection) =>
    connection.execute('delete from platform.timer where "recordId" = $1 and key = any($2)', [id, keys]),
  );
}
