import { describe, expect, it } from 'vitest';
import { promised } from '../../../../tests/fixtures/patience.ts';
import { parseExpression } from '../../expression/index.ts';
import type { Draft } from '../../overlay/draft.ts';
import { renameField } from '../../overlay/rename.ts';
import type { BlockFile, SharedFiles } from './blocks.ts';
import { type Resolution, resolveEntity } from './resolve-entity.ts';
import { sharedPartsOf } from './shared-parts-of.ts';
import { originAt } from './sourced.ts';

const FILE = 'schemas/areas/demo/gauge.entity.json';

function files(blocks: Readonly<Record<string, object>> = {}): SharedFiles {
  const found = (name: string): BlockFile | undefined => {
    const value = blocks[name];
    return value === undefined ? undefined : { file: `schemas/blocks/${name}.block.json`, value };
  };
  return {
    block: found,
    blockNames: () => Object.keys(blocks),
    groups: { STAFF: ['officer', 'leader'], HEADS: ['leader', 'director'] },
  };
}

function resolved(entity: object, shared = files()) {
  const { value, problems, resolution } = resolveEntity(entity, FILE, shared);
  expect(problems).toEqual([]);
  return { value: value as Record<string, unknown>, resolution };
}

/** Where what stands at a pointer of the resolved entity was written. */
function written(found: ReturnType<typeof resolved>, pointer: string): string {
  const origin = originAt(found.resolution?.origins ?? new Map(), pointer);
  return `${origin?.file} ${origin?.pointer}`;
}

describe('a file that shares nothing', () => {
  it('is itself, the same object', () => {
    const entity = { entity: 'gauge', pages: { gauge: { columns: ['name'] } } };
    expect(resolved(entity)).toEqual({ value: entity, resolution: undefined });
    expect(resolved(entity).value).toBe(entity);
  });
});

describe('define', () => {
  const define = { late: "deadline < now() or status == 'old'", open: 'not late', known: "kind == 'a'" };

  it.each([
    ['late', "deadline < now() or status == 'old'"],
    ["late and kind == 'a'", "(deadline < now() or status == 'old') and kind == 'a'"],
    ['not late', "not (deadline < now() or status == 'old')"],
    ['open and known', "not (deadline < now() or status == 'old') and kind == 'a'"],
    ['late ? 1 : 2', "deadline < now() or status == 'old' ? 1 : 2"],
    ['late == known', "(deadline < now() or status == 'old') == (kind == 'a')"],
    ['any(parts, late)', 'any(parts, late)'],
    ['any(parts, worn) and late', "any(parts, worn) and (deadline < now() or status == 'old')"],
    ["kind == 'late'", "kind == 'late'"],
    ['old.late', 'old.late'],
  ])('puts a condition into “%s” as a whole', (source, expected) => {
    const { value } = resolved({ define, remove: [{ when: source }] });
    expect(value).toEqual({ remove: [{ when: expected }] });
    const parsed = parseExpression(expected);
    expect('node' in parsed).toBe(true);
  });

  it('puts people among others, with those that they name in turn and conditions within', () => {
    const found = resolved({
      define: { late: 'a < b', heads: [{ head: 'dept' }], all: ['heads', { expression: 'late and c' }] },
      transitions: { close: { who: ['creator', 'all', { role: 'officer' }] } },
    });
    expect(found.value).toEqual({
      transitions: {
        close: { who: ['creator', { head: 'dept' }, { expression: 'a < b and c' }, { role: 'officer' }] },
      },
    });
    expect(written(found, '/transitions/close/who/1/head')).toBe(`${FILE} /define/heads/0/head`);
    expect(written(found, '/transitions/close/who/3')).toBe(`${FILE} /transitions/close/who/2`);
    expect([...(found.resolution?.uses ?? [])]).toEqual([['/transitions/close/who/2/expression', ['late']]]);
  });

  it('leaves names of other records alone', () => {
    const { value } = resolved({
      define: { late: 'a < b' },
      record: { properties: { parts: { items: { properties: { worn: { visible: 'late' } } } } } },
      remove: [{ when: 'late' }],
    });
    expect(value).toMatchObject({
      record: { properties: { parts: { items: { properties: { worn: { visible: 'late' } } } } } },
      remove: [{ when: 'a < b' }],
    });
  });
});

