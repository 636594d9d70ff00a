import { describe, expect, it } from 'vitest';
import type { Entity } from '../../core/dialect/entity.generated.ts';
import { buildModel } from '../../core/model/build-model.ts';
import { fieldTypes } from '../../field-types/definitions.ts';
import { pageKinds } from '../../page-kinds/definitions.generated.ts';
import { compileDetailQuery, compileListQuery } from './list-query.ts';
import { liveNodes } from './live-sql.ts';
import { dependenceOf, type SqlWorld } from './record-sql.ts';

const calculated = { title: '值', field: 'calculate', type: 'string' } as const;

// Each link names the one before it several times.
const chain: Entity = {
  dialect: 1,
  entity: 'chain',
  title: '链',
  api: { service: 'safety', base: 'chain' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      due: { title: '到期', field: 'date', type: 'string', format: 'date' },
      near: { ...calculated, compute: "exists('chain', name == parent.name) ? 'a' : null" },
      mid: {
        ...calculated,
        options: { a: { title: '甲', order: 1 }, b: { title: '乙', order: 2 }, c: { title: '丙', order: 3 } },
        cases: [
          { when: "near == 'a' and due < today()", value: 'a' },
          { when: "near == 'b'", value: 'b' },
        ],
      },
      far: { ...calculated, compute: "mid == 'a' ? '1' : mid == 'b' ? '2' : mid == 'c' ? '3' : null" },
      once: { ...calculated, compute: "concat(near, '!')" },
    },
  },
  pages: { chain: { title: '链' } },
};

const { model, problems } = buildModel(chain, {
  area: 'test',
  registry: fieldTypes,
  pageKinds,
  dictionaries: { has: () => false, choices: () => undefined },
  entity: (key) => (key === 'chain' ? chain : undefined),
  settings: new Map(),
});

const world: SqlWorld = {
  entity: (key) => (key === 'chain' ? model : undefined),
  now: '2026-04-30 10:00:00',
  zone: 'Asia/Shanghai',
  me: { userId: 'u1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' },
  settings: {},
  ranks: () => undefined,
};

const fields = (...keys: string[]) => model?.fields.filter(({ key }) => keys.includes(key)) ?? [];
const dearOf = (text: string) => text.match(/exists \(/g)?.length ?? 0;
const detail = (...keys: string[]) =>
  compileDetailQuery({ model: model as never, fields: fields(...keys), access: 'all', labels: false }, world).text;
const list = (...keys: string[]) =>
  compileListQuery(
    {
      model: model as never,
      fields: fields(...keys),
      where: [],
      access: 'all',
      filters: [],
      search: [],
      byIds: false,
      sort: [],
      paged: false,
      total: 'none',
      labels: false,
    },
    world,
  ).text;

describe('live fields that name each other', () => {
  it('are accepted', () => expect(problems).toEqual([]));

  it('are computed once in a list column, however often they are named along the chain', () => {
    const text = list('far');
    expect(dearOf(text)).toBe(1);
    expect(text).toMatch(/from \(select .* as "mid" offset 0\) live\) as "far"/);
  });

  it('stand where they are named, if they are named once', () => {
    expect(list('once')).not.toContain('offset 0');
    expect(dearOf(list('once'))).toBe(1);
  });

  it('are computed once for all columns of a record, each behind those that it names', () => {
    const text = detail('near', 'mid', 'far', 'once');
    expect(dearOf(text)).toBe(1);
    expect(text.indexOf('as "near" offset 0) as "live1"')).toBeLessThan(text.indexOf('as "mid" offset 0) as "live2"'));
    expect(text).toContain('live1."near" as "near"');
    expect(detail('name')).not.toContain('lateral');
  });

  it('depend on the clock by what they name too', () => {
    expect(liveNodes(fields('far'), model as never)).toHaveLength(3);
    expect(dependenceOf(liveNodes(fields('far'), model as never)).clock).toBe('day');
    expect(dependenceOf(liveNodes(fields('once'), model as never)).clock).toBe('none');
  });
});
