import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireRecord } from '../../src/core/wire/contract.ts';
import { withPostedLists } from '../bench/hostile/record-server.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

// Names that every object answers to, though nobody put them there.
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype)];
const analyst = { roleCodes: ['analyst'] };
const base = '/api/anlan-safety/samples/everyfield';
const entity = withPostedLists();
let server: EntityServer;
let record: WireRecord;

beforeAll(async () => {
  server = await createEntityServer({ entities: { samples: [entity] } });
  record = (await server.call<WireRecord>(analyst, `POST ${base}/save`, { name: '草稿' })).data;
});
afterAll(() => server?.close());

it.each(INHERITED)('there is no state named %s', async (status) => {
  const asked = new URLSearchParams({ id: record.id, status });
  const answer = await server.call(analyst, `POST ${base}/updateStatusById?${asked}`);
  expect([answer.status, answer.msg]).toEqual([400, '没有这个状态']);
});

it.each(INHERITED)('no call takes %s for something that it knows', async (name) => {
  const fields = Object.keys(entity.record.properties);
  const named = ['orderBy', 'groupBy', 'sums', 'figure', 'match', 'page', 'status', ...fields];
  for (const argument of named) {
    for (const call of ['GET page', 'GET select', 'GET detail', 'GET history', 'GET count']) {
      const asked = new URLSearchParams({ id: record.id, [argument]: name });
      const { status, msg } = await server.call(analyst, `${call.replace(' ', ` ${base}/`)}?${asked}`);
      expect([call, argument, msg, status < 500]).toEqual([call, argument, msg, true]);
    }
  }
  const raw = JSON.stringify({ name: '草稿' }).replace('"name"', JSON.stringify(name));
  const { status, msg } = await server.call(analyst, `POST ${base}/save`, undefined, { raw });
  expect([status, msg]).toEqual([400, name === '__proto__' ? '请求内容不是有效的JSON' : `不认识的字段：${name}`]);
});
