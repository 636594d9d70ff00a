import { loadConfig } from '../../server/ground/config.ts';
import type { Database } from '../../server/ground/database/database.ts';
import { missingLeakproof } from '../../server/ground/database/leakproof.ts';
import { verifyAnchor } from '../../server/records/audit/audit-anchor.ts';
import { verifyAuditChain } from '../../server/records/audit/audit-chain.ts';
import { withDatabase } from './database.ts';

/** `doctor`: what the database lacks, as SQL, and whether its audit log is whole. Changes nothing. */
export function run(): Promise<number> {
  return withDatabase((database) => examine(database, loadConfig(process.env).dataDir, console.log));
}

/**
 * Gives the exit code: 1 where the audit log has been tampered with.
 * @param dataDir data folder, in which the anchor of the log lies.
 */
export async function examine(database: Database, dataDir: string, print: (line: string) => void): Promise<number> {
  const missing = await database.withTenant('000000', missingLeakproof);
  if (missing.length === 0) print('列表的索引在行级安全下都可用');
  else {
    print(`有 ${missing.length} 个函数未标记 leakproof，列表在行级安全下会变慢。请由数据库超级用户在本库执行：`);
    for (const statement of missing) print(`${statement};`);
  }
  const [made] = await database.withTenant('000000', (connection) =>
    connection.query<{ ready: boolean }>(
      `select to_regclass('data.tenant') is not null and to_regclass('platform."auditChain"') is not null as ready`,
    ),
  );
  if (made?.ready !== true) {
    print('数据库尚未由本版本的服务启动过，没有可核对的操作日志链');
    return 0;
  }
  const tenants = await database.withTenant('000000', (connection) =>
    connection.query<{ tenantCode: string; tenantName: string }>(
      `select "tenantCode", "tenantName" from data.tenant where "isDeleted" = 0 order by "tenantCode"`,
    ),
  );
  let broken = false;
  for (const { tenantCode, tenantName } of tenants) {
    const { days, rows, faults } = await verifyAuditChain(database, tenantCode);
    print(
      `操作日志 ${tenantCode} ${tenantName}：已封存 ${days} 天、${rows} 条，${faults.length === 0 ? '完整' : '有异常'}`,
    );
    for (const { day, message } of faults) print(`  ${day} ${message}`);
    const anchored = await verifyAnchor(database, dataDir, tenantCode);
    if (anchored === undefined) print('  没有锚文件：今天的日志和最近一次封存只有在服务运行后才可核对');
    else {
      print(`  锚文件：${anchored.rows} 条，${anchored.faults.length === 0 ? '一致' : '有异常'}`);
      for (const { day, message } of anchored.faults) print(`  ${day} ${message}`);
    }
    broken ||= faults.length + (anchored?.faults.length ?? 0) > 0;
  }
  return broken ? 1 : 0;
}
