import { ConfigError } from '../../ground/config-error.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { hashPassword } from './password.ts';
import { newPasswordFault } from './password-policy.ts';

/**
 * Gives an empty database its top tenant with one department, post, role and the account `admin`, who must change the
 * password at the first sign-in. Throws ConfigError for a password that breaks the rules.
 */
export async function createFirstAdministrator(database: Database, clock: Clock, password: string): Promise<void> {
  const fault = newPasswordFault(password, { account: 'admin', companies: ['集团总部'] });
  if (fault !== undefined) throw new ConfigError(`ANLAN_ADMIN_PASSWORD 不能用：${fault}`);
  const ids = await database.ids();
  const hash = await hashPassword(password);
  const [dept, post, role] = [ids.next(), ids.next(), ids.next()];
  await database.transaction('000000', async (connection) => {
    const insert = (table: string, row: Record<string, unknown>) =>
      insertRow(connection, table, { id: ids.next(), createTime: clock.now(), ...row });
    await insert('tenant', { status: '1', tenantCode: '000000', tenantName: '集团总部', accountNumber: -1 });
    await insert('dept', {
      id: dept,
      deptName: '集团总部',
      fullName: '集团总部',
      deptCategory: '1',
      deptType: '1',
      sort: 0,
    });
    await insert('post', { id: post, category: '1', postCode: 'manager', postName: '管理员', sort: 0, isKeyPost: '0' });
    await insert('role', { id: role, roleCode: 'administrator', roleName: '系统管理员', dataScope: '1', sort: 0 });
    await insert('user', {
      status: '1',
      account: 'admin',
      password: hash,
      realName: '管理员',
      name: '管理员',
      staffNo: '000001',
      sex: '1',
      phone: '10000000000',
      dept: [dept],
      role: [role],
      post: [post],
      personCategory: '1',
      mustChangePassword: '1',
    });
  });
}

async function insertRow(connection: Connection, table: string, row: Record<string, unknown>): Promise<void> {
  const entries = Object.entries({ tenantId: connection.tenantId, ...row });
  await connection.execute(
    `insert into data."${table}" (${entries.map(([name]) => `"${name}"`).join(', ')})
     values (${entries.map((_, index) => `$${index + 1}`).join(', ')})`,
    entries.map(([, value]) => value),
  );
}
