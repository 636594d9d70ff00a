import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sweepWriteMarks } from '../../server/ground/database/write-marks.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { WirePage, WireRecord } from '../../src/core/wire/contract.ts';
import { createEntityServer, type EntityServer, type TestPerson } from '../fixtures/entity-server.ts';
import { patient } from '../fixtures/patience.ts';

const P = '/api/anlan-safety';
const TENANT = '645967';

const maker: Entity = {
  dialect: 1,
  entity: 'maker',
  title: '厂家',
  label: 'name',
  api: { service: 'safety', base: 'maker' },
  record: { type: 'object', properties: { name: { title: '名称', field: 'input', type: 'string' } } },
  pages: { maker: { title: '厂家', grants: { keeper: ['view', 'add', 'edit', 'delete'] } } },
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
    },
  },
  pages: {
    valve: {
      title: '阀门',
      filters: ['name', 'grade'],
      grants: { keeper: ['view', 'add', 'edit', 'delete'], guest: ['view'] },
    },
    dueValve: { title: '到期阀门', where: 'dueDate < today()', grants: { keeper: ['view'] } },
    namedValve: { title: '一厂的阀门', where: "makerId.name == '一厂'", grants: { keeper: ['view'] } },
  },
  permissions: { scope: { keeper: 'tenant', guest: { where: 'grade == 1' } } },
};
const keeper: TestPerson = { userId: 'u1', roleCodes: ['keeper'] };
const guest: TestPerson = { userId: 'u2', roleCodes: ['guest'] };

