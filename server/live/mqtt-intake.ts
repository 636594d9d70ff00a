import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import { limitPackets } from './limit-packets.ts';
import type { LiveData } from './live.ts';
import type { ReadingSource } from './reading-source.ts';

/** Largest packet in bytes, as of a body by HTTP. */
const LARGEST_PACKET = 64 * 1024;

/** Milliseconds in which a connection has to say who it is. */
const CONNECT_WITHIN = 10_000;

const MOST_CONNECTIONS = 1_000;

/** Milliseconds until a message for which there was no room is tried again; its sender gets no acknowledgement meanwhile. */
const RETRY_AFTER = 100;

interface MqttOptions {
  readonly live: Pick<LiveData, 'login' | 'take'>;
  readonly host: string;
  readonly port: number;
  /** Told of messages that were taken in no part, and of connections that failed. */
  onRefused(source: string, error: unknown): void;
}

/** A broker that listens. */
interface MqttIntake {
  readonly port: number;
  close(): Promise<void>;
}

/** Topic to which a source publishes: `anlan/<tenant>/<code>/readings`. */
const topicOf = ({ tenantId, code }: ReadingSource) => `anlan/${tenantId}/${code}/readings`;

/**
 * Listens for sources that speak MQTT: user name `<tenant>/<code>`, the source's secret as password, messages as by HTTP.
 * A message is acknowledged (PUBACK) after its values are committed, and not at all where they could not be: the
 * connection ends then, and the source sends again.
 */
export async function startMqttIntake({ live, host, port, onRefused }: MqttOptions): Promise<MqttIntake> {
  const sources = new WeakMap<Client, ReadingSource>();
  const broker = await Aedes.createBroker({
    connectTimeout: CONNECT_WITHIN,
    authenticate(client, name, password, done) {
      live
        .login(name ?? '', password?.toString('utf8') ?? '')
        .then((source) => {
          sources.set(client, source);
          done(null, true);
        })
        .catch((error: unknown) => {
          onRefused(String(name ?? '').slice(0, 80), error);
          const isUnknown = error instanceof AnlanError && error.code === 'sourceUnknown';
          done(Object.assign(new Error('refused'), { returnCode: isUnknown ? 4 : 3 }) as AuthenticateError, false);
        });
    },
    authorizePublish(client, packet, done) {
      const source = client === null ? undefined : sources.get(client);
      if (source === undefined || packet.topic !== topicOf(source))
        return done(new Error('not the topic of the source'));
      // Nobody gets messages from here, so that none is kept for whoever comes later.
      packet.retain = false;
      const body = typeof packet.payload === 'string' ? packet.payload : packet.payload.toString('utf8');
      take(source, body).then(
        () => done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  });

  async function take(source: ReadingSource, body: string): Promise<void> {
    for (;;) {
      try {
        const { refused } = await live.take(source, body);
        if (refused[0] !== undefined) onRefused(source.code, new Error(`${refused[0].tag}：${refused[0].msg}`));
        return;
      } catch (error) {
        if (!(error instanceof AnlanError) || error.status >= 500) {
          if (error instanceof AnlanError && error.code === 'readingsWaiting') await sleep(RETRY_AFTER);
          else throw error;
        } else {
          // What is no message stays none, however often it is sent.
          onRefused(source.code, error);
          return;
        }
      }
    }
  }

  broker.on('connectionError', (_client, error) => onRefused('', error));
  broker.on('clientError', (_client, error) => onRefused('', error));
  const server = createServer((socket) => broker.handle(limitPackets(socket, LARGEST_PACKET)));
  server.maxConnections = MOST_CONNECTIONS;
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.close();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
