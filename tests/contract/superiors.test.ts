import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../server/access/sign-in/password.ts';
import { createFileLinks } from '../../server/files/file-links.ts';
import { resolveActors } from '../../server/flow/approval/resolve-people.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { createTimerRunner, timers } from '../../server/flow/time/timers.ts';
import type { Actor, Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { plantFourLevels } from '../fixtures/plant-people.ts';
import { quietServices } from '../fixtures/quiet-parts.ts';

const tenant = '645967';
const MATTERS = '/api/anlan-safety/matter';
const dept = { title: '责任部门', field: 'orgSelect', type: 'string', org: 'dept' } as const;
const person = { title: '责任人', field: 'orgSelect', type: 'string', org: 'user' } as const;

/** Actors who may each close the matter by a transition of their own. */
const ACTORS: Readonly<Record<string, Actor>> = {
  plain: { head: 'deptId' },
  up0: { head: 'deptId', up: 0 },
  up1: { head: 'deptId', up: 1 },
  up2: { head: 'deptId', up: 2 },
  up10: { head: 'deptId', up: 10 },
  superior: { superior: 'handlerId' },
  superior1: { superior: 'handlerId', up: 1 },
};

const matter: Entity = {
  dialect: 1,
  entity: 'matter',
  title: '事项',
  label: 'name',
  api: { service: 'safety', base: 'matter' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      deptId: dept,
      handlerId: person,
      deadline: { title: '期限', field: 'date', type: 'string', format: 'date-time' },
    },
  },
  states: {
    open: {
      title: '处理中',
      initial: true,
      edit: [{ superior: 'handlerId' }],
      timers: {
        overdue: {
          at: 'deadline',
          every: 'days(1)',
          notify: [{ head: 'deptId', up: 'times' }],
          message: '逾期',
        },
      },
    },
    closed: {
      title: '已关闭',
      entered: { notify: [{ superior: 'handlerId' }, { head: 'deptId', up: 2 }], message: '已关闭' },
    },
  },
  transitions: Object.fromEntries(
    Object.entries(ACTORS).map(([key, actor]) => [key, { title: key, from: ['open'], to: 'closed', who: [actor] }]),
  ),
  pages: { matter: { title: '事项', grants: { everyone: ['view', 'add', 'edit', ...Object.keys(ACTORS)] } } },
  permissions: { scope: { everyone: 'tenant' } },
};

let server: EntityServer;
let now = new Date('2026-03-01T00:00:00Z');
const clock = { now: () => now };
const at = (wall: string) => {
  now = new Date(`${wall.replace(' ', 'T')}+08:00`);
  server.setNow(now.toISOString());
};

const register = (values: Record<string, unknown>) =>
  server.service.saveInternal(server.context(), 'matter', { name: '阀门', ...values });

async function told(recordId: string): Promise<string[]> {
  const rows = await server.database.withTenant(tenant, (connection) =>
    connection.query<{ userId: string; title: string }>(
      'select "userId", title from data.notice where "tenantId" = $1 and "recordId" = $2 order by "createTime", "userId"',
      [tenant, recordId],
    ),
  );
  return rows.map(({ userId, title }) => `${title}→${userId}`);
}

const PEOPLE = ['worker', 'foreman', 'chief', 'former', 'director'];

/** Who stands behind an actor: by whom an approval would be asked, and to whom the button is shown in detail and list. */
async function standing(id: string, key: string): Promise<{ asked: readonly string[]; offered: readonly string[] }> {
  const record = await server.call<WireRecord>({}, `GET ${MATTERS}/detail?id=${id}`);
  const actor = ACTORS[key] ?? 'system';
  const entries = await server.database.withTenant(tenant, (connection) =>
    resolveActors(connection, [actor], { record: record.data, proposal: {}, title: '' }),
  );
  const offered: string[] = [];
  for (const userId of PEOPLE) {
    const { data } = await server.call<WireRecord>({ userId }, `GET ${MATTERS}/detail?id=${id}`);
    const { data: page } = await server.call<WirePage<WireRecord>>({ userId }, `GET ${MATTERS}/page?page=matter`);
    expect(page.records.find((row) => row.id === id)?.abilities).toEqual(data.abilities);
    if (data.abilities?.[key] === true) offered.push(userId);
  }
  return { asked: entries.flatMap(({ users }) => users.map((user) => user.id)).sort(), offered: offered.sort() };
}

