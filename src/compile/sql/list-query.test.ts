import { describe, expect, it } from 'vitest';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import { parseExpression } from '../../core/expression/index.ts';
import { buildModel } from '../../core/model/build-model.ts';
import type { EntityModel, FieldModel } from '../../core/model/entity-model.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import { diffPlan } from './diff-plan.ts';
import { compileCountQuery, compileDetailQuery, compileListQuery, type ListShape } from './list-query.ts';
import { compilePageQueries } from './page-query.ts';
import { planTables, printedType } from './plan-tables.ts';
import { bind } from './query.ts';
import { dependenceOf, type SqlWorld } from './record-sql.ts';

const tank: Entity = {
  dialect: 1,
  entity: 'tank',
  title: '储罐',
  api: { service: 'safety', base: 'tank' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      dueDate: { title: '到期', field: 'date', type: 'string', format: 'date' },
      state: {
        title: '状况',
        field: 'calculate',
        type: 'string',
        options: {
          late: { title: '超期', order: 1 },
          soon: { title: '临期', order: 2 },
          fine: { title: '正常', order: 3 },
        },
        cases: [
          { when: 'dueDate < today()', value: 'late' },
          { when: "name == '一号'", value: 'soon' },
          { value: 'fine' },
        ],
      },
      above: { title: '上级', field: 'reference', type: 'string', ref: { entity: 'tank' } },
    },
  },
  pages: { tank: { title: '储罐', filters: ['name', 'state'], sort: ['-dueDate'] } },
};

const { model, problems } = buildModel(tank, {
  area: 'test',
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  entity: (key) => (key === 'tank' ? tank : undefined),
  settings: new Map(),
});

const world: SqlWorld = {
  entity: (key) => (key === 'tank' ? model : undefined),
  now: '2026-04-30 10:00:00',
  zone: 'Asia/Shanghai',
  me: { userId: 'u1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' },
  settings: {},
  ranks: () => undefined,
};

function fieldOf(key: string): FieldModel {
  const found = model.field.get(key);
  if (found === undefined) throw new Error(key);
  return found;
}

const shape = (more: Partial<ListShape> = {}): ListShape => ({
  model: model as EntityModel,
  fields: [fieldOf('name')],
  where: [],
  access: 'all',
  filters: [],
  search: [],
  byIds: false,
  sort: [{ field: fieldOf('dueDate'), descending: true }],
  paged: true,
  total: 'none',
  labels: false,
  ...more,
});

const input = {
  tenantId: '645967',
  userId: 'u1',
  deptIds: ['d1'],
  deptTreeIds: ['d1', 'd2'],
  values: { limit: 20, offset: 40, cap: 10_001, name: '%一%', 'name:search': ['一'] },
};

