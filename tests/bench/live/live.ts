import { setTimeout as sleep } from 'node:timers/promises';
import { readingSignature } from '../../../server/live/reading-source.ts';
import { type Curve, LONGEST_CURVE } from '../../../src/core/live/curve.ts';
import type { ReceivedReadings } from '../../../src/core/live/reading.ts';
import type { Envelope } from '../../../src/core/wire/contract.ts';
import { type EventReader, readEvents } from '../../fixtures/event-reader.ts';
import { createPlantDesk, TENANT } from '../../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../../fixtures/test-server.ts';
import { type Bench, type BenchRow, progress } from '../harness/bench.ts';
import { median, percentile, rounded } from '../harness/statistics.ts';

/** Seconds of each part, values a second, and listeners (others by words: `npm run bench -- live 5,1000,20`). */
const SECONDS = 30;
const POINTS = 5_000;
const LISTENERS = 200;
/** Values of a message, and messages under way at once where it is to be as fast as can be. */
const IN_MESSAGE = 500;
const AT_FULL_SPEED = 20;
/** Milliseconds in which people are to know, and in which a curve is to be there. */
const KNOWN_WITHIN = 1_000;
const DRAWN_WITHIN = 300;
const CURVES = 50;
/** Milliseconds after which a listener counts as never told. */
const NEVER = 30_000;
/** Streams that one session may have. */
const OF_SESSION = 10;
/** As often as the job of a running server adds up. */
const ADDED_UP = 10_000;

const SOURCE = { code: 'bench', secret: 'a-secret-of-the-bench-plant' } as const;

/**
 * Values of sensors, by signed messages over HTTP: how many a second are stored as fast as they can be sent; then, with so
 * many sent each second, how long it takes from sending a second's values until a browser that listens is told of the last
 * of them; and the curve of 31 days. Throws where a value that was acknowledged is not there, or a listener is never told.
 * `ratio` is to the budgets: 5,000 a second, p99 one second, p95 300 ms. Server, database, sources and listeners share the
 * machine's cores.
 */
export const bench: Bench = {
  name: 'live',
  async *run(words) {
    const [seconds = SECONDS, points = POINTS, listeners = LISTENERS] = words.map(Number);
    const server = await startTestServer();
    try {
      const base = await server.main.listen({ host: '127.0.0.1', port: 0 });
      const officer = createPlantDesk(server);
      await officer.call('administrator', 'POST', 'system/reading-source/save', {
        ...{ ...SOURCE, name: '测量用数据源', kind: 'DCS' },
      });
      await storePoints(server, points);
      const plant = { server, base, points };
      const summing = sumUp(server);
      progress(`${points} 个点位，全速送入 ${seconds} 秒`);
      yield await intake(plant, seconds);
      progress(`每秒 ${points} 个数据，${listeners} 个浏览器，${seconds} 秒`);
      yield await delay(plant, seconds, listeners);
      await summing.end();
      progress('31天曲线');
      yield await curve(plant);
    } finally {
      await server.stop();
    }
  },
};

interface Plant {
  readonly server: TestServer;
  readonly base: string;
  readonly points: number;
}

async function intake(plant: Plant, seconds: number): Promise<BenchRow> {
  const slices = Math.ceil(plant.points / IN_MESSAGE);
  const time = plant.server.now().getTime();
  const began = performance.now();
  const stop = began + seconds * 1_000;
  const rates = Array.from({ length: seconds }, () => 0);
  let next = 0;
  let all = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < stop) {
      const own = next;
      next += 1;
      // Each point's values are a millisecond apart, so that none is another one again.
      const count = await send(plant, messageOf(plant, own % slices, time + Math.floor(own / slices)));
      const second = Math.floor((performance.now() - began) / 1_000);
      all += count;
      // What was on its way at the end is stored and checked, but belongs to no second that was measured.
      if (second < seconds) rates[second] = (rates[second] ?? 0) + count;
    }
  };
  await Promise.all(Array.from({ length: AT_FULL_SPEED }, worker));
  await checkStored(plant, all);
  const middle = median(rates);
  return {
    bench: 'live-intake',
    ratio: rounded(middle / POINTS),
    p50: rounded(middle),
    // What was reached in 95 of 100 seconds.
    p95: rounded(percentile(rates, 0.05)),
    unit: 'rps',
    against: `每秒 ${POINTS} 个数据；送入 ${all} 个，一个不少`,
  };
}

async function delay(plant: Plant, seconds: number, count: number): Promise<BenchRow> {
  const listeners = await listen(plant, count);
  const before = await stored(plant);
  let sent = 0;
  const delays: number[] = [];
  try {
    for (let round = 0; round < seconds; round += 1) {
      const begun = Date.now();
      sent += await sendAll(plant);
      const known = Date.now();
      const told = await Promise.all(
        // Changes are told 20 ms after their commit at the earliest: what arrives now tells of the last one too.
        listeners.map((one) => one.next(({ data, at }) => data.topic === 'entity' && at >= known, NEVER)),
      );
      for (const { at } of told) delays.push(at - begun);
      for (const { events } of listeners) events.length = 0;
      await sleep(Math.max(0, begun + 1_000 - Date.now()));
    }
  } finally {
    for (const one of listeners) one.close();
  }
  await checkStored(plant, sent, before);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(delays, share)) as [number, number, number];
  return {
    bench: 'live-delay',
    ratio: rounded(p99 / KNOWN_WITHIN),
    p50: rounded(p50),
    p95: rounded(p95),
    unit: 'ms',
    against: `${count} 个浏览器，每秒 ${plant.points} 个数据，p99 ${rounded(p99)} ms 与 ${KNOWN_WITHIN} ms 之比`,
  };
}

