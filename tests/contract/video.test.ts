import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CAMERA_PASSWORD, CAMERA_USER, type Cameras, startCameras } from '../../mocks/video/cameras.ts';
import { headersProtocol, VIDEO_PROTOCOL, type VideoMessage } from '../../src/core/video/watch.ts';
import type { Envelope, WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { plainCalls } from '../fixtures/leaks/asked-calls.ts';
import { OUTLINE } from '../fixtures/outline.ts';
import { patient, promised } from '../fixtures/patience.ts';
import { createPlantDesk, type PlantDesk, plantId, TENANT } from '../fixtures/plant-desk.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const DEVICE = 'safety/video/device';

/** Somebody who watches by a socket, and what came. */
interface Seen {
  readonly said: VideoMessage[];
  readonly pieces: Buffer[];
  readonly socket: WebSocket;
  /** Milliseconds from the beginning to the end that the server told. */
  readonly ended: Promise<{ readonly msg: string; readonly again: boolean; readonly after: number }>;
  until(holds: (seen: Seen) => boolean): Promise<void>;
}

describe('cameras', () => {
  let server: TestServer;
  let desk: PlantDesk;
  let cameras: Cameras;
  let address = '';
  let area = '';
  const ids: string[] = [];
  beforeAll(async () => {
    [server, cameras] = await Promise.all([startTestServer(), startCameras(0)]);
    address = await server.main.listen({ host: '127.0.0.1', port: 0 });
    desk = createPlantDesk(server);
    area = (
      await desk.call('safetyOfficer', 'POST', 'safety/risk/areas/main/submit', {
        ...{ areaCode: 'BASE-1', areaName: '罐区', areaType: 'tank', polygon: OUTLINE, deptId: plantId('shop') },
        ...{ dutyUserId: plantId('second'), isMajor: '0' },
      })
    ).id;
    for (const stream of ['live.mp4', 'live.mjpg', 'index.m3u8']) ids.push(await camera(stream));
  }, patient(120_000));
  afterAll(async () => {
    await server?.stop();
    await cameras?.close();
  });

  async function camera(stream: string, url = cameras.url): Promise<string> {
    const number = ids.length + 1;
    const { id } = await desk.call('administrator', 'POST', `${DEVICE}/save`, {
      ...{
        deviceName: `球机${number}`,
        deviceCode: `3402000000132000${String(number).padStart(4, '0')}`,
        deviceType: '2',
      },
      ...{ area, location: '北侧立杆', isMajorHazard: '0', stillUrl: `${url}/${number}/still.jpg` },
      ...{ streamUrl: `${url}/${number}/${stream}`, cameraUser: CAMERA_USER, cameraPassword: CAMERA_PASSWORD },
    });
    await step(id, 'connected');
    return id;
  }
  async function step(id: string, transition: string, more = {}) {
    const { version } = await desk.call('administrator', 'GET', `${DEVICE}/detail?id=${id}`);
    return desk.call('administrator', 'POST', `${DEVICE}/${transition}`, { id, version, ...more });
  }
  async function get(who: string, path: string) {
    const { headers } = await desk.signedIn(who);
    return server.main.inject({
      method: 'GET',
      url: path.startsWith('/') ? path : `/api/anlan-rhd/video/${path}`,
      headers,
    });
  }
  const still = async (id: string, who = 'safetyOfficer') => get(who, `still?id=${id}`);
  const messageOf = async (answer: ReturnType<typeof still>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json<Envelope<null>>().msg];
  };
  async function watch(id: string, who = 'safetyOfficer'): Promise<Seen> {
    const { headers } = await desk.signedIn(who);
    const begun = performance.now();
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/anlan-rhd/video/live?id=${id}`, [
      VIDEO_PROTOCOL,
      headersProtocol(headers),
    ]);
    const [said, pieces]: [VideoMessage[], Buffer[]] = [[], []];
    const ended = new Promise<Awaited<Seen['ended']>>((done, fail) => {
      socket.once('error', fail);
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) {
          pieces.push(data);
          return;
        }
        const message = JSON.parse(data.toString()) as VideoMessage;
        said.push(message);
        if (message.type === 'end') done({ ...message, after: performance.now() - begun });
      });
    });
    ended.catch(() => {});
    const seen: Seen = {
      ...{ said, pieces, socket, ended },
      async until(holds) {
        for (const end = performance.now() + 5_000; !holds(seen) && performance.now() < end; ) await sleep(10);
        expect([said, pieces.length, holds(seen)]).toEqual([said, pieces.length, true]);
      },
    };
    return seen;
  }

  it('are asked only where the company allows it, and give small stills, once for all who look', async () => {
    const [first = ''] = ids;
    expect(await messageOf(still(first))).toEqual([
      400,
      '摄像机的地址不在企业允许的网段内，请管理员在“参数设置”的“允许的摄像机内网网段”中加入',
    ]);
    const { records } = await desk.call<WirePage<WireRecord>>(
      'administrator',
      'GET',
      'system/tenant-setting/page?settingKey=video.networks',
    );
    const [{ id = '', version = 0 } = {}] = records;
    const set = (textValue: string) => ({ id, version, textValue, changeReason: '摄像机网段' });
    expect(await desk.refused('administrator', 'system/tenant-setting/change-text', set('127.0.0.1 好'))).toEqual([
      400,
      '“好”不是地址或网段，如 10.2.0.0/16',
    ]);
    await desk.call('administrator', 'POST', 'system/tenant-setting/change-text', set('127.0.0.1 169.254.0.0/16'));
    const before = cameras.asked(1).stills;
    const both = await Promise.all([still(first), still(first, 'administrator')]);
    expect(both.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [200, 'image/jpeg'],
      [200, 'image/jpeg'],
    ]);
    expect(both.map(({ rawPayload }) => rawPayload.length < 9_500 && rawPayload[0] === 0xff)).toEqual([true, true]);
    expect(cameras.asked(1).stills - before).toBe(1);
    // Whoever may not see the camera does not see it; nor does anybody of another company.
    expect(await messageOf(still(first, 'employee'))).toEqual([404, '摄像机不存在或已被删除']);
    const other = await server.signIn('safetyOfficer', '645968');
    const theirs = await server.main.inject({ url: `/api/anlan-rhd/video/still?id=${first}`, headers: other.headers });
    expect(theirs.statusCode).toBe(404);
    expect((await server.main.inject({ url: `/api/anlan-rhd/video/still?id=${first}` })).statusCode).toBe(401);
  });

  it('send their films as they are, once for all who watch; who watched stands in the log', async () => {
    const [film = '', pictures = '', list = ''] = ids;
    const [one, two, third, hls] = await Promise.all([
      watch(film),
      watch(film, 'administrator'),
      watch(pictures),
      watch(list),
    ]);
    await Promise.all([one, two].map((seen) => seen.until(({ pieces }) => pieces.length > 2)));
    expect(one.said).toEqual([
      { type: 'begin', kind: 'fmp4', mime: expect.stringMatching(/^video\/mp4; codecs="avc1\.\w{6}"$/) },
    ]);
    expect(one.pieces.slice(0, 2).map((piece) => piece.toString('latin1', 4, 8))).toEqual(['ftyp', 'moof']);
    expect([cameras.asked(1).streams, server.video.count()]).toEqual([1, { watchers: 4, streams: 3 }]);
    await third.until(({ pieces }) => pieces.length > 0);
    expect([third.said[0], third.pieces[0]?.[0]]).toEqual([{ type: 'begin', kind: 'mjpeg' }, 0xff]);
    await hls.until(({ said }) => said.length > 0);
    expect(hls.said).toEqual([{ type: 'begin', kind: 'hls' }]);
    const playlist = (await get('safetyOfficer', `playlist?id=${list}`)).body;
    const [part = ''] = playlist.split('\n').filter((line) => line.startsWith('/api/'));
    expect([playlist.includes('127.0.0.1'), playlist.includes('m4s'), part.length > 40]).toEqual([false, false, true]);
    expect((await get('safetyOfficer', part)).rawPayload.toString('latin1', 4, 8)).toBe('moof');
    expect((await get('employee', part)).statusCode).toBe(404);
    expect((await get('safetyOfficer', part.replace(list, film))).statusCode).toBe(400);
    cameras.behave('elsewhere', 3);
    await sleep(600);
    expect(await messageOf(get('safetyOfficer', `playlist?id=${list}`))).toEqual([400, '摄像机送来的不是画面']);
    for (const { socket } of [one, two, third, hls]) socket.close();
    await Promise.all([one, two, third, hls].map(({ socket }) => once(socket, 'close')));
    expect(server.video.count().watchers).toBe(0);
    await sleep(300);
    const log = await desk.call<WirePage<WireRecord>>(
      'administrator',
      'GET',
      `system/audit-log/page?recordId=${film}&size=50`,
    );
    const said = log.records.map(({ account, actionTitle, summary }) => `${account} ${actionTitle} ${summary}`);
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    expect(said).toEqual(
      expect.arrayContaining([
        'safetyOfficer 开始观看 定时画面',
        'safetyOfficer 开始观看 实时画面',
        expect.stringMatching(`^safetyOfficer 结束观看 实时画面，${time} 至 ${time}$`),
        expect.stringMatching(`^administrator 结束观看 实时画面，${time} 至 ${time}$`),
      ]),
    );
  });

  it('end at once for whoever may not watch any more', async () => {
    const [film = ''] = ids;
    const seen = await watch(film);
    await seen.until(({ pieces }) => pieces.length > 1);
    const changed = performance.now();
    await step(film, 'lost');
    expect(await seen.ended).toMatchObject({ msg: '摄像机不在线', again: false });
    expect(performance.now() - changed).toBeLessThan(promised(1_500));
    expect((await still(film)).statusCode).toBe(400);
    await step(film, 'connected');
    const theirs = await watch(film, 'administrator');
    await theirs.until(({ pieces }) => pieces.length > 1);
    await get('administrator', '/api/anlan-auth/oauth/logout');
    expect(await theirs.ended).toMatchObject({ msg: '登录已失效，请重新登录', again: false });
    expect(await (await watch(film, 'employee')).ended).toMatchObject({ again: false, msg: '摄像机不存在或已被删除' });
    const nobody = new WebSocket(
      `${address.replace('http', 'ws')}/api/anlan-rhd/video/live?id=${film}`,
      VIDEO_PROTOCOL,
    );
    const [answer] = await once(nobody, 'message');
    expect(JSON.parse(String(answer))).toMatchObject({ type: 'end', again: false });
  });

  it(
    'that send what they should not are told of in words, and the others go on',
    async () => {
      const [film = ''] = ids;
      desk = createPlantDesk(server);
      const told: [Parameters<Cameras['behave']>[0], string, string][] = [
        ['rubbish', '摄像机送来的不是画面', '摄像机送来的不是画面'],
        ['refuse', '摄像机拒绝了请求', '摄像机拒绝了请求'],
        ['large', '摄像机送来的画面太大', ''],
        ['elsewhere', '摄像机拒绝了请求', '摄像机拒绝了请求'],
        ['silent', '摄像机没有送来画面', '摄像机没有送来画面'],
        ['stall', '', '摄像机没有送来画面'],
      ];
      const bad = await told.reduce<Promise<string[]>>(async (before, [behaviour]) => {
        const made = await before;
        ids.push(await camera('live.mp4'));
        cameras.behave(behaviour, ids.length);
        return [...made, ids.at(-1) ?? ''];
      }, Promise.resolve([]));
      const good = await watch(film);
      const outcomes = await Promise.all(
        bad.map(async (id, index) => {
          const [, shown, watched] = told[index] ?? [];
          return [
            shown === '' ? '' : (await messageOf(still(id)))[1],
            watched === '' ? '' : (await (await watch(id)).ended).msg,
          ];
        }),
      );
      expect(outcomes).toEqual(told.map(([, shown, watched]) => [shown, watched]));
      await good.until(({ pieces }) => pieces.length > 5);
      good.socket.close();
      expect(await server.log()).not.toContain('unhandled');
    },
    patient(30_000),
  );

  it(
    'are offline once they give no picture several times, and online with the next, as the platform itself finds',
    async () => {
      const id = await camera('live.mp4');
      ids.push(id);
      const number = ids.length;
      const state = async () => {
        const { status, awayReason } = await desk.call('administrator', 'GET', `${DEVICE}/detail?id=${id}`);
        return [status, awayReason];
      };
      cameras.behave('refuse', number);
      await still(id);
      await still(id);
      expect([cameras.asked(number).stills, await state()]).toEqual([expect.any(Number), ['1', null]]);
      for (const end = performance.now() + 20_000; (await state())[0] === '1' && performance.now() < end; ) {
        await still(id);
        await sleep(500);
      }
      expect(await state()).toEqual(['0', '摄像机拒绝了请求']);
      // Whoever looks asks it again, but seldom; what is wrong is still said.
      await still(id);
      const asked = cameras.asked(number).stills;
      await sleep(3_500);
      expect(await messageOf(still(id))).toEqual([400, '摄像机拒绝了请求']);
      expect(cameras.asked(number).stills).toBe(asked);
      cameras.behave('normal', number);
      const seen = await watch(id);
      await seen.until(({ pieces }) => pieces.length > 1);
      for (const end = performance.now() + 5_000; (await state())[0] === '0' && performance.now() < end; )
        await sleep(50);
      expect(await state()).toEqual(['1', null]);
      seen.socket.close();
      const log = await desk.call<WirePage<WireRecord>>(
        'administrator',
        'GET',
        `system/audit-log/page?recordId=${id}&size=50`,
      );
      const steps = log.records.filter(({ account }) => account === 'system').map(({ actionTitle }) => actionTitle);
      expect(steps.toSorted()).toEqual(['取不到画面', '画面恢复'].toSorted());
      // One that a person set offline is not asked, and comes back by a person.
      await step(id, 'lost');
      const before = cameras.asked(number).stills;
      expect(await messageOf(still(id))).toEqual([400, '摄像机不在线']);
      expect(cameras.asked(number).stills).toBe(before);
    },
    patient(60_000),
  );

  it('are nowhere told: neither address nor password is in any answer, nor in the log', async () => {
    const snapshot = await server.metadata.snapshot(TENANT);
    const model = snapshot.entities.get('videoDevice');
    if (model === undefined) throw new Error('no cameras');
    const [film = ''] = ids;
    const { port } = new URL(cameras.url);
    const secrets = [CAMERA_PASSWORD, `:${port}/`, 'live.mp4'];
    let asked = 0;
    for (const who of ['administrator', 'safetyOfficer']) {
      const { headers } = await desk.signedIn(who);
      for (const { method, url, body } of plainCalls(model, film)) {
        const answer = await server.main.inject({
          method,
          url,
          headers,
          ...(body === undefined ? {} : { payload: body }),
        });
        asked += 1;
        expect([url, secrets.filter((secret) => answer.body.includes(secret))]).toEqual([url, []]);
      }
      const log = await desk.call('administrator', 'GET', 'system/audit-log/page?entityKey=videoDevice&size=100');
      expect(secrets.filter((secret) => JSON.stringify(log).includes(secret))).toEqual([]);
    }
    expect(asked).toBeGreaterThan(15);
    const lines = await server.log();
    expect(secrets.filter((secret) => lines.includes(secret))).toEqual([]);
  });
});
