import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../mocks/gateways/gateway.ts';
import { createLedScreens } from '../../mocks/gateways/led-screens.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { readEvents } from '../fixtures/event-reader.ts';
import { promised } from '../fixtures/patience.ts';
import { SITE_PHOTO } from '../fixtures/photo.ts';
import { plantId, TENANT } from '../fixtures/plant-desk.ts';
import { sendFile } from '../fixtures/send-file.ts';

/** Programs of the LED screens, from the draft to what each screen has answered (handbook A7). */
const PROGRAM = 'led/hkledprogram';
const SCREEN = 'led/hkledscreen';
const SECRET = 'a-secret-of-the-gateway';
const HOUR = 3_600_000;

let at: BaseDesk;
let gateway: Gateway;
let screens: readonly string[];
let made = 0;

beforeAll(async () => {
  at = await startBaseDesk([
    ['director', '总监丙', 'safetyDirector'],
    ['keeper', '维护丁', 'equipmentManager'],
    ['admin1', '管理戊', 'administrator'],
  ]);
  const screen = async (screenCode: string) =>
    (
      await at.desk.call('keeper', 'POST', `${SCREEN}/save`, {
        ...{ screenName: `屏${screenCode}`, screenCode, deptId: plantId('company'), width: 640, height: 320 },
      })
    ).id;
  screens = [await screen('L-1'), await screen('L-2')];
});
afterAll(() => at?.server.stop());

beforeEach(async () => {
  gateway = await startGateway(SECRET);
  const found = await at.desk.call<WirePage<WireRecord>>('admin1', 'GET', 'system/connector/page?current=1&size=10');
  const [known] = found.records;
  await at.desk.call('admin1', 'POST', 'system/connector/save', {
    ...(known === undefined ? {} : { id: known.id, version: known.version }),
    ...{ name: '信息屏', connector: 'led', kind: 'led', address: gateway.url, secret: SECRET },
    privateAddresses: '127.0.0.1',
  });
});
afterEach(() => gateway.close());

/** Stores a program as the safety officer; gives its id. */
async function program(more: object = {}): Promise<string> {
  made += 1;
  const body = {
    programName: `节目${made}`,
    programType: 'text',
    lunboArchText: '今日有动火作业，请绕行。',
    priority: '3',
  };
  const days = { validTime: at.day(), validEnd: at.day(2) };
  const saved = await at.desk.call('safetyOfficer', 'POST', `${PROGRAM}/save`, {
    ...{ ...body, ...days, screenIds: screens },
    ...more,
  });
  return saved.id;
}

const stateOf = async (id: string) => (await at.desk.call('director', 'GET', `${PROGRAM}/detail?id=${id}`)).status;

async function receipts(programId: string): Promise<readonly WireRecord[]> {
  const path = `led/hkledrelease/page?current=1&size=20&programId=${programId}`;
  return (await at.desk.call<WirePage<WireRecord>>('safetyOfficer', 'GET', path)).records;
}

const answers = async (id: string) => (await receipts(id)).map(({ status }) => status).sort();
const online = async (id: string | undefined) =>
  (await at.desk.call('keeper', 'GET', `${SCREEN}/detail?id=${id}`)).online;