describe('queries of lists', () => {
  it('are one statement with the tenant in it, ordered so that an index serves both directions', () => {
    expect(problems).toEqual([]);
    const query = compileListQuery(shape(), world);
    expect(query.text).toBe(
      'select t."name" as "name" from "data"."tank" as "t" where (t."tenantId" = $1 and t."isDeleted" = 0)' +
        ' order by t."dueDate" desc nulls last, t.id desc nulls last limit $2::bigint offset $3::bigint',
    );
    expect(bind(query, input)).toEqual(['645967', 20, 40]);
    expect(query.name).toBeDefined();
  });

  it('count along, up to a cap', () => {
    const query = compileListQuery(shape({ total: 'capped', paged: false, sort: [] }), world);
    expect(query.text).toContain(
      '(select count(*) from (select 1 as "one" from "data"."tank" as "t" where (t."tenantId" = $1 and t."isDeleted" = 0)' +
        ' limit $2::bigint) counted) as "__total"',
    );
    expect(compileCountQuery(shape({ total: 'exact' }), world).text).not.toContain('limit');
  });

  it('ask a filter of the text and of its index, and are then planned anew each time', () => {
    const filters = [{ field: fieldOf('name'), how: 'contains', argument: 'name' }] as const;
    const query = compileListQuery(shape({ filters, paged: false, sort: [] }), world);
    expect(query.text).toContain('(t."name" ilike $2::text) and (public.anlan_search_grams(t."name") @> $3::text[])');
    expect(bind(query, input).slice(1)).toEqual(['%一%', ['一']]);
    expect(query.name).toBeUndefined();
  });

  it('go on behind one field as its index does, from either end', () => {
    const by = (field: string, descending: boolean) =>
      compileListQuery(shape({ sort: [{ field: fieldOf(field), descending }], paged: false }), world).text;
    expect(by('name', true)).toMatch(
      /order by \(t."name" collate data."nameOrder"\) desc nulls last, t."dueDate" desc nulls last, t.id desc nulls last$/,
    );
    expect(by('name', false)).toMatch(
      /order by \(t."name" collate data."nameOrder"\) asc nulls first, t."dueDate" asc nulls first, t.id asc nulls first$/,
    );
    // Names stand in no index that would have to be read from its other end.
    expect(by('above', true)).toMatch(
      /order by \(named0.name collate data."nameOrder"\) desc nulls last, t."dueDate" desc nulls last, t.id desc nulls last$/,
    );
    expect(by('above', false)).toMatch(
      /order by \(named0.name collate data."nameOrder"\) asc nulls first, t."dueDate" desc nulls last, t.id desc nulls last$/,
    );
  });

  it('count first where nobody knows how many match: under a row scope and for a text', () => {
    expect(compilePageQueries(shape({ total: 'capped' }), world)).toBeUndefined();
    const scoped = shape({ total: 'capped', access: { owners: 'departmentTree', where: [] } });
    const page = compilePageQueries(scoped, world);
    expect(page?.few.text).toContain('t."createDept" = any($2::text[]) limit $3::bigint) counted) >= $4::bigint');
    expect(page?.few.text).toContain('not (select crowded from known)');
    // PostgreSQL takes one limit only.
    expect(page?.few.text).not.toMatch(/\) limit \$\d+::bigint\),\s+counted as/);
    expect(page?.many.text).toContain(
      'coalesce((t."createUser" = $2::text or t."createDept" = any($3::text[])), false)',
    );
    const filters = [{ field: fieldOf('name'), how: 'contains', argument: 'name' }] as const;
    const text = compilePageQueries(shape({ total: 'capped', filters }), world);
    expect(text?.few.text).toContain('public.anlan_search_grams');
    expect(text?.many.text).not.toContain('public.anlan_search_grams');
    expect(compilePageQueries(shape({ total: 'exact', filters }), world)).toBeUndefined();
  });

  it('turn a filter on a live value into its bare conditions', () => {
    const late = [{ field: fieldOf('state'), how: 'any', argument: 'state', cases: ['late'] }] as const;
    expect(compileListQuery(shape({ filters: late, paged: false, sort: [] }), world).text).toContain(
      't."dueDate" < $2::date',
    );
    const none = [{ field: fieldOf('state'), how: 'any', argument: 'state', cases: ['other'] }] as const;
    expect(compileListQuery(shape({ filters: none }), world).text).not.toContain('case');
  });

  it('find rows by owner or condition', () => {
    const parsed = parseExpression("name == '公开'");
    const where = 'node' in parsed ? [parsed.node] : [];
    const query = compileListQuery(
      shape({ access: { owners: 'departmentTree', where }, paged: false, sort: [] }),
      world,
    );
    expect(query.text).toContain(
      '(t."name" = $2::text or t."createUser" = $3::text or t."createDept" = any($4::text[]))',
    );
    expect(bind(query, input)).toEqual(['645967', '公开', 'u1', ['d1', 'd2']]);
    expect(compileListQuery(shape({ access: 'none' }), world).text).toContain('and false');
  });

  it('read labels of references beside them', () => {
    const query = compileDetailQuery({ model, fields: [fieldOf('above')], access: 'all', labels: true }, world, {
      lock: true,
    });
    expect(query.text).toContain(
      '(select r."name"::text as name from data."tank" r where r."tenantId" = t."tenantId" and r.id = t."above" limit 1) as "aboveLabel"',
    );
    expect(query.text).toMatch(/for update of "t"$/);
  });

  it('stay right for as long as clock and person allow', () => {
    const of = (source: string) => {
      const parsed = parseExpression(source);
      return dependenceOf('node' in parsed ? [parsed.node] : []);
    };
    expect(of("name == 'x'")).toEqual({ clock: 'none', person: false });
    expect(of('dueDate < today()')).toEqual({ clock: 'day', person: false });
    expect(of('today() < dueDate and createTime < now()')).toEqual({ clock: 'second', person: false });
    expect(of("hasRole('boss') or createUser == me.userId")).toEqual({ clock: 'none', person: true });
  });
});

describe('the plan of a table', () => {
  const empty = { tables: new Map() };

  it('carries along what lists count by, and names things by what they are', () => {
    const [plan] = planTables([model]);
    expect(plan?.indexes.map((index) => index.definition)).toEqual([
      '("tenantId", "dueDate" desc nulls last, "id" desc nulls last) include ("createUser", "createDept") where "isDeleted" = 0',
      'using gin (public.anlan_search_grams("name")) where "isDeleted" = 0',
      '("tenantId", "above" desc nulls last, "dueDate" desc nulls last, "id" desc nulls last) include ("createUser", "createDept") where "isDeleted" = 0',
      '("tenantId", "createUser" desc nulls last, "dueDate" desc nulls last, "id" desc nulls last) include ("createDept") where "isDeleted" = 0',
      '("tenantId", "createDept" desc nulls last, "dueDate" desc nulls last, "id" desc nulls last) include ("createUser") where "isDeleted" = 0',
    ]);
    expect(plan?.foreignKeys.map((key) => key.definition)).toEqual([
      'foreign key ("tenantId", "above") references data."tank" ("tenantId", id) deferrable initially immediate',
    ]);
    expect(plan?.columns.map((column) => column.name)).not.toContain('state');
    expect(new Set(plan?.indexes.map((index) => index.name)).size).toBe(5);
  });

  it('makes keys after all tables, and nothing where all is there', () => {
    const steps = diffPlan(planTables([model]), empty);
    expect(steps[0]?.sql).toMatch(/^create table data\."tank" \("id" text not null, "tenantId" text not null/);
    expect(steps.at(-1)?.sql).toContain('add constraint');
    expect(steps.every((step) => step.creates)).toBe(true);
  });

  it('writes types as PostgreSQL prints them', () => {
    expect(printedType('timestamptz(0)')).toBe('timestamp(0) with time zone');
    expect(printedType('numeric(15, 2)')).toBe('numeric(15,2)');
    expect(printedType('text[]')).toBe('text[]');
  });
});
