import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/fixtures/test-database.ts';
import type { Database } from '../ground/database/database.ts';
import { createPlatformDatabase } from './platform-database.ts';
import { createPlatformTables, PLATFORM_TABLES } from './platform-tables.ts';

const FREE = `select c.relname as name from pg_class c
  where c.relnamespace = 'platform'::regnamespace and c.relkind in ('r', 'p')
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenantId' and not a.attisdropped)
    and not (c.relrowsecurity and c.relforcerowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid))
  order by 1`;

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  database = createPlatformDatabase({ ...made, connections: 4 });
  await database.withOwner((client) => createPlatformTables(client, database.appRole));
});
afterAll(async () => {
  await database?.close();
  await made?.drop();
});

describe('tables of the platform', () => {
  it('keep each company to its own rows, or say why they are read across companies', async () => {
    const free = await database.withTenant('1', (db) => db.query<{ name: string }>(FREE));
    // Of several tables in one definition each bears its name at the front.
    const across = PLATFORM_TABLES.filter(({ acrossTenants }) => acrossTenants !== undefined).map(({ name }) => name);
    const unexplained = free.filter(({ name }) => !across.some((said) => name.startsWith(said)));
    expect(unexplained).toEqual([]);
    const needless = across.filter((said) => !free.some(({ name }) => name.startsWith(said)));
    expect(needless).toEqual([]);
  });

  it('show a company nothing of another one, whatever a statement forgets', async () => {
    const note = `insert into platform."stepPlan" values ('1', 'entity', 'plan')`;
    await database.transaction('1', (db) => db.execute(note));
    const seen = (tenantId: string) =>
      database.withTenant(tenantId, (db) => db.query('select fingerprint from platform."stepPlan"'));
    expect([await seen('1'), await seen('2')]).toEqual([[{ fingerprint: 'plan' }], []]);
    await expect(database.transaction('2', (db) => db.execute(note))).rejects.toThrow(/row-level security/);
  });
});
