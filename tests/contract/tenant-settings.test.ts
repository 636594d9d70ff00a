import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../server/ground/jobs/system-context.ts';
import { createEntityCall } from '../../server/records/call/entity-call.ts';
import { loadCalendar } from '../../server/records/call/work-calendar.ts';
import { evaluateExpression, parseExpression } from '../../src/core/expression/index.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import type { LookupRow, PageMetadata } from '../../src/core/wire/page.ts';
import { calendarOfRows } from '../../src/runtime/model/calendar-rows.ts';
import { callAs, type Said } from '../fixtures/call-as.ts';
import { promised } from '../fixtures/patience.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

const METADATA = '/api/anlan-system/metadata';
const BASE = '/api/anlan-system/tenant-setting';

let server: TestServer;
const sessions = new Map<string, SignedIn>();

async function call<T = WireRecord>(
  who: string,
  method: 'GET' | 'POST',
  url: string,
  body?: Readonly<Record<string, unknown>>,
  tenantId = '645967',
): Promise<Said<T>> {
  const name = `${tenantId} ${who}`;
  const session = sessions.get(name) ?? (await server.signIn(who, tenantId));
  sessions.set(name, session);
  return callAs(server.main, session, method, url, body);
}

/** The row of a setting as a person of the tenant sees it. */
async function rowOf(key: string, tenantId = '645967'): Promise<WireRecord> {
  const { data } = await call<WirePage<WireRecord>>(
    'administrator',
    'GET',
    `${BASE}/page?settingKey=${key}&size=100`,
    undefined,
    tenantId,
  );
  const found = data.records.find((record) => record.settingKey === key);
  if (found === undefined) throw new Error(`${tenantId}: ${key}`);
  return found;
}

async function change(key: string, values: Readonly<Record<string, unknown>>, who = 'administrator') {
  const { id, version } = await rowOf(key);
  const path = 'flagValue' in values ? 'change-flag' : 'change';
  return call(who, 'POST', `${BASE}/${path}`, { id, version, changeReason: '按集团要求调整', ...values });
}

/** What setting('…') gives on the server. */
const valueOn = async (key: string, tenantId = '645967') =>
  (await server.metadata.snapshot(tenantId)).settings.get(key);

/** What the browser gets with a page. */
async function pageSettings(tenantId = '645967') {
  const { data } = await call<{ settings: Record<string, unknown>; revision: string }>(
    'safetyOfficer',
    'GET',
    '/api/anlan-system/metadata/page?code=riskReport',
    undefined,
    tenantId,
  );
  return data;
}

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

