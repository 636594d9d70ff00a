import { tmpdir } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examine } from '../../../scripts/metadata/doctor.ts';
import { createTestDatabase } from '../../../tests/fixtures/test-database.ts';
import { startTestServer, type TestServer } from '../../../tests/fixtures/test-server.ts';
import { createPlatformDatabase } from '../../assembly/platform-database.ts';
import { leakproofStatements } from './leakproof.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

async function report(): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  return { code: await examine(server.database, tmpdir(), (line) => lines.push(line)), lines };
}

const unanchored = '  没有锚文件：今天的日志和最近一次封存只有在服务运行后才可核对';

describe('the doctor', () => {
  it('finds nothing missing on our own server, and the logs of all tenants whole', async () => {
    expect(await report()).toEqual({
      code: 0,
      lines: [
        '列表的索引在行级安全下都可用',
        '操作日志 000000 测试集团：已封存 0 天、0 条，完整',
        unanchored,
        '操作日志 645967 测试新材料：已封存 0 天、0 条，完整',
        unanchored,
        '操作日志 645968 测试能源：已封存 0 天、0 条，完整',
        unanchored,
      ],
    });
  });

  it('works before the server has made its tables', async () => {
    const empty = await createTestDatabase();
    const database = createPlatformDatabase({ ...empty, connections: 1 });
    const lines: string[] = [];
    expect(await examine(database, tmpdir(), (line) => lines.push(line))).toBe(0);
    expect(lines.at(-1)).toBe('数据库尚未由本版本的服务启动过，没有可核对的操作日志链');
    await database.close();
    await empty.drop();
  });

  it('prints the statement for what a foreign server lacks', async () => {
    const { database } = server;
    const [row] = await database.withTenant('000000', (connection) =>
      connection.query<{ name: string }>('select current_database() as name'),
    );
    const url = new URL(inject('postgres').superUrl);
    url.pathname = `/${row?.name}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query('alter function pg_catalog.textlike(text, text) not leakproof');
      const { code, lines } = await report();
      expect(code).toBe(0);
      expect(lines.slice(0, 2)).toEqual([
        '有 1 个函数未标记 leakproof，列表在行级安全下会变慢。请由数据库超级用户在本库执行：',
        'alter function pg_catalog.textlike(text, text) leakproof;',
      ]);
      for (const statement of leakproofStatements) await client.query(statement);
    } finally {
      await client.end();
    }
    expect((await report()).lines[0]).toBe('列表的索引在行级安全下都可用');
  });
});
