import { afterAll, beforeAll, expect, it } from 'vitest';
import { titledChoices } from '../../server/metadata/choices.ts';
import type { Property } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { insertPeople } from '../fixtures/flow-entities.ts';
import { patient } from '../fixtures/patience.ts';
import { entityMaker, referenceTo } from '../fixtures/small-entity.ts';

const P = '/api/anlan-safety';
const officer: TestPerson = { userId: 'u1', realName: '人员1', roleCodes: ['officer'] };
const grants = { officer: ['view', 'add', 'edit'] };
const entity = entityMaker((columns) => ({
  grants,
  filters: [],
  columns: [...columns],
  where: "isNull(level) or labelOf(level) == '一级' or labelOf(level) == '二级'",
}));
const text = (title: string): Property => ({ title, field: 'input', type: 'string' });
const levels = { first: { title: '一级', order: 10 }, second: { title: '二级', order: 20 } };
const computed = (title: string, compute: string): Property => ({ title, field: 'calculate', type: 'string', compute });

const site = entity('site', '场所', { name: text('名称'), level: choice('等级') });
const work = entity('work', '作业', {
  name: text('名称'),
  site: referenceTo('场所', 'site'),
  level: choice('级别'),
  tags: {
    title: '标签',
    field: 'checkbox',
    type: 'array',
    items: { type: 'string' },
    options: { gas: { title: '气体', order: 10 }, fire: { title: '动火', order: 20 } },
  },
  subject: computed('标题', "concat(name, '：', coalesce(labelOf(level), '无'))"),
  marks: computed('标签名称', 'labelOf(tags)'),
  place: computed('场所名称', 'labelOf(site)'),
  siteLevel: computed('场所等级', 'labelOf(site.level)'),
});

function choice(title: string): Property {
  return { title, field: 'radio', type: 'string', options: levels };
}

let server: EntityServer;
const save = async (base: string, body: object) => {
  const answer = await server.call<WireRecord>(officer, `POST ${P}/${base}/save`, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.data;
};

beforeAll(async () => {
  server = await createEntityServer({ entities: { test: [site, work] } });
  await insertPeople(server);
}, patient(60_000));
afterAll(() => server?.close());

it('stores the titles of choices, and reads the label of a reference and of a choice behind it', async () => {
  const { id: siteId } = await save('site', { name: '罐区', level: 'second' });
  const { id } = await save('work', { name: '清罐', site: siteId, level: 'first', tags: ['fire', 'gas'] });
  const shown = { subject: '清罐：一级', marks: '动火、气体', place: '罐区', siteLevel: '二级' };
  const detail = await server.call<WireRecord>(officer, `GET ${P}/work/detail?id=${id}`);
  expect(detail.data).toMatchObject(shown);
  // In a list SQL says what the evaluator says in a detail, and the page's condition is over titles.
  const list = await server.call<WirePage<WireRecord>>(officer, `GET ${P}/work/page?size=5`);
  expect(list.data.records).toEqual([expect.objectContaining({ id, ...shown })]);
  const stored = await server.database.withTenant('645967', (connection) =>
    connection.query('select subject, marks from data.work where id = $1', [id]),
  );
  expect(stored).toEqual([{ subject: '清罐：一级', marks: '动火、气体' }]);
});

it('gives nothing where there is no value', async () => {
  const { id } = await save('work', { name: '巡检' });
  const { data } = await server.call<WireRecord>(officer, `GET ${P}/work/detail?id=${id}`);
  expect(data.subject).toBe('巡检：无');
  for (const key of ['marks', 'place', 'siteLevel']) expect(data[key] ?? null, key).toBeNull();
});

it('is in Chinese, in whatever language somebody works', async () => {
  const chinese = await server.metadata.snapshot('645967');
  const translated = { ...chinese, entities: new Map(), dictionaries: new Map(), untranslated: chinese };
  expect(titledChoices(translated, 'work.level')?.map(({ title }) => title)).toEqual(['一级', '二级']);
  expect(titledChoices(chinese, 'work.nothing')).toBeUndefined();
});
