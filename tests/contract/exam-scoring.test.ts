import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAreaRules } from '../../server/assembly/load-area-rules.ts';
import { type SlowRules, timedRules } from '../../server/assembly/timed-rules.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { defineRules } from '../../src/core/rules/define-rules.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { examPass, examRecord } from '../fixtures/exam-entities.ts';
import { tryout } from '../fixtures/tryout-entities.ts';

const pingPong = (key: string): Entity => ({
  dialect: 1,
  entity: key,
  title: key,
  api: { service: 'safety', base: key },
  record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
  states: { open: { title: '在用', initial: true } },
  transitions: { hit: { title: '触发', from: ['open'], who: ['everyone'] } },
  pages: { [key]: { title: key, grants: { everyone: ['view', 'add', 'hit'] } } },
  permissions: { scope: { everyone: 'tenant' } },
});

describe('rules that score exam papers', () => {
  let server: EntityServer;
  const slow: SlowRules[] = [];

  beforeAll(async () => {
    const placed = new Map([
      ['tryout', { area: 'test', source: tryout }],
      ['examRecord', { area: 'training', source: examRecord }],
    ]);
    const loaded = await loadAreaRules(placed, join(import.meta.dirname, '../fixtures/areas'));
    const endless = defineRules('ping', {
      after: ({ id, transition }, acts) => (transition === 'hit' ? acts.fire('ping', id, 'hit') : Promise.resolve()),
    });
    const many = defineRules('many', {
      derive() {
        const began = performance.now();
        while (performance.now() - began < 60);
        return {};
      },
      async after(_context, acts) {
        await acts.find('many', {});
      },
    });
    const rules = timedRules(new Map([...loaded, ['ping', endless], ['many', many]]), (one) => slow.push(one));
    const entities = { training: [examRecord, examPass], test: [pingPong('ping'), pingPong('many')] };
    server = await createEntityServer({ entities, shipped: [], rules });
  });
  afterAll(() => server?.close());

  const save = (body: object) => server.call<WireRecord>({}, 'POST /api/anlan-safety/examRecord/save', body);
  const answer = (kind: string, key: string | null, given: string | null, points: number) => ({
    kind,
    key,
    answer: given,
    points,
  });

  it.each<[string, object, number]>([
    ['a single choice that is right', answer('single', 'B', 'B', 2), 2],
    ['a single choice that is wrong', answer('single', 'B', 'A', 2), 0],
    ['a single choice without an answer', answer('single', 'B', null, 2), 0],
    ['a judgement', answer('judge', '对', '对', 1), 1],
    ['a judgement that is wrong', answer('judge', '对', '错', 1), 0],
    ['a multiple choice, in any order', answer('multiple', 'ABD', 'DBA', 3), 3],
    ['a multiple choice of which one is missing', answer('multiple', 'ABD', 'AB', 3), 0],
    ['a multiple choice with a wrong letter', answer('multiple', 'ABD', 'ABC', 3), 0],
    ['an essay that nobody has marked', answer('essay', null, '先断电', 5), 0],
  ])('score %s', async (_, row, points) => {
    expect((await save({ person: '甲', score: 100, answers: [row] })).data).toMatchObject({ score: points });
  });

  it('give half of a multiple choice where the paper says so, and nothing beside a wrong letter', async () => {
    const rows = [answer('multiple', 'ABD', 'AB', 3), answer('multiple', 'ABD', 'AC', 3)];
    expect((await save({ person: '甲', partly: '1', answers: rows })).data).toMatchObject({ score: 1.5, passed: '否' });
  });

  it('leave essays to a person, and what a transition does to rules that know it', async () => {
    const { data } = await save({
      person: '乙',
      answers: [answer('single', 'B', 'B', 2), answer('essay', null, '先断电', 5)],
    });
    const publish = (remark: string) =>
      server.call<WireRecord>({}, 'POST /api/anlan-safety/examRecord/publish', { id: data.id, remark });
    const early = await publish('好');
    expect(early.errors).toMatchObject([{ pointer: '/unmarked', msg: '还有1道问答题未评分' }]);
    const marked = (given: number) => {
      const [first, second] = data.answers as [object, object];
      return save({ id: data.id, version: data.version, answers: [first, { ...second, given }] });
    };
    expect((await marked(6)).errors).toMatchObject([{ pointer: '/answers', msg: '第2题的得分不能超过5分' }]);
    expect((await marked(4.5)).data).toMatchObject({ score: 6.5, passed: '是', unmarked: 0 });
    expect((await publish('好')).status).toBe(200);
    const { data: again } = await save({ person: '乙', answers: [answer('single', 'B', 'B', 9)] });
    await server.call({}, 'POST /api/anlan-safety/examRecord/publish', { id: again.id, remark: '又来' });
    const page = await server.call<WirePage<WireRecord>>({}, 'GET /api/anlan-safety/examPass/page');
    expect(page.data.records.map(({ person, paper, remark }) => [person, paper, remark])).toEqual([
      ['乙', data.id, '好'],
    ]);
  });

  it('are refused where they set each other off without end', async () => {
    const { data } = await server.call<WireRecord>({}, 'POST /api/anlan-safety/ping/save', { name: '一' });
    const refused = await server.call({}, 'POST /api/anlan-safety/ping/hit', { id: data.id });
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('联动操作超过8层') });
  });

  it('find at most 1,000 records, and are told where they take more than 50 ms', async () => {
    const call = (name: string) => server.call<WireRecord>({}, 'POST /api/anlan-safety/many/save', { name });
    expect((await call('一')).status).toBe(200);
    expect(slow).toContainEqual({ entity: 'many', part: 'derive', took: expect.any(Number) });
    await server.database.withTenant('645967', (db) =>
      db.query(
        `insert into data.many (id, "tenantId", version, "isDeleted", "createTime")
         select 'x' || n, '645967', 1, 0, now() from generate_series(1, 1000) n`,
      ),
    );
    expect(await call('二')).toMatchObject({ msg: expect.stringContaining('超过1000条') });
  });
});
