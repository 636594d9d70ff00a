import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../mocks/gateways/gateway.ts';
import { noticeChannels } from '../../server/flow/notices/channels.generated.ts';
import { createNotices } from '../../server/flow/notices/notices.ts';
import { leaveCall } from '../../server/flow/outgoing/leave-messages.ts';
import { createOutboxRunner, type OutboxRunner } from '../../server/flow/outgoing/outbox.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { bulletin, plantConnector, screen } from '../fixtures/outgoing-entities.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { plantFourLevels } from '../fixtures/plant-people.ts';

const tenant = '645967';
const SECRET = 'a-secret-of-the-gateway';
let server: EntityServer;
let led: Gateway;
let webhook: Gateway;
let runner: OutboxRunner;
const given: unknown[] = [];
/** Minutes by which the runner's clock is ahead of the calls'. */
const at = (minutes = 0) => new Date(Date.parse('2026-04-30T02:00:00Z') + minutes * 60_000);

beforeAll(async () => {
  server = await createEntityServer({
    entities: { test: [screen, bulletin] },
    parts: { notices: createNotices(), outgoing: { leave: leaveCall } },
  });
  await plantFourLevels(server.database, tenant);
  await server.database.withTenant(tenant, (connection) =>
    connection.execute(`update data."user" set phone = '13800000001' where id = 'foreman'`),
  );
  runner = createOutboxRunner({
    services: server.services,
    channels: noticeChannels,
    onGivenUp: (message) => given.push(message),
  });
  for (const [code, hall] of [
    ['A1', 'A'],
    ['A2', 'A'],
    ['B1', 'B'],
  ])
    await call('trial-screen/save', { code, hall });
});
afterAll(() => server?.close());

beforeEach(async () => {
  led = await startGateway(SECRET);
  webhook = await startGateway(SECRET);
  const privateAddresses = '127.0.0.1';
  await clear();
  await plantConnector(server, tenant, {
    connector: 'led',
    kind: 'led',
    address: led.url,
    secret: SECRET,
    privateAddresses,
  });
  await plantConnector(server, tenant, {
    connector: 'webhook',
    kind: 'webhook',
    address: webhook.url,
    secret: SECRET,
    privateAddresses,
  });
});
afterEach(async () => {
  await led.close();
  await webhook.close();
});

async function clear(): Promise<void> {
  await server.database.withTenant(tenant, async (connection) => {
    for (const table of ['platform.outbox', 'data."outgoingMessage"', 'data.connector', 'data.notice'])
      await connection.execute(`delete from ${table}`);
  });
  given.length = 0;
}

async function call<T = { id: string }>(path: string, body: object): Promise<T> {
  const answer = await server.call<T>({}, `POST /api/anlan-safety/${path}`, body);
  if (answer.status !== 200) throw new Error(answer.msg);
  return answer.data;
}

const state = async (id: string): Promise<string> => {
  const answer = await server.call<{ status: string }>({}, `GET /api/anlan-safety/trial-bulletin/detail?id=${id}`);
  return answer.data.status;
};

async function bulletinOf(text: string, hall = 'A', level = 1): Promise<string> {
  return (await call('trial-bulletin/save', { text, hall, level })).id;
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly fault: string | null;
  readonly content: string;
  readonly subject: string;
}

const shown = (): Promise<readonly Shown[]> =>
  server.database.withTenant(tenant, (connection) =>
    connection.query<Shown>(
      'select id, status, attempts, fault, content, subject from data."outgoingMessage" order by id',
    ),
  );

const kindsOf = (gateway: Gateway) => gateway.arrivals.map(({ body }) => body);

