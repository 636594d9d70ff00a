import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../tests/fixtures/postgres.ts';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';

describe('a bootstrapped database', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let app: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl });
    app = new pg.Client({ connectionString: database.appUrl });
    await Promise.all([owner.connect(), app.connect()]);
    await owner.query('create table law (id bigint primary key, tenant text, name text, tags text[], amount numeric)');
  });

  afterAll(async () => {
    await Promise.all([owner.end(), app.end()]);
    await database.drop();
  });

  it('lets the serving role read and write rows of tables the owner makes', async () => {
    await app.query("insert into law values (1, '1', '安全生产法', '{a}', 1)");
    await app.query("update law set name = '中华人民共和国安全生产法'");
    const { rows } = await app.query('select name from law');
    expect(rows).toEqual([{ name: '中华人民共和国安全生产法' }]);
    expect((await app.query('delete from law')).rowCount).toBe(1);
  });

  it('lets the serving role change no table', async () => {
    await expect(app.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(app.query('alter table law add column more text')).rejects.toMatchObject({ code: '42501' });
    await expect(app.query('truncate law')).rejects.toMatchObject({ code: '42501' });
  });

  it('gives neither role a right beyond its own', async () => {
    const { rows } = await owner.query(
      `select rolname, rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication as beyond
       from pg_roles where rolname like 'anlan%' order by rolname`,
    );
    expect(rows).toEqual([
      { rolname: 'anlan_app', beyond: false },
      { rolname: 'anlan_owner', beyond: false },
    ]);
  });

  it('uses indexes for contains, numeric ranges and array overlap under row-level security', async () => {
    // An index that is made over rows left behind by an update serves nobody while any older transaction of the cluster runs.
    await owner.query('vacuum law');
    await owner.query(`
      alter table law enable row level security;
      create policy everyone on law to anlan_app using (tenant = '1');
      create index on law using gin (name gin_trgm_ops);
      create index on law using gin (tags);
      create index on law (amount);
      insert into law select n, '1', '危险化学品 ' || n, array['t' || n % 100], n from generate_series(1, 5000) n`);
    // Without rows and their statistics every index costs the same, and the planner takes any.
    await owner.query('analyze law');
    await app.query('set enable_seqscan = off');
    for (const [condition, index] of [
      ["name like '%学品 4321%'", 'law_name_idx'],
      ["tags && '{t1}'", 'law_tags_idx'],
      ["tags @> '{t1}'", 'law_tags_idx'],
      ['amount between 1 and 2', 'law_amount_idx'],
    ]) {
      const { rows } = await app.query(`explain select * from law where ${condition}`);
      expect(JSON.stringify(rows), condition).toContain(index);
    }
  });

  it('cuts Chinese text into trigrams', async () => {
    const { rows } = await app.query("select array_length(show_trgm('危险化学品'), 1) as count");
    expect(rows[0].count).toBeGreaterThan(3);
  });
});
