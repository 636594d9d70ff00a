import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, type Consumer, type JsMsg, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { LiveData } from './live.ts';
import { KEPT_WITHIN } from './reading-source.ts';

/** The stream in which messages wait; who runs the NATS server may make it beforehand as he wants it. */
const STREAM = 'ANLAN_READINGS';

/** Of whom the stream remembers how far he has come: all processes of the platform together. */
const CONSUMER = 'anlan';

/** Subjects of messages: `anlan.<tenant>.<code>.readings`. */
const SUBJECTS = 'anlan.*.*.readings';

/** Bytes that a message may have, as of a body by HTTP. */
const LARGEST_MESSAGE = 64 * 1024;

/** Messages that are being stored at a time; the stream keeps the others. */
const MOST_PENDING = 500;

/** Milliseconds after which the stream gives a message again that nobody has acknowledged. */
const ACKNOWLEDGED_WITHIN = 30_000;

/** Milliseconds after which a message is given again for which there was no room, or no database. */
const AGAIN_AFTER = { full: 200, failed: 2_000 } as const;

/** Milliseconds after which a stream is asked again that could not be asked. */
const ASKED_AGAIN = 2_000;

const IN_NANOSECONDS = 1_000_000;

interface JetStreamOptions {
  readonly live: Pick<LiveData, 'takeKept'>;
  /** `nats://[user:password@]host:port`, several by commas. */
  readonly url: string;
  /** Told of messages that were taken in no part; with no source of a server that cannot be asked. */
  onRefused(source: string, error: unknown): void;
  /** Told each time that the stream has been reached. */
  onReading(): void;
}

/** What reads from a stream. */
interface JetStreamIntake {
  /** Asks for nothing more, finishes what is under way and leaves. */
  close(): Promise<void>;
}

/**
 * Reads the messages of sources from a JetStream of NATS, which keeps them while the platform is away. Each bears the
 * headers of the call by HTTP (`anlan-message-time`, `anlan-signature`), and its subject says whose it is. It is
 * acknowledged after its values are committed; what could not be stored comes again, to this process or another one.
 * A server that is away, or has lost its stream, is waited for.
 */
export function startJetStreamIntake({ live, url, onRefused, onReading }: JetStreamOptions): JetStreamIntake {
  const ending = new AbortController();
  const under = new Set<Promise<void>>();
  let connection: NatsConnection | undefined;
  let stop = (): void => undefined;

  async function take(message: JsMsg): Promise<void> {
    const [, tenantId = '', code = ''] = message.subject.split('.');
    const source = `${tenantId}/${code}`;
    const header = (name: string) => message.headers?.get(name) ?? '';
    const [time, signature] = [header('anlan-message-time'), header('anlan-signature')];
    try {
      const { refused } = await live.takeKept({ source, time, signature, body: message.string() });
      if (refused[0] !== undefined) onRefused(source, new Error(`${refused[0].tag}：${refused[0].msg}`));
      message.ack();
    } catch (error) {
      if (error instanceof AnlanError && error.code === 'readingsWaiting') return message.nak(AGAIN_AFTER.full);
      onRefused(source, error);
      // What is no message stays none, however often it is given. Terminated it would stay in the stream of older servers.
      if (error instanceof AnlanError && error.status < 500) message.ack();
      else message.nak(AGAIN_AFTER.failed);
    }
  }

  async function read(consumer: Consumer): Promise<void> {
    const messages = await consumer.consume({ max_messages: MOST_PENDING });
    stop = () => void messages.close();
    if (ending.signal.aborted) stop();
    for await (const message of messages) {
      const taken = take(message).finally(() => under.delete(taken));
      under.add(taken);
    }
  }

  async function readOn(): Promise<void> {
    for (let isTold = false; !ending.signal.aborted; ) {
      try {
        if (connection === undefined || connection.isClosed()) connection = await connect(serversOf(url));
        const consumer = await consumerOf(connection);
        isTold = false;
        onReading();
        await read(consumer);
      } catch (error) {
        // Once for each time that it is away.
        if (!isTold && !ending.signal.aborted) onRefused('', error);
        isTold = true;
      }
      await sleep(ASKED_AGAIN, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  const reading = readOn();
  return {
    async close() {
      ending.abort();
      stop();
      await reading;
      await Promise.all(under);
      if (connection?.isClosed() === false) await connection.drain();
    },
  };
}

/** Servers and account of an address; the account of the first one counts. */
function serversOf(url: string) {
  const given = url.split(',').map((one) => new URL(one.trim()));
  const [user, pass] = [given[0]?.username ?? '', given[0]?.password ?? ''].map(decodeURIComponent);
  return {
    servers: given.map(({ protocol, host }) => `${protocol}//${host}`),
    ...(user === '' ? {} : { user, pass }),
    ...(given[0]?.protocol === 'tls:' ? { tls: {} } : {}),
    name: 'anlan',
    maxReconnectAttempts: -1,
    reconnectTimeWait: ASKED_AGAIN,
  };
}

/** The consumer of the stream; both are made where they are missing. */
async function consumerOf(connection: NatsConnection): Promise<Consumer> {
  const manager = await jetstreamManager(connection);
  await manager.streams.info(STREAM).catch(() =>
    manager.streams.add({
      name: STREAM,
      subjects: [SUBJECTS],
      retention: RetentionPolicy.Workqueue,
      max_age: KEPT_WITHIN * IN_NANOSECONDS,
      max_msg_size: LARGEST_MESSAGE,
    }),
  );
  await manager.consumers.info(STREAM, CONSUMER).catch(() =>
    manager.consumers.add(STREAM, {
      durable_name: CONSUMER,
      ack_policy: AckPolicy.Explicit,
      ack_wait: ACKNOWLEDGED_WITHIN * IN_NANOSECONDS,
      max_ack_pending: MOST_PENDING,
    }),
  );
  return jetstream(connection).consumers.get(STREAM, CONSUMER);
}
