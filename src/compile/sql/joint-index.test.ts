import { describe, expect, it } from 'vitest';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import { buildModel } from '../../core/model/build-model.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import type { RowAccess } from './access-conditions.ts';
import { diffPlan } from './diff-plan.ts';
import { jointIndexOf } from './joint-index.ts';
import { compileDetailQuery, compileListQuery, type FilterCondition, type ListShape } from './list-query.ts';
import { compilePageQueries } from './page-query.ts';
import { planTables } from './plan-tables.ts';
import { bind } from './query.ts';
import type { SqlWorld } from './record-sql.ts';

const kinds = { hot: { title: '动火', order: 1 }, high: { title: '高处', order: 2 } };

const work: Entity = {
  dialect: 1,
  entity: 'work',
  title: '作业',
  api: { service: 'safety', base: 'work' },
  owners: { users: ['createUser', 'chargerId', 'watcherIds'], depts: ['createDept', 'deptId'] },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      kind: { title: '类型', field: 'select', type: 'string', options: kinds },
      chargerId: { title: '负责人', field: 'orgSelect', type: 'string', org: 'user' },
      watcherIds: { title: '监护人', field: 'orgSelect', type: 'array', items: { type: 'string' }, org: 'user' },
      deptId: { title: '单位', field: 'orgSelect', type: 'string', org: 'dept' },
      planTime: { title: '计划时间', field: 'date', type: 'string', format: 'date' },
    },
  },
  pages: { work: { title: '作业', filters: ['name', 'kind', 'planTime'], sort: ['-planTime'] } },
};

function modelOf(entity: Entity) {
  const { model, problems } = buildModel(entity, {
    area: 'test',
    registry: fieldTypes,
    pageKinds,
    dictionaries: { has: () => false, choices: () => undefined },
    entity: (key) => (key === entity.entity ? entity : undefined),
    settings: new Map(),
  });
  expect(problems).toEqual([]);
  if (model === undefined) throw new Error('实体没有模型');
  return model;
}

const model = modelOf(work);

const world: SqlWorld = {
  entity: () => model,
  now: '2026-04-30 10:00:00',
  zone: 'Asia/Shanghai',
  me: { userId: 'u1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' },
  settings: {},
  ranks: () => undefined,
};

const input = {
  tenantId: '645967',
  userId: 'u1',
  deptIds: ['d1'],
  deptTreeIds: ['d1', 'd2'],
  values: { limit: 20, offset: 0, cap: 10_001, kind: 'hot' },
};

function fieldOf(key: string) {
  const found = model.field.get(key);
  if (found === undefined) throw new Error(key);
  return found;
}

const OWN: RowAccess = { owners: 'own', where: [] };
const PLACE: RowAccess = { owners: 'departmentTree', where: [] };
const PERSONS = '(array[t."createUser", t."chargerId"] || t."watcherIds") && array[';
const COMPARED = 't."watcherIds" @> array[';
const KIND: FilterCondition = { field: fieldOf('kind'), how: 'equals', argument: 'kind' };
const NAME: FilterCondition = { field: fieldOf('name'), how: 'contains', argument: 'name' };

const shape = (access: RowAccess, filters: readonly FilterCondition[] = []): ListShape => ({
  model,
  fields: [fieldOf('name')],
  where: [],
  access,
  filters,
  search: [],
  byIds: false,
  sort: [{ field: fieldOf('planTime'), descending: true }],
  paged: true,
  total: 'capped',
  labels: false,
});

const page = (access: RowAccess, filters?: readonly FilterCondition[]) =>
  compilePageQueries(shape(access, filters), world);