describe('a program of the LED screens', () => {
  it('is released by somebody else than who edits, goes to each screen, and each answers for itself', async () => {
    const id = await program();
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    expect((await at.desk.refused('safetyOfficer', `${PROGRAM}/publish`, { id, version: 2 }))[0]).toBe(403);
    await at.desk.call('director', 'POST', `${PROGRAM}/release?id=${id}`);
    expect([await stateOf(id), await answers(id)]).toEqual(['released', ['sending', 'sending']]);
    await at.server.outbox.runDue(at.server.now());
    expect(gateway.arrivals.map(({ body }) => [body.screen, body.text, body.color]).sort()).toEqual([
      ['L-1', '今日有动火作业，请绕行。', '#FF0000'],
      ['L-2', '今日有动火作业，请绕行。', '#FF0000'],
    ]);
    expect([await answers(id), await online(screens[0])]).toEqual([['shown', 'shown'], '1']);

    // What plays is neither changed nor removed, and goes down on every screen.
    expect((await at.desk.refused('safetyOfficer', `${PROGRAM}/remove?ids=${id}`, {}))[0]).not.toBe(200);
    expect((await at.desk.refused('keeper', `${SCREEN}/remove`, { ids: screens[0] }))[1]).toContain('播放中');
    await at.fire('safetyOfficer', PROGRAM, 'stop', id);
    await at.server.outbox.runDue(at.server.now());
    expect([await stateOf(id), await answers(id)]).toEqual(['stopped', ['ended', 'ended']]);
    expect(gateway.arrivals.slice(2).map(({ body }) => body.clear)).toEqual([id, id]);
  });

  it('has failed once no screen has taken it, which its people are told, and is released anew', async () => {
    const id = await program();
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    await at.fire('director', PROGRAM, 'publish', id);
    gateway.behave('refuse');
    for (let tries = 0; tries < 8; tries += 1)
      await at.server.outbox.runDue(new Date(at.server.now().getTime() + tries * 13 * HOUR));
    expect([await stateOf(id), await answers(id), await online(screens[1])]).toEqual([
      'failed',
      ['failed', 'failed'],
      '0',
    ]);
    gateway.behave('accept');
    await at.fire('director', PROGRAM, 'publish', id);
    await at.server.outbox.runDue(at.server.now());
    expect([await stateOf(id), (await answers(id)).filter((state) => state === 'shown')]).toEqual([
      'released',
      ['shown', 'shown'],
    ]);
  });

  it('is no more believed to be shown than the screen shows it, and each receipt says why not, at the first attempt', async () => {
    const controller = createLedScreens();
    const lying = await startGateway(SECRET, 0, controller);
    try {
      const [known] = (
        await at.desk.call<WirePage<WireRecord>>('admin1', 'GET', 'system/connector/page?current=1&size=10')
      ).records;
      await at.desk.call('admin1', 'POST', 'system/connector/save', {
        ...{ id: known?.id, version: known?.version, address: lying.url, secret: SECRET },
      });
      const id = await program({ lunboArchText: '请勿靠近', priority: '1' });
      await at.fire('safetyOfficer', PROGRAM, 'submit', id);
      lying.behave('dark');
      await at.fire('director', PROGRAM, 'publish', id);
      await at.server.outbox.runDue(at.server.now());
      const said = async () => (await receipts(id)).map(({ status, fault }) => [status, fault]);
      const why = '控制器应答已收到，但屏上没有这个节目';
      expect(await said()).toEqual([
        ['sending', why],
        ['sending', why],
      ]);
      expect(await online(screens[0])).toBe('0');
      const today = at.day();
      expect(controller.picture('L-1', today)).not.toContain('请勿靠近');
      lying.behave('accept');
      await at.server.outbox.runDue(new Date(at.server.now().getTime() + 2 * 60_000));
      expect(await said()).toEqual([
        ['shown', null],
        ['shown', null],
      ]);
      expect(controller.picture('L-1', today)).toContain(`data-program="${id}"`);
      // What is stopped and stays on the screen is told too.
      lying.behave('dark');
      await at.fire('safetyOfficer', PROGRAM, 'stop', id);
      await at.server.outbox.runDue(at.server.now());
      const messages = await at.desk.call<WirePage<WireRecord>>(
        'admin1',
        'GET',
        'system/outgoing-message/page?current=1&size=20',
      );
      expect(messages.records.map(({ fault }) => fault)).toContain('控制器应答已收到，但屏上还在播这个节目');
    } finally {
      await lying.close();
    }
  });

  it('expires with its last day', async () => {
    const id = await program({ validEnd: at.day() });
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    await at.fire('director', PROGRAM, 'publish', id);
    await at.server.timers.runDue(new Date(Date.parse(`${at.day(1)}T00:00:30+08:00`)));
    expect(await stateOf(id)).toBe('expired');
  });

  it('is read without login while it plays, its text and nothing else of it', async () => {
    const read = async (query: string) => {
      const { main } = at.server;
      const response = await main.inject({ url: `/api/anlan-system/record/open?entity=ledProgram&${query}` });
      return [response.statusCode, response.json().data ?? null];
    };
    const id = await program({ lunboArchText: '一号门<b>施工</b>\n请绕行' });
    expect(await read(`id=${id}`)).toEqual([404, null]);
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    await at.fire('director', PROGRAM, 'publish', id);
    const words = { lunboArchText: '一号门<b>施工</b>\n请绕行', programType: 'text', fontSize: 32, scrollMode: 'auto' };
    const [status, told] = await read(`id=${id}`);
    expect([status, told]).toMatchObject([200, words]);
    // Who made it, released it and where it stands is nobody's business.
    for (const hidden of ['id', 'programNo', 'createUser', 'releaseUserId', 'screenIds', 'opinion', 'remark', 'status'])
      expect(Object.keys(told)).not.toContain(hidden);
    // Neither another company nor an entity that publishes nothing nor the usual call says more.
    expect(await read(`id=${id}&tenantId=645968`)).toEqual([404, null]);
    expect(await read(`id=${screens[0]}`)).toEqual([404, null]);
    expect(await read("id=1'or'1'='1")).toEqual([404, null]);
    const release = `/api/anlan-system/record/open?entity=ledRelease&id=${id}`;
    expect((await at.server.main.inject({ url: release })).statusCode).toBe(404);
    expect((await at.server.main.inject({ url: `/api/anlan-${PROGRAM}/detail?id=${id}` })).statusCode).toBe(401);
    await at.server.database.transaction(TENANT, (connection) =>
      connection.execute(`update platform."publicUse" set count = 1200 where key like 'read:%'`),
    );
    expect((await read(`id=${id}`))[0]).toBe(429);
    at.server.advance(HOUR);
    await at.fire('safetyOfficer', PROGRAM, 'stop', id);
    expect(await read(`id=${id}`)).toEqual([404, null]);
  });

  it('is read by its screen without login, with all others that it plays now, and by nothing else', async () => {
    const ask = async (path: string) => {
      const response = await at.server.main.inject({ url: `/api/anlan-system/record/${path}` });
      return [response.statusCode, response.json().data ?? null] as const;
    };
    const list = async (id: string | undefined, more = '', by = 'screenIds') => {
      const [status, rows] = await ask(`open-list?entity=ledProgram&by=${by}&id=${id}${more}`);
      return [status, (rows as { id: string }[] | null)?.map((row) => row.id) ?? null] as const;
    };
    const [, before] = await list(screens[0]);
    const first = await program({ lunboArchText: '甲' });
    const second = await program({ lunboArchText: '乙', screenIds: [screens[1] ?? ''] });
    await program({ lunboArchText: '草稿' });
    for (const id of [first, second]) {
      await at.fire('safetyOfficer', PROGRAM, 'submit', id);
      await at.fire('director', PROGRAM, 'publish', id);
    }
    expect(await list(screens[0])).toEqual([200, [...(before ?? []), first]]);
    expect((await list(screens[1]))[1]).toEqual(expect.arrayContaining([first, second]));
    // Not by what is not named for it, of another company, or of what is no id.
    expect(await list(screens[0], '', 'promiseId')).toEqual([404, null]);
    expect(await list(screens[0], '', '__proto__')).toEqual([404, null]);
    expect(await list(screens[0], '&tenantId=645968')).toEqual([200, []]);
    expect(await list("1'or'1'='1")).toEqual([404, null]);
    expect(await ask(`open?entity=ledScreen&id=${screens[0]}`)).toMatchObject([200, { width: expect.any(Number) }]);
    expect((await ask(`open-list?entity=ledScreen&by=deptId&id=${screens[0]}`))[0]).toBe(404);
  });

  it('shows its pictures to whoever stands before the screen while it plays, and to nobody else or later', async () => {
    const main = at.server.main;
    const person = await at.desk.signedIn('safetyOfficer');
    const [picture, other] = [await sendFile(main, person), await sendFile(main, person)];
    const id = await program({ programType: 'image', lunboArchText: null, mediaFiles: [picture], fit: 'cover' });
    const open = (file: string, more = '') =>
      main.inject({ url: `/api/anlan-system/record/open-file?entity=ledProgram&id=${id}&file=${file}${more}` });
    expect((await open(picture)).statusCode).toBe(404);
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    await at.fire('director', PROGRAM, 'publish', id);
    const answer = await open(picture);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-cache',
    ]);
    expect(answer.rawPayload.equals(Buffer.from(SITE_PHOTO))).toBe(true);
    const told = await main.inject({ url: `/api/anlan-system/record/open?entity=ledProgram&id=${id}` });
    // No name of a file, which may be that of a person.
    expect(told.json().data.mediaFiles).toEqual([
      { file: picture, kind: 'image/png', size: answer.rawPayload.length, width: 64, height: 48 },
    ]);
    expect(told.body).not.toContain('a.png');
    for (const [file, more] of [
      [other, ''],
      ["1'or'1'='1", ''],
      [picture, '&tenantId=645968'],
    ] as const)
      expect((await open(file, more)).statusCode).toBe(404);
    // Its gateways are told of it too, though there is no text.
    await at.server.outbox.runDue(at.server.now());
    // What earlier programs still had to tell may arrive between or after them.
    const arrived = gateway.arrivals.map(({ body }) => body).filter((body) => body.program === id);
    expect(arrived).toHaveLength(screens.length);
    for (const body of arrived) expect(body).toMatchObject({ media: [picture], type: 'image' });
    expect(await answers(id)).toEqual(['shown', 'shown']);
    await at.fire('safetyOfficer', PROGRAM, 'stop', id);
    expect((await open(picture)).statusCode).toBe(404);
  });

  it('is told to its screen within 2 s of its release and of its stop, and what is drafted or of others is not', async () => {
    const base = await at.server.main.listen({ host: '127.0.0.1', port: 0 });
    const follow = async (id: string | undefined, more = '') => {
      const query = `entity=ledProgram&by=screenIds&id=${id}${more}`;
      return readEvents(`${base}/api/anlan-system/record/open-events?${query}`, {});
    };
    const streams = await Promise.all(screens.map((id) => follow(id)));
    try {
      const [here, there] = streams;
      if (here === undefined || there === undefined) throw new Error('no streams');
      const ids = (reader: typeof here) =>
        (reader.events.at(-1)?.data.records as { id: string }[] | undefined)?.map(({ id }) => id) ?? [];
      await Promise.all(streams.map((one) => one.next(({ event }) => event === 'records')));
      expect([here.status, here.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const before = there.events.length;
      const id = await program({ screenIds: [screens[0] ?? ''], lunboArchText: '紧急疏散', priority: '1' });
      await at.fire('safetyOfficer', PROGRAM, 'submit', id);
      expect(ids(here)).not.toContain(id);
      const released = Date.now();
      await at.fire('director', PROGRAM, 'publish', id);
      const seen = await here.next(() => ids(here).includes(id), 2_000);
      expect(seen.at - released).toBeLessThan(promised(2_000));
      expect(here.events.at(-1)?.data.records).toEqual(
        expect.arrayContaining([expect.objectContaining({ id, lunboArchText: '紧急疏散', priority: '1' })]),
      );
      await at.fire('safetyOfficer', PROGRAM, 'stop', id);
      await here.next(() => !ids(here).includes(id), 2_000);
      // The other screen was told nothing, not even that something was written.
      expect(there.events).toHaveLength(before);
      for (const [query, status] of [
        ['&tenantId=645968', 200],
        ['&tenantId=x', 400],
      ] as const) {
        const reader = await follow(screens[0], query);
        expect(reader.status).toBe(status);
        if (status === 200)
          expect((await reader.next(({ event }) => event === 'records')).data).toEqual({ records: [] });
        reader.close();
      }
      expect((await follow("1'or'1'='1")).status).toBe(404);
    } finally {
      for (const one of streams) one.close();
    }
  });

  it('takes no film that is none, and none of a size that its field does not allow', async () => {
    const person = await at.desk.signedIn('safetyOfficer');
    const sent = async (name: string, content: Uint8Array) => {
      const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
      const answer = await at.server.main.inject({
        method: 'POST',
        url: '/api/anlan-resource/oss/endpoint/put-file',
        headers: { ...person.headers, 'content-type': 'multipart/form-data; boundary=b' },
        payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
      });
      return answer.json<{ msg: string; data?: { attachId: string } | null }>();
    };
    const none = await sent('宣传片.mp4', Buffer.from('这不是影片'));
    expect([none.data ?? null, none.msg]).toEqual([null, expect.stringContaining('宣传片.mp4')]);
    const sheet = (await sent('名单.csv', Buffer.from('甲,乙\n'))).data?.attachId;
    const days = { validTime: at.day(), validEnd: at.day(1), priority: '3', screenIds: screens };
    const refused = await at.desk.ask('safetyOfficer', 'POST', `${PROGRAM}/save`, {
      ...{ programName: '坏片', programType: 'video', mediaFiles: [sheet], ...days },
    });
    expect([refused.status, refused.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/mediaFiles']]);
    expect(refused.errors?.[0]?.msg).toContain('文件类型不允许');
  });

  it('takes pictures and films as large as the company says, and says which one is larger, by how much', async () => {
    const main = at.server.main;
    const person = await at.desk.signedIn('safetyOfficer');
    const most = async (numberValue: number) => {
      const path = 'system/tenant-setting/page?settingKey=led.pictureSize';
      const { records } = await at.desk.call<WirePage<WireRecord>>('admin1', 'GET', path);
      const [{ id = '', version = 0 } = {}] = records;
      const body = { id, version, numberValue, changeReason: '大门口的屏幕放不了大图' };
      await at.desk.call('admin1', 'POST', 'system/tenant-setting/change', body);
    };
    await most(1);
    const large = Buffer.concat([Buffer.from(SITE_PHOTO), Buffer.alloc(1024 * 1024)]);
    const picture = await sendFile(main, person, { name: '大门.png', contentType: 'image/png', content: large });
    const days = { validTime: at.day(), validEnd: at.day(1), priority: '3', screenIds: screens };
    const body = { programName: '大图', programType: 'image', mediaFiles: [picture], ...days };
    const refused = await at.desk.ask('safetyOfficer', 'POST', `${PROGRAM}/save`, body);
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ pointer: '/mediaFiles', msg: '图片/视频“大门.png”：图片有1.1M，最大1M' }],
    ]);
    await most(2);
    expect((await at.desk.ask('safetyOfficer', 'POST', `${PROGRAM}/save`, body)).status).toBe(200);
  });

  it('is not released to screens that are out of use, and one that is out of use plays nothing', async () => {
    const gone = (
      await at.desk.call('keeper', 'POST', `${SCREEN}/save`, {
        ...{ screenName: '旧屏', screenCode: 'L-9', deptId: plantId('company'), width: 64, height: 32 },
      })
    ).id;
    const id = await program({ screenIds: [gone] });
    await at.fire('safetyOfficer', PROGRAM, 'submit', id);
    await at.fire('keeper', SCREEN, 'disable', gone);
    expect((await at.desk.refused('director', `${PROGRAM}/publish`, { id, version: 2 }))[1]).toBe('所选的屏幕都已停用');
    const open = `/api/anlan-system/record/open?entity=ledScreen&id=${gone}`;
    expect((await at.server.main.inject({ url: open })).statusCode).toBe(404);
  });

  it('is refused in words that say what is missing or over', async () => {
    const body = { programName: '坏节目', programType: 'text', priority: '3', screenIds: screens };
    const saved = async (more: object) => {
      const answer = await at.desk.ask('safetyOfficer', 'POST', `${PROGRAM}/save`, { ...body, ...more });
      return [answer.status, (answer.errors ?? []).map(({ pointer, msg }) => `${pointer} ${msg}`)];
    };
    const days = { validTime: at.day(), validEnd: at.day(1) };
    expect(await saved({ ...days, lunboArchText: '一', validEnd: at.day(-1) })).toEqual([
      400,
      [expect.stringContaining('/validEnd')],
    ]);
    expect(await saved({ ...days, lunboArchText: '一', textColor: 'red' })).toEqual([
      400,
      ['/textColor 文字颜色的格式如 #FF0000'],
    ]);
    const old = await program({ validTime: at.day(-3), validEnd: at.day(-1) });
    expect((await at.desk.refused('safetyOfficer', `${PROGRAM}/submit`, { id: old, version: 1 }))[1]).toBe(
      '播放截止日期已过，请改为今天或以后',
    );
  });
});
