import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMqttIntake } from '../../server/live/mqtt-intake.ts';
import { readingSignature } from '../../server/live/reading-source.ts';
import type { Curve } from '../../src/core/live/curve.ts';
import type { ReceivedReadings } from '../../src/core/live/reading.ts';
import type { Envelope, WireRecord } from '../../src/core/wire/contract.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient } from '../fixtures/patience.ts';
import { createPlantDesk, DAY, MINUTE, type PlantDesk, plantId, TENANT } from '../fixtures/plant-desk.ts';
import { runUntil } from '../fixtures/run-until.ts';
import { storePoint } from '../fixtures/sensor-points.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const SECRET = 'a-secret-of-the-test-plant';
const POINT = 'rhd/point';

describe('values of sensors', () => {
  let server: TestServer;
  let desk: PlantDesk;
  let level = '';
  let areaId = '';
  beforeAll(async () => {
    server = await startTestServer();
    desk = createPlantDesk(server);
    await desk.call('administrator', 'POST', 'system/reading-source/save', {
      code: 'dcs',
      name: '一号装置集散控制系统',
      kind: 'DCS',
      secret: SECRET,
    });
    const area = await desk.call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
      ...{ areaCode: 'BASE-1', areaName: '罐区', areaType: 'tank', polygon: OUTLINE, deptId: plantId('shop') },
      ...{ dutyUserId: plantId('second'), isMajor: '0' },
    });
    areaId = area.id;
    level = await point('LT-1001', 'DCS');
    await point('GT-0105', 'GDS');
  }, patient(120_000));
  afterAll(() => server?.stop());

  /** Stores a point; gives its id. */
  const point = (tag: string, source: string, tenantId = TENANT, status = '1') =>
    storePoint(server, { tag, source, tenantId, status, areaId: tenantId === TENANT ? areaId : null });
  const now = () => server.now().getTime();
  interface Sent {
    readonly source?: string;
    readonly secret?: string;
    readonly at?: number;
    readonly body?: string;
    /** What is sent, where it is not what was signed. */
    readonly sent?: string;
  }
  async function send(readings: unknown, more: Sent = {}) {
    const { source = `${TENANT}/dcs`, secret = SECRET, at = now(), body = JSON.stringify({ readings }) } = more;
    const response = await server.main.inject({
      method: 'POST',
      url: '/api/anlan-rhd/readings',
      headers: {
        'content-type': 'application/json',
        'anlan-source': source,
        'anlan-message-time': String(at),
        'anlan-signature': readingSignature(secret, String(at), body),
      },
      payload: more.sent ?? body,
    });
    return { status: response.statusCode, ...response.json<Envelope<ReceivedReadings>>() };
  }
  const record = () => desk.call<WireRecord>('safetyOfficer', 'GET', `${POINT}/detail?id=${level}`);
  const curve = (from: number, to: number, who = 'safetyOfficer') =>
    desk.ask<Curve>(who, 'GET', `rhd/readings/curve?entity=sensorPoint&id=${level}&from=${from}&to=${to}`);

  it('are stored once, whatever order they come in, and the newest stands in the record', async () => {
    const begin = Math.floor(now() / MINUTE) * MINUTE - 10 * MINUTE;
    const values = [40, 42, 38].map((value, index) => ({ tag: 'LT-1001', value, time: begin + index * 20_000 }));
    expect(await send([values[2], values[0]])).toMatchObject({ status: 200, data: { stored: 2, known: 0 } });
    expect(await send(values)).toMatchObject({ data: { stored: 1, known: 2, refusedCount: 0 } });
    expect(await record()).toMatchObject({ value: 38, quality: 'good', pointState: 'offline' });
    await send([{ tag: 'LT-1001', value: 85.5, time: new Date(now()).toISOString() }]);
    expect(await record()).toMatchObject({ value: 85.5, pointState: 'H' });
    await server.live.rollup();
    const drawn = await curve(begin, begin + 2 * 3_600_000);
    expect(drawn.data.step).toBe('minute');
    expect(drawn.data.places[0]).toEqual({ time: begin, low: 38, high: 42, last: 38 });
    // One that comes late changes the minute and the hour that it belongs to.
    await send([{ tag: 'LT-1001', value: 5, time: begin + 1_000 }]);
    await server.live.rollup();
    expect((await curve(begin, begin + 2 * 3_600_000)).data.places[0]).toMatchObject({ low: 5, high: 42, last: 38 });
    const hours = await curve(begin - 3 * DAY, begin + DAY);
    expect([hours.data.step, Math.min(...hours.data.places.map(({ low }) => low))]).toEqual(['hour', 5]);
    expect((await curve(begin, begin + MINUTE)).data.places.map(({ last }) => last)).toEqual([40, 5, 42, 38]);
  });

  it('that cannot be right are refused, each by itself and in words, and the others go on', async () => {
    await point('LT-2002', 'DCS', '645968');
    await point('LT-1009', 'DCS', TENANT, '0');
    const time = now();
    const answer = await send([
      { tag: 'LT-1001', value: 50, time },
      { tag: 'LT-1001', value: 50, time: time + 61_000 },
      { tag: 'LT-1001', value: 50, time: 0 },
      { tag: 'LT-1001', value: 50, time: time - 8 * DAY },
      { tag: 'LT-1001', value: null, time },
      { tag: 'LT-1001', value: '50', time },
      { tag: 'LT-1001', value: 1e308, time },
      { tag: 'LT-1001', value: 50, time: '2026-05-01 08:00:00' },
      { tag: 'LT-1001', value: 50, time, quality: 'fine' },
      { tag: 'LT-1001', value: 50, time, more: 1 },
      { tag: 'LT-9999', value: 50, time },
      { tag: 'LT-2002', value: 50, time },
      { tag: 'LT-1009', value: 50, time },
      { tag: 'GT-0105', value: 50, time },
      { tag: 'LT-1001', value: null, quality: 'bad', time: time + 1 },
      null,
    ]);
    expect([answer.status, answer.data.stored]).toEqual([200, 2]);
    expect(answer.data.refused.map(({ index, msg }) => `${index} ${msg}`)).toEqual([
      '1 采集时间晚于现在，请校准数据源的时钟',
      '2 采集时间早于7天前，不再接收',
      '3 采集时间早于7天前，不再接收',
      '4 质量为good的数据须有数值（value）',
      '5 数值（value）须是绝对值小于10亿的数',
      '6 数值（value）须是绝对值小于10亿的数',
      '7 采集时间（time）须是毫秒数，或带时区的时间，如2026-05-01T08:00:00+08:00',
      '8 数据质量（quality）须是good、bad、offline之一',
      '9 不认识的字段：more',
      '10 没有这个位号',
      '11 没有这个位号',
      '12 该位号已停用，不接收数据',
      '13 该位号的数据来源不是这一类，不接收',
      '15 每个数据须是一个对象',
    ]);
    expect(await record()).toMatchObject({ value: null, pointState: 'fault' });
    // JSON knows no NaN; what is no JSON is no message.
    expect(await send([], { body: '{"readings":[{"tag":"LT-1001","value":NaN}]}' })).toMatchObject({ status: 400 });
    expect(await send(Array.from({ length: 5_001 }, () => 0))).toMatchObject({ status: 400 });
    expect((await send([], { body: JSON.stringify({ readings: ['x'.repeat(10_000_000)] }) })).status).toBe(413);
  });

  it('of whom nobody knows, with a wrong, old or altered signature are not taken', async () => {
    const refused = { status: 401, msg: '数据源不存在、已停用，或签名不正确' };
    const one = [{ tag: 'LT-1001', value: 77 }];
    expect(await send(one, { secret: 'another-secret-entirely' })).toMatchObject(refused);
    expect(await send(one, { source: `${TENANT}/scada` })).toMatchObject(refused);
    expect(await send(one, { source: '645968/dcs' })).toMatchObject(refused);
    expect(await send(one, { at: now() - 301_000 })).toMatchObject(refused);
    const altered = { sent: JSON.stringify({ readings: [{ tag: 'LT-1001', value: 78 }] }) };
    expect(await send(one, altered)).toMatchObject(refused);
    const [source] = (
      await desk.call<{ records: WireRecord[] }>('administrator', 'GET', 'system/reading-source/page?current=1&size=10')
    ).records;
    expect(JSON.stringify(source)).not.toContain(SECRET);
    await desk.call('administrator', 'POST', 'system/reading-source/disable', { id: source?.id });
    expect(await send(one)).toMatchObject(refused);
    await desk.call('administrator', 'POST', 'system/reading-source/enable', { id: source?.id });
    expect(await send(one)).toMatchObject({ status: 200, data: { stored: 1 } });
  });

  it('are drawn for whoever sees the point, over at most 31 days', async () => {
    const end = now();
    expect(await curve(end - 32 * DAY, end)).toMatchObject({ status: 400, msg: '曲线最长31天' });
    expect(await curve(end, end - 1)).toMatchObject({ status: 400 });
    expect((await curve(end - DAY, end, 'employee')).status).toBeGreaterThanOrEqual(403);
    expect((await desk.ask('safetyOfficer', 'GET', `rhd/readings/curve?entity=user&id=1&from=1&to=2`)).status).toBe(
      404,
    );
  });

  it('of days that are over go with their day', async () => {
    const days = async () => {
      const rows = await server.database.withOwner((owner) =>
        owner.query<{ name: string }>(
          `select relname as name from pg_class where relnamespace = 'readings'::regnamespace and relkind = 'r' order by 1`,
        ),
      );
      return rows.rows.map(({ name }) => name);
    };
    const before = await days();
    expect(before).toHaveLength(10);
    await server.live.keepDays(new Date(now() + 95 * DAY));
    const after = await days();
    expect(after.filter((name) => before.includes(name)).length).toBeLessThan(10);
    // A day that nobody made beforehand is made when its first value comes.
    await server.database.withOwner((owner) => owner.query(`drop table readings.${before.at(-3)}`).catch(() => {}));
    expect(await send([{ tag: 'LT-1001', value: 61 }])).toMatchObject({ status: 200, data: { stored: 1 } });
  });

  it('come by MQTT too: acknowledged when they are stored, by their source and to its topic alone', async () => {
    const faults: string[] = [];
    const intake = await startMqttIntake({
      live: server.live,
      host: '127.0.0.1',
      port: 0,
      onRefused: (_, error) => faults.push(error instanceof Error ? error.message : String(error)),
    });
    const open = (username: string, password: string) =>
      connectAsync(`mqtt://127.0.0.1:${intake.port}`, { username, password, reconnectPeriod: 0, clientId: username });
    const client = await open(`${TENANT}/dcs`, SECRET);
    const topic = `anlan/${TENANT}/dcs/readings`;
    const stored = async () => {
      const rows = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ count: number }>('select count(*)::int as count from platform.reading where value = 33'),
      );
      return rows[0]?.count;
    };
    const begin = now() - MINUTE;
    const one = (time: number) => JSON.stringify({ readings: [{ tag: 'LT-1001', value: 33, time }] });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.publishAsync(topic, one(begin + index), { qos: 1 })),
    );
    expect(await stored()).toBe(20);
    // A message that comes twice is the same message, and one that is none is not asked for again.
    await client.publishAsync(topic, one(begin), { qos: 1 });
    await client.publishAsync(topic, 'no message', { qos: 1 });
    expect(await stored()).toBe(20);
    expect(faults).toEqual(['请求内容不是有效的JSON']);
    await expect(open(`${TENANT}/dcs`, 'a-secret-that-is-none')).rejects.toThrow(/Not authorized|Bad username/i);
    const closed = async (act: (other: MqttClient) => void) => {
      const other = await open(`${TENANT}/dcs`, SECRET);
      const ended = new Promise<void>((resolve) => other.once('close', () => resolve()));
      other.on('error', () => {});
      act(other);
      await ended;
    };
    await closed((other) => other.publish(`anlan/645968/dcs/readings`, one(begin + 50), { qos: 1 }));
    await closed((other) => other.publish(topic, 'x'.repeat(70_000), { qos: 1 }));
    expect(await stored()).toBe(20);
    await client.endAsync();
    await intake.close();
  });

  it('that pass a limit are told after the delay of the point, each limit by itself, and again when they are back', async () => {
    const id = await point('PT-2003', 'DCS');
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."sensorPoint" set hh = 90, "deadBand" = 2, "delaySec" = 5 where id = $1`, [id]),
    );
    const told = async () => {
      await server.live.tellLimits();
      const { version } = await desk.call<WireRecord>('safetyOfficer', 'GET', `${POINT}/detail?id=${id}`);
      const limits = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ limit: string; state: string }>(
          `select "limit", state from platform."readingLimit" where "pointId" = $1 and state <> 'quiet' order by 1`,
          [id],
        ),
      );
      // Nothing but these steps gives the record a version.
      return [(version as number) - 1, limits.map(({ limit, state }) => `${limit} ${state}`).join()];
    };
    const send1 = (value: number, quality = 'good') => send([{ tag: 'PT-2003', value, quality, time: now() }]);
    await send1(50);
    expect(await told()).toEqual([0, '']);
    // Shorter than the delay: nobody is told.
    await send1(82);
    server.advance(4_000);
    await send1(79);
    server.advance(2_000);
    expect(await told()).toEqual([0, '']);
    // Two limits are passed one after the other; the delay of each runs by itself, and without another value.
    await send1(82);
    server.advance(3_000);
    await send1(91);
    expect(await told()).toEqual([0, 'H waiting,HH waiting']);
    server.advance(2_500);
    expect(await told()).toEqual([1, 'H raised,HH waiting']);
    server.advance(3_000);
    expect(await told()).toEqual([2, 'H raised,HH raised']);
    // Each limit is an alarm of its own, as the handbook's area asks. Where the clock leaps eleven minutes the server may
    // look before the next value comes and find the point silent, which is told of rightly.
    const alarms = async () => {
      const rows = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ alarmThreshold: string; status: string; alarmValue: string; limitValue: string }>(
          `select "alarmThreshold", status, "alarmValue", "limitValue" from data."alarmEvent"
           where "pointId" = $1 and "alarmThreshold" <> 'OFFLINE' order by "createTime", id`,
          [id],
        ),
      );
      return rows.map(
        (row) => `${row.alarmThreshold} ${row.status} ${Number(row.alarmValue)}/${Number(row.limitValue)}`,
      );
    };
    expect(await alarms()).toEqual(['H pending 91/80', 'HH pending 91/90']);
    expect(await told()).toEqual([2, 'H raised,HH raised']);
    // Within the dead band it is not back, and a bad value says nothing.
    await send1(89);
    await send1(0, 'bad');
    expect(await told()).toEqual([2, 'H raised,HH raised']);
    await send1(87);
    expect(await told()).toEqual([3, 'H raised']);
    await send1(20);
    expect(await told()).toEqual([4, '']);
    expect(await alarms()).toEqual(['H recovered 91/80', 'HH recovered 91/90']);
    // What comes late is past.
    await send([{ tag: 'PT-2003', value: 99, time: now() - 30_000 }]);
    expect(await told()).toEqual([4, '']);
    // Passed again before anybody has judged the last alarm.
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."sensorPoint" set "delaySec" = 0 where id = $1`, [id]),
    );
    server.advance(60_000);
    await send1(85);
    expect(await told()).toEqual([5, 'H raised']);
    expect(await alarms()).toEqual(['H pending 91/80', 'HH recovered 91/90']);
    // It comes and goes within one message.
    await send([20, 85, 30].map((value, index) => ({ tag: 'PT-2003', value, time: now() + index * 100 })));
    server.advance(1_000);
    await told();
    expect(await alarms()).toEqual(['H recovered 91/80', 'HH recovered 91/90']);
    // Later than that it is another alarm, though the last one has not been closed.
    server.advance(11 * MINUTE);
    await send1(86);
    expect((await told())[1]).toBe('H raised');
    expect(await alarms()).toEqual(['H recovered 91/80', 'HH recovered 91/90', 'H pending 86/80']);
  });

  it('that change too fast are told, and are back once they have kept the limit for as long as it says', async () => {
    const id = await point('FT-4001', 'DCS');
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."sensorPoint" set "rateLimit" = 5, h = null, l = null where id = $1`, [id]),
    );
    const alarms = async (value: number) => {
      await send([{ tag: 'FT-4001', value, time: now() }]);
      await server.live.tellLimits();
      const rows = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ alarm: string }>(
          `select "alarmThreshold" || ' ' || status || ' ' || "limitValue"::float8 as alarm from data."alarmEvent"
           where "pointId" = $1 order by "createTime", id`,
          [id],
        ),
      );
      return rows.map(({ alarm }) => alarm).join();
    };
    expect(await alarms(50)).toBe('');
    // Nothing is known of a minute ago.
    expect(await alarms(70)).toBe('');
    server.advance(MINUTE + 5_000);
    expect(await alarms(72)).toBe('');
    server.advance(MINUTE + 5_000);
    expect(await alarms(60)).toBe('RATE pending 5');
    server.advance(MINUTE + 5_000);
    // Within the limit, but not for a minute.
    expect(await alarms(60)).toBe('RATE pending 5');
    server.advance(30_000);
    expect(await alarms(75)).toBe('RATE pending 5');
    server.advance(40_000);
    await server.live.tellLimits();
    expect(await alarms(63)).toBe('RATE pending 5');
    server.advance(MINUTE);
    expect(await alarms(63)).toBe('RATE recovered 5');
  });

  it('that do not come for longer than the setting says are an alarm by the clock, until they come again', async () => {
    const id = await point('TT-3001', 'DCS');
    const never = await point('TT-3002', 'DCS');
    const silent = 5 * MINUTE;
    const seen = async () => {
      await server.live.tellLimits();
      return server.database.withTenant(TENANT, (connection) =>
        connection.query<{ alarm: string }>(
          `select concat_ws(' ', "pointId", "alarmThreshold", "alarmType", "alarmSubtype", "alarmLevel", status) as alarm
           from data."alarmEvent" where "pointId" = any($1) order by "createTime", id`,
          [[id, never]],
        ),
      );
    };
    const send1 = (value: number | null, quality = 'good', time = now()) =>
      send([{ tag: 'TT-3001', value, quality, time }]);
    await send1(50);
    server.advance(silent - 2_000);
    // A bad value is a value; so it is heard from on later, and nothing was due in between.
    await send1(null, 'bad');
    server.advance(3_000);
    expect(await seen()).toEqual([]);
    server.advance(silent - 30_000);
    expect(await seen()).toEqual([]);
    // No message comes; it is told once, however often it is asked.
    server.advance(27_000);
    expect(await seen()).toEqual([{ alarm: `${id} OFFLINE device offline 4 pending` }]);
    expect(await seen()).toHaveLength(1);
    // What was measured long ago is no sign of life, and neither is a source that says that it hears nothing.
    await send1(50, 'good', now() - silent);
    await send1(null, 'offline');
    expect(await seen()).toEqual([{ alarm: `${id} OFFLINE device offline 4 pending` }]);
    await send1(50);
    expect(await seen()).toEqual([{ alarm: `${id} OFFLINE device offline 4 recovered` }]);
    // That was the last value: it is watched on.
    server.advance(silent + MINUTE);
    expect(await seen()).toEqual([{ alarm: `${id} OFFLINE device offline 4 pending` }]);
    await send1(50);
    await seen();
    // Whoever is out of service gives no values, and is not missed.
    await server.database.transaction(TENANT, (connection) =>
      connection.execute(`update data."sensorPoint" set status = '0' where id = $1`, [id]),
    );
    server.advance(silent + MINUTE);
    expect(await seen()).toEqual([{ alarm: `${id} OFFLINE device offline 4 recovered` }]);
  });

  it('of a point that is suppressed raise nothing, neither values nor silence, until it ends by itself', async () => {
    const id = await point('PT-5001', 'DCS');
    const fire = async (path: string, row: object = {}) => {
      const { version } = await desk.call<WireRecord>('safetyOfficer', 'GET', `${POINT}/detail?id=${id}`);
      return desk.ask('safetyOfficer', 'POST', `${POINT}/${path}`, { id, version, ...row });
    };
    const alarms = async (value?: number) => {
      if (value !== undefined) await send([{ tag: 'PT-5001', value, time: now() }]);
      await server.live.tellLimits();
      const rows = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ alarm: string }>(
          `select "alarmThreshold" || ' ' || status as alarm from data."alarmEvent" where "pointId" = $1
           order by "createTime", id`,
          [id],
        ),
      );
      return rows.map(({ alarm }) => alarm).join();
    };
    const until = (milliseconds: number) => ({
      suppressedUntil: desk.wall(milliseconds),
      suppressReason: '联锁校验',
    });
    expect((await fire('suppress', until(73 * 60 * MINUTE))).msg).toBe('抑制时间超过了规定的最长时间');
    expect((await fire('suppress', { suppressedUntil: desk.wall(MINUTE) })).msg).toContain('抑制原因');
    await send([{ tag: 'PT-5001', value: 85, time: now() }]);
    expect(await alarms()).toBe('H pending');
    expect((await fire('suppress', until(30 * MINUTE))).status).toBe(200);
    // What was told before stays, whatever comes; nothing is added.
    expect(await alarms(5)).toBe('H pending');
    server.advance(20 * MINUTE);
    expect(await alarms()).toBe('H pending');
    await runUntil(server, desk.wall(11 * MINUTE));
    expect(await desk.call('safetyOfficer', 'GET', `${POINT}/detail?id=${id}`)).toMatchObject({
      suppressedUntil: null,
      suppressReason: '联锁校验',
    });
    // It has been silent all that time, and its next value is held against its limits as before.
    // Whether it is silent is looked at once a minute, and may just have been, before the end.
    server.advance(2 * MINUTE);
    expect(await alarms()).toBe('H pending,OFFLINE pending');
    expect(await alarms(5)).toBe('H recovered,OFFLINE recovered,L pending');
  });
});