describe('the joint index', () => {
  it('holds persons, departments, choices and texts of an entity that several persons own, and the removed too', () => {
    const [plan] = planTables([model]);
    const [joint, ...more] = plan?.indexes.filter(({ definition }) => definition.includes('array[')) ?? [];
    expect(more).toEqual([]);
    expect(joint?.definition).toBe(
      'using gin ((array["createUser", "chargerId"] || "watcherIds"), (array["createDept", "deptId"]), (array["kind"]),' +
        ' public.anlan_search_grams("name"))',
    );
    const texts = plan?.indexes.filter(({ definition }) => definition.includes('anlan_search_grams'));
    expect(texts).toEqual([joint]);
  });

  it('comes to a table with rows beside its writers, and is followed by statistics of its values', () => {
    const [plan] = planTables([model]);
    const others = plan?.indexes.filter(({ analysed }) => analysed !== true) ?? [];
    const steps = diffPlan(plan === undefined ? [] : [plan], {
      tables: new Map([
        [
          'work',
          {
            columns: new Map(plan?.columns.map(({ name, type, notNull }) => [name, { type, notNull }])),
            indexes: new Set([...others.map(({ name }) => name), 'work_name_text_00000000']),
            invalidIndexes: new Set<string>(),
            foreignKeys: new Set(plan?.foreignKeys.map(({ name }) => name)),
            policies: new Set(plan?.policies.map(({ name }) => name)),
            secured: true,
            grants: new Set(['select', 'insert', 'update', 'delete']),
            estimatedRows: 1_000_000,
          },
        ],
      ]),
    });
    expect(steps.map(({ sql }) => sql.replace(/_[0-9a-f]{8}"/, '"').slice(0, 54))).toEqual([
      'create index concurrently "work_joint" on data."work" ',
      'analyze data."work"',
      'drop index concurrently if exists data."work_name_text',
    ]);
    expect(steps.every(({ concurrently }) => concurrently)).toBe(true);
  });

  it('is none where one person owns a record', () => {
    const { owners: _, ...single } = work;
    expect(jointIndexOf(modelOf(single))).toBeUndefined();
  });

  it('keeps departments among the columns that indexes carry, whatever else is filtered by', () => {
    const many = Array.from({ length: 12 }, (_, place) => `c${place}`);
    const wide = modelOf({
      ...work,
      record: {
        ...work.record,
        properties: {
          ...work.record.properties,
          ...Object.fromEntries(
            many.map((key) => [key, { title: key, field: 'select', type: 'string', options: kinds }] as const),
          ),
        },
      },
      pages: { work: { title: '作业', filters: many, sort: ['-planTime'] } },
    });
    const [plan] = planTables([wide]);
    const order = plan?.indexes.find(({ name }) => name.includes('by_planTime'));
    expect(order?.definition).toContain('"c7", "createDept", "deptId")');
    expect(order?.definition).not.toContain('"c8"');
  });
});

describe('lists by the joint index', () => {
  it('find own rows by it together with a choice', () => {
    const query = page(OWN, [KIND]);
    expect(query?.few.text).toContain(PERSONS);
    expect(query?.few.text).toContain('(array[t."kind"]) && array[$');
    expect(query?.few.text).not.toContain(COMPARED);
    if (query !== undefined) expect(bind(query.few, input)).toContain('hot');
  });

  it('count the rows of a person by the indexes of single fields first, unless a choice narrows them', () => {
    const known = (query: ReturnType<typeof page>) => query?.few.text.split('hits as')[0];
    expect(known(page(OWN))).toMatch(
      /select distinct hit from \(\(select t\.id as hit [^)]+t\."createUser" = [^)]+\) union all \(select t\.id as hit [^)]+t\."chargerId" = /,
    );
    expect(known(page(OWN, [KIND]))).not.toContain('count(*)');
  });

  it('compare the fields of rows that are met in their order, and of a single record', () => {
    expect(page(OWN, [KIND])?.many.text).toContain(COMPARED);
    expect(page(OWN, [KIND])?.many.text).not.toContain('&&');
    const detail = compileDetailQuery({ model, fields: [fieldOf('name')], access: OWN, labels: false }, world);
    expect(detail.text).toContain(COMPARED);
    expect(detail.text).not.toContain('&&');
  });

  it('ask departments apart from persons, each row once', () => {
    const text = page(PLACE)?.few.text ?? '';
    const [places = '', persons = ''] = text.slice(text.indexOf('hits as')).split('union all');
    expect(places).toContain('(t."createDept" = any(');
    expect(places).not.toContain('watcherIds');
    expect(persons).toContain(PERSONS);
    expect(persons).toMatch(/\(t\."createDept" = any\(\$\d+::text\[\]\) or t\."deptId" = any\([^)]+\)\) is not true/);
  });

  it('ask departments of it too where a text is searched', () => {
    const text = page(PLACE, [NAME])?.few.text ?? '';
    expect(text).toContain('(array[t."createDept", t."deptId"]) && $');
    expect(text).toContain('public.anlan_search_grams(t."name") @> $');
  });

  it('leave a list that everyone sees whole to the order of its own indexes', () => {
    expect(compileListQuery(shape('all', [KIND]), world).text).not.toContain('&&');
  });
});
