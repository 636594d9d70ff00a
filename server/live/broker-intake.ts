import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { ReceivedReadings } from '../../src/core/live/reading.ts';
import type { BrokerSettings } from '../ground/config.ts';
import { ConfigError } from '../ground/config-error.ts';
import type { LiveData } from './live.ts';

/** Topics of messages: `anlan/<tenant>/<code>/readings`. */
const TOPICS = 'anlan/+/+/readings';

/** Bytes that a message may have, as of a body by HTTP. */
const LARGEST_MESSAGE = 64 * 1024;

/** Messages that are being stored at a time; the broker keeps the others. */
const MOST_PENDING = 500;

/** Milliseconds after which a message is tried again for which there was no room, or no database. */
const AGAIN_AFTER = { full: 200, failed: 2_000 } as const;

/** Milliseconds after which a broker is asked again that was away. */
const ASKED_AGAIN = 2_000;

/** Milliseconds in which a broker has to answer, and in which it is told that this process leaves. */
const ANSWERED_WITHIN = 10_000;
const LEFT_WITHIN = 2_000;

/** Seconds after which a broker that says nothing is asked whether it is there. */
const ASKED_FOR_LIFE = 15;

/** Given to the client instead of an acknowledgement, which is sent later. */
const LATER = new Error('acknowledged after the commit');

interface BrokerOptions {
  readonly live: Pick<LiveData, 'takeKept' | 'takeVouched'>;
  /** One of the settings' addresses. */
  readonly url: string;
  readonly settings: BrokerSettings;
  /** Told of messages that were taken in no part; with no source of a broker that cannot be read, once each time. */
  onRefused(source: string, error: unknown): void;
  /** Told each time that the broker is read from now on. */
  onReading(): void;
}

/** What reads from a broker. */
interface BrokerIntake {
  /** Takes nothing more, finishes what is under way and leaves. */
  close(): Promise<void>;
}

/**
 * Reads the messages of sources from a broker that others run. It keeps them under the name of this process while the
 * platform is away (QoS 1, a session that stays). Each is acknowledged after its values are committed, however many are
 * being stored at that moment; what could not be stored is tried again, and stays the broker's until then. A broker that is
 * away, or refuses, is waited for.
 */
export function startBrokerIntake({ live, url, settings, onRefused, onReading }: BrokerOptions): BrokerIntake {
  const ending = new AbortController();
  const under = new Set<Promise<void>>();
  let goOn = (): void => undefined;
  let isAway = false;
  const client = connect(addressOf(url), optionsOf(url, settings));

  /** Gives whether the broker may forget the message. */
  async function take(topic: string, text: string): Promise<boolean> {
    const [, tenantId = '', code = ''] = topic.split('/');
    const source = `${tenantId}/${code}`;
    while (!ending.signal.aborted) {
      try {
        const { refused } = await receive(source, text);
        if (refused[0] !== undefined) onRefused(source, new Error(`${refused[0].tag}：${refused[0].msg}`));
        return true;
      } catch (error) {
        const isFull = error instanceof AnlanError && error.code === 'readingsWaiting';
        if (!isFull) onRefused(source, error);
        // What is no message stays none, however often it is given.
        if (error instanceof AnlanError && error.status < 500) return true;
        await sleep(AGAIN_AFTER[isFull ? 'full' : 'failed'], undefined, { signal: ending.signal }).catch(
          () => undefined,
        );
      }
    }
    return false;
  }

  async function receive(source: string, text: string): Promise<ReceivedReadings> {
    if (Buffer.byteLength(text) > LARGEST_MESSAGE) throw new AnlanError('bodyTooLarge', { limit: '64K' });
    const signed = signedIn(text);
    if (signed !== undefined) return live.takeKept({ source, ...signed });
    if (settings.isVouched) return live.takeVouched(source, text);
    throw new AnlanError('sourceUnknown');
  }

  // The library acknowledges what this tells it is done, and reads the next message only then; what it is told is no answer
  // to the broker, so that messages of many sources are stored together.
  client.handleMessage = (packet, next) => {
    const { stream } = client;
    const begin = () => {
      const taken = takeFrom(stream, packet).finally(() => {
        under.delete(taken);
        goOn();
      });
      under.add(taken);
      next(LATER);
    };
    if (under.size < MOST_PENDING) begin();
    else {
      // Of a connection that has ended meanwhile another one brings it again, and takes its place here.
      goOn = () => {
        goOn = () => undefined;
        if (!ending.signal.aborted) begin();
      };
    }
  };

  async function takeFrom(stream: MqttClient['stream'], packet: IPublishPacket): Promise<void> {
    const { topic, payload, qos, messageId } = packet;
    const isTaken = await take(topic, payload.toString('utf8'));
    // The number belongs to the connection by which the message came.
    if (isTaken && qos === 1 && !stream.destroyed) stream.write(acknowledgement(messageId ?? 0));
  }

  function lost(error: unknown): void {
    // Once for each time that it is away.
    if (!isAway && !ending.signal.aborted) onRefused('', error);
    isAway = true;
  }

  async function subscribe(): Promise<void> {
    const { stream } = client;
    try {
      const [granted] = await client.subscribeAsync(TOPICS, { qos: 1 });
      if (granted?.qos !== 1) throw new Error(`${TOPICS} is not given with QoS 1`);
      isAway = false;
      onReading();
    } catch (error) {
      lost(error);
      await sleep(ASKED_AGAIN, undefined, { signal: ending.signal }).catch(() => undefined);
      stream.destroy();
    }
  }

  client.on('connect', () => void subscribe());
  client.on('error', lost);
  client.on('close', () => lost(new Error('the connection has ended')));

  return {
    async close() {
      ending.abort();
      await Promise.all(under);
      const left = client.endAsync(!client.connected);
      await Promise.race([left, sleep(LEFT_WITHIN, undefined, { ref: false })]);
      client.end(true);
    },
  };
}

/** PUBACK of MQTT 3.1.1. */
const acknowledgement = (messageId: number) => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

/** Time, signature and body of a message that bears them; what is none of it may be a message itself. */
function signedIn(text: string): { time: string; signature: string; body: string } | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AnlanError('malformedJson');
  }
  if (typeof parsed !== 'object' || parsed === null || !('signature' in parsed)) return undefined;
  const { time, signature, body } = parsed as Record<string, unknown>;
  return { time: String(time), signature: String(signature), body: String(body) };
}

function addressOf(url: string): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  return address.href;
}

function optionsOf(url: string, { client, ca, certificate }: BrokerSettings): IClientOptions {
  const { username, password } = new URL(url);
  return {
    // Every broker speaks it.
    protocolVersion: 4,
    clientId: client,
    clean: false,
    // Brokers keep a subscription with its session; one that has lost it is asked at each connection, which is said aloud.
    resubscribe: false,
    reconnectPeriod: ASKED_AGAIN,
    reconnectOnConnackError: true,
    connectTimeout: ANSWERED_WITHIN,
    keepalive: ASKED_FOR_LIFE,
    ...(username === '' ? {} : { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
    ...(ca === undefined ? {} : { ca: fileOf('ANLAN_MQTT_CA', ca) }),
    ...(certificate === undefined
      ? {}
      : { cert: fileOf('ANLAN_MQTT_CERT', certificate.cert), key: fileOf('ANLAN_MQTT_KEY', certificate.key) }),
  };
}

function fileOf(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError(`${setting} 的文件无法读取：${path}`);
  }
}
