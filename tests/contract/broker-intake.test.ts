import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BrokerSettings } from '../../server/ground/config.ts';
import { startBrokerIntake } from '../../server/live/broker-intake.ts';
import { readingSignature } from '../../server/live/reading-source.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { type MqttBroker, startMqttBroker } from '../fixtures/mqtt-broker.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, DAY, MINUTE, TENANT } from '../fixtures/plant-desk.ts';
import { storePoint } from '../fixtures/sensor-points.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const SECRET = 'a-secret-of-the-test-plant';
const ACCOUNT = { user: 'plant', password: 'p@ss:word' } as const;
const TOPIC = `anlan/${TENANT}/dcs/readings`;
/** A second is too short on a machine that does other work besides. */
const PATIENT = { timeout: patient(20_000) };

describe('values of sensors that come by a broker of MQTT which others run', () => {
  let server: TestServer;
  let broker: MqttBroker;
  let sender: MqttClient;
  const faults: string[] = [];
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    await createPlantDesk(server).call('administrator', 'POST', 'system/reading-source/save', {
      ...{ code: 'dcs', name: '一号装置集散控制系统', kind: 'DCS', secret: SECRET },
    });
    await storePoint(server, { tag: 'LT-1001', source: 'DCS' });
    broker = await startMqttBroker(ACCOUNT);
    sender = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      ...{ username: ACCOUNT.user, password: ACCOUNT.password, reconnectPeriod: 100, clientId: 'sender' },
    });
    sender.on('error', () => undefined);
  }, patient(120_000));
  afterEach(async () => {
    for (const intake of open.splice(0)) await intake.close();
    faults.length = 0;
  });
  afterAll(async () => {
    await sender?.endAsync(true);
    await broker?.remove();
    await server?.stop();
  });

  const now = () => server.now().getTime();
  interface Reading {
    readonly live?: Parameters<typeof startBrokerIntake>[0]['live'];
    readonly url?: string;
    readonly settings?: Partial<BrokerSettings>;
  }
  const address = (account: string = `plant:${encodeURIComponent(ACCOUNT.password)}`) =>
    `mqtt://${account}@127.0.0.1:${broker.port}`;
  /** Begins to read; tells how often it has come to. */
  function begin({ live = server.live, url = address(), settings = {} }: Reading = {}) {
    let begun = 0;
    const intake = startBrokerIntake({
      ...{ live, url },
      settings: { urls: [url], client: 'anlan', isVouched: false, ca: undefined, certificate: undefined, ...settings },
      onRefused: (source, error) => {
        faults.push(`${source === '' ? '' : 'taken: '}${error instanceof Error ? error.message : String(error)}`);
      },
      onReading: () => {
        begun += 1;
      },
    });
    open.push(intake);
    return { close: () => intake.close(), begun: () => begun };
  }
  async function reading(given: Reading = {}) {
    const intake = begin(given);
    await expect.poll(intake.begun, PATIENT).toBe(1);
    return intake;
  }
  interface Sent {
    readonly topic?: string;
    readonly secret?: string;
    readonly at?: number;
    readonly body?: string;
  }
  const signed = ({ secret = SECRET, at = now(), body = '' }: Sent) =>
    JSON.stringify({ time: at, signature: readingSignature(secret, String(at), body), body });
  const valued = (value: number, time?: number) =>
    JSON.stringify({ readings: [{ tag: 'LT-1001', value, ...(time === undefined ? {} : { time }) }] });
  /** Leaves a message at the broker, which has it then. */
  const leave = async (value: number, time: number, more: Sent = {}) => {
    await sender.publishAsync(more.topic ?? TOPIC, signed({ body: valued(value, time), ...more }), { qos: 1 });
  };
  const stored = async (value: number) => {
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ count: number }>('select count(*)::int as count from platform.reading where value = $1', [
        value,
      ]),
    );
    return rows[0]?.count;
  };

  it('are read from where it was left, many at a time, and acknowledged when they are stored', async () => {
    // The broker knows of it from now on; what comes while nobody reads stays there.
    await (await reading()).close();
    const from = now() - 10 * MINUTE;
    await Promise.all(Array.from({ length: 60 }, (_, index) => leave(31, from + index)));
    expect(await stored(31)).toBe(0);
    const before = broker.acknowledged();
    let most = 0;
    let under = 0;
    await reading({
      live: {
        ...server.live,
        async takeKept(message) {
          under += 1;
          most = Math.max(most, under);
          // What is not stored is not acknowledged, either.
          expect(broker.acknowledged() - before).toBeLessThanOrEqual((await stored(31)) ?? 0);
          return server.live.takeKept(message).finally(() => {
            under -= 1;
          });
        },
      },
    });
    await expect.poll(() => broker.acknowledged() - before, PATIENT).toBe(60);
    expect(await stored(31)).toBe(60);
    expect(most).toBeGreaterThan(10);
    // The same value once more is no other.
    await leave(31, from);
    await expect.poll(() => broker.acknowledged() - before, PATIENT).toBe(61);
    expect([await stored(31), faults]).toEqual([60, []]);
  });

  it('stay at the broker until they could be stored', async () => {
    let tries = 0;
    await reading({
      live: {
        ...server.live,
        async takeKept(message) {
          tries += 1;
          if (tries === 1) throw new AnlanError('readingsWaiting');
          if (tries === 2) throw new Error('connection terminated');
          return server.live.takeKept(message);
        },
      },
    });
    const before = broker.acknowledged();
    await leave(32, now() - MINUTE);
    await expect.poll(() => stored(32), PATIENT).toBe(1);
    await expect.poll(() => broker.acknowledged() - before, PATIENT).toBe(1);
    expect([tries, faults]).toEqual([3, ['taken: connection terminated']]);
    await open.pop()?.close();
    // Nor are they lost where the process ends meanwhile.
    const away = await reading({ live: { ...server.live, takeKept: () => Promise.reject(new Error('no database')) } });
    await leave(33, now() - MINUTE);
    await expect.poll(() => faults, PATIENT).toContain('taken: no database');
    await away.close();
    expect([await stored(33), broker.acknowledged() - before]).toEqual([0, 1]);
    await reading();
    await expect.poll(() => stored(33), PATIENT).toBe(1);
  });

  it('count by signature and source alone, also after days at the broker', async () => {
    await reading();
    const before = broker.acknowledged();
    const time = now() - 2 * MINUTE;
    await leave(34, time, { at: now() - 3 * DAY });
    await leave(35, time, { at: now() - 8 * DAY });
    await leave(35, time, { at: now() + 10 * MINUTE });
    await leave(35, time, { secret: 'another-secret-altogether' });
    await leave(35, time, { topic: 'anlan/645968/dcs/readings' });
    await leave(35, time, { body: 'no message' });
    await leave(35, time, { body: JSON.stringify({ readings: [{ tag: 'LT-9999', value: 35, time }] }) });
    for (const text of [valued(35, time), 'no message', '[]', 'x'.repeat(70_000)]) {
      await sender.publishAsync(TOPIC, text, { qos: 1 });
    }
    await expect.poll(() => broker.acknowledged() - before, PATIENT).toBe(11);
    expect([await stored(34), await stored(35)]).toEqual([1, 0]);
    expect(faults).toHaveLength(10);
    expect(faults).toEqual(
      expect.arrayContaining([
        'taken: 请求内容不是有效的JSON',
        'taken: LT-9999：没有这个位号',
        'taken: 请求内容过大，最大64K',
      ]),
    );
  });

  it('that bear no time are of the moment of their message, however often it comes', async () => {
    await reading();
    const at = now() - 3 * 3_600_000;
    await leave(36, at, { at, body: valued(36) });
    await leave(36, at, { at, body: valued(36) });
    await leave(37, at + 1);
    await expect.poll(() => stored(37), PATIENT).toBe(1);
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ at: number }>(
        'select (extract(epoch from time) * 1000)::float8 as at from platform.reading where value = 36',
      ),
    );
    expect(rows).toEqual([{ at }]);
  });

  it('need no signature where the broker is trusted with it, but a time each', async () => {
    await reading({ settings: { isVouched: true } });
    const before = broker.acknowledged();
    await sender.publishAsync(TOPIC, valued(38, now() - MINUTE), { qos: 1 });
    await sender.publishAsync(TOPIC, valued(39), { qos: 1 });
    await sender.publishAsync(`anlan/${TENANT}/scada/readings`, valued(39, now() - MINUTE), { qos: 1 });
    await leave(39, now() - MINUTE, { secret: 'another-secret-altogether' });
    await expect.poll(() => broker.acknowledged() - before, PATIENT).toBe(4);
    expect([await stored(38), await stored(39)]).toEqual([1, 0]);
    expect(faults.sort()).toEqual([
      'taken: LT-1001：经消息代理转送的数据须有采集时间（time）',
      'taken: 数据源不存在、已停用，或签名不正确',
      'taken: 数据源不存在、已停用，或签名不正确',
    ]);
  });

  it('go on when the broker is killed and comes back: nothing is lost, and nothing there twice', async () => {
    const intake = await reading();
    const from = now() - 5 * MINUTE;
    let sent = 0;
    let isOver = false;
    // It sends on all the while; a message that the broker has not acknowledged the sender's library sends again.
    const sending = (async () => {
      while (!isOver) {
        const index = sent;
        sent += 1;
        await leave(40, from + index);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    for (let round = 1; round <= 3; round += 1) {
      await expect.poll(() => stored(40), PATIENT).toBeGreaterThan(round * 20);
      await broker.kill();
      await broker.start();
      await expect.poll(intake.begun, PATIENT).toBe(round + 1);
    }
    isOver = true;
    await sending;
    await expect.poll(() => stored(40), PATIENT).toBe(sent);
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ count: number }>(
        'select count(distinct time)::int as count from platform.reading where value = 40',
      ),
    );
    expect(rows[0]?.count).toBe(sent);
    // A busy database is told too, and what it did not take is tried again: that is none of the broker's.
    const busy = `taken: ${new AnlanError('databaseBusy').message}`;
    expect(
      faults.filter((fault) => fault !== busy),
      faults.join('\n'),
    ).toHaveLength(3);
    // One that has lost its disk is asked anew.
    await broker.kill('disk');
    await broker.start();
    await expect.poll(intake.begun, PATIENT).toBe(5);
    await leave(41, now() - MINUTE);
    await expect.poll(() => stored(41), PATIENT).toBe(1);
  });

  it('are waited for where the broker is away, or refuses, which is told once each time', async () => {
    await broker.kill();
    const waiting = begin();
    await expect.poll(() => faults.length, PATIENT).toBe(1);
    expect(faults[0]).toMatch(/ECONNREFUSED/);
    // Meanwhile others bring theirs.
    const body = valued(42, now() - MINUTE);
    const message = { source: `${TENANT}/dcs`, time: String(now()), body };
    await server.live.takeSigned({ ...message, signature: readingSignature(SECRET, message.time, body) });
    expect(await stored(42)).toBe(1);
    broker.letSubscribe(false);
    await broker.start();
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect([waiting.begun(), faults.length]).toEqual([0, 1]);
    broker.letSubscribe(true);
    await expect.poll(waiting.begun, PATIENT).toBe(1);
    await leave(42, now() - MINUTE + 1);
    await expect.poll(() => stored(42), PATIENT).toBe(2);
    await waiting.close();
    begin({ url: address('plant:wrong') });
    await expect.poll(() => faults.length, PATIENT).toBe(2);
    expect(faults[1]).toMatch(/Bad username|Not authorized/i);
  });

  it('come by TLS, with a certificate of either side', async () => {
    const secure = await startMqttBroker({ ...ACCOUNT, isTls: true });
    try {
      const files = join(import.meta.dirname, '..', 'fixtures', 'certificates');
      const [ca, key] = ['first.cert.pem', 'first.key.pem'].map((name) => join(files, name)) as [string, string];
      const url = `mqtts://plant:${encodeURIComponent(ACCOUNT.password)}@localhost:${secure.port}`;
      await reading({ url, settings: { ca, certificate: { cert: ca, key } } });
      await open.pop()?.close();
      begin({ url });
      await expect.poll(() => faults.length, PATIENT).toBe(1);
      expect(faults[0]).toMatch(/self-signed|unable to verify/i);
      expect(() => begin({ url, settings: { ca: join(files, 'none.pem') } })).toThrow('ANLAN_MQTT_CA');
    } finally {
      await secure.remove();
    }
  });
});