describe('settings of a tenant', () => {
  it('are listed with area, shipped value, clause and what is still to be verified', async () => {
    expect(await rowOf('peril.delayLimit')).toMatchObject({
      settingTitle: '隐患整改延期次数上限',
      areaTitle: '隐患排查治理',
      currentValue: '2',
      shippedValue: '2',
      unit: '次',
      range: '0 – 10',
      source: '企业通行做法',
      unsure: '1',
      unsureLabel: '待核实',
      status: 'shipped',
    });
    const listed: unknown[] = [];
    for (let current = 1; current <= 2; current += 1) {
      const { data } = await call<WirePage<WireRecord>>(
        'administrator',
        'GET',
        `${BASE}/page?size=200&current=${current}`,
      );
      listed.push(...data.records.map(({ settingKey }) => settingKey));
    }
    const { settings } = await server.metadata.snapshot('645967');
    expect(listed.sort()).toEqual([...settings.keys()].sort());
  });

  it('change for this tenant alone, on server and browser, within a second, and go back to what was shipped', async () => {
    const before = await pageSettings();
    const started = Date.now();
    const changed = await change('peril.delayLimit', { numberValue: 3 });
    expect([changed.status, changed.data]).toMatchObject([200, { currentValue: '3', status: 'changed' }]);
    while ((await valueOn('peril.delayLimit')) !== 3 && Date.now() - started < 5_000) await sleep(20);
    expect(Date.now() - started).toBeLessThan(promised(1_000));
    const after = await pageSettings();
    expect(after.settings['peril.delayLimit']).toBe(3);
    expect(after.revision).not.toBe(before.revision);
    expect(await valueOn('peril.delayLimit', '645968')).toBe(2);
    expect((await pageSettings('645968')).settings['peril.delayLimit']).toBe(2);

    expect((await change('peril.reviewGeneral', { flagValue: '1' })).data).toMatchObject({ currentValue: '是' });
    expect(await valueOn('peril.reviewGeneral')).toBe(true);

    const { id, version } = await rowOf('peril.delayLimit');
    const noReason = await call('administrator', 'POST', `${BASE}/reset`, { id, version });
    expect([noReason.status, noReason.msg]).toEqual([400, '请输入变更原因']);
    const reset = await call('administrator', 'POST', `${BASE}/reset`, { id, version, changeReason: '恢复' });
    expect(reset.data).toMatchObject({ currentValue: '2', status: 'shipped', numberValue: null });
    expect(await valueOn('peril.delayLimit')).toBe(2);
    const history = await call<WirePage<WireRecord>>('administrator', 'GET', `${BASE}/history?id=${id}`);
    expect(history.data.records.map(({ action }) => action)).toEqual(['reset', 'change']);
    expect(JSON.stringify(history.data.records[1])).toContain('按集团要求调整');
  });

  it('refuse what the declaration does not allow', async () => {
    const faults = async (key: string, values: Record<string, unknown>) => {
      const { status, msg, errors } = await change(key, values);
      return [status, errors[0]?.msg ?? msg];
    };
    expect(await faults('peril.delayLimit', { numberValue: 11 })).toEqual([400, '大于允许的最大值，请看“允许范围”']);
    expect(await faults('peril.delayLimit', { numberValue: -1 })).toEqual([400, '小于允许的最小值，请看“允许范围”']);
    expect(await faults('peril.delayLimit', { numberValue: 2.5 })).toEqual([400, '小数位数超过这个参数允许的位数']);
    expect(await faults('peril.delayLimit', { numberValue: '三' })).toEqual([400, '企业值须为数字']);
    expect(await faults('peril.delayLimit', {})).toEqual([400, '请输入企业值']);
    expect((await faults('peril.delayLimit', { textValue: '三', numberValue: 3 }))[0]).toBe(400);
    expect((await faults('peril.reviewGeneral', { flagValue: 'x' }))[0]).toBe(400);
    expect(await valueOn('peril.delayLimit')).toBe(2);
  });

  it('end where their declaration does, each of them: nothing beyond is taken, and each bound says where it comes from', async () => {
    const listed = await call<WirePage<WireRecord>>('administrator', 'GET', `${BASE}/page?size=200`);
    const bounded = listed.data.records.flatMap(({ settingKey, kind, range, source }) => {
      const low = /^(?:≥ )?(-?[\d.]+)/.exec(String(range))?.[1];
      const high = /(?:≤|–) (-?[\d.]+)$/.exec(String(range))?.[1];
      const bounds = [low === undefined ? [] : Number(low) - 1, high === undefined ? [] : Number(high) + 1].flat();
      return kind === 'number' ? [{ key: String(settingKey), source: String(source ?? ''), beyond: bounds }] : [];
    });
    // Limits of the law: gas, validity, monitoring, wind, night, depth, assessment, delay.
    expect(bounded.filter(({ beyond }) => beyond.length > 0).length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const { key, source, beyond } of bounded) {
      if (source.trim() === '') wrong.push(`${key}: no source`);
      for (const numberValue of beyond) {
        const { status, msg, errors } = await change(key, { numberValue });
        const said = errors[0]?.msg ?? msg;
        if (status !== 400 || !/^[大小]于允许的最[大小]值，请看“允许范围”$/.test(said))
          wrong.push(`${key} ${numberValue}: ${status} ${said}`);
      }
    }
    expect(wrong).toEqual([]);
    const { data } = await call<WirePage<WireRecord>>('administrator', 'GET', `${BASE}/page?size=200&status=changed`);
    expect(data.records.map(({ settingKey }) => settingKey).filter((key) => !String(key).startsWith('peril.'))).toEqual(
      [],
    );
  });

  it('are changed by administrators only, never in another tenant, never made or removed', async () => {
    expect((await change('peril.delayLimit', { numberValue: 3 }, 'safetyOfficer')).status).toBe(403);
    expect((await call('employee', 'GET', `${BASE}/page`)).status).toBe(403);
    const foreign = await rowOf('peril.reviewGeneral');
    await change('peril.reviewGeneral', { flagValue: '0' });
    const { status } = await call(
      'administrator',
      'POST',
      `${BASE}/reset`,
      { id: foreign.id, changeReason: '越权' },
      '645968',
    );
    // Ids are the same in each tenant: the other one finds its own row, which is not changed.
    expect(status).toBe(400);
    expect(await rowOf('peril.reviewGeneral')).toMatchObject({ status: 'changed' });
    expect((await call('administrator', 'POST', `${BASE}/save`, { settingKey: 'x.y' })).status).toBe(403);
    expect((await call('administrator', 'POST', `${BASE}/remove?ids=${String(foreign.id)}`)).status).toBe(403);
  });

  it('do not count where a newer file no longer allows them', async () => {
    await server.database.transaction('645967', (connection) =>
      connection.execute(
        `update data."tenantSetting" set status = 'changed', "numberValue" = 99 where "settingKey" = 'peril.delayLimit'`,
      ),
    );
    await server.metadata.invalidate('645967');
    expect(await valueOn('peril.delayLimit')).toBe(2);
  });
});