describe('a message to a connector', () => {
  it('goes after the commit to each of the records, signed, and its answer fires a transition', async () => {
    const id = await bulletinOf('今日动火');
    await call('trial-bulletin/release', { id });
    expect(led.arrivals).toEqual([]);
    expect(await state(id)).toBe('sending');
    expect(await runner.runDue(at())).toBe(2);
    expect(kindsOf(led)).toMatchObject([
      { screen: 'A1', text: '今日动火（A1）' },
      { screen: 'A2', text: '今日动火（A2）' },
    ]);
    expect(led.arrivals.every(({ signed }) => signed)).toBe(true);
    expect(new Set(led.arrivals.map((arrival) => arrival.id)).size).toBe(2);
    expect(await state(id)).toBe('released');
    expect(await shown()).toMatchObject([
      { status: 'sent', attempts: 1, fault: null, subject: '公告“今日动火”' },
      { status: 'sent', attempts: 1, fault: null },
    ]);
    expect(await runner.runDue(at(2000))).toBe(0);
  });

  it('is not left where the write is refused, nor where its condition does not hold', async () => {
    const id = await bulletinOf('不重要', 'A', 0);
    await call('trial-bulletin/note', { id });
    expect((await server.call({}, 'POST /api/anlan-safety/trial-bulletin/fail', { id })).status).not.toBe(200);
    expect(await runner.runDue(at())).toBe(0);
  });

  it('is not there for others: the company that has none sends none', async () => {
    const id = await bulletinOf('无屏', 'C');
    await call('trial-bulletin/release', { id });
    expect(await runner.runDue(at())).toBe(0);
  });

  it('arrives in the order of its record, whatever is tried again, and holds no other record up', async () => {
    const first = await bulletinOf('一');
    const other = await bulletinOf('二');
    webhook.behave('away');
    await call('trial-bulletin/note', { id: first });
    await call('trial-bulletin/note', { id: first });
    expect(await runner.runDue(at())).toBe(1);
    webhook.behave('accept');
    await call('trial-bulletin/note', { id: other });
    expect(await runner.runDue(at())).toBe(1);
    expect(webhook.arrivals.at(-1)?.body).toMatchObject({ record: other });
    expect(await runner.runDue(at(1))).toBe(2);
    const ofFirst = webhook.arrivals.filter(({ body }) => body.record === first).map((arrival) => arrival.id);
    expect(ofFirst).toHaveLength(3);
    expect(ofFirst[0]).toBe(ofFirst[1]);
    expect(ofFirst[2]).not.toBe(ofFirst[1]);
  });

  it.each([
    ['away', 'socket hang up'],
    ['html', '网关应答的是网页，不是约定的应答'],
    ['lie', '网关应答的是另一条消息'],
    ['refuse', '网关没有接受：余额不足'],
    ['redirect', '网关应答 HTTP 307'],
    ['long', '网关的应答太长，不是约定的应答'],
    ['broken', '网关的应答不是 JSON'],
  ] as const)('has not arrived where the gateway does so: %s', async (behaviour, fault) => {
    led.behave(behaviour);
    const id = await bulletinOf('试', 'B');
    await call('trial-bulletin/release', { id });
    expect(await runner.runDue(at())).toBe(1);
    expect(await shown()).toMatchObject([{ status: 'waiting', attempts: 1, fault }]);
    expect(await state(id)).toBe('sending');
  });

  it('arrives once where the gateway answers twice', async () => {
    led.behave('twice');
    const id = await bulletinOf('试', 'B');
    await call('trial-bulletin/release', { id });
    await runner.runDue(at());
    expect(await shown()).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect(await state(id)).toBe('released');
  });

  it(
    'is not waited for longer than 10 s, and then comes again under the same id',
    async () => {
      led.behave('slow');
      const id = await bulletinOf('慢', 'B');
      await call('trial-bulletin/release', { id });
      const began = Date.now();
      await runner.runDue(at());
      expect(Date.now() - began).toBeLessThan(promised(11_500));
      expect(await shown()).toMatchObject([{ status: 'waiting', fault: '10秒内没有应答' }]);
      led.behave('accept');
      await runner.runDue(at(1));
      expect(new Set(led.arrivals.map((arrival) => arrival.id)).size).toBe(1);
      expect(await state(id)).toBe('released');
    },
    patient(20_000),
  );

  it('is tried again after 1, 5 and 30 minutes, 2 and 12 hours, then given up, told and followed', async () => {
    led.behave('refuse');
    await server.database.withTenant(tenant, (connection) =>
      connection.execute(`update data.connector set tell = '{${tenant}-employee}' where connector = 'led'`),
    );
    const id = await bulletinOf('拒', 'B');
    await call('trial-bulletin/release', { id });
    let now = 0;
    for (const wait of [1, 5, 30, 120, 720]) {
      expect(await runner.runDue(at(now))).toBe(1);
      expect(await runner.runDue(at(now + wait - 0.5))).toBe(0);
      now += wait;
    }
    expect(await state(id)).toBe('sending');
    expect(await runner.runDue(at(now))).toBe(1);
    expect(given).toMatchObject([{ tenantId: tenant, route: 'led' }]);
    expect(await shown()).toMatchObject([{ status: 'failed', attempts: 6, fault: '网关没有接受：余额不足' }]);
    expect(await state(id)).toBe('failed');
    expect(led.accepted.size).toBe(0);
  });

  it('that was given up can be sent again, and what cannot follow any more is said', async () => {
    led.behave('refuse');
    const id = await bulletinOf('重发', 'B');
    await call('trial-bulletin/release', { id });
    for (const now of [0, 1, 6, 36, 156, 876]) await runner.runDue(at(now));
    const [message] = await shown();
    led.behave('accept');
    const asked = { userId: 'admin', roleCodes: ['administrator'] };
    const path = 'POST /api/anlan-system/outgoing-message/resend';
    const refused = await server.call({ roleCodes: ['employee'] }, path, { id: message?.id });
    expect(refused.status).not.toBe(200);
    const answer = await server.call(asked, path, { id: message?.id });
    expect(answer).toMatchObject({ status: 200 });
    expect(await runner.runDue(at(880))).toBe(1);
    expect(led.accepted.has(message?.id ?? '')).toBe(true);
    expect(await shown()).toMatchObject([{ status: 'sent', attempts: 1 }]);
    expect((await shown())[0]?.fault).toMatch(/^应答后的流转没有执行：/);
    expect(await state(id)).toBe('failed');
  });

  it('goes to no address within the house that the company has not listed', async () => {
    await server.database.withTenant(tenant, (connection) =>
      connection.execute(`update data.connector set "privateAddresses" = '127.0.0.2' where connector = 'led'`),
    );
    const id = await bulletinOf('内网', 'B');
    await call('trial-bulletin/release', { id });
    await runner.runDue(at());
    expect(led.arrivals).toEqual([]);
    expect((await shown())[0]?.fault).toBe('“127.0.0.1”的地址 127.0.0.1 在内网，没有列入这个连接允许的内网地址');
  });

  it('waits where the company has set up no connector, and arrives once it has', async () => {
    await server.database.withTenant(tenant, (connection) => connection.execute('delete from data.connector'));
    const id = await bulletinOf('未设置', 'B');
    await call('trial-bulletin/release', { id });
    await runner.runDue(at());
    expect((await shown())[0]?.fault).toBe('企业没有设置或没有启用连接“led”');
    await plantConnector(server, tenant, {
      connector: 'led',
      kind: 'led',
      address: led.url,
      privateAddresses: '127.0.0.1',
    });
    await runner.runDue(at(1));
    expect(led.arrivals).toMatchObject([{ signed: false }]);
    expect(await state(id)).toBe('released');
  });

  it('of one connector whose gateway is away keeps those of others waiting no longer than one attempt', async () => {
    led.behave('away');
    for (let n = 0; n < 30; n += 1) {
      const id = await bulletinOf(`第${n}条`, 'B');
      await call('trial-bulletin/release', { id });
    }
    await call('trial-bulletin/note', { id: await bulletinOf('抄送') });
    await runner.runDue(at());
    const before = led.arrivals.length;
    expect([before, webhook.arrivals.length]).toEqual([30, 1]);
    const order = await server.database.withTenant(tenant, (connection) =>
      connection.query<{ earlier: number }>(
        `select count(*)::int as earlier from data."outgoingMessage" m, data."outgoingMessage" w
         where w.route = 'webhook' and m.route = 'led' and m."updateTime" < w."updateTime"`,
      ),
    );
    expect(order[0]?.earlier).toBeLessThanOrEqual(5);
  });

  it('is taken by one of many runners', async () => {
    for (let n = 0; n < 8; n += 1) await call('trial-bulletin/note', { id: await bulletinOf(`第${n}条`) });
    for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 4 }, () => runner.runDue(at())));
    expect(webhook.arrivals).toHaveLength(8);
    expect(new Set(webhook.arrivals.map((arrival) => arrival.id)).size).toBe(8);
  });

  it('is kept for 30 days', async () => {
    await call('trial-bulletin/note', { id: await bulletinOf('旧') });
    await runner.runDue(at());
    expect(await runner.sweep(at(29 * 1440))).toBe(0);
    expect(await shown()).toHaveLength(1);
    expect(await runner.sweep(at(31 * 1440))).toBe(1);
    expect(await shown()).toEqual([]);
  });
});