describe('what would grow without end', () => {
  const doubling = (of: (before: string) => unknown): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`n${index + 1}`, of(`n${index}`)]));

  it('is refused at the condition that is too large, at once', () => {
    const define = { n0: 'a < b', ...doubling((before) => `${before} or ${before}`) };
    const start = performance.now();
    const { problems } = resolveEntity({ define, remove: [{ when: 'n60' }, { when: 'n3' }] }, FILE, files());
    expect(performance.now() - start).toBeLessThan(promised(5_000));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatchObject({ pointer: '/define/n9', message: expect.stringContaining('超过 2000 个') });
  });

  it('is each person once, however often lists name each other', () => {
    const define = { n0: ['creator', { head: 'dept' }], ...doubling((before) => [before, before]) };
    const { value } = resolved({ define, transitions: { close: { who: ['n60'] } } });
    expect(value).toEqual({ transitions: { close: { who: ['creator', { head: 'dept' }] } } });
  });

  it('is refused where much is shared by many', () => {
    const record = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`f${index}`, '1']));
    const examples = Array.from({ length: 2_000 }, () => ({ title: '例' }));
    const { problems } = resolveEntity({ exampleBase: { record }, examples }, FILE, files());
    expect(problems).toMatchObject([{ pointer: '/exampleBase', message: expect.stringContaining('2000 处') }]);
  });
});

describe('a text that shares parts', () => {
  it('follows a field that is renamed, in all of them', () => {
    const text = {
      entity: 'gauge',
      define: { big: 'amount > 1', heads: [{ field: 'amount' }, { expression: 'amount == 2' }] },
      record: { properties: { amount: { title: '量程' } } },
      pageDefaults: { columns: ['amount'], sort: ['-amount'], where: 'amount < 9' },
      exampleBase: { record: { amount: 1 } },
    };
    renameField(text as unknown as Draft, 'amount', 'range');
    expect(text).toEqual({
      entity: 'gauge',
      define: { big: 'range > 1', heads: [{ field: 'range' }, { expression: 'range == 2' }] },
      record: { properties: { range: { title: '量程', id: 'amount' } } },
      pageDefaults: { columns: ['range'], sort: ['-range'], where: 'range < 9' },
      exampleBase: { record: { range: 1 } },
    });
  });
});

describe('pageDefaults', () => {
  const pageDefaults = {
    columns: ['name', 'status'],
    filters: ['name'],
    grants: { '@STAFF': ['view'], admin: ['view'] },
  };

  it('are what a page does not say; its list replaces or goes on; grants add up', () => {
    const found = resolved({
      pageDefaults,
      pages: {
        all: { title: '全部', columns: ['...', 'level'], grants: { leader: ['add', 'view'], admin: [] } },
        open: { title: '未关', columns: ['level'] },
      },
    });
    expect(found.value).toEqual({
      pages: {
        all: {
          title: '全部',
          columns: ['name', 'status', 'level'],
          filters: ['name'],
          grants: { officer: ['view'], leader: ['view', 'add'], admin: [] },
        },
        open: {
          title: '未关',
          columns: ['level'],
          filters: ['name'],
          grants: { officer: ['view'], leader: ['view'], admin: ['view'] },
        },
      },
    });
    expect(written(found, '/pages/all/columns/1')).toBe(`${FILE} /pageDefaults/columns/1`);
    expect(written(found, '/pages/all/columns/2')).toBe(`${FILE} /pages/all/columns/1`);
    expect(written(found, '/pages/open/grants/officer')).toBe(`${FILE} /pageDefaults/grants/@STAFF`);
  });

  it('give only grants to a page that shows no rows', () => {
    const { value } = resolved({ pageDefaults, pages: { figures: { title: '统计', view: 'statistics' } } });
    expect(value).toEqual({
      pages: {
        figures: {
          title: '统计',
          view: 'statistics',
          grants: { officer: ['view'], leader: ['view'], admin: ['view'] },
        },
      },
    });
  });
});

describe('exampleBase', () => {
  it('is laid beneath each example', () => {
    const { value } = resolved({
      exampleBase: { now: '2026-03-01', record: { name: '一', level: 'a' } },
      examples: [
        { title: '甲', record: { level: 'b' } },
        { title: '乙', now: '2026-04-01' },
      ],
    });
    expect(value).toEqual({
      examples: [
        { title: '甲', now: '2026-03-01', record: { name: '一', level: 'b' } },
        { title: '乙', now: '2026-04-01', record: { name: '一', level: 'a' } },
      ],
    });
  });
});

