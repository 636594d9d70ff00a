import { describe, expect, it } from 'vitest';
import { rememberingReads } from './remembered-reads.ts';

/** A connection that answers with how often it was asked. */
function counted() {
  const asked: string[] = [];
  const ask = async (text: string) => {
    asked.push(text);
    return [{ turn: asked.length, list: [{ key: 'a' }] }];
  };
  const connection = rememberingReads({
    tenantId: '1',
    query: <Row>(text: string) => ask(text) as Promise<Row[]>,
    execute: async (text) => (await ask(text)).length,
  });
  return { asked, connection };
}

const byId = 'select name from data."user" t where t."tenantId" = $1 and t.id = $2';
const byIds = 'select name from data."user" where "tenantId" = $1 and id = any($2) and "isDeleted" = 0 for key share';
const all = 'select name from data."user" where "tenantId" = $1';
const update = 'update "data"."user" set "name" = $1 where "tenantId" = $2 and "id" = $3';
const insert = 'insert into "data"."user" ("name", "id") values ($1, $2), ($3, $4)';

describe('what a transaction has read', () => {
  it('is asked for once, also while the first answer is awaited', async () => {
    const { asked, connection } = counted();
    await Promise.all([connection.query(byId, ['1', 'a']), connection.query(byId, ['1', 'a'])]);
    await connection.query(byId, ['1', 'b']);
    expect(asked).toEqual([byId, byId]);
  });

  it('is each asker its own: readers turn values where they stand', async () => {
    const { connection } = counted();
    const [first] = await connection.query<{ turn: number; list: { key: string }[] }>(all, ['1']);
    if (first?.list[0] === undefined) throw new Error('nothing was read');
    first.turn = 0;
    first.list[0].key = 'b';
    expect(await connection.query(all, ['1'])).toEqual([{ turn: 1, list: [{ key: 'a' }] }]);
  });

  it.each<[string, string, readonly unknown[], readonly string[]]>([
    ['a row by its id', update, ['x', '1', 'a'], ['a', 'list']],
    ['another row', update, ['x', '1', 'z'], ['list']],
    ['rows that are new', insert, ['x', 'a', 'y', 'c'], ['a', 'list']],
    ['rows that are new elsewhere', 'insert into data.dept (id) values ($1)', ['a'], []],
    ['rows by something else', 'update data."user" set name = $1 where "deptId" = $2', ['x', 'a'], ['a', 'b', 'list']],
    ['rows of which the id is one choice', `${update} or name = $1`, ['x', '1', 'z'], ['a', 'b', 'list']],
    [
      'rows by the ids of others',
      'update data."user" set name = $1 where "requestId" = $2',
      ['x', 'a'],
      ['a', 'b', 'list'],
    ],
    [
      'rows that are there already',
      `${insert} on conflict (name) do update set name = $1`,
      ['x', 'z'],
      ['a', 'b', 'list'],
    ],
    ['rows found on the way', 'with f as (select 1) delete from data."user" using f', [], ['a', 'b', 'list']],
  ])('is asked for again where it depends on what was written: %s', async (_what, text, values, again) => {
    const { asked, connection } = counted();
    const read = async () => {
      const before = asked.length;
      const questions: readonly [string, string, readonly unknown[]][] = [
        ['a', byId, ['1', 'a']],
        ['b', byIds, ['1', ['b']]],
        ['list', all, ['1']],
      ];
      const found: string[] = [];
      for (const [name, question, given] of questions) {
        const length = asked.length;
        await connection.query(question, given);
        if (asked.length > length) found.push(name);
      }
      return { found, count: asked.length - before };
    };
    expect(await read()).toEqual({ found: ['a', 'b', 'list'], count: 3 });
    expect((await read()).count).toBe(0);
    await connection.execute(text, values);
    expect((await read()).found).toEqual(again);
    await connection.query(text, values);
    expect((await read()).found).toEqual(again);
  });

  it('leaves what is written to be written each time', async () => {
    const { asked, connection } = counted();
    for (let turn = 0; turn < 2; turn += 1) await connection.query(`${update} returning id`, ['x', '1', 'a']);
    expect(asked).toHaveLength(2);
  });
});