describe('a notice by other ways than the inbox', () => {
  let sms: Gateway;
  beforeEach(async () => {
    sms = await startGateway(SECRET);
    const privateAddresses = '127.0.0.0/8';
    await plantConnector(server, tenant, {
      connector: 'sms',
      kind: 'sms',
      address: sms.url,
      secret: SECRET,
      privateAddresses,
    });
  });
  afterEach(() => sms.close());

  async function release(keeper: string): Promise<void> {
    const { id } = await call('trial-bulletin/save', { text: '检修', hall: 'B', level: 1, keeper });
    await call('trial-bulletin/release', { id });
    await runner.runDue(at());
  }

  it('goes to the inbox at once and by the gateways after the commit', async () => {
    await release('foreman');
    expect(kindsOf(sms)).toMatchObject([{ phone: '13800000001', text: '公告已经发布：公告“检修”，已发布' }]);
    expect(kindsOf(webhook)).toMatchObject([
      { event: 'notice', data: { account: 'foreman', title: '公告已经发布', text: '公告“检修”，已发布' } },
    ]);
    const rows = await server.database.withTenant(tenant, (connection) =>
      connection.query<{ title: string }>('select title from data.notice'),
    );
    expect(rows).toEqual([{ title: '公告已经发布' }]);
  });

  it('says of whom it cannot reach why', async () => {
    await release('worker');
    expect(sms.arrivals).toEqual([]);
    expect((await shown()).find(({ content }) => content.startsWith('公告已经发布'))?.fault).toBe('“工甲”没有手机号');
  });
});

describe('the secret of a connector', () => {
  it('is stored sealed and never given back', async () => {
    const [row] = await server.database.withTenant(tenant, (connection) =>
      connection.query<{ id: string; secret: string }>(`select id, secret from data.connector where connector = 'led'`),
    );
    expect(row?.secret).not.toContain(SECRET);
    expect(row?.secret).not.toMatch(/argon/);
    const asked = { roleCodes: ['administrator'] };
    const detail = await server.call<Record<string, unknown>>(
      asked,
      `GET /api/anlan-system/connector/detail?id=${row?.id}`,
    );
    expect(detail.status).toBe(200);
    expect(JSON.stringify(detail.data)).not.toContain(row?.secret);
    expect(detail.data.secret ?? null).toBeNull();
  });
});
