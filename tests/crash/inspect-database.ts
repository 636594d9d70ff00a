import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlatformDatabase } from '../../server/assembly/platform-database.ts';
import { openDatabase } from '../../server/ground/database/bootstrap.ts';
import type { Connection } from '../../server/ground/database/database.ts';
import type { Ledger } from './ledger.ts';

const quiet = { info() {}, warn() {}, error() {}, debug() {} };

/**
 * Looks through the database of a product that has been stopped, for anything half there. Gives the faults.
 * @param since when the stream of writes began: what the plant had before may have had its timers, and other files.
 */
export async function inspectDatabase(dataDir: string, ledger: Ledger, since: Date): Promise<string[]> {
  const opened = await openDatabase({}, dataDir, quiet, () => {});
  const database = createPlatformDatabase({ appUrl: opened.appUrl, ownerUrl: opened.ownerUrl });
  try {
    return await database.withTenant('645967', async (connection) => [
      ...(await missingParts(connection, since)),
      ...(await missingFiles(connection, dataDir, since)),
      ...(await missingWrites(connection, ledger)),
    ]);
  } finally {
    await database.close();
    await opened.stop();
  }
}

/** Each asks for what must not exist; `$1` is when the stream of writes began. */
const mustBeEmpty: Readonly<Record<string, string>> = {
  没有新增日志的法规: `select id from data."lawRegulation" r where not exists
    (select 1 from data."auditLog" a where a."tenantId" = r."tenantId" and a."recordId" = r.id)`,
  没有新增日志的隐患: `select id from data.peril r where not exists
    (select 1 from data."auditLog" a where a."tenantId" = r."tenantId" and a."recordId" = r.id)`,
  没有编号的隐患: 'select id from data.peril where "perilNo" is null',
  编号重复的隐患: 'select "perilNo" as id from data.peril group by "perilNo" having count(*) > 1',
  名称重复的隐患: 'select "perilName" as id from data.peril group by "perilName" having count(*) > 1',
  没有定时的隐患: `select concat_ws(' ', id, status, version, "updateTime", (select string_agg(concat(action, '@', time), ' '
      order by time, a.id) from data."auditLog" a where a."recordId" = r.id)) as id from data.peril r where status in ('assessing', 'rectifying', 'accepting') and "createTime" >= $1 and not exists
    (select 1 from platform.timer t where t."tenantId" = r."tenantId" and t."recordId" = r.id)`,
  没有待办的审批申请: `select id from platform."approvalRequest" r where status = 'open' and not exists
    (select 1 from platform."approvalTask" t where t."tenantId" = r."tenantId" and t."requestId" = r.id and t.status = 'open')`,
  已结束而仍有待办的审批申请: `select id from platform."approvalRequest" r where status <> 'open' and exists
    (select 1 from platform."approvalTask" t where t."tenantId" = r."tenantId" and t."requestId" = r.id and t.status = 'open')`,
  没有留证的审批: `select id from platform."approvalTask" where status = 'done' and decision <> 'transfer' and "evidenceId" is null`,
  批准而没有延期记录的申请: `select id from platform."approvalRequest" r where status = 'granted' and transition = 'delay'
    and not exists (select 1 from data."perilDelay" d where d."tenantId" = r."tenantId" and d."perilId" = r."recordId")`,
  没有应答的提交编号: 'select key as id from platform.idempotency where answer is null',
};

async function missingParts(connection: Connection, since: Date): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, sql] of Object.entries(mustBeEmpty)) {
    const values = sql.includes('$1') ? [since] : [];
    for (const { id } of await connection.query<{ id: string }>(sql, values)) faults.push(`${what}：${id}`);
  }
  return faults;
}

/** Fields that hold files, by table. */
const fileFields = [
  ['lawRegulation', 'attachments'],
  ['peril', 'photos'],
  ['perilRectify', 'photosAfter'],
] as const;

async function missingFiles(connection: Connection, dataDir: string, since: Date): Promise<string[]> {
  const faults: string[] = [];
  const held = new Map<string, string>();
  for (const [table, field] of fileFields) {
    const rows = await connection.query<{ id: string; files: string[] }>(
      `select id, "${field}" as files from data."${table}"
       where "${field}" is not null and "isDeleted" = 0 and "createTime" >= $1`,
      [since],
    );
    for (const { id, files } of rows) for (const file of files) held.set(file, id);
  }
  const rows = await connection.query<{
    id: string;
    name: string;
    bizId: string | null;
    bizType: string;
    sha256: string;
  }>('select id, name, "bizId", "bizType", sha256 from data.attach where "isDeleted" = 0 and "createTime" >= $1', [
    since,
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const [file, record] of held) {
    const row = known.get(file);
    if (row === undefined) faults.push(`记录 ${record} 的文件 ${file} 没有登记`);
    else if (row.bizId !== record) faults.push(`记录 ${record} 的文件 ${file} 属于 ${row.bizId ?? '无'}`);
  }
  const tables = new Set<string>(fileFields.map(([table]) => table));
  for (const { id, name, bizId, bizType, sha256 } of rows) {
    if (bizId !== null && tables.has(bizType) && held.get(id) !== bizId)
      faults.push(`文件 ${id} 所属的记录 ${bizId} 没有它`);
    const path = join(dataDir, 'files', 'kept', name);
    if (!existsSync(path)) faults.push(`文件 ${id} 没有内容`);
    else if (createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256)
      faults.push(`文件 ${id} 的内容变了`);
  }
  return faults;
}

async function missingWrites(connection: Connection, ledger: Ledger): Promise<string[]> {
  const faults: string[] = [];
  const logged = await connection.query<{ id: string; count: number }>(
    'select "recordId" as id, count(*)::int as count from data."auditLog" group by "recordId"',
  );
  const logs = new Map(logged.map(({ id, count }) => [id, count]));
  for (const { id, writes, entity } of ledger.records.values()) {
    const count = logs.get(id) ?? 0;
    if (count < writes) faults.push(`${entity} ${id} 有 ${writes} 次写入，日志只有 ${count} 条`);
  }
  for (const child of ['perilAssess', 'perilDelay', 'perilRectify', 'perilAccept']) {
    const rows = await connection.query<{ id: string; count: number }>(
      `select "perilId" as id, count(*)::int as count from data."${child}" where "isDeleted" = 0 group by "perilId"`,
    );
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    for (const record of ledger.records.values()) {
      if (record.entity !== 'peril') continue;
      const [found, wanted] = [counts.get(record.id) ?? 0, record.children[child] ?? 0];
      if (found !== wanted) faults.push(`隐患 ${record.id} 有 ${found} 条 ${child}，应为 ${wanted} 条`);
    }
  }
  const answered = await connection.query<{ key: string }>('select key from platform.idempotency');
  const keys = new Set(answered.map(({ key }) => key));
  for (const key of ledger.keys) if (!keys.has(key)) faults.push(`提交编号 ${key} 没有留下`);
  return faults;
}
