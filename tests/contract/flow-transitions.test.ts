import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence } from '../../server/flow/evidence/evidence.ts';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { director, flowEntities, head, insertPeople, officer, worker } from '../fixtures/flow-entities.ts';

const P = '/api/anlan-safety';

interface Asks {
  readonly [transition: string]: { fields: unknown; writes: string | null; approved: boolean; blocked?: string };
}

describe('transitions', () => {
  let server: EntityServer;
  const fire = (person: TestPerson, path: string, body: object, key?: string) =>
    server.call<WireRecord>(person, `POST ${P}/round/${path}`, body, key === undefined ? {} : { key });
  const detail = async (id: string, person = officer) =>
    (
      await server.call<WireRecord & { asks: Asks; children: Record<string, WireRecord[]> }>(
        person,
        `GET ${P}/round/detail?id=${id}&with=children`,
      )
    ).data;
  const opened = async (name: string, more: object = {}) => {
    const { data } = await fire(officer, 'submit', {
      name,
      deptId: 'd1',
      deadline: '2026-05-10 00:00:00',
      point: [
        { content: 'a', limit: 10 },
        { content: 'b', limit: 10 },
      ],
      ...more,
    });
    return data;
  };
  const rows = (table: string, id: string) =>
    server.database.withTenant('645967', (connection) =>
      connection.query<Record<string, unknown>>(`select * from data."${table}" where "roundId" = $1`, [id]),
    );

  beforeAll(async () => {
    server = await createEntityServer({ entities: { test: flowEntities }, parts: { evidence } });
    await insertPeople(server);
    await server.call(officer, `POST ${P}/standard/save`, { content: '压力', kind: 'tank', limit: 10 });
  });

  afterAll(() => server.close());

  it('inserts the row they write with the person and the time of the server, and sets from it', async () => {
    const round = await opened('备注');
    const { status, data } = await fire(officer, 'remark', {
      id: round.id,
      version: round.version,
      row: { words: '一切正常' },
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ reason: '一切正常', status: 'open' });
    const [row] = (await detail(round.id)).children.remark ?? [];
    expect(row).toMatchObject({
      words: '一切正常',
      at: '2026-04-30 10:00:00',
      roundId: round.id,
      createUser: 'u1',
      createTime: '2026-04-30 10:00:00',
    });
  });

  it('check the row by its own rules, and write nothing where it is faulty', async () => {
    const round = await opened('查行');
    const faults = async (row: unknown) => (await fire(officer, 'remark', { id: round.id, row })).errors;
    expect(await faults({})).toEqual([{ pointer: '/row/words', msg: '请输入内容' }]);
    expect(await faults(undefined)).toEqual([{ pointer: '/row/words', msg: '请输入内容' }]);
    expect(await faults({ words: '长'.repeat(21) })).toHaveLength(1);
    expect(await faults({ words: 'x', colour: 'red' })).toEqual([
      { pointer: '/row/colour', msg: '不认识的字段：colour' },
    ]);
    expect(await faults({ words: 'x', roundId: 'y' })).toEqual([{ pointer: '/row/roundId', msg: '只能写给本记录' }]);
    expect(await faults([])).toEqual([{ pointer: '/row', msg: '提交的内容不正确' }]);
    expect((await fire(officer, 'submit', { id: round.id, row: { words: 'x' } })).status).toBe(400);
    expect(await rows('remark', round.id)).toHaveLength(0);
  });

  it('offer no way to save, change or remove what they wrote', async () => {
    const round = await opened('不可改');
    await fire(officer, 'remark', { id: round.id, row: { words: '原话' } });
    const [row] = (await detail(round.id)).children.remark ?? [];
    expect(row?.abilities).toEqual({ view: true });
    for (const call of ['save', 'submit', `remove?ids=${row?.id}`]) {
      const { status } = await server.call(officer, `POST ${P}/remark/${call}`, {
        id: row?.id,
        version: 1,
        words: '改',
      });
      expect(status).toBe(404);
    }
    expect((await server.call<WireRecord>(officer, `GET ${P}/remark/detail?id=${row?.id}`)).data.words).toBe('原话');
  });

  it('are for the head of a department, the holder of a post, and whom the proposal names', async () => {
    const round = await opened('谁能');
    const row = { newDeadline: '2026-05-20 00:00:00', acceptor: 'u2' };
    expect((await fire(officer, 'extend-deadline', { id: round.id, row })).msg).toBe('您没有“延期巡检”的权限');
    const first = await fire(head, 'extend-deadline', { id: round.id, row });
    expect(first.data.deadline).toBe('2026-05-20 00:00:00');
    const second = await fire(director, 'extend-deadline', {
      id: round.id,
      row: { ...row, newDeadline: '2026-05-21 00:00:00' },
    });
    expect(second.status).toBe(200);
    const [, last] = await rows('extension', round.id);
    expect(last?.oldDeadline).toContain('2026-05-19 16:00:00');
    expect((await detail(round.id)).abilities).toMatchObject({ remark: true });
    expect((await detail(round.id, head)).abilities).toMatchObject({ extend: true });
  });

  it('speak of a guard in its words, and say beforehand what stands against them', async () => {
    const round = await opened('守卫');
    const row = { newDeadline: '2026-05-20 00:00:00', acceptor: 'u2' };
    const msg = async (given: object) => (await fire(head, 'extend-deadline', { id: round.id, row: given })).msg;
    expect(await msg({ ...row, newDeadline: '2026-05-09 00:00:00' })).toBe('新期限须晚于原期限');
    expect(await msg({ ...row, acceptor: 'u1' })).toBe('验收人不能是负责人');
    expect((await detail(round.id, head)).asks.extend).toEqual({
      fields: [],
      writes: 'extension',
      approved: false,
    });
    server.setNow('2026-06-01T02:00:00Z');
    expect(await msg(row)).toBe('已超过期限，不能延期');
    expect((await detail(round.id, head)).asks.extend?.blocked).toBe('已超过期限，不能延期');
    server.setNow('2026-04-30T02:00:00Z');
    expect(await rows('extension', round.id)).toHaveLength(0);
  });

  it('happen by themselves when the last row below is written, and go where the rows say', async () => {
    const good = await opened('自动好');
    const bad = await opened('自动坏');
    for (const [round, readings, status, total] of [
      [good, [3, 10], 'done', 2],
      [bad, [3, 11], 'bad', 1],
    ] as const) {
      const points = (await detail(round.id)).children.point ?? [];
      for (const [index, reading] of readings.entries()) {
        expect((await detail(round.id)).status).toBe('open');
        const saved = await server.call(officer, `POST ${P}/point/save`, {
          id: points[index]?.id,
          version: 1,
          reading,
        });
        expect(saved.status).toBe(200);
      }
      expect(await detail(round.id)).toMatchObject({ status, total });
    }
  });

  it('happen once, however many write the last rows at the same time', async () => {
    const round = await opened('同时', {
      point: Array.from({ length: 8 }, (_, n) => ({ content: `p${n}`, limit: 10 })),
    });
    const points = (await detail(round.id)).children.point ?? [];
    const answers = await Promise.all(
      points.map((point) => server.call(officer, `POST ${P}/point/save`, { id: point.id, version: 1, reading: 1 })),
    );
    expect(answers.map(({ status }) => status)).toEqual(points.map(() => 200));
    expect(await detail(round.id)).toMatchObject({ status: 'done', total: 8, version: round.version + 1 });
  });

  it('keep a field that is fixed, and ask other records who may', async () => {
    const round = await opened('判定', { kind: 'tank', point: [{ content: 'a', limit: 1, reading: 0 }] });
    expect((await detail(round.id)).status).toBe('done');
    const judge = (person: TestPerson, verdict: string, by: string) =>
      fire(person, 'judge', { id: round.id, verdict, row: { verdictBy: by } });
    expect((await judge(officer, '合格', 'u2')).status).toBe(403);
    expect((await judge({ ...officer, userId: 'u4', account: 'root' }, '合格', 'u2')).status).toBe(200);
    const second = await judge({ ...officer, userId: 'u2' }, '不合格', 'u2');
    expect(second.errors).toEqual([{ pointer: '/verdict', msg: '结论已确定，不能再修改' }]);
    const other = await opened('判定二', { kind: 'pump', point: [{ content: 'a', limit: 1, reading: 0 }] });
    const unknown = await fire({ ...officer, userId: 'u4', account: 'root' }, 'judge', {
      id: other.id,
      verdict: '合格',
      row: { verdictBy: 'u2' },
    });
    expect(unknown.status).toBe(403);
  });

  it('refuse what was smuggled in, a foreign record and a step out of order', async () => {
    const round = await opened('越权');
    const own = { id: round.id, row: { words: 'x' } };
    expect((await fire(officer, 'remark', { ...own, status: 'done' })).errors).toEqual([
      { pointer: '/status', msg: '状态不能直接修改，只能通过相应的操作改变' },
    ]);
    expect((await fire(officer, 'remark', { ...own, status: 'open' })).status).toBe(200);
    expect((await fire(officer, 'remark', { ...own, total: 99 })).status).toBe(400);
    expect((await fire(officer, 'judge', { id: round.id, verdict: 'x', row: {} })).msg).toMatch(
      /^“进行中”的巡检不能判定/,
    );
    expect((await fire(worker, 'remark', own)).status).toBe(404);
    expect((await fire({ ...officer, tenantId: '645968' }, 'remark', own)).status).toBe(404);
    expect((await fire(officer, 'finish', { id: round.id })).status).toBe(403);
  });

  it('make one record of twenty identical submits, with a key or with the same draft', async () => {
    const body = { name: '二十次', kind: 'empty' };
    const keyed = await Promise.all(Array.from({ length: 20 }, () => fire(officer, 'submit', body, 'same-key')));
    expect(new Set(keyed.map(({ data }) => data.id)).size).toBe(1);
    const draft = (await fire(officer, 'save', { name: '同一草稿', kind: 'empty' })).data;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fire(officer, 'submit', { id: draft.id, version: draft.version, name: '改名' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const [count] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ n: number }>(`select count(*) as n from data.round where name = '二十次'`),
    );
    expect(count?.n).toBe(1);
  });

  it('let one of two win that race on one record; the other is told', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, version } = await opened(`竞争${round}`);
      const row = { newDeadline: '2026-05-20 00:00:00', acceptor: 'u2' };
      const answers = await Promise.all([
        fire(officer, 'remark', { id, version, row: { words: 'x' } }),
        fire(head, 'extend-deadline', { id, version, row }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await rows('remark', id)).length + (await rows('extension', id)).length).toBe(1);
    }
  });
});
