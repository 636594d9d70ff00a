import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileListQuery, type ListShape } from '../../src/compile/sql/list-query.ts';
import { bind } from '../../src/compile/sql/query.ts';
import type { SqlWorld } from '../../src/compile/sql/record-sql.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const ROWS = 2_400;
const SIZE = 20;

const maker: Entity = {
  dialect: 1,
  entity: 'maker',
  title: '厂家',
  label: 'name',
  api: { service: 'safety', base: 'maker' },
  record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
  pages: { maker: { title: '厂家', grants: { keeper: ['view', 'add'] } } },
  permissions: { scope: { everyone: 'tenant' } },
};
const valve: Entity = {
  dialect: 1,
  entity: 'valve',
  title: '阀门',
  label: 'name',
  api: { service: 'safety', base: 'valve' },
  record: {
    type: 'object',
    properties: {
      name: { title: '名称', field: 'input', type: 'string' },
      grade: { title: '等级', field: 'number', type: 'integer' },
      makerId: { title: '厂家', field: 'reference', type: 'string', ref: { entity: 'maker' } },
      dueDate: { title: '到期', field: 'date', type: 'string', format: 'date' },
      late: { title: '超期天数', field: 'calculate', type: 'number', compute: 'daysBetween(dueDate, today())' },
    },
  },
  pages: {
    valve: { title: '阀门', filters: ['name', 'grade'], sort: ['-grade'], grants: { keeper: ['view', 'add'] } },
    gradedValve: { title: '有等级的阀门', where: 'not isNull(grade)', grants: { keeper: ['view'] } },
  },
  permissions: { scope: { everyone: 'tenant' } },
};
const keeper = { roleCodes: ['keeper'] };

describe('a page behind the first', () => {
  let server: EntityServer;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { pipes: [maker, valve] }, shipped: [] });
    await server.database.withTenant('645967', async (connection) => {
      const common = `"tenantId", version, "createTime", "isDeleted", id`;
      const base = `'645967', 1, timestamptz '2026-01-01' + g / 3 * interval '1 minute', 0`;
      await connection.execute(
        `insert into data.maker (${common}, name) select ${base}, 'm' || g, '厂' || g from generate_series(1, 40) g`,
      );
      // Ties and nulls in what is sorted by, rows without a reference, and rows that are gone.
      await connection.execute(
        `insert into data.valve (${common}, name, grade, "makerId", "dueDate")
         select ${base}, 'v' || lpad(g::text, 6, '0'), '阀' || g % 7, nullif(g % 5, 4), case when g % 11 > 0 then 'm' || (1 + g % 40) end, date '2026-01-01' + g % 90
         from generate_series(1, ${ROWS}) g`,
      );
      await connection.execute(`update data.valve set "isDeleted" = 1 where right(id, 2) = '13'`);
    });
    await server.database.withOwner((owner) => owner.query('analyze data.valve'));
  });
  afterAll(() => server.close());

  const page = async (query: string) =>
    (await server.call<WirePage<WireRecord>>(keeper, `GET ${P}/valve/page?page=valve&${query}`)).data;

  it.each([
    ['as the page has it', ''],
    ['by a field with ties and nulls', 'orderBy=grade'],
    ['by another, the other way round', 'orderBy=-dueDate'],
    ['by two fields', 'orderBy=name,-grade'],
    ['filtered', 'grade=2'],
    ['searched', 'keyword=%E9%98%803'],
    ['counted exactly', 'exact=true'],
  ])('has the rows that the whole list has there: %s', async (_, query) => {
    const whole: WireRecord[] = [];
    const total = (await page(`${query}&current=1&size=1`)).total;
    // The first page is asked with its size alone: it is the statement that knows no offset.
    const first = await page(`${query}&current=1&size=200`);
    whole.push(...first.records);
    for (let current = 2; whole.length < total && current <= 20; current += 1) {
      whole.push(...(await page(`${query}&current=${current}&size=200`)).records);
    }
    expect(new Set(whole.map(({ id }) => id)).size).toBe(total);
    for (const current of [1, 2, 7, Math.ceil(total / SIZE)]) {
      const some = await page(`${query}&current=${current}&size=${SIZE}`);
      expect(some.records).toEqual(whole.slice((current - 1) * SIZE, current * SIZE));
      expect(some.total).toBe(total);
    }
    expect((await page(`${query}&current=${Math.ceil(total / SIZE) + 1}&size=${SIZE}`)).total).toBe(total);
  });

  it('computes labels and live values for its own rows alone', async () => {
    const model = server.metadata.models.find(({ key }) => key === 'valve');
    if (model === undefined) throw new Error('no model');
    const world: SqlWorld = {
      entity: (key) => server.metadata.models.find((one) => one.key === key),
      now: '2026-04-30 10:00:00',
      zone: 'Asia/Shanghai',
      me: { userId: 'u1', account: 'a', realName: '甲', deptId: null, deptIds: [], roles: [], tenantId: '645967' },
      settings: {},
      ranks: () => undefined,
    };
    const shape = (deep: boolean): ListShape => ({
      model,
      fields: model.fields.filter(({ key }) => ['id', 'makerId', 'late'].includes(key)),
      where: [],
      access: 'all',
      filters: [],
      search: [],
      byIds: false,
      sort: [],
      paged: true,
      total: 'none',
      labels: true,
      deep,
    });
    const readsOf = async (deep: boolean): Promise<number> => {
      const query = compileListQuery(shape(deep), world);
      const input = {
        tenantId: '645967',
        userId: 'u1',
        deptIds: [],
        deptTreeIds: [],
        values: { limit: SIZE, offset: 1_000 },
      };
      return server.database.withTenant('645967', async (connection) => {
        const rows = await connection.query(
          `explain (analyze, format json) ${query.text}`,
          bind(query, input as never),
        );
        const loops: number[] = [];
        const visit = (node: PlanNode): void => {
          if (node['Relation Name'] === 'maker') loops.push(node['Actual Loops']);
          for (const part of node.Plans ?? []) visit(part);
        };
        visit((rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
        return Math.max(...loops);
      });
    };
    expect(await readsOf(true)).toBe(SIZE);
    // What it was before, and what the test would find.
    expect(await readsOf(false)).toBeGreaterThan(1_000);
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}
