import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { gradedEvent } from '../fixtures/graded-event.ts';
import { patient } from '../fixtures/patience.ts';
import { cellsOf, openedWorkbook, sheetBody, workbookOf } from '../fixtures/workbook.ts';

const BASE = '/api/anlan-safety/test/events';
const officer: TestPerson = { userId: 'u-officer', realName: '安全员', roleCodes: ['officer'] };
const hand: TestPerson = { userId: 'u-hand', realName: '操作工', roleCodes: ['hand'] };

let server: EntityServer;
beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [gradedEvent] } });
  await server.database.transaction('645967', async (db) => {
    for (const { userId = '', realName = '' } of [officer, hand])
      await db.execute(
        `insert into data."user" (id, "tenantId", account, "realName", status) values ($1, '645967', $1, $2, '1')`,
        [userId, realName],
      );
  });
}, patient(120_000));
afterAll(() => server?.close());

const save = (person: TestPerson, body: object) => server.call<WireRecord>(person, `POST ${BASE}/save`, body);
const detail = async (id: string, person: TestPerson = officer) =>
  (await server.call<WireRecord>(person, `GET ${BASE}/detail?id=${id}`)).data;

async function added(values: object, person: TestPerson = officer): Promise<WireRecord> {
  const answer = await save(person, values);
  expect([answer.errors ?? [], answer.status]).toEqual([[], 200]);
  return detail(answer.data.id, person);
}

async function changed(record: WireRecord, values: object, person: TestPerson = officer) {
  const answer = await save(person, { id: record.id, version: (await detail(record.id)).version, ...values });
  return { errors: answer.errors ?? [], status: answer.status, record: await detail(record.id) };
}

const graver = { levelOverride: 'grave', levelOverrideReason: '影响厂外' };

describe('a computed value that people may override', () => {
  it('holds what a person has put there, with the computed value, the reason and the person beside it', async () => {
    const made = await added({ title: '泄漏', lost: 200 });
    expect(made).toMatchObject({ level: 'plain', levelComputed: 'plain', levelOverride: null, levelOverrideBy: null });
    const { record, errors } = await changed(made, graver);
    expect(errors).toEqual([]);
    expect(record).toMatchObject({
      ...{ level: 'grave', levelComputed: 'plain', remind: 'yes' },
      ...{ levelOverride: 'grave', levelOverrideReason: '影响厂外', levelOverrideBy: 'u-officer' },
    });
    const { record: back } = await changed(made, { levelOverride: null });
    expect(back).toMatchObject({
      ...{ level: 'plain', remind: 'no', levelOverride: null, levelOverrideReason: null, levelOverrideBy: null },
    });
  });

  it('lets nobody else: not by a save, a new record, a transition, nor by clearing what stands there', async () => {
    const made = await added({ title: '火情', lost: 200 });
    const refused = { pointer: '/levelOverride', msg: '您不能改定等级' };
    const byHand = await changed(made, graver, hand);
    expect([byHand.status, byHand.errors]).toEqual([
      400,
      [refused, { pointer: '/levelOverrideReason', msg: '您不能改定等级' }],
    ]);
    expect((await save(hand, { title: '新', lost: 1, ...graver })).errors).toContainEqual(refused);
    const fired = await server.call(hand, `POST ${BASE}/regrade`, { id: made.id, ...graver });
    expect([fired.status, fired.errors]).toContainEqual(expect.arrayContaining([refused]));
    expect((await detail(made.id)).level).toBe('plain');
    expect((await server.call(officer, `POST ${BASE}/regrade`, { id: made.id, ...graver })).status).toBe(200);
    expect(await detail(made.id)).toMatchObject({ level: 'grave', levelOverrideBy: 'u-officer' });
    expect((await changed(made, { levelOverride: null }, hand)).errors).toContainEqual(refused);
    // Whoever may not override changes all else, and the override stays.
    const other = await changed(made, { title: '火情（更正）', levelOverride: 'grave' }, hand);
    expect([other.errors, other.record.level, other.record.levelOverrideBy]).toEqual([[], 'grave', 'u-officer']);
    // Named by the record.
    const own = await added({ title: '自己发现', lost: 200, finder: 'u-hand', ...graver }, hand);
    expect(own).toMatchObject({ level: 'grave', levelOverrideBy: 'u-hand' });
    // Whoever takes a step and leaves the value as it is has not overridden anything.
    expect((await server.call(officer, `POST ${BASE}/regrade`, { id: own.id, ...graver })).status).toBe(200);
    expect((await detail(own.id)).levelOverrideBy).toBe('u-hand');
    expect((await changed(made, { levelOverrideBy: 'u-hand' })).errors).toEqual([
      { pointer: '/levelOverrideBy', msg: '等级改定人不能修改' },
    ]);
  });

  it('asks for a reason, and takes only what the condition allows beside the computed value', async () => {
    const made = await added({ title: '中毒', lost: 200 });
    expect((await changed(made, { levelOverride: 'grave' })).errors).toEqual([
      { pointer: '/levelOverrideReason', msg: '请输入等级改定理由' },
    ]);
    expect((await changed(made, { levelOverride: 'light', levelOverrideReason: '小事' })).errors).toEqual([
      { pointer: '/levelOverride', msg: '等级不能改定为“轻微”：系统计算为“一般”，不符合改定的条件' },
    ]);
    expect((await changed(made, { levelOverride: 'huge', levelOverrideReason: '大事' })).errors).toMatchObject([
      { pointer: '/levelOverride' },
    ]);
    expect((await changed(made, { level: 'grave' })).record.level).toBe('plain');
  });

  it('stays when inputs change, in effect as long as it may stand beside what is computed now', async () => {
    const made = await added({ title: '坍塌', lost: 10, levelOverride: 'plain', levelOverrideReason: '有人受惊' });
    expect(made).toMatchObject({ level: 'plain', levelComputed: 'light' });
    const worse = await changed(made, { lost: 5000 }, hand);
    expect([worse.errors, worse.record]).toMatchObject([
      [],
      { level: 'grave', levelComputed: 'grave', levelOverride: 'plain', levelOverrideBy: 'u-officer', remind: 'yes' },
    ]);
    const better = await changed(made, { lost: 20 }, hand);
    expect(better.record).toMatchObject({ level: 'plain', levelComputed: 'light', remind: 'no' });
    // Put there anew, it is judged by what is computed now.
    await changed(made, { lost: 5000, levelOverride: null });
    const anew = await changed(made, { levelOverride: 'plain', levelOverrideReason: '有人受惊' });
    expect(anew.errors).toMatchObject([{ pointer: '/levelOverride' }]);
  });

  it('is what lists filter and sort by, what guards and other computed values read, and what the history tells', async () => {
    const made = await added({ title: '筛选', lost: 7, ...graver });
    const list = async (query: string) =>
      (await server.call<WirePage<WireRecord>>(officer, `GET ${BASE}/page?page=gradedEvent&size=50&${query}`)).data
        .records;
    expect((await list('level=grave')).map(({ id }) => id)).toContain(made.id);
    expect((await list('level=light')).map(({ id }) => id)).not.toContain(made.id);
    expect((await list('levelOverride=grave')).map(({ id }) => id)).toContain(made.id);
    const closed = await server.call(officer, `POST ${BASE}/close`, { id: made.id });
    expect([closed.status, closed.msg]).toEqual([400, expect.stringContaining('较大事件不能这样关闭')]);
    await changed(made, { levelOverride: null });
    const history = await server.call<WirePage<{ changes: { field: string; title: string }[] }>>(
      officer,
      `GET ${BASE}/history?id=${made.id}`,
    );
    const titles = history.data.records.flatMap(({ changes }) => changes.map(({ title }) => title));
    expect(titles).toEqual(expect.arrayContaining(['等级', '等级（人工）', '等级改定理由', '等级改定人']));
    expect((await server.call(officer, `POST ${BASE}/close`, { id: made.id })).status).toBe(200);
  });

  it('may be a number or a yes and no, for which no is a value and empty is none', async () => {
    const made = await added({ title: '保险', lost: 200 });
    expect(made).toMatchObject({ insured: true, cost: 100 });
    const given = await changed(made, { insuredOverride: '0', costOverride: 0 }, hand);
    expect([given.errors, given.record]).toMatchObject([
      [],
      { insured: false, insuredComputed: true, insuredOverrideBy: 'u-hand', cost: 0, costComputed: 100 },
    ]);
    const much = await changed(made, { costOverride: 200.01 });
    expect(much.errors).toMatchObject([{ pointer: '/costOverride' }]);
    const back = await changed(made, { insuredOverride: null, costOverride: null }, hand);
    expect(back.record).toMatchObject({ insured: true, cost: 100, costOverrideBy: null });
  });
});

