import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticeChannels } from '../../server/flow/notices/channels.generated.ts';
import type { NoticeChannel, OutboxMessage } from '../../server/flow/notices/notice-channel.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { createOutboxRunner } from '../../server/flow/outgoing/outbox.ts';
import { systemContext } from '../../server/ground/jobs/system-context.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import type { EntityServices } from '../../server/records/call/ports.ts';
import { transact } from '../../server/records/write/transact.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const tenant = '645967';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

let delivered: OutboxMessage[] = [];
/** How a delivery of the added channel ends. */
let answer: (message: OutboxMessage, signal: AbortSignal) => Promise<void>;

/** What a file in server/flow/notices/channels would export. */
const pager: NoticeChannel = {
  async deliver(message, { signal }) {
    delivered.push(message);
    await answer(message, signal);
  },
};
const channels = { ...noticeChannels, pager };

beforeEach(async () => {
  delivered = [];
  answer = async () => {};
  await server.database.withTenant(tenant, (connection) => connection.execute('delete from platform.outbox'));
});

async function send(userIds: readonly string[], fail = false): Promise<void> {
  const snapshot = await server.metadata.snapshot(tenant);
  const model = snapshot.entities.get('lawRegulation');
  if (model === undefined) throw new Error('no entity');
  const services = { database: server.database, metadata: server.metadata, ids: await server.database.ids() };
  const context = systemContext(tenant, { now: () => server.now() }, 'test');
  const call = createEntityCall(services as unknown as EntityServices, context, snapshot, model, { internal: true });
  await transact(call, async (tx) => {
    await createNotices(channels).send(tx, {
      userIds,
      kind: 'reminder',
      title: () => '还有三天',
      entityKey: 'lawRegulation',
      recordId: '1',
      by: ['inbox', 'pager'],
    });
    if (fail) throw new Error('rolled back');
  });
}

interface Left {
  readonly attempts: number;
  readonly tryTime: Date | null;
  readonly fault: string | null;
}

const left = (): Promise<readonly Left[]> =>
  server.database.withTenant(tenant, (connection) =>
    connection.query<Left>(
      'select attempts, "tryTime", fault from platform.outbox where "sentTime" is null order by id',
    ),
  );

const inboxes = async (): Promise<number> => {
  const [row] = await server.database.withTenant(tenant, (connection) =>
    connection.query<{ n: number }>('select count(*)::int as n from data.notice where "tenantId" = $1', [tenant]),
  );
  return row?.n ?? 0;
};

const given: unknown[] = [];
const runner = () =>
  createOutboxRunner({ services: server.services, channels, onGivenUp: (message) => given.push(message) });
const inMinutes = (minutes: number) => new Date(server.now().getTime() + minutes * 60_000);

describe('a channel that was added', () => {
  it('gets each notice once for each person, after the commit, besides the inbox', async () => {
    const before = await inboxes();
    await send(['645967-employee', '645967-safetyOfficer', '645967-employee']);
    expect(await inboxes()).toBe(before + 2);
    expect(delivered).toEqual([]);
    expect(await runner().runDue(inMinutes(0))).toBe(2);
    expect(delivered.map(({ userId }) => userId).sort()).toEqual(['645967-employee', '645967-safetyOfficer']);
    expect(delivered[0]).toMatchObject({ tenantId: tenant, kind: 'reminder', title: '还有三天', recordId: '1' });
    expect(await left()).toEqual([]);
    expect(await runner().runDue(inMinutes(1000))).toBe(0);
  });

  it('gets nothing of what was rolled back', async () => {
    await expect(send(['645967-employee'], true)).rejects.toThrow('rolled back');
    expect(await left()).toEqual([]);
  });

  it('is asked again under the same id after 1, 5 and 30 minutes, 2 and 12 hours, and then given up', async () => {
    answer = () => Promise.reject(new Error('line dead'));
    await send(['645967-employee']);
    let now = 0;
    for (const wait of [1, 5, 30, 120, 720]) {
      expect(await runner().runDue(inMinutes(now))).toBe(1);
      expect(await runner().runDue(inMinutes(now + wait - 0.5))).toBe(0);
      now += wait;
    }
    expect(given).toEqual([]);
    expect(await runner().runDue(inMinutes(now))).toBe(1);
    expect(given).toMatchObject([{ tenantId: tenant, route: 'pager' }]);
    expect(await left()).toEqual([{ attempts: 6, tryTime: null, fault: 'line dead' }]);
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(1);
    await runner().sweep(inMinutes(29 * 1440));
    expect(await left()).toHaveLength(1);
    await runner().sweep(inMinutes(31 * 1440));
    expect(await left()).toEqual([]);
  });

  it('is asked for each message by one of many runners', async () => {
    await send(Array.from({ length: 30 }, (_, n) => `645967-person-${n}`));
    await Promise.all(Array.from({ length: 4 }, () => runner().runDue(inMinutes(0))));
    expect(delivered).toHaveLength(30);
    expect(new Set(delivered.map(({ userId }) => userId)).size).toBe(30);
    expect(await left()).toEqual([]);
  });

  it('is asked by the next runner where one died over a message', async () => {
    let wake = (): void => {};
    answer = () =>
      new Promise((resolve) => {
        wake = resolve;
      });
    await send(['645967-employee']);
    const dead = runner().runDue(inMinutes(0));
    await expect.poll(() => delivered.length).toBe(1);
    expect(await runner().runDue(inMinutes(0.5))).toBe(0);
    answer = () => Promise.reject(new Error('busy'));
    expect(await runner().runDue(inMinutes(2))).toBe(1);
    // What the first one still does is no longer its to do.
    wake();
    await dead;
    expect(await left()).toMatchObject([{ attempts: 2, fault: 'busy' }]);
  });
});
