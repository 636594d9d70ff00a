import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startJetStreamIntake } from '../../server/live/jetstream-intake.ts';
import { readingSignature } from '../../server/live/reading-source.ts';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { hasNatsServer, type NatsServer, startNatsServer } from '../fixtures/nats-server.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, DAY, MINUTE, TENANT } from '../fixtures/plant-desk.ts';
import { storePoint } from '../fixtures/sensor-points.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const SECRET = 'a-secret-of-the-test-plant';
/** A second is too short on a machine that does other work besides. */
const PATIENT = { timeout: patient(20_000) };
const SUBJECT = `anlan.${TENANT}.dcs.readings`;

/** Debian's nats-server is no prerequisite of the tests: where a machine has none, the stream is not looked at. */
describe.skipIf(!hasNatsServer)('values of sensors that a JetStream keeps', () => {
  let server: TestServer;
  let nats: NatsServer;
  let sender: NatsConnection;
  const faults: string[] = [];
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    await createPlantDesk(server).call('administrator', 'POST', 'system/reading-source/save', {
      ...{ code: 'dcs', name: '一号装置集散控制系统', kind: 'DCS', secret: SECRET },
    });
    await storePoint(server, { tag: 'LT-1001', source: 'DCS' });
    nats = await startNatsServer();
    sender = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  }, patient(120_000));
  afterEach(async () => {
    for (const intake of open.splice(0)) await intake.close();
    faults.length = 0;
  });
  afterAll(async () => {
    await sender?.close();
    await nats?.remove();
    await server?.stop();
  });

  const now = () => server.now().getTime();
  /** An intake that reads, once it does. */
  async function intake(live = server.live): Promise<{ close(): Promise<void> }> {
    return new Promise((resolve) => {
      const started = startJetStreamIntake({
        live,
        url: nats.url,
        onRefused: (_, error) => faults.push(error instanceof Error ? error.message : String(error)),
        onReading: () => resolve(started),
      });
      open.push(started);
    });
  }
  interface Sent {
    readonly subject?: string;
    readonly secret?: string;
    readonly at?: number;
    readonly body?: string;
  }
  /** Leaves a message in the stream. */
  async function leave(value: number, time: number, more: Sent = {}): Promise<void> {
    const { subject = SUBJECT, secret = SECRET, at = now() } = more;
    const { body = JSON.stringify({ readings: [{ tag: 'LT-1001', value, time }] }) } = more;
    const signed = headers();
    signed.set('anlan-message-time', String(at));
    signed.set('anlan-signature', readingSignature(secret, String(at), body));
    await jetstream(sender).publish(subject, body, { headers: signed });
  }
  const stored = async (value: number) => {
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ count: number }>('select count(*)::int as count from platform.reading where value = $1', [
        value,
      ]),
    );
    return rows[0]?.count;
  };
  /** Messages that nobody has acknowledged yet. */
  const kept = async () => (await (await jetstreamManager(sender)).streams.info('ANLAN_READINGS')).state.messages;

  it('are read from where it was left, and leave the stream when they are stored', async () => {
    // It makes the stream; what comes while nobody reads stays there.
    await (await intake()).close();
    const begin = now() - 10 * MINUTE;
    await Promise.all(Array.from({ length: 60 }, (_, index) => leave(31, begin + index)));
    expect([await kept(), await stored(31)]).toEqual([60, 0]);
    await intake();
    await expect.poll(kept, PATIENT).toBe(0);
    expect(await stored(31)).toBe(60);
    // The same values once more are no others.
    await leave(31, begin);
    await expect.poll(kept, PATIENT).toBe(0);
    expect([await stored(31), faults]).toEqual([60, []]);
  });

  it('come again where they could not be stored, and are acknowledged by two processes once', async () => {
    let tries = 0;
    const faint = {
      ...server.live,
      takeKept: async (message: Parameters<typeof server.live.takeKept>[0]) => {
        tries += 1;
        if (tries === 1) throw new AnlanError('readingsWaiting');
        if (tries === 2) throw new Error('connection terminated');
        return server.live.takeKept(message);
      },
    };
    await intake(faint);
    await leave(32, now() - MINUTE);
    await expect.poll(kept, PATIENT).toBe(0);
    expect([tries, await stored(32), faults]).toEqual([3, 1, ['connection terminated']]);
    await intake();
    const begin = now() - 5 * MINUTE;
    await Promise.all(Array.from({ length: 40 }, (_, index) => leave(33, begin + index)));
    await expect.poll(kept, PATIENT).toBe(0);
    expect(await stored(33)).toBe(40);
    expect(tries).toBeLessThan(3 + 40);
  });

  it('count by signature and source alone, also after days in the stream', async () => {
    await intake();
    const time = now() - 2 * MINUTE;
    await leave(34, time, { at: now() - 3 * DAY });
    await leave(35, time, { at: now() - 8 * DAY });
    await leave(35, time, { at: now() + 10 * MINUTE });
    await leave(35, time, { secret: 'another-secret-altogether' });
    await leave(35, time, { subject: 'anlan.645968.dcs.readings' });
    await leave(35, time, { body: 'no message' });
    await leave(35, time, { body: JSON.stringify({ readings: [{ tag: 'LT-9999', value: 35, time }] }) });
    await expect.poll(kept, PATIENT).toBe(0);
    expect([await stored(34), await stored(35)]).toEqual([1, 0]);
    expect(faults).toHaveLength(6);
    expect(faults).toEqual(expect.arrayContaining(['请求内容不是有效的JSON', 'LT-9999：没有这个位号']));
    // None of them is asked for again.
    await leave(36, time + 1);
    await expect.poll(() => stored(36), PATIENT).toBe(1);
    expect(faults).toHaveLength(6);
  });

  it('go on when the server of the stream is killed and comes back', async () => {
    await intake();
    await leave(37, now() - MINUTE);
    await expect.poll(() => stored(37), PATIENT).toBe(1);
    await nats.kill();
    await nats.start();
    await expect
      .poll(
        () =>
          leave(37, now() - MINUTE + 1).then(
            () => true,
            () => false,
          ),
        { timeout: patient(15_000) },
      )
      .toBe(true);
    await expect.poll(() => stored(37), PATIENT).toBe(2);
  });
});
