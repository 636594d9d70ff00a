import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlowRules, timedRules } from '../../server/assembly/timed-rules.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { type DefinedRules, defineRules } from '../../src/core/rules/define-rules.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';
import { exampleRules } from '../fixtures/example-areas.ts';

describe('the rules that score an answer of an exam paper', () => {
  let rules: DefinedRules | undefined;
  beforeAll(async () => {
    rules = (await exampleRules()).get('examAnswer');
  });

  type Given = readonly [type: string, key: string | null, answer: string | null, more?: object];
  it.each<[string, Given, number | null]>([
    ['a single choice that is right', ['1', 'B', 'B'], 2],
    ['a single choice in a small letter, with a blank', ['1', 'B', ' b '], 2],
    ['a single choice that is wrong', ['1', 'B', 'A'], 0],
    ['a single choice without an answer', ['1', 'B', null], 0],
    ['a judgement', ['3', '对', '对'], 2],
    ['a judgement that is wrong', ['3', '对', '错'], 0],
    ['a multiple choice, in any order', ['2', 'ABD', 'D、B、A'], 2],
    ['a multiple choice of which one is missing', ['2', 'ABD', 'AB'], 0],
    ['the same, where a part of it counts half', ['2', 'ABD', 'AB', { multiRule: '2' }], 1],
    ['a multiple choice with a wrong letter, where a part counts half', ['2', 'ABD', 'AC', { multiRule: '2' }], 0],
    ['a multiple choice with a letter too many', ['2', 'ABD', 'ABCD', { multiRule: '2' }], 0],
    ['a multiple choice without an answer, where a part counts half', ['2', 'ABD', '', { multiRule: '2' }], 0],
    ['all blanks, in other words and letters', ['4', '30/三十\nH2S/硫化氢\n两', '三十\n h2s \n两'], 2],
    ['two of three blanks, to one decimal', ['4', '30\nH2S\n两', '30\nCO\n两'], 1.3],
    ['blanks that are left empty', ['4', '30\n两', '\n'], 0],
    ['an essay that nobody has marked', ['5', null, '先断电'], null],
    ['an essay that somebody has marked', ['5', null, '先断电', { given: 1.5 }], 1.5],
    ['a question of a kind that it does not know', ['9', 'A', 'A'], null],
  ])('score %s', (_, [questionType, keyText, answer, more], score) => {
    const record = { questionType, keyText, answer, points: 2, multiRule: '1', given: null, ...more };
    const context = { record, old: {}, row: {}, transition: undefined, now: '2026-05-10 09:00:00' };
    expect(rules?.derive?.({ ...context, setting: () => undefined })).toEqual({ score });
  });
});

const small = (key: string, more: Partial<Entity> = {}): Entity => ({
  dialect: 1,
  entity: key,
  title: key,
  api: { service: 'safety', base: key },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string', index: true },
      remark: { title: '评语', field: 'input', type: 'string' },
    },
  },
  states: { open: { title: '在用', initial: true, edit: true }, done: { title: '已办' } },
  transitions: { hit: { title: '触发', from: ['open'], who: ['everyone'] } },
  pages: { [key]: { title: key, grants: { everyone: ['view', 'add', 'edit', 'hit'] } } },
  permissions: { scope: { everyone: 'tenant' } },
  ...more,
});

describe('what rules know and do', () => {
  let server: EntityServer;
  const slow: SlowRules[] = [];

  beforeAll(async () => {
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
    const issue = defineRules('issue', {
      check: ({ record, transition, setting }) =>
        transition === 'hit' && record.name === setting('issue.blank')
          ? [{ field: 'name', message: '空白的不能办' }]
          : [],
      async after({ record, row, transition }, acts) {
        if (transition !== 'hit') return;
        const held = await acts.find('pass', { name: String(record.name) });
        if (held.length === 0) await acts.create('pass', { name: record.name, remark: row.remark });
      },
    });
    const own = [endless, many, issue].map((one) => [one.entity, one] as const);
    const hit = { title: '触发', from: ['open'], to: 'done', who: ['everyone' as const], fields: { remark: {} } };
    const entities = [small('ping'), small('many'), small('pass'), small('issue', { transitions: { hit } })];
    const rules = timedRules(new Map(own), (one) => slow.push(one));
    const settings = { 'issue.blank': '空白' };
    server = await createEntityServer({ entities: { test: entities }, shipped: [], rules, settings });
  });
  afterAll(() => server?.close());

  it('is a setting, the transition that is fired, what it proposes, and what was made before', async () => {
    const hit = async (name: string, remark: string) => {
      const { data } = await server.call<WireRecord>({}, 'POST /api/anlan-safety/issue/save', { name });
      return server.call({}, 'POST /api/anlan-safety/issue/hit', { id: data.id, remark });
    };
    expect((await hit('空白', '好')).errors).toMatchObject([{ pointer: '/name', msg: '空白的不能办' }]);
    expect((await hit('乙', '好')).status).toBe(200);
    expect((await hit('乙', '又来')).status).toBe(200);
    const page = await server.call<WirePage<WireRecord>>({}, 'GET /api/anlan-safety/pass/page');
    expect(page.data.records.map(({ name, remark }) => [name, remark])).toEqual([['乙', '好']]);
  });

  it('is refused where it sets itself off without end', async () => {
    const { data } = await server.call<WireRecord>({}, 'POST /api/anlan-safety/ping/save', { name: '一' });
    const refused = await server.call({}, 'POST /api/anlan-safety/ping/hit', { id: data.id });
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('联动操作超过8层') });
  });

  it('is at most 1,000 records at once, and told where it takes more than 50 ms', async () => {
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