const only = (...ids: string[]) => ({ asked: ids, offered: ids });

beforeAll(async () => {
  server = await createEntityServer({
    entities: { safety: [matter] },
    shipped: ['user', 'role', 'dept', 'post', 'notice', 'workCalendar', 'tenant'],
    parts: { timers, notices: createNotices() },
  });
  await plantFourLevels(server.database, tenant);
});
afterAll(() => server?.close());

describe('superiors', () => {
  it('of a department are its heads upward, past a disabled one, and at last the topmost', async () => {
    const id = await register({ deptId: 'crew', handlerId: 'worker' });
    expect(await standing(id, 'plain')).toEqual(only('foreman'));
    expect(await standing(id, 'up0')).toEqual(only('foreman'));
    expect(await standing(id, 'up1')).toEqual(only('chief'));
    expect(await standing(id, 'up2')).toEqual(only('director'));
    expect(await standing(id, 'up10')).toEqual(only('director'));
  });

  it('of a department without a head begin above it, while its own head is nobody', async () => {
    const id = await register({ deptId: 'vacant' });
    expect(await standing(id, 'plain')).toEqual(only());
    expect(await standing(id, 'up0')).toEqual(only('chief'));
    expect(await standing(id, 'up1')).toEqual(only('director'));
    expect(await standing(id, 'superior')).toEqual(only());
  });

  it('of a person are never the person', async () => {
    const worker = await register({ handlerId: 'worker' });
    expect(await standing(worker, 'superior')).toEqual(only('foreman'));
    expect(await standing(worker, 'superior1')).toEqual(only('chief'));
    const foreman = await register({ handlerId: 'foreman' });
    expect(await standing(foreman, 'superior')).toEqual(only('chief'));
    expect(await standing(foreman, 'superior1')).toEqual(only('director'));
    const chief = await register({ handlerId: 'chief' });
    expect(await standing(chief, 'superior')).toEqual(only('director'));
    const director = await register({ handlerId: 'director' });
    expect(await standing(director, 'superior')).toEqual(only());
  });

  it('act and are told when a state is entered, others are refused', async () => {
    const id = await register({ deptId: 'crew', handlerId: 'foreman' });
    const fire = (userId: string) => server.call({ userId }, `POST ${MATTERS}/superior`, { id });
    expect((await fire('foreman')).status).toBe(403);
    expect((await fire('director')).status).toBe(403);
    expect((await fire('chief')).status).toBe(200);
    // The chief brought it here himself and is not told.
    expect(await told(id)).toEqual(['已关闭→director']);
  });

  it('are told one level higher each time that a timer repeats', async () => {
    at('2026-04-01 09:00:00');
    const id = await register({ deptId: 'crew', deadline: '2026-04-02 09:00:00' });
    const services = {
      database: server.database,
      metadata: server.metadata,
      files: createFileLinks({ database: server.database, clock, servicePrefix: 'anlan', signingSecret: 'test' }),
      ids: await server.database.ids(),
      hashPassword,
      ...quietServices({ timers, notices: createNotices() }),
    };
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const runner = createTimerRunner({
      services,
      service: server.service,
      clock,
      logger,
      pendingVoters: async () => [],
    });
    for (const day of ['02', '03', '04', '05']) {
      at(`2026-04-${day} 09:00:00`);
      expect(await runner.runDue()).toBe(1);
    }
    expect(await told(id)).toEqual(['逾期→foreman', '逾期→chief', '逾期→director', '逾期→director']);
  });
});