describe('an exact total', () => {
  let server: EntityServer;
  /** Exact counts that were really made, since they were forgotten last. */
  let counts = 0;
  beforeAll(async () => {
    server = await createEntityServer({ entities: { pipes: [maker, valve] }, shipped: [] });
    const { withTenant } = server.database;
    Object.assign(server.database, {
      withTenant: (tenantId: string, work: Parameters<typeof withTenant>[1]) =>
        withTenant(tenantId, (connection) =>
          work({
            ...connection,
            query: (text, ...more) => {
              if (text.includes('pg_current_snapshot')) counts += 1;
              return connection.query(text, ...more);
            },
          }),
        ),
    });
    for (const name of ['一厂', '二厂']) await server.call(keeper, `POST ${P}/maker/save`, { name });
    const { data } = await server.call<WirePage<WireRecord>>(
      keeper,
      `GET ${P}/maker/page?name=${encodeURIComponent('一厂')}`,
    );
    await write(
      TENANT,
      `insert into data.valve ("tenantId", id, name, grade, "makerId", "dueDate")
       select '${TENANT}', 'v' || g, '阀' || g, g % 3, '${data.records[0]?.id}', date '2026-04-30' + g - 50 from generate_series(1, 90) g`,
    );
  });
  afterAll(() => server.close());

  const write = (tenantId: string, text: string, values: readonly unknown[] = []) =>
    server.database.withTenant(tenantId, (connection) => connection.execute(text, values));
  /** The total as it is answered, and how often it was counted for that. */
  const total = async (
    query = '',
    person = keeper,
    page = 'valve',
  ): Promise<readonly [total: number, counted: number]> => {
    counts = 0;
    const answer = await server.call<WirePage<WireRecord>>(
      person,
      `GET ${P}/valve/page?page=${page}&exact=true&${query}`,
    );
    expect(answer.status, answer.msg).toBe(200);
    return [answer.data.total, counts];
  };
  const kept = async (query = '', person = keeper, page = 'valve') => {
    await total(query, person, page);
    const [found, counted] = await total(query, person, page);
    expect(counted).toBe(0);
    return found;
  };

  it('is counted once for its filters, whatever page of them is asked for', async () => {
    expect(await total()).toEqual([90, 1]);
    for (const query of ['current=2', 'current=3&size=7', 'orderBy=grade', 'current=40']) {
      expect(await total(query)).toEqual([90, 0]);
    }
    expect(await total('grade=1')).toEqual([30, 1]);
    expect(await total('grade=1')).toEqual([30, 0]);
    expect(await total('grade=2')).toEqual([30, 1]);
    counts = 0;
    const counted = await server.call<{ total: number }>(keeper, `GET ${P}/valve/count?page=valve&exact=true`);
    expect([counted.status, counted.data.total, counts]).toEqual([200, 90, 0]);
  });

  it('is each person’s own where rights differ', async () => {
    expect(await kept()).toBe(90);
    expect(await kept('', guest)).toBe(30);
    expect(await total()).toEqual([90, 0]);
  });

  it('is counted anew after every write, by the service, past it, by the owner and at a console', async () => {
    const before = await kept();
    const made = await server.call<WireRecord>(keeper, `POST ${P}/valve/save`, { name: '新阀', grade: 7 });
    expect(await total()).toEqual([before + 1, 1]);
    expect(await kept('grade=7')).toBe(1);
    await server.call(keeper, `POST ${P}/valve/save`, { id: made.data.id, version: made.data.version, grade: 8 });
    expect(await total('grade=7')).toEqual([0, 1]);
    await server.call(keeper, `POST ${P}/valve/remove?ids=${made.data.id}`);
    expect(await total()).toEqual([before, 1]);
    await kept();
    await write(TENANT, `update data.valve set "isDeleted" = 1 where id = 'v1'`);
    expect(await total()).toEqual([before - 1, 1]);
    await kept();
    await server.database.withOwner(async (owner) => {
      await owner.query(`select set_config('anlan.tenant', '${TENANT}', false)`);
      await owner.query(`update data.valve set "isDeleted" = 0 where id = 'v1'`);
    });
    expect(await total()).toEqual([before, 1]);
    // The superuser is above row-level security and need not say for whom he writes.
    const url = new URL(inject('postgres').superUrl);
    url.pathname = new URL(server.urls.ownerUrl).pathname;
    const console = new pg.Client({ connectionString: url.href });
    await console.connect();
    await console.query(`update data.valve set grade = grade where id = 'v1'`);
    await console.end();
    expect(await total()).toEqual([before, 1]);
  });

  it('does not miss a transaction that wrote before the count and ended after it', async () => {
    const before = await kept('grade=1');
    const other = new pg.Client({ connectionString: server.urls.appUrl });
    await other.connect();
    try {
      await other.query(`set anlan.tenant = '${TENANT}'`);
      await other.query('begin');
      await other.query(`insert into data.valve ("tenantId", id, name, grade) values ('${TENANT}', 'slow', '慢', 1)`);
      // The write is there for nobody: what was counted holds, and a count made meanwhile is kept.
      expect(await total('grade=1')).toEqual([before, 0]);
      await write(TENANT, `update data.valve set grade = grade where id = 'v2'`);
      expect(await total('grade=1')).toEqual([before, 1]);
      expect(await total('grade=1')).toEqual([before, 0]);
      await other.query('commit');
      expect(await total('grade=1')).toEqual([before + 1, 1]);
      await other.query('begin');
      await other.query(`delete from data.valve where id = 'slow'`);
      await other.query('rollback');
      expect(await total('grade=1')).toEqual([before + 1, 0]);
      await other.query(`delete from data.valve where id = 'slow'`);
      expect(await total('grade=1')).toEqual([before, 1]);
    } finally {
      await other.end();
    }
  });

  it('stays when another company writes', async () => {
    const before = await kept();
    await write('645968', `insert into data.valve ("tenantId", id, name) values ('645968', 'other', '别家')`);
    expect(await total()).toEqual([before, 0]);
  });

  it('knows what its conditions read besides: other records, and the day', async () => {
    expect(await kept('', keeper, 'namedValve')).toBe(90);
    await write(TENANT, `update data.maker set name = '三厂' where name = '一厂'`);
    expect(await total('', keeper, 'namedValve')).toEqual([0, 1]);
    const before = await kept('', keeper, 'dueValve');
    server.setNow('2026-05-02T02:00:00Z');
    expect(await total('', keeper, 'dueValve')).toEqual([before + 2, 1]);
    server.setNow('2026-04-30T02:00:00Z');
  });

  it(
    'outlives one sweep of the marks and is counted anew when a mark may have gone',
    async () => {
      const before = await kept();
      await sweepWriteMarks(server.database);
      expect(await total()).toEqual([before, 0]);
      await write(TENANT, `update data.valve set "isDeleted" = 1 where id = 'v3'`);
      // Transactions of other tests in the same cluster hold the sweep up as long as they last.
      const marks = async () => {
        await sweepWriteMarks(server.database);
        return server.database.withTenant(TENANT, (connection) =>
          connection.query('select 1 from platform."writeMark" where "tableName" = $1', ['valve']),
        );
      };
      await expect.poll(marks, { timeout: patient(60_000), interval: 200 }).toEqual([]);
      expect(await total()).toEqual([before - 1, 1]);
      expect(await total()).toEqual([before - 1, 0]);
    },
    patient(90_000),
  );
});
