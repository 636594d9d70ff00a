import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_FUNCTION, searchGrams } from '../../../src/compile/sql/search-text.ts';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { buildFixtureModels } from '../../../tests/fixtures/metadata.ts';
import type { TestDatabase } from '../../../tests/fixtures/postgres.ts';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';
import { createPlatformDatabase } from '../../assembly/platform-database.ts';
import { createPlatformTables } from '../../assembly/platform-tables.ts';
import { applyDatabasePlan, readDatabasePlan } from './apply-plan.ts';
import type { Database } from './database.ts';

function fixture(properties: Record<string, object>, more: Partial<Entity> = {}): Entity {
  return {
    dialect: 1,
    entity: 'valve',
    title: '阀门',
    api: { service: 'safety', base: 'valve' },
    record: { type: 'object', properties: properties as Entity['record']['properties'] },
    pages: { valve: { title: '阀门', filters: ['name'], sort: ['-checkDate'] } },
    ...more,
  };
}

const NAME = { title: '名称', field: 'input', type: 'string' };
const CHECK_DATE = { title: '检查日期', field: 'date', type: 'string', format: 'date' };
const valve = fixture({ name: NAME, checkDate: CHECK_DATE });

const modelsOf = (entity: Entity) => buildFixtureModels({ entities: { test: [entity] } }).models;

describe('the database plan', () => {
  let files: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    files = await createTestDatabase();
    database = createPlatformDatabase(files);
    await database.withOwner((owner) => createPlatformTables(owner, database.appRole));
  });

  afterAll(async () => {
    await database.close();
    await files.drop();
  });

  it('makes every table of the shipped entities at first, and finds nothing to do afterwards', async () => {
    const { applied, left } = await applyDatabasePlan(database, modelsOf(valve));
    expect(left).toEqual([]);
    expect(applied.every((step) => step.creates && !step.destructive)).toBe(true);
    expect(applied.map((step) => step.what)).toContain('新建表：法律法规');
    expect(await readDatabasePlan(database, modelsOf(valve))).toEqual([]);
  });

  it('hides the rows of other tenants from a query that forgets the tenant, and refuses to write them', async () => {
    const insert = 'insert into data.valve (id, "tenantId", name) values ($1, $2, $3)';
    await database.transaction('645967', (connection) => connection.execute(insert, ['1', '645967', '甲']));
    await database.transaction('645968', (connection) => connection.execute(insert, ['1', '645968', '乙']));
    const seen = await database.withTenant('645967', (connection) => connection.query('select name from data.valve'));
    expect(seen).toEqual([{ name: '甲' }]);
    await expect(
      database.transaction('645967', (connection) => connection.execute(insert, ['2', '645968', '丙'])),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('shows inherited rows of the top tenant to all and lets only itself write them', async () => {
    const insert = 'insert into data."dictBiz" (id, "tenantId", code) values ($1, $2, $3)';
    await database.transaction('000000', (connection) => connection.execute(insert, ['d1', '000000', 'shared']));
    const seen = await database.withTenant('645968', (connection) => connection.query('select id from data."dictBiz"'));
    expect(seen).toEqual([{ id: 'd1' }]);
    const changed = await database.transaction('645968', (connection) =>
      connection.execute(`update data."dictBiz" set code = 'x'`),
    );
    expect(changed).toBe(0);
  });

  it('lets the serving role only add to the audit log', async () => {
    await database.transaction('645967', (connection) =>
      connection.execute('insert into data."auditLog" (id, "tenantId") values ($1, $2)', ['a1', '645967']),
    );
    await expect(
      database.transaction('645967', (connection) => connection.execute('delete from data."auditLog"')),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('adds columns and indexes to a table in use, and keeps a renamed field in its column', async () => {
    const changed = fixture(
      {
        title: { ...NAME, id: 'name' },
        checkDate: CHECK_DATE,
        amount: { title: '金额', field: 'number', type: 'number', scale: 2 },
      },
      { pages: { valve: { title: '阀门', filters: ['title', 'amount'] } } },
    );
    const { applied, left } = await applyDatabasePlan(database, modelsOf(changed));
    expect(left).toEqual([]);
    const [column, ...rest] = applied;
    expect(column?.sql).toBe('alter table data."valve" add column "amount" numeric(15,2)');
    expect(rest.every((step) => step.concurrently)).toBe(true);
    expect(await readDatabasePlan(database, modelsOf(changed))).toEqual([]);
    const rows = await database.withTenant('645967', (connection) => connection.query('select name from data.valve'));
    expect(rows).toEqual([{ name: '甲' }]);
  });

  it('drops nothing without consent, and says what would be lost', async () => {
    const smaller = fixture({ name: NAME, checkDate: CHECK_DATE });
    const { left } = await applyDatabasePlan(database, modelsOf(smaller));
    expect(left.map((step) => [step.destructive, step.sql])).toEqual([
      [true, 'alter table data."valve" drop column "amount"'],
    ]);
    await applyDatabasePlan(database, modelsOf(smaller), { consent: true });
    expect(await readDatabasePlan(database, modelsOf(smaller))).toEqual([]);
  });

  it('waits for a writer that holds the table instead of standing in the way of others', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writing = database.transaction('645967', async (connection) => {
      await connection.execute(`update data.valve set name = '甲一' where id = '1'`);
      await held;
    });
    const more = fixture({ name: NAME, checkDate: CHECK_DATE, note: { ...NAME, title: '备注' } });
    const applying = applyDatabasePlan(database, modelsOf(more), { lockTimeout: 100 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const seen = await database.withTenant('645967', (connection) => connection.query('select name from data.valve'));
    expect(seen).toEqual([{ name: '甲' }]);
    release();
    await writing;
    expect((await applying).applied).toHaveLength(1);
  });

  it('answers a search for two characters, and the count of a filter, from indexes under row-level security', async () => {
    await database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", name, "fileType", "issueDate")
         select 'l' || n, '645967', '第' || n || '号安全规程', (n % 4)::text, date '2026-01-01' - n
         from generate_series(1, 5000) n`,
      ),
    );
    await database.withOwner((owner) => owner.query('vacuum (analyze) data."lawRegulation"'));
    const plan = (condition: string) =>
      database.withTenant('645967', async (connection) => {
        const rows = await connection.query(
          `explain select count(*) from data."lawRegulation" where "tenantId" = '645967' and "isDeleted" = 0 and ${condition}`,
        );
        return JSON.stringify(rows);
      });
    const grams = `'{${searchGrams('77').join(',')}}'::text[]`;
    expect(await plan(`${SEARCH_FUNCTION}(name) @> ${grams}`)).toContain(
      'Bitmap Index Scan on \\"lawRegulation_name_text',
    );
    expect(await plan(`"issueDate" > date '2025-12-01' and "fileType" = '1'`)).toContain('Index Only Scan');
  });

  it('refuses a reference to a record of another tenant', async () => {
    const insert = 'insert into data.dept (id, "tenantId", "parentId") values ($1, $2, $3)';
    await database.transaction('645967', (connection) => connection.execute(insert, ['p1', '645967', null]));
    await expect(
      database.transaction('645968', (connection) => connection.execute(insert, ['p2', '645968', 'p1'])),
    ).rejects.toMatchObject({ code: '23503' });
  });
});