describe('overrides in spreadsheets', () => {
  const headersOf = (who: TestPerson) => ({ 'x-test-person': encodeURIComponent(JSON.stringify(who)) });
  const sheetOf = async (who: TestPerson, call: string) => {
    const response = await server.app.inject({ url: `${BASE}/${call}`, headers: headersOf(who) });
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
    return cellsOf(await openedWorkbook(new Uint8Array(response.rawPayload)));
  };
  const imported = async (who: TestPerson, cells: Parameters<typeof workbookOf>[0]) => {
    const body = sheetBody(await workbookOf(cells), { mode: 'all' });
    const headers = { ...headersOf(who), ...body.headers };
    const url = `${BASE}/import?page=gradedEvent`;
    const response = await server.app.inject({ method: 'POST', url, payload: body.payload, headers });
    return response.json<{ data: { inserted: number; faults: { message: string }[] } }>().data;
  };

  it('are brought by whoever may override, refused to others, and stand in exports', async () => {
    const head = ['标题', '损失', '等级（人工）', '等级改定理由'];
    expect((await sheetOf(officer, 'import-template?page=gradedEvent'))[0]).toEqual(
      expect.arrayContaining(['等级（人工）']),
    );
    const refused = await imported(hand, [head, ['表格一', 200, '较大', '影响厂外']]);
    expect([refused.inserted, JSON.stringify(refused)]).toEqual([0, expect.stringContaining('您不能改定等级')]);
    expect(
      (await imported(officer, [head, ['表格二', 200, '较大', '影响厂外'], ['表格三', 200, null, null]])).inserted,
    ).toBe(2);
    const cells = await sheetOf(officer, 'export?page=gradedEvent&title=%E8%A1%A8%E6%A0%BC');
    const rows = cells.filter(([title]) => String(title).startsWith('表格'));
    expect(rows.map((row) => row.slice(0, 6))).toEqual([
      ['表格三', 200, '一般', '一般', undefined, undefined],
      ['表格二', 200, '较大', '一般', '较大', '影响厂外'],
    ]);
  });
});
