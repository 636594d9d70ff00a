import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, type Said } from '../fixtures/call-as.ts';
import { type SignedIn, startTestServer, type TestServer } from '../fixtures/test-server.ts';

let server: TestServer;
let administrator: SignedIn;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await server.signIn('administrator');
});
afterAll(() => server?.stop());

const query = <Row>(text: string, values: unknown[] = []) =>
  server.database.withTenant('645967', (connection) => connection.query<Row>(text, values));
const post = (path: string, payload: object = {}) =>
  callAs<{ id: string }>(server.main, administrator, 'POST', `system/${path}`, payload);

const newItem = async (): Promise<{ id: string; key: string }> => {
  counter += 1;
  const key = `race${counter}`;
  const body = { code: 'post-category', dictKey: key, dictValue: `示例${key}`, sort: 90, isSealed: '0' };
  return { id: (await post('dict-biz/submit', body)).data.id, key };
};
const newPost = (category: string) => {
  counter += 1;
  const row = { postCode: `race_${counter}`, postName: `岗位${counter}`, sort: 9, isKeyPost: '0' };
  return post('post/submit', { ...row, category });
};
const remove = ({ id }: { id: string }, to?: string) =>
  post(`dict-biz/remove?ids=${id}${to === undefined ? '' : `&to=${to}`}`);

/** Waits until so many sessions that take away or save wait for another one; what the server does by itself is no such. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const [row] = await query<{ count: number }>(
      `select count(distinct waits.pid)::int from pg_locks waits
       where not waits.granted and waits.database = (select oid from pg_database where datname = current_database())
         and (waits.relation is distinct from 'data."auditLog"'::regclass
           or exists (select from pg_locks held where held.pid = waits.pid and held.granted and held.mode <> 'AccessShareLock'
             and held.relation in ('data.post'::regclass, 'data."dictBiz"'::regclass)))`,
    );
    if ((row?.count ?? 0) >= count) return;
    await sleep(5);
  }
}

/** Two calls of which both have read, and neither has committed: nobody writes the log until both wait. */
async function bothAtOnce<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  let calls: Promise<[A, B]> | undefined;
  await server.database.withOwner(async (owner) => {
    await owner.query('begin');
    await owner.query('lock table data."auditLog" in share mode');
    const one = first();
    await waiting(1);
    const two = second();
    calls = Promise.all([one, two]);
    await waiting(2);
    await owner.query('rollback');
  });
  return calls ?? Promise.reject(new Error('nothing was called'));
}

/** Keys that records hold although their dictionary has none of that name. */
const bareKeys = () =>
  query(
    `select p.category from data.post p where p."isDeleted" = 0 and p.category is not null and not exists (
       select from data."dictBiz" d where d.code = 'post-category' and d."dictKey" = p.category and d."isDeleted" = 0)`,
  );

const told = (answer: Said<unknown>) => [answer.code, answer.errors[0]?.msg ?? answer.msg];

it('counts a record that was being saved while its item was taken away', async () => {
  const item = await newItem();
  const [saved, removed] = await bothAtOnce(
    () => newPost(item.key),
    () => remove(item),
  );
  expect(saved.code).toBe(200);
  expect(told(removed)).toEqual([
    400,
    `“示例${item.key}”还有记录在用：岗位1条。请改为封存（不能再选，已有记录照常显示），或先替换为其他项`,
  ]);
  expect(await bareKeys()).toEqual([]);
});

it('tells who saves a record that its item was taken away meanwhile, at the field', async () => {
  const item = await newItem();
  const [removed, saved] = await bothAtOnce(
    () => remove(item),
    () => newPost(item.key),
  );
  expect(removed.code).toBe(200);
  expect(told(saved)).toEqual([400, `岗位类型所选的“示例${item.key}”已被删除，请重新选择`]);
  expect(saved.errors[0]?.pointer).toBe('/category');
  expect(await bareKeys()).toEqual([]);
});

it('replaces by no item that is taken away meanwhile, and takes none away that has just replaced another', async () => {
  for (const replacesFirst of [true, false]) {
    const [item, other] = [await newItem(), await newItem()];
    await newPost(item.key);
    const replace = () => remove(item, other.key);
    const takeAway = () => remove(other);
    const [first, second] = await bothAtOnce(replacesFirst ? replace : takeAway, replacesFirst ? takeAway : replace);
    expect(first.code).toBe(200);
    expect(told(second)).toEqual(
      replacesFirst
        ? [400, expect.stringContaining(`“示例${other.key}”还有记录在用：岗位1条`)]
        : [400, '替换成的项须是同一字典中可选的另一项'],
    );
    expect(await bareKeys()).toEqual([]);
  }
});

it('leaves no bare key whoever of many is first, and tells each loser what happened', async () => {
  const words = new Set<unknown>();
  for (let round = 0; round < 4; round += 1) {
    const items = [await newItem(), await newItem(), await newItem()];
    const ids = items.map(({ id }) => id);
    const answers = await Promise.all([
      ...items.map(({ key }) => newPost(key)),
      post(`dict-biz/remove?ids=${ids.join()}`),
      ...items.map((item) => remove(item)),
      post(`dict-biz/remove?ids=${[...ids].reverse().join()}`),
    ]);
    for (const answer of answers) words.add(String(told(answer)).replace(/race\d+|(?<=岗位)\d+(?=条)/g, '…'));
    expect(await bareKeys()).toEqual([]);
  }
  const sentences = [
    '200,操作成功',
    '404,业务字典不存在或已被删除',
    '400,岗位类型所选的“示例…”已被删除，请重新选择',
    '400,岗位类型不是可选的值：…',
    '400,“示例…”还有记录在用：岗位…条。请改为封存（不能再选，已有记录照常显示），或先替换为其他项',
  ];
  expect([...words].filter((word) => !sentences.includes(String(word)))).toEqual([]);
});
