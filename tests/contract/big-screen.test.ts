import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DashboardAnswer, TileAnswer, TileContent } from '../../src/core/wire/joint.ts';
import { type BaseDesk, startBaseDesk } from '../fixtures/base-desk.ts';
import { patient } from '../fixtures/patience.ts';
import { plantId, TENANT } from '../fixtures/plant-desk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A person who stands wherever a record lets anybody write. */
const WHO = '钱不露';
const PHONE = '13900001234';

/** What is shown on a wall without login (handbook B8): figures of the company, and nobody's name or phone number. */
describe('the monitoring screen', () => {
  let at: BaseDesk;

  /** Stores a row as it stands in the database, whatever its steps. */
  const row = (table: string, values: Readonly<Record<string, unknown>>) => {
    const all = { tenantId: TENANT, version: 1, isDeleted: 0, createTime: at.server.now(), ...values };
    const columns = Object.keys(all).map((key) => `"${key}"`);
    const places = columns.map((_, index) => `$${index + 1}`);
    return at.server.database.transaction(TENANT, (connection) =>
      connection.execute(
        `insert into data."${table}" (${columns.join(', ')}) values (${places.join(', ')})`,
        Object.values(all),
      ),
    );
  };
  const open = async (query = '', headers: Readonly<Record<string, string>> = {}) => {
    const url = `/api/anlan-system/joint/open?code=bigScreenTiles${query}`;
    const response = await at.server.main.inject({ url, headers });
    return { status: response.statusCode, text: response.body, body: response.json() };
  };
  const tilesOf = async (query = ''): Promise<ReadonlyMap<string, TileAnswer>> => {
    const { status, body } = await open(query);
    expect([status, body.msg]).toEqual([200, body.msg]);
    return new Map((body.data as DashboardAnswer).tiles.map((tile) => [tile.key, tile]));
  };
  type Kind<Name extends TileContent['kind']> = Extract<TileContent, { kind: Name }>;
  const contentOf = <Name extends TileContent['kind']>(
    tiles: ReadonlyMap<string, TileAnswer>,
    key: string,
    kind: Name,
  ) => {
    const content = tiles.get(key)?.content;
    expect([key, content?.kind, tiles.get(key)?.late]).toEqual([key, kind, undefined]);
    return content as Kind<Name>;
  };
  /** Rows of a chart in which something was counted, each as its label and its values. */
  const counted = (tiles: ReadonlyMap<string, TileAnswer>, key: string) =>
    contentOf(tiles, key, 'chart')
      .block.rows.filter(({ values }) => values.some((value) => value !== 0))
      .map(({ label, values }) => [label, ...values]);
  const numberOf = (tiles: ReadonlyMap<string, TileAnswer>, key: string) => contentOf(tiles, key, 'number').value;

  beforeAll(async () => {
    at = await startBaseDesk([['inspector', '查戊五', 'safetyOfficer']]);
    const now = at.server.now().getTime();
    const time = (hours: number) => new Date(now + hours * HOUR);
    const place = { lng: 120.0006, lat: 30.0004 };
    const area = await at.area(`${WHO}的罐区${PHONE}`);
    await at.area('控制室');
    await at.server.database.transaction(TENANT, async (connection) => {
      await connection.execute(`update data."user" set phone = $1 where id = $2`, [PHONE, plantId('second')]);
      await connection.execute(`update data."riskArea" set phone = $1, "dutyUserId" = $2`, [PHONE, plantId('second')]);
    });
    const peril = { perilName: `${WHO}发现${PHONE}`, areaId: area, finderId: plantId('second'), level: '1' };
    const found = { ...peril, findingTime: time(-1), location: WHO };
    await row('peril', { ...found, id: 'p1', perilNo: 'YH-1', status: 'closed' });
    await row('peril', {
      ...found,
      id: 'p2',
      perilNo: 'YH-2',
      status: 'rectifying',
      geo: place,
      abarbeitungDeadline: time(-0.5),
    });
    await row('peril', { ...found, id: 'p3', perilNo: 'YH-3', status: 'rectifying', abarbeitungDeadline: time(48) });
    await row('peril', { ...found, id: 'p4', perilNo: 'YH-4', status: 'draft' });
    const today = {
      planStartTime: time(-0.2),
      planEndTime: time(0.2),
      areaId: area,
      location: `${WHO}旁`,
      chargerId: plantId('second'),
    };
    const hot = { type: 'hot', hotLevel: '0', managedLevel: '0', chainLevel: 'hot0' };
    await row('workTicket', { ...today, ...hot, id: 't1', ticketNo: 'DH-1', status: 'working', geo: place });
    await row('workTicket', { ...today, type: 'high', id: 't2', ticketNo: 'GC-1', status: 'approving' });
    await row('workTicket', { ...today, type: 'high', id: 't3', ticketNo: 'GC-2', status: 'cancelled' });
    const past = { ...today, planStartTime: time(-72), planEndTime: time(-71) };
    await row('workTicket', { ...past, type: 'road', id: 't4', ticketNo: 'DL-1', status: 'closed' });
    await row('contractorPerson', { id: 'c1', name: WHO, phone: PHONE, status: '3' });
    const person = { ticketId: 't1', personType: 'worker' };
    await row('ticketPerson', { ...person, id: 'w1', personId: plantId('second') });
    await row('ticketPerson', { ...person, id: 'w2', personId: plantId('chief'), status: 'left' });
    await row('ticketPerson', { ...person, id: 'w3', personId: plantId('chief'), contractorPersonId: 'c1' });
    const units = { unitTotal: 6, unitRunning: 4, unitStopped: 1, unitOverhaul: 1 };
    const promise = { ...units, riskLevel: '2', promiserId: plantId('principal'), promiseText: WHO, promiserName: WHO };
    await row('promise', { ...promise, id: 'o1', promiseDate: at.day(), status: 'published' });
    await row('promise', { ...promise, id: 'o2', promiseDate: at.day(-1), status: 'published' });
    await row('majorSource', {
      id: 's1',
      sourceName: WHO,
      level: '2',
      sumValue: 40,
      rValue: 60,
      status: 'running',
      mainDuty: plantId('second'),
    });
    await row('majorSource', {
      id: 's2',
      sourceName: `${WHO}二`,
      level: '0',
      sumValue: 0.2,
      rValue: 0.1,
      status: 'running',
    });
    await row('accidentReport', {
      id: 'a1',
      reportNo: 'SG-1',
      title: WHO,
      level: '4',
      deaths: 0,
      occurTime: new Date(now - 10 * DAY),
      status: '4',
    });
  }, patient(120_000));
  afterAll(() => at?.server.stop());

  it('counts each kind of figure over the whole company', async () => {
    const tiles = await tilesOf();
    expect([...tiles.keys()]).toEqual([
      ...['safeDays', 'promise', 'areas', 'sources', 'plan', 'ticketTypes', 'ticketStates'],
      ...['found', 'rectified', 'overdue', 'rate', 'atWork', 'atWorkContractor'],
    ]);
    expect(numberOf(tiles, 'safeDays')).toBe(10);
    expect(counted(tiles, 'promise')).toEqual([['较大风险', 1, 4, 1, 1]]);
    const areas = contentOf(tiles, 'areas', 'chart').block;
    expect(areas.total).toEqual([2, 1]);
    expect(counted(tiles, 'sources')).toEqual([['二级', 1, 0]]);
    expect(counted(tiles, 'ticketTypes')).toEqual([
      ['动火作业', 1, 1, 1],
      ['高处作业', 1, 0, 0],
    ]);
    expect(counted(tiles, 'ticketStates')).toEqual([
      ['审批中', 1],
      ['作业中', 1],
    ]);
    expect(['found', 'rectified', 'overdue', 'rate'].map((key) => numberOf(tiles, key))).toEqual([3, 1, 1, 33.3]);
    expect(['atWork', 'atWorkContractor'].map((key) => numberOf(tiles, key))).toEqual([1, 1]);
    const { layers } = contentOf(tiles, 'plan', 'plan');
    expect(layers.map(({ key, count, heaps = [] }) => [key, count, heaps.map((heap) => heap.count)])).toEqual([
      ['areas', 2, []],
      ['dangers', 1, [1]],
      ['tickets', 1, [1]],
    ]);
  });

  it('names nobody and tells no phone number, whatever stands in the records', async () => {
    const { text, body } = await open();
    const people = await at.server.database.withTenant(TENANT, (connection) =>
      connection.query<{ realName: string }>(
        `select distinct "realName" from data."user" where "realName" is not null`,
      ),
    );
    expect(people.length).toBeGreaterThan(5);
    for (const told of [WHO, PHONE, '控制室', 'YH-', 'DH-', ...people.map(({ realName }) => realName)]) {
      expect(text).not.toContain(told);
    }
    // Nothing by which a record could be asked for either.
    const keys = new Set<string>();
    JSON.stringify(body.data, (key, value: unknown) => {
      keys.add(key);
      return value;
    });
    for (const key of ['id', 'name', 'cells', 'rows.page', 'list', 'figure'])
      expect([key, keys.has(key)]).toEqual([key, false]);
  });

  it('opens its rows to who is signed in, under his own rights', async () => {
    const { tiles } = await at.desk.call<DashboardAnswer>(
      'safetyOfficer',
      'GET',
      'system/joint/records?code=bigScreenTiles',
    );
    const overdue = tiles.find(({ key }) => key === 'overdue')?.content;
    expect(overdue?.kind === 'number' ? overdue.rows?.page : undefined).toBe('dangerList');
    expect(
      (await at.server.main.inject({ url: '/api/anlan-system/joint/records?code=bigScreenTiles' })).statusCode,
    ).toBe(401);
  });

  it('speaks four languages', async () => {
    const titles = await Promise.all(
      ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'].map(async (language) => {
        const { body } = await open('', { 'accept-language': language });
        return (body.data as DashboardAnswer).tiles.find(({ key }) => key === 'plan')?.title;
      }),
    );
    expect(titles).toEqual(['厂区地图', '廠區地圖', 'Plant map', 'Mapa da planta']);
  });

  it('shows a company without anything as such, and none that is closed or not there', async () => {
    const tiles = await tilesOf('&tenantId=645968');
    expect(['found', 'rate', 'atWork'].map((key) => numberOf(tiles, key))).toEqual([0, 0, 0]);
    expect(contentOf(tiles, 'safeDays', 'number')).toMatchObject({ value: 0, empty: true });
    expect(counted(tiles, 'promise')).toEqual([]);
    expect(contentOf(tiles, 'plan', 'plan').layers.map(({ count }) => count)).toEqual([0, 0, 0]);
    const refusals: readonly number[] = await Promise.all(
      ['999999', "1'or'1'='1", '../x'].map(async (id) => (await open(`&tenantId=${encodeURIComponent(id)}`)).status),
    );
    expect(refusals.every((status) => status === 400 || status === 403)).toBe(true);
    await at.server.database.transaction('000000', (connection) =>
      connection.execute(`update data.tenant set status = '0' where "tenantCode" = '645968'`),
    );
    expect([400, 403]).toContain((await open('&tenantId=645968')).status);
  });

  it('is asked as often as ten walls at one address do, and by others no less', async () => {
    await at.server.database.transaction(TENANT, (connection) =>
      connection.execute(`update platform."publicUse" set count = 7200 where key like 'wall:%'`),
    );
    const { status, body } = await open();
    expect([status, body.msg]).toEqual([429, '操作过于频繁，请稍后再试']);
    at.server.advance(HOUR);
    expect((await open()).status).toBe(200);
  });
});