describe('defaults of statistics', () => {
  it('are what figures and blocks do not say; a figure made of others takes none', () => {
    const found = resolved({
      statistics: {
        measureDefaults: { kind: 'count', date: 'found', unit: '项' },
        measures: {
          all: { title: '总数' },
          cost: { title: '费用', kind: 'sum', of: 'cost' },
          rate: { title: '率', numerator: 'cost', denominator: 'all' },
          share: { title: '占比', numerator: 'all' },
        },
        blockDefaults: { filters: ['level'] },
        blocks: {
          one: { title: '一', measures: ['all'] },
          two: { title: '二', measures: ['all'], filters: ['...', 'dept'] },
        },
      },
    });
    expect(found.value).toEqual({
      statistics: {
        measures: {
          all: { title: '总数', kind: 'count', date: 'found', unit: '项' },
          cost: { title: '费用', kind: 'sum', of: 'cost', date: 'found', unit: '项' },
          rate: { title: '率', kind: 'ratio', numerator: 'cost', denominator: 'all' },
          share: { title: '占比', kind: 'share', numerator: 'all' },
        },
        blocks: {
          one: { title: '一', measures: ['all'], filters: ['level'] },
          two: { title: '二', measures: ['all'], filters: ['level', 'dept'] },
        },
      },
    });
    expect(written(found, '/statistics/measures/all/date')).toBe(`${FILE} /statistics/measureDefaults/date`);
    expect(sharedPartsOf(found.resolution as Resolution).map(({ pointer }) => pointer)).toContain(
      '/statistics/blocks/one/filters',
    );
  });
});

describe('a place that is named', () => {
  it('stands where steps and votes name it; a condition of that name elsewhere is none', () => {
    const here = { within: 'ground', name: 'title' };
    const found = resolved({
      define: { here, inside: 'not isNull(ground)' },
      transitions: {
        begin: { place: 'here', approve: { levels: { guard: { vote: { place: 'here' } }, head: { vote: {} } } } },
        leave: { place: 'inside' },
      },
    });
    expect(found.value).toEqual({
      transitions: {
        begin: { place: here, approve: { levels: { guard: { vote: { place: here } }, head: { vote: {} } } } },
        leave: { place: 'not isNull(ground)' },
      },
    });
    expect(written(found, '/transitions/begin/place/within')).toBe(`${FILE} /define/here/within`);
    expect(found.resolution?.unused).toEqual([]);
  });
});

describe('what the field alone tells', () => {
  const typed = (property: object) =>
    (resolved({ record: { properties: { it: property } } }).value as { record: { properties: { it: object } } }).record
      .properties.it;

  it.each<[string, object, object]>([
    ['a text', { field: 'input' }, { type: 'string' }],
    ['a number', { field: 'number' }, { type: 'number' }],
    ['a whole number that says so', { field: 'number', type: 'integer' }, { type: 'integer' }],
    ['one choice', { field: 'select' }, { type: 'string' }],
    ['several', { field: 'select', multiple: true }, { type: 'array', items: { type: 'string' } }],
    ['files', { field: 'upload' }, { type: 'array', items: { type: 'string' } }],
    ['what is computed with decimals', { field: 'calculate', scale: 1 }, { type: 'number' }],
    ['a text that is computed', { field: 'calculate' }, { type: 'string' }],
    ['a type from outside, or one that is misspelt', { field: 'plate' }, { type: 'string' }],
    ['a type from outside that says so', { field: 'plate', type: 'object' }, {}],
  ])('is the type of %s', (_, property, told) => {
    expect(typed(property)).toEqual({ ...property, ...told });
  });

  it('is told of columns too, and stands beside the field', () => {
    const made = typed({
      title: '行',
      field: 'subTable',
      items: { type: 'object', properties: { count: { title: '数', field: 'number', minimum: 1 } } },
    });
    expect(JSON.stringify(made)).toBe(
      '{"title":"行","field":"subTable","type":"array","items":{"type":"object","properties":' +
        '{"count":{"title":"数","field":"number","type":"number","minimum":1}}}}',
    );
  });
});

describe('groups of roles', () => {
  it('are single roles in lists, people and maps; what a role says itself wins', () => {
    const { value } = resolved({
      transitions: { close: { who: [{ role: '@STAFF' }, { role: 'leader' }, 'creator'] } },
      permissions: {
        scope: { '@STAFF': 'tenant', leader: 'own' },
        fields: { phone: [{ roles: ['@STAFF', '@HEADS'], access: 'read' }] },
      },
    });
    expect(value).toEqual({
      transitions: { close: { who: [{ role: 'officer' }, { role: 'leader' }, 'creator'] } },
      permissions: {
        scope: { officer: 'tenant', leader: 'own' },
        fields: { phone: [{ roles: ['officer', 'leader', 'director'], access: 'read' }] },
      },
    });
  });
});

