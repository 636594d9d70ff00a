import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../../mocks/gateways/gateway.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { plantId, TENANT } from '../fixtures/plant-desk.ts';

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
