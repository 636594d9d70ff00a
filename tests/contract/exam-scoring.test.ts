import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOf } from '../../mocks/demo-plant/seeded.ts';
import { rules } from '../../server/areas/training/examAnswer.rules.ts';
import { type SlowRules, timedRules } from '../../server/assembly/timed-rules.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { defineRules } from '../../src/core/rules/define-rules.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

const points = 2;
const choices = (right: string) =>
  [...'ABCD'].map((key) => ({ key, text: `做法${key}`, correct: right.includes(key) ? '1' : '0' }));

/** What the rules make of an answer. */
function scored(record: object): {
  readonly options: readonly RuleRow[] | null;
  readonly keyText: string | null;
  readonly score: number | null;
} {
  const context = { record: { points, multiRule: '1', given: null, shuffled: '0', ...record }, old: {}, row: {} };
  const made = rules.derive?.({
    ...context,
    transition: undefined,
    now: '2026-05-10 09:00:00',
    setting: () => undefined,
  });
  return made as ReturnType<typeof scored>;
}
type RuleRow = Readonly<Record<string, string>>;

describe('the rules that score an answer of an exam paper', () => {
  type Given = readonly [type: string, key: string | null, answer: string | null, more?: object];
  const keyed = (type: string, key: string | null) =>
    type === '3' ? { isTrue: key } : type < '3' ? { source: choices(key ?? '') } : { reference: key };
  it.each<[string, Given, number | null]>([
    ['a single choice that is right', ['1', 'B', 'B'], 2],
    ['a single choice in a small letter, with a blank', ['1', 'B', ' b '], 2],
    ['a single choice that is wrong', ['1', 'B', 'A'], 0],
    ['a single choice without an answer', ['1', 'B', null], 0],
    ['a judgement that is right', ['3', '1', 'A'], 2],
    ['a judgement of what is wrong', ['3', '0', 'B'], 2],
    ['a judgement that is wrong', ['3', '1', 'B'], 0],
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
    ['a choice that an appeal has changed', ['1', 'B', 'A', { given: 2 }], 2],
    ['a question of a kind that it does not know', ['9', 'A', 'A'], null],
  ])('score %s', (_, [questionType, key, answer, more], score) => {
    expect(scored({ questionType, answer, ...keyed(questionType, key), ...more }).score).toBe(score);
  });
});

describe('a shuffled question, whatever its seed', () => {
  const ROUNDS = 300;
  /** A question, some letters and a rule that follow from a number. */
  const caseOf = (round: number) => {
    const chance = chanceOf(round + 1);
    const source = Array.from({ length: chance.between(2, 8) }, (_, at) => ({
      key: 'ABCDEFGH'[at] ?? '',
      text: `第${at}项`,
      correct: at === 0 || chance.happens(0.5) ? '1' : '0',
    }));
    const chosen = [...'ABCDEFGH'].filter(() => chance.happens(0.3));
    return { source, chosen, seed: `卷${chance.between(0, 1e9)}`, multiRule: chance.pick(['1', '2']) };
  };
  const cases = Array.from({ length: ROUNDS }, (_, round) => caseOf(round));

  it('has each choice once, lettered from A on, and a key that follows them', () => {
    for (const { source, seed } of cases) {
      const asked = { questionType: '2', source, seed, shuffled: '1', answer: null };
      const { options, keyText } = scored(asked);
      const right = new Set(source.filter(({ correct }) => correct === '1').map(({ text }) => text));
      expect(options?.map(({ key }) => key).join('')).toBe('ABCDEFGH'.slice(0, source.length));
      expect(options?.map(({ text }) => text).toSorted()).toEqual(source.map(({ text }) => text).toSorted());
      expect(keyText).toBe((options ?? []).flatMap(({ key, text }) => (right.has(text ?? '') ? [key] : [])).join(''));
      expect(options?.every((row) => !('correct' in row))).toBe(true);
      expect(scored(asked).options).toEqual(options);
    }
    const orders = new Set(
      cases.map(({ seed }) => scored({ questionType: '1', source: choices('B'), seed, shuffled: '1' }).keyText),
    );
    expect([...orders].toSorted()).toEqual(['A', 'B', 'C', 'D']);
  });

  it('gives all points for the key, never more, and half of them at most for a part', () => {
    for (const { source, seed, chosen, multiRule } of cases) {
      const asked = { questionType: '2', source, seed, shuffled: '1', multiRule };
      const { keyText } = scored({ ...asked, answer: null });
      expect(scored({ ...asked, answer: keyText }).score).toBe(points);
      const wrong = chosen.some((letter) => !keyText?.includes(letter));
      const whole = !wrong && chosen.length === keyText?.length;
      const partial = multiRule === '2' && !wrong && chosen.length > 0 ? points / 2 : 0;
      expect(scored({ ...asked, answer: chosen.join('') }).score).toBe(whole ? points : partial);
    }
  });

  it('takes blanks however they are spaced and in capitals or not', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chance = chanceOf(round + 7);
      const words = Array.from({ length: chance.between(1, 5) }, () => `h${chance.between(0, 1e6).toString(36)}`);
      const answer = words.map((one) => `  ${chance.happens(0.5) ? one.toUpperCase() : one} `).join('\n');
      expect(scored({ questionType: '4', reference: words.join('\n'), answer }).score).toBe(points);
    }
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