describe('blocks', () => {
  const block = {
    description: '几个实体共有的流转',
    record: {
      required: ['...', 'level'],
      properties: { level: { title: '等级', field: 'input', type: 'string' }, why: { title: '原因' } },
    },
    form: { sections: { grading: { title: '分级', fields: ['level', 'why'] } } },
    define: { graded: 'not isNull(level)', mayDiscard: [{ role: 'officer' }] },
    states: { draft: { title: '草稿' } },
    transitions: {
      discard: { title: '作废', from: ['draft'], who: ['mayDiscard'], when: [{ when: 'graded' }], set: { why: "''" } },
    },
  };
  const shared = files({ 'demo/grading': block });

  it('lie beneath what the entity says, which wins and tells where their keys stand', () => {
    const found = resolved(
      {
        use: { grading: { block: 'demo/grading' } },
        record: { required: ['...', 'name'], properties: { name: { title: '名称' }, why: { title: '理由' } } },
        define: { mayDiscard: [{ role: '@HEADS' }] },
        transitions: { discard: { confirm: '确定吗？' } },
      },
      shared,
    );
    expect(found.value).toEqual({
      record: {
        required: ['level', 'name'],
        properties: {
          level: { title: '等级', field: 'input', type: 'string' },
          name: { title: '名称' },
          why: { title: '理由' },
        },
      },
      form: block.form,
      states: block.states,
      transitions: {
        discard: {
          title: '作废',
          from: ['draft'],
          who: [{ role: 'leader' }, { role: 'director' }],
          when: [{ when: 'not isNull(level)' }],
          set: { why: "''" },
          confirm: '确定吗？',
        },
      },
    });
    expect(Object.keys((found.value.record as { properties: object }).properties)).toEqual(['level', 'name', 'why']);
    expect(written(found, '/transitions/discard/when/0/when')).toBe(
      'schemas/blocks/demo/grading.block.json /transitions/discard/when/0/when',
    );
    expect(written(found, '/transitions/discard/who/0/role')).toBe(`${FILE} /define/mayDiscard/0/role`);
    expect(found.resolution?.blocks).toEqual(['demo/grading']);
  });

  it('are taken without some of their parts', () => {
    const { value } = resolved(
      {
        use: {
          grading: { block: 'demo/grading', without: ['transitions/discard', 'record/required/level', 'define'] },
        },
      },
      shared,
    );
    expect(value).toMatchObject({ transitions: {}, record: { required: [] } });
  });

  it('are used a second time under a prefix, by which they name their own things', () => {
    const { value } = resolved(
      {
        use: {
          grading: { block: 'demo/grading', without: ['states'] },
          after: { block: 'demo/grading', as: 'after', without: ['states'] },
        },
      },
      shared,
    );
    expect(value).toMatchObject({
      record: {
        required: ['level', 'afterLevel'],
        properties: { level: {}, why: {}, afterLevel: { title: '等级' }, afterWhy: {} },
      },
      form: { sections: { grading: {}, afterGrading: { fields: ['afterLevel', 'afterWhy'] } } },
      transitions: {
        discard: { set: { why: "''" } },
        afterDiscard: {
          from: ['draft'],
          who: [{ role: 'officer' }],
          when: [{ when: 'not isNull(afterLevel)' }],
          set: { afterWhy: "''" },
        },
      },
    });
  });

  it.each<[string, object, string, string]>([
    [
      'a block is missing',
      { use: { a: { block: 'demo/gradin' } } },
      '/use/a/block',
      '没有名为“demo/gradin”的区块，是否想写“demo/grading”',
    ],
    [
      'without names nothing',
      { use: { a: { block: 'demo/grading', without: ['transitions/discrad'] } } },
      '/use/a/without/0',
      '区块“demo/grading”里没有“transitions/discrad”，是否想写“transitions/discard”',
    ],
    [
      'two blocks give the same',
      { use: { a: { block: 'demo/grading' }, b: { block: 'demo/other' } } },
      '/use/b',
      '“a”和“b”两个区块都给出了 transitions/discard',
    ],
  ])('are refused where %s', (_, entity, pointer, message) => {
    const beside = files({ 'demo/grading': block, 'demo/other': { transitions: { discard: { title: '弃' } } } });
    const { problems } = resolveEntity(entity, FILE, beside);
    expect(problems).toMatchObject([{ file: FILE, pointer, message, severity: 'error' }]);
  });
});
