import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer } from '../fixtures/entity-server.ts';

const P = '/api/anlan-safety';
const TENANT = '645967';
const ROWS = 10_400;
const SIZE = 20;

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
      code: { title: '编号', field: 'input', type: 'string', index: true },
      grade: { title: '等级', field: 'number', type: 'integer' },
      weight: { title: '重量', field: 'number', type: 'number', scale: 3 },
      dueDate: { title: '到期', field: 'date', type: 'string', format: 'date' },
      seen: { title: '查看', field: 'date', type: 'string', format: 'date-time' },
    },
  },
  pages: {
    valve: {
      title: '阀门',
      filters: ['name', 'grade', 'weight', 'dueDate', 'seen'],
      sort: ['-grade', 'weight'],
      grants: { keeper: ['view', 'add', 'edit'] },
    },
  },
  permissions: { scope: { everyone: 'tenant' } },
};
const keeper = { userId: 'u1', roleCodes: ['keeper'] };

describe('pages behind the fiftieth', () => {
  let server: EntityServer;
  /** Texts of the statements that read pages, since they were forgotten last. */
  let asked: string[] = [];
  let lastCall: readonly [text: string, values: readonly unknown[]] = ['', []];
  const insert = (from: number, to: number) =>
    server.database.withTenant(TENANT, (connection) =>
      connection.execute(
        `insert into data.valve ("tenantId", version, "createTime", "isDeleted", id, name, code, grade, weight, "dueDate", seen)
         select '${TENANT}', 1, timestamptz '2026-01-01' + g / 3 * interval '1 minute', 0, 'v' || lpad(g::text, 6, '0'), '阀' || g % 7, 'c' || g % 50,
           nullif(g % 5, 4), nullif(g % 11, 10) / 8.0, case when g % 13 > 0 then date '2026-01-01' + g % 90 end,
           case when g % 3 > 0 then timestamptz '2026-01-01' + g % 100 * interval '1 millisecond' end
         from generate_series(${from}, ${to}) g`,
      ),
    );
  beforeAll(async () => {
    server = await createEntityServer({ entities: { pipes: [valve] }, shipped: [] });
    const { database } = server;
    const { withTenant } = database;
    Object.assign(database, {
      withTenant: (tenantId: string, work: Parameters<typeof withTenant>[1]) =>
        withTenant(tenantId, (connection) =>
          work({
            ...connection,
            query: (text, ...more) => {
              if (text.includes('__place')) {
                asked.push(text);
                lastCall = [text, more[0] ?? []];
              }
              return connection.query(text, ...more);
            },
          }),
        ),
    });
    await insert(1, ROWS);
    await database.withOwner((owner) => owner.query('analyze data.valve'));
  });
  afterAll(() => server.close());

  const page = async (current: number, query = '', person: object = keeper) => {
    asked = [];
    const answer = await server.call<WirePage<WireRecord>>(
      person,
      `GET ${P}/valve/page?page=valve&size=${SIZE}&current=${current}&${query}`,
    );
    expect(answer.status, answer.msg).toBe(200);
    return answer.data;
  };
  const idsOf = ({ records }: WirePage<WireRecord>) => records.map(({ id }) => id);
  const isCountedOff = () => asked.some((text) => text.includes(' offset '));
  const isSought = () => asked.some((text) => text.includes(') beside '));

  /** The ids of the whole list, without paging. */
  const whole = async (order: string): Promise<string[]> => {
    const rows = await server.database.withTenant(TENANT, (connection) =>
      connection.query<{ id: string }>(`select id from data.valve where "isDeleted" = 0 order by ${order}`),
    );
    return rows.map(({ id }) => id);
  };
  const ORDERS: readonly (readonly [string, string, string])[] = [
    [
      'as the page has it, ties and nulls in both',
      '',
      'grade desc nulls last, weight asc nulls first, id asc nulls first',
    ],
    ['the other way round', 'orderBy=grade', 'grade asc nulls first, weight desc nulls last, id desc nulls last'],
    ['by numbers', 'orderBy=weight', 'weight asc nulls first, grade asc nulls first, id asc nulls first'],
    [
      'by days',
      'orderBy=-dueDate',
      '"dueDate" desc nulls last, grade desc nulls last, weight asc nulls first, id asc nulls first',
    ],
    [
      'by moments finer than a second',
      'orderBy=seen',
      'seen asc nulls first, grade asc nulls first, weight desc nulls last, id desc nulls last',
    ],
  ];

  it.each(ORDERS)('go on from the rows of the page before and after, to the row: %s', async (_, query, order) => {
    const ids = await whole(order);
    const expected = (current: number) => ids.slice((current - 1) * SIZE, current * SIZE);
    expect(new Set(ids).size).toBe(ROWS);
    expect(idsOf(await page(50, query))).toEqual(expected(50));
    expect(isSought()).toBe(false);
    for (let current = 51; current <= Math.ceil(ROWS / SIZE); current += 1) {
      const answer = await page(current, query);
      expect(idsOf(answer), `page ${current}`).toEqual(expected(current));
      expect([answer.total, answer.totalCapped, isCountedOff()]).toEqual([10_000, true, false]);
    }
    expect(idsOf(await page(Math.ceil(ROWS / SIZE) + 1, query))).toEqual([]);
    expect(JSON.stringify(await page(60, query))).not.toContain('__');
  });

  it.each(ORDERS)('go back too, from a page that was jumped to: %s', async (_, query, order) => {
    const ids = await whole(order);
    const person = { ...keeper, userId: 'u2' };
    expect(idsOf(await page(300, query, person))).toEqual(ids.slice(299 * SIZE, 300 * SIZE));
    expect(isSought()).toBe(false);
    for (let current = 299; current > 240; current -= 1) {
      expect(idsOf(await page(current, query, person))).toEqual(ids.slice((current - 1) * SIZE, current * SIZE));
      expect(isCountedOff()).toBe(false);
    }
  });

  it('read no more rows the deeper they lie', async () => {
    const person = { ...keeper, userId: 'u6' };
    /** Rows that the statement of a page met in the table besides those that it counted. */
    const met = async (current: number): Promise<number> => {
      await page(current, '', person);
      const [text, values] = lastCall;
      const [row] = await server.database.withTenant(TENANT, (connection) =>
        connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (analyze, format json) ${text}`, values),
      );
      let rows = 0;
      const visit = (node: PlanNode): void => {
        if (node['Subplan Name'] !== undefined) return;
        const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
        if (node['Relation Name'] === 'valve') rows += each * node['Actual Loops'];
        node.Plans?.forEach(visit);
      };
      if (row !== undefined) visit(row['QUERY PLAN'][0].Plan);
      return rows;
    };
    expect(await met(400)).toBeGreaterThan(399 * SIZE);
    for (const current of [401, 402, 403]) expect(await met(current)).toBeLessThan(10 * SIZE);
  });

  it('count off what no index has in order, what is filtered to few, and what somebody else leafed through', async () => {
    await page(60, 'orderBy=name');
    await page(61, 'orderBy=name');
    expect([isSought(), isCountedOff()]).toEqual([false, true]);
    await page(60, 'grade=2');
    await page(61, 'grade=2');
    expect([isSought(), isCountedOff()]).toEqual([false, true]);
    await page(70);
    await page(71, '', { ...keeper, userId: 'u3' });
    expect([isSought(), isCountedOff()]).toEqual([false, true]);
    await page(71, 'exact=true');
    expect([isSought(), isCountedOff()]).toEqual([false, true]);
  });

  it('show no row twice and leave none out when others come and go in front', async () => {
    const person = { ...keeper, userId: 'u4' };
    const before = await whole('grade desc nulls last, weight asc nulls first, id asc nulls first');
    const seen = idsOf(await page(80, '', person));
    // The first rows of the list, and rows that would come in front of the page.
    await server.database.withTenant(TENANT, (connection) =>
      connection.execute('update data.valve set "isDeleted" = 1 where id = any($1)', [before.slice(0, 33)]),
    );
    seen.push(...idsOf(await page(81, '', person)), ...idsOf(await page(82, '', person)));
    expect(seen).toEqual(before.slice(79 * SIZE, 82 * SIZE));
    await server.database.withTenant(TENANT, (connection) =>
      connection.execute('update data.valve set "isDeleted" = 0 where id = any($1)', [before.slice(0, 33)]),
    );
  });

  it('are counted off again when the list has come to an end that is told', async () => {
    const person = { ...keeper, userId: 'u5' };
    await page(90, '', person);
    await server.database.withTenant(TENANT, (connection) =>
      connection.execute(`update data.valve set "isDeleted" = 1 where id > 'v009900'`),
    );
    const ids = await whole('grade desc nulls last, weight asc nulls first, id asc nulls first');
    const answer = await page(91, '', person);
    expect([answer.total, answer.totalCapped]).toEqual([9_900, undefined]);
    expect(idsOf(answer)).toEqual(ids.slice(90 * SIZE, 91 * SIZE));
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
