import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyFiles } from '../../scripts/metadata/database.ts';
import { diffServed } from '../../scripts/metadata/diff.ts';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { createPlatformTables } from '../../server/assembly/platform-tables.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { importMetadata } from '../../server/metadata/importer.ts';
import { checkWorld } from '../../server/metadata/judge/check-world.ts';
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

describe('applying files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anlan-apply-'));
    await cp('schemas', folder, { recursive: true });
    await database.transaction('000000', (connection) =>
      connection.execute(
        `insert into data.tenant (id, "tenantId", version, "isDeleted", "tenantCode", "tenantName")
         values ('held', '000000', 1, 0, '645967', '示例企业')`,
      ),
    );
    await database.transaction('645967', (connection) =>
      connection.execute(
        `insert into data."lawRegulation" (id, "tenantId", version, "isDeleted", name, summary)
         select 'held' || n, '645967', 1, 0, 'held' || n, '摘要' from generate_series(1, 3) n`,
      ),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('asks where records would lose values, by a renamed key that says no id, and changes nothing until the answer is yes', async () => {
    const file = join(folder, 'areas/base/lawRegulation.entity.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('"summary"', '"gist"'));
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    const asked: string[] = [];
    const apply = (answer: boolean) =>
      applyFiles(database, checkWorld(readMetadataFiles(folder)), {
        folder,
        consent: false,
        async confirm(problems) {
          asked.push(...problems.map(({ message, fix }) => `${message} ${fix}`));
          return answer;
        },
      });
    const served = async () => {
      const [row] = await database.withTenant('000000', (connection) =>
        connection.query<{ gist: boolean }>(
          `select v.content like '%"gist"%' as gist from platform."metadataCurrent" c
           join platform."metadataVersion" v using (kind, key, version) where key = 'lawRegulation' and kind = 'entity'`,
        ),
      );
      return row?.gist;
    };
    try {
      expect(await apply(false)).toBe(1);
      expect(asked).toEqual([
        expect.stringMatching(/（summary）：3 条记录有值 若“gist”就是它，在那里写 "id": "summary"/),
      ]);
      expect(await served()).toBe(false);
      expect(await apply(true)).toBe(0);
      expect(asked).toHaveLength(2);
      expect(await served()).toBe(true);
    } finally {
      print.mockRestore();
    }
  });
});