async function curve({ server, base }: Plant): Promise<BenchRow> {
  const to = server.now().getTime();
  const from = to - LONGEST_CURVE;
  await server.database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into platform."readingHour" ("tenantId", "pointId", time, low, high, total, times, last)
       select $1, p, hour, 40, 60, 180000, 3600, 50
       from unnest($2::text[]) p,
         generate_series(date_trunc('hour', to_timestamp($3::float8 / 1000)), now(), interval '1 hour') hour
       on conflict do nothing`,
      [TENANT, Array.from({ length: 100 }, (_, index) => pointId(index + 1)), from],
    ),
  );
  // As it is done by itself where rows have come one by one.
  await server.database.withOwner((owner) => owner.query('analyze platform."readingHour"'));
  const { headers } = await server.signIn('safetyOfficer');
  const times: number[] = [];
  for (let index = 0; index < CURVES; index += 1) {
    const began = performance.now();
    const id = pointId((index % 100) + 1);
    const url = `${base}/api/anlan-rhd/readings/curve?entity=sensorPoint&id=${id}&from=${from}&to=${to}`;
    const answer = (await (await fetch(url, { headers })).json()) as Envelope<Curve>;
    times.push(performance.now() - began);
    if (answer.data?.places.length < 31 * 24) throw new Error(`曲线不完整：${JSON.stringify(answer).slice(0, 200)}`);
  }
  const p95 = percentile(times, 0.95);
  return {
    bench: 'live-curve',
    ratio: rounded(p95 / DRAWN_WITHIN),
    p50: rounded(median(times)),
    p95: rounded(p95),
    unit: 'ms',
    against: `31天曲线，p95 与 ${DRAWN_WITHIN} ms 之比`,
  };
}

const pointId = (number: number) => `bench-point-${number}`;
const tag = (number: number) => `BT-${number}`;

async function storePoints({ database }: TestServer, count: number): Promise<void> {
  await database.transaction(TENANT, (connection) =>
    connection.execute(
      `insert into data."sensorPoint" (id, "tenantId", tag, "pointName", "pointType", unit, "rangeLow", "rangeHigh",
         l, h, source, status, "dutyDeptId")
       select 'bench-point-' || n, $1, 'BT-' || n, 'BT-' || n, 'level', 'pct', 0, 100, 10, 80, 'DCS', '1', $1 || '-shop'
       from generate_series(1, $2::int) n`,
      [TENANT, count],
    ),
  );
}

/** A value of each point of a slice, of one moment. */
function messageOf({ points }: Plant, slice: number, time: number): string {
  const first = slice * IN_MESSAGE;
  const readings = Array.from({ length: Math.min(IN_MESSAGE, points - first) }, (_, index) => ({
    tag: tag(first + index + 1),
    // Within the limits: what is measured is intake, not the alarms that come of it.
    value: rounded(20 + Math.random() * 50),
    time,
  }));
  return JSON.stringify({ readings });
}

/** Sends a value of each point of this moment; gives how many were stored. */
async function sendAll(plant: Plant): Promise<number> {
  const time = plant.server.now().getTime();
  const slices = Array.from({ length: Math.ceil(plant.points / IN_MESSAGE) }, (_, index) => index);
  const counts = await Promise.all(slices.map((slice) => send(plant, messageOf(plant, slice, time))));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function send({ server, base }: Plant, body: string): Promise<number> {
  const at = String(server.now().getTime());
  const headers = {
    'content-type': 'application/json',
    'anlan-source': `${TENANT}/${SOURCE.code}`,
    'anlan-message-time': at,
    'anlan-signature': readingSignature(SOURCE.secret, at, body),
  };
  for (;;) {
    const response = await fetch(`${base}/api/anlan-rhd/readings`, { method: 'POST', headers, body });
    const { msg, data } = (await response.json()) as Envelope<ReceivedReadings>;
    if (response.status === 200 && data.refusedCount === 0 && data.known === 0) return data.stored;
    // There is no room just now: a source waits, and sends again.
    if (response.status !== 503) throw new Error(`${response.status} ${msg} ${JSON.stringify(data).slice(0, 200)}`);
    await sleep(100);
  }
}

async function stored({ server }: Plant): Promise<number> {
  const [row] = await server.database.withTenant(TENANT, (connection) =>
    connection.query<{ count: number }>('select count(*)::int as count from platform.reading'),
  );
  return row?.count ?? 0;
}

/** Throws where another number is stored than was acknowledged as new. */
async function checkStored(plant: Plant, sent: number, before = 0): Promise<void> {
  const found = (await stored(plant)) - before;
  if (found !== sent) throw new Error(`送入 ${sent} 个，写入 ${found} 个`);
}

async function listen({ server, base }: Plant, count: number): Promise<readonly EventReader[]> {
  const listeners: EventReader[] = [];
  while (listeners.length < count) {
    const { headers } = await server.signIn('safetyOfficer');
    for (let one = 0; one < OF_SESSION && listeners.length < count; one += 1) {
      const reader = await readEvents(`${base}/api/anlan-system/events?entities=sensorPoint`, headers);
      await reader.next(({ event }) => event === 'open', NEVER);
      listeners.push(reader);
    }
  }
  return listeners;
}

function sumUp({ live }: TestServer): { end(): Promise<void> } {
  let isOver = false;
  let failure: unknown;
  const running = (async () => {
    for (let waited = 0; !isOver; waited += 100) {
      await sleep(100);
      if (waited % ADDED_UP === 0) await live.rollup();
    }
    await live.rollup();
  })().catch((error: unknown) => {
    failure = error;
  });
  return {
    async end() {
      isOver = true;
      await running;
      if (failure !== undefined) throw failure;
    },
  };
}
