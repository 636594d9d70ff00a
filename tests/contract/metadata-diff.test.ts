import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diffServed } from '../../scripts/metadata/diff.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { readMetadataFiles } from '../../server/metadata/metadata-files.ts';
import type { TestDatabase } from '../fixtures/postgres.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const LAW = 'schemas/areas/base/lawRegulation.entity.json';
const files = readMetadataFiles('schemas');

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  database = createPlatformDatabase({ appUrl: own.appUrl, ownerUrl: own.ownerUrl });
});

afterAll(async () => {
  await database?.close();
  await own?.drop();
});

/** What is printed of the files with one of them changed, and the exit code. */
async function told(change: (text: string) => string, only?: string) {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const changed = files.map((file) => (file.file === LAW ? { ...file, content: change(file.content) } : file));
  try {
    return { code: await diffServed(database, changed, '测试数据库', only), lines: print.mock.calls.flat().join('\n') };
  } finally {
    print.mockRestore();
  }
}

describe('a comparison with what the database serves', () => {
  it('says so where it has served nothing yet', async () => {
    expect((await told((text) => text)).code).toBe(-1);
  });

  it('names what differs from the version that serves, whatever git holds', async () => {
    await database.withOwner((client) => createPlatformTables(client, database.appRole));
    await importMetadata({ database, folder: 'schemas', settings: new Map(), now: () => new Date() });
    expect(await told((text) => text)).toEqual({ code: 0, lines: '与测试数据库正在使用的版本比较\n没有差别' });
    const renamed = (text: string) => text.replace('"title": "法律法规"', '"title": "法规"');
    const { code, lines } = await told(renamed);
    expect(code).toBe(0);
    expect(lines.split('\n').slice(0, 2)).toEqual(['与测试数据库正在使用的版本比较', LAW]);
    expect(lines).toContain('法规');
    expect((await told(renamed, 'schemas/areas/base/systemRule.entity.json')).lines).toContain('没有差别');
  });
});
