import { createHmac } from 'node:crypto';

/** How a pretended point behaves. */
type PointBehaviour = 'normal' | 'drift' | 'flood' | 'chatter' | 'offline' | 'duplicate' | 'disorder' | 'bad';

/** A point of the pretended plant. */
export interface PretendedPoint {
  readonly tag: string;
  /** Kind of its source: `DCS`. */
  readonly source: string;
  readonly rangeLow: number;
  readonly rangeHigh: number;
  /** Value about which it swings. */
  readonly usual: number;
  readonly decimals: number;
  /** What a drift goes beyond; undefined: the end of the range. */
  readonly high?: number | undefined;
}

interface SensorsOptions {
  /** Address of the platform. */
  readonly url: string;
  readonly servicePrefix?: string;
  readonly tenantId: string;
  /** Secret of the source of a kind; its code is the kind in small letters. */
  readonly secret: string;
  readonly points: readonly PretendedPoint[];
  /** Milliseconds between two values of a point. Default 5,000. */
  readonly every?: number;
  now?(): number;
}

/** What sends values. */
export interface Sensors {
  /** Lets a point, or all, behave otherwise from now on. */
  behave(behaviour: PointBehaviour, tag?: string): void;
  /** Sends one value of each point; gives the answers' counts. */
  tick(): Promise<{ readonly stored: number; readonly known: number; readonly refused: number }>;
  /** Begins to send by itself. */
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds in which a drift goes from the usual value beyond the limit. */
const DRIFT = 180_000;

/** Makes pretended sensors; nothing is sent before `tick` or `start`. */
export function createSensors(options: SensorsOptions): Sensors {
  const { url, servicePrefix = 'anlan', tenantId, secret, points, every = 5_000, now = Date.now } = options;
  const behaviours = new Map<string, { readonly behaviour: PointBehaviour; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<unknown> = Promise.resolve();

  function valuesOf(point: PretendedPoint, index: number, time: number) {
    const { behaviour = 'normal', since = time } = behaviours.get(point.tag) ?? {};
    const span = point.rangeHigh - point.rangeLow;
    // Two waves of different length and something of chance: neighbours do not move together.
    const swing =
      Math.sin(time / 97_000 + index) * 0.012 +
      Math.sin(time / 13_000 + index * 2) * 0.004 +
      (Math.random() - 0.5) * 0.004;
    const beyond = (point.high ?? point.rangeHigh) + span * 0.02;
    const at = (value: number) => {
      const bounded = Math.min(Math.max(value, point.rangeLow), point.rangeHigh);
      return Number(bounded.toFixed(point.decimals));
    };
    const usual = at(point.usual + swing * span);
    const one = (value: number | null, moment = time, quality = 'good') => ({
      tag: point.tag,
      value,
      quality,
      time: moment,
    });
    switch (behaviour) {
      case 'drift':
        return [one(at(usual + (beyond - point.usual) * Math.min((time - since) / DRIFT, 1)))];
      case 'flood':
        return Array.from({ length: 20 }, (_, place) => one(at(beyond), time - place * 100));
      case 'chatter':
        return [one(at(Math.floor(time / every) % 2 === 0 ? beyond : usual))];
      case 'offline':
        return [];
      case 'duplicate':
        return [one(usual), one(usual)];
      case 'disorder':
        return [one(usual), one(usual, time - 30_000), one(usual, time - 10_000)];
      case 'bad':
        return [one(null, time, 'bad')];
      default:
        return [one(usual)];
    }
  }

  async function send(source: string, readings: readonly unknown[]) {
    const body = JSON.stringify({ readings });
    const time = String(now());
    const response = await fetch(`${url}/api/${servicePrefix}-rhd/readings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'anlan-source': `${tenantId}/${source.toLowerCase()}`,
        'anlan-message-time': time,
        'anlan-signature': createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'),
      },
      body,
    });
    const { data, msg } = (await response.json()) as {
      readonly data: { readonly stored: number; readonly known: number; readonly refusedCount: number } | null;
      readonly msg: string;
    };
    if (data === null) throw new Error(`${source}: ${response.status} ${msg}`);
    return data;
  }

  async function tick() {
    const time = now();
    const sent = points.map((point, index) => ({ source: point.source, values: valuesOf(point, index, time) }));
    const total = { stored: 0, known: 0, refused: 0 };
    for (const [source, group] of Map.groupBy(sent, (one) => one.source)) {
      const answer = await send(
        source,
        group.flatMap(({ values }) => values),
      );
      total.stored += answer.stored;
      total.known += answer.known;
      total.refused += answer.refusedCount;
    }
    return total;
  }

  return {
    behave(behaviour, tag) {
      for (const point of points) {
        if (tag === undefined || point.tag === tag) behaviours.set(point.tag, { behaviour, since: now() });
      }
    },
    tick,
    start() {
      timer ??= setInterval(() => {
        // Whoever does not answer is asked again with the next value.
        under = under.then(() => tick()).catch(() => {});
      }, every);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await under;
    },
  };
}
