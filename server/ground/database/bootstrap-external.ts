import pg from 'pg';
import type { DatabaseLog } from './supervisor.ts';

const oldestVersion = 170_000;

/**
 * Checks an external PostgreSQL and changes nothing in it. Throws with a Chinese message that names the variable when it
 * cannot be reached, is older than 17, or lacks the extension pg_trgm or ICU. Warns when the serving role stands above
 * row-level security, when the locale cuts no Chinese trigrams, or when the owner's tables would be closed to the serving
 * role.
 */
export async function checkExternalDatabase(
  urls: { ownerUrl: string; appUrl: string },
  log: Pick<DatabaseLog, 'warn'>,
): Promise<void> {
  const app = await inspect('DATABASE_URL', urls.appUrl);
  const owner = urls.ownerUrl === urls.appUrl ? app : await inspect('DATABASE_OWNER_URL', urls.ownerUrl);
  if (owner.database !== app.database) {
    throw new Error(
      `DATABASE_URL 与 DATABASE_OWNER_URL 不是同一个数据库（${app.database} 与 ${owner.database}）。请改为同一个数据库。`,
    );
  }
  if (!app.trigrams) {
    throw new Error(`外部数据库 ${app.database} 缺少扩展 pg_trgm。请执行：CREATE EXTENSION pg_trgm;`);
  }
  if (!app.ordersNames) {
    throw new Error(
      `外部数据库 ${app.database} 不支持 ICU 排序规则，中文名称无法按拼音排序。请使用带 ICU 的 PostgreSQL。`,
    );
  }
  if (app.aboveSecurity) {
    log.warn(
      `DATABASE_URL 的用户 ${app.role} 不受行级安全约束，租户隔离只剩一层。请换用没有 SUPERUSER、BYPASSRLS 的用户。`,
    );
  }
  if (!app.chineseTrigrams) {
    log.warn('外部数据库的区域设置不支持中文检索索引。建议以 builtin C.UTF-8 区域建库，否则中文包含查询会变慢。');
  }
  if (owner.role !== app.role && !(await grantsByDefault(urls.ownerUrl, app.role))) {
    log.warn(
      `用户 ${owner.role} 新建的表对用户 ${app.role} 不可用。请以 ${owner.role} 执行：ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app.role};`,
    );
  }
}

type Inspection = {
  database: string;
  role: string;
  aboveSecurity: boolean;
  trigrams: boolean;
  ordersNames: boolean;
  chineseTrigrams: boolean;
};

async function inspect(variable: string, url: string): Promise<Inspection> {
  return await query(variable, url, async (client) => {
    const version = await client.query<{ number: number; text: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
    );
    const { number = 0, text = '' } = version.rows[0] ?? {};
    if (number < oldestVersion) {
      throw new Error(`${variable} 指向的 PostgreSQL 版本是 ${text}，需要 17 或更高版本。请升级数据库。`);
    }
    const { rows } = await client.query<Inspection>(
      `select current_database() as database, rolname as role, rolsuper or rolbypassrls as "aboveSecurity",
              exists (select from pg_extension where extname = 'pg_trgm') as trigrams,
              exists (select from pg_collation where collprovider = 'i' and collname like 'zh%') as "ordersNames"
       from pg_roles where rolname = current_user`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error(`${variable} 的用户没有权限读取系统目录。`);
    if (!found.trigrams) return { ...found, chineseTrigrams: true };
    // A locale that takes Chinese characters for punctuation cuts none.
    const cut = await client.query<{ count: number | null }>(
      "select array_length(show_trgm('危险化学品'), 1) as count",
    );
    return { ...found, chineseTrigrams: (cut.rows[0]?.count ?? 0) > 0 };
  });
}

async function grantsByDefault(ownerUrl: string, role: string): Promise<boolean> {
  return await query('DATABASE_OWNER_URL', ownerUrl, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_default_acl, aclexplode(defaclacl) as granted
       where defaclrole = current_user::regrole and defaclobjtype = 'r'
         and granted.grantee in (0, (select oid from pg_roles where rolname = $1)) and granted.privilege_type = 'INSERT'`,
      [role],
    );
    return (rowCount ?? 0) > 0;
  });
}

async function query<T>(variable: string, url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
    client.on('error', () => {});
    await client.connect();
  } catch (error) {
    // The address holds a password, so only the cause is told.
    throw new Error(
      `${variable} 指向的数据库无法连接：${(error as Error).message || (error as { code?: string }).code}`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
