import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withPostedLists } from '../bench/hostile/record-server.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

const analyst = { roleCodes: ['analyst'] };
const base = '/api/anlan-safety/samples/everyfield';
let server: EntityServer;

beforeAll(async () => {
  server = await createEntityServer({ entities: { samples: [withPostedLists()] } });
});
afterAll(() => server?.close());

const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, 1]));
const post = (call: string, body: unknown) => server.call(analyst, `POST ${base}/${call}`, body);

describe('an answer names a hundred faults, and says how many others there are', () => {
  it.each([
    ['a few too many', 130, '还有30处错误'],
    ['far more keys than any record has', 150_000, '还有149900处错误'],
  ])('of unknown keys: %s', async (_title, count, last) => {
    const { status, errors, msg } = await post('save', { name: 'x', ...unknown(count) });
    expect([status, msg, errors.length]).toEqual([400, '不认识的字段：q0', 101]);
    expect(errors[0]).toEqual({ pointer: '/q0', msg: '不认识的字段：q0' });
    expect(errors.at(-1)).toEqual({ pointer: '', msg: last, more: count - 100 });
    expect(JSON.stringify(errors).length).toBeLessThan(20_000);
  });

  it('of unknown keys of the rows of a table, and of texts that cannot be stored', async () => {
    const rows = await post('save', { items: Array.from({ length: 5 }, () => unknown(60)) });
    expect([rows.errors.length, rows.errors.at(-1)?.msg]).toEqual([101, '还有200处错误']);
    const cells = { items: [Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`c${at}`, '\u0001']))] };
    expect((await post('save', cells)).errors.at(-1)?.msg).toBe('还有50处错误');
  });

  it('of what a transition is given', async () => {
    const draft = await post('save', { name: '草稿' });
    const { id, version } = draft.data as { id: string; version: number };
    const { status, errors } = await post('submit', { id, version, ...unknown(150) });
    expect([status, errors.length, errors.at(-1)?.msg]).toEqual([400, 101, '还有50处错误']);
  });

  it('and cuts what is as long as the body', async () => {
    const { status, msg, errors } = await post('save', { [`long${'~/'.repeat(100_000)}`]: 1 });
    expect([status, errors.length]).toEqual([400, 1]);
    expect(JSON.stringify({ msg, errors }).length).toBeLessThan(500);
    const filter = await post('page', { [`long${'x'.repeat(100_000)}`]: '1' });
    expect([filter.status, JSON.stringify(filter).length < 5_000]).toEqual([400, true]);
  });

  it('leaves a row in the log of each refusal, however large the body was', async () => {
    await post('save', unknown(6_000));
    const [row] = await server.database.withTenant('645967', (connection) =>
      connection.query<{ row: string }>(
        `select log::text as row from data."auditLog" log where action = 'refused' order by log.id desc limit 1`,
      ),
    );
    expect(row?.row).toContain('不认识的字段：q0');
  });
});

describe('a list of a body, and the arguments of a list, are bounded', () => {
  it.each([
    ['rows', 'save', { items: Array(10_001).fill({}) }, '请求内容中的一个列表过长，最多10000项'],
    ['columns of a row', 'save', { items: [unknown(10_001)] }, '请求内容中的一个列表过长，最多10000项'],
    ['sorting', 'page', { orderBy: Array(11).fill('day').join(',') }, '最多按10个字段排序'],
    ['ways of filtering', 'page', { match: 'kind:not,'.repeat(300) }, '筛选方式过长'],
  ])('%s', async (_title, call, body, msg) => {
    expect(await post(call, body)).toMatchObject({ status: 400, msg });
  });

  it('but a list of ten thousand and a body of commas in texts pass', async () => {
    const answer = await post('page', {
      ids: Array.from({ length: 9_000 }, (_, at) => `r${at}`),
      name: ','.repeat(1_900),
    });
    expect(answer.status).toBe(200);
  });
});
