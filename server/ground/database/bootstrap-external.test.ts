import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestDatabase } from '../../../tests/fixtures/postgres.ts';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';
import { databaseUrl, openDatabase } from './bootstrap.ts';

const warnings: string[] = [];
const log = { info() {}, warn: (message: string) => warnings.push(message), error() {} };

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('openDatabase', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => await database.drop());

  it('takes an external database as it is when nothing is missing', async () => {
    warnings.length = 0;
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl };
    const opened = await openDatabase(env, '/nowhere', log);
    expect(opened).toMatchObject({ appUrl: database.appUrl, ownerUrl: database.ownerUrl });
    expect(warnings).toEqual([]);
    await opened.stop();
  });

  it('uses DATABASE_URL for both roles when it stands alone', async () => {
    const opened = await openDatabase({ DATABASE_URL: database.ownerUrl }, '/nowhere', log);
    expect(opened.ownerUrl).toBe(database.ownerUrl);
  });

  it('warns of a serving role above row-level security and of tables it could not use', async () => {
    warnings.length = 0;
    const superUrl = databaseUrl(inject('postgres').superUrl, new URL(database.appUrl).pathname.slice(1));
    await openDatabase({ DATABASE_URL: superUrl, DATABASE_OWNER_URL: database.appUrl }, '/nowhere', log);
    expect(warnings).toEqual([
      'DATABASE_URL 的用户 postgres 不受行级安全约束，租户隔离只剩一层。请换用没有 SUPERUSER、BYPASSRLS 的用户。',
      '用户 anlan_app 新建的表对用户 postgres 不可用。请以 anlan_app 执行：ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO postgres;',
    ]);
  });

  it('refuses a database without pg_trgm and says how to add it', async () => {
    const superUrl = inject('postgres').superUrl;
    const name = `bare_${randomBytes(4).toString('hex')}`;
    await run(superUrl, `create database ${name}`);
    await expect(openDatabase({ DATABASE_URL: databaseUrl(superUrl, name) }, '/nowhere', log)).rejects.toThrow(
      `外部数据库 ${name} 缺少扩展 pg_trgm。请执行：CREATE EXTENSION pg_trgm;`,
    );
    await run(superUrl, `drop database ${name}`);
  });

  it('refuses a version below 17', async () => {
    // A search path that shadows the version setting's reader is the only old server at hand.
    await run(
      database.ownerUrl,
      `create schema old;
       create function old.current_setting(text) returns text language sql
         as $$ select case $1 when 'server_version_num' then '160009' else '16.9' end $$`,
    );
    const url = `${database.ownerUrl}&options=${encodeURIComponent('-c search_path=old,pg_catalog')}`;
    await expect(openDatabase({ DATABASE_URL: url }, '/nowhere', log)).rejects.toThrow(
      'DATABASE_URL 指向的 PostgreSQL 版本是 16.9，需要 17 或更高版本。请升级数据库。',
    );
  });

  it('tells which address cannot be reached, without its password', async () => {
    const env = { DATABASE_URL: 'postgresql://someone:secret@127.0.0.1:1/none' };
    const failure = await openDatabase(env, '/nowhere', log).catch((error: Error) => error.message);
    expect(failure).toMatch(/^DATABASE_URL 指向的数据库无法连接：/);
    expect(failure).not.toContain('secret');
  });

  it('runs and prepares the embedded database when no address is given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'anlan-open-'));
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'data');
    for (const statement of ['create table law (id int)', 'insert into law values (1)']) {
      const opened = await openDatabase({}, dataDir, log, () => {});
      await run(opened.ownerUrl, statement);
      await run(opened.appUrl, 'select * from law');
      await opened.stop();
    }
    rmSync(folder, { recursive: true });
  });
});