describe('the calendar of a tenant', () => {
  it('is entered by its administrator and answers isHoliday and workdays for that tenant alone', async () => {
    const days = [
      { calendarDate: '2026-10-01', dayKind: 'holiday', dayName: '国庆节' },
      { calendarDate: '2026-10-10', dayKind: 'workday', dayName: '国庆节调休' },
    ];
    for (const day of days) {
      const { status, msg } = await call('administrator', 'POST', '/api/anlan-system/work-calendar/save', day);
      expect([status, msg]).toEqual([200, '操作成功']);
    }
    expect((await call('employee', 'POST', '/api/anlan-system/work-calendar/save', days[0])).status).toBe(403);
    const twice = await call('administrator', 'POST', '/api/anlan-system/work-calendar/save', days[0]);
    expect([twice.status, twice.msg]).toEqual([400, '这一天已登记']);
    const calendarOf = async (tenantId: string) => {
      const snapshot = await server.metadata.snapshot(tenantId);
      const model = snapshot.entities.get('peril');
      if (model === undefined) throw new Error('peril');
      const context = systemContext(tenantId, { now: server.now }, 'test');
      const { services } = { services: { database: server.database, metadata: server.metadata } };
      const entityCall = createEntityCall(services as never, context, snapshot, model, { internal: true });
      return server.database.withTenant(tenantId, (connection) => loadCalendar({ call: entityCall, db: connection }));
    };
    expect(await calendarOf('645967')).toEqual({
      holidays: new Set(['2026-10-01']),
      workdays: new Set(['2026-10-10']),
    });
    expect(await calendarOf('645968')).toEqual({ holidays: new Set(), workdays: new Set() });
  });

  it('comes to the browser where a formula of the page asks it, for that tenant alone, and the browser counts as the server', async () => {
    const asked = async (tenantId: string, page: string) => {
      const metadata = await call<PageMetadata>(
        'safetyOfficer',
        'GET',
        `${METADATA}/page?code=${page}`,
        undefined,
        tenantId,
      );
      const entity = metadata.data.calendar ?? 'workCalendar';
      const url = `${METADATA}/lookup?code=${page}&entity=${entity}`;
      const rows = await call<readonly LookupRow[]>('safetyOfficer', 'GET', url, undefined, tenantId);
      return { calendar: metadata.data.calendar, status: rows.status, rows: rows.data };
    };
    const own = await asked('645967', 'ticketList');
    expect(own).toMatchObject({
      calendar: 'workCalendar',
      rows: [
        { date: '2026-10-01', kind: 'holiday' },
        { date: '2026-10-10', kind: 'workday' },
      ],
    });
    expect((await asked('645968', 'ticketList')).rows).toEqual([]);
    expect(await asked('645967', 'riskReport')).toMatchObject({ calendar: undefined, status: 404 });

    const parsed = parseExpression("addWorkdays('2026-09-30', 6)");
    if (!('node' in parsed)) throw new Error('addWorkdays');
    const me = { userId: '1', account: null, realName: null, deptId: null, deptIds: [], roles: [], tenantId: '645967' };
    const calendar = calendarOfRows(own.rows);
    // Without the calendar it would be 8 October.
    expect(evaluateExpression(parsed.node, { names: () => null, now: '2026-01-01 00:00:00', me, calendar })).toBe(
      '2026-10-09',
    );
  });
});
