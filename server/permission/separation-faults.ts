import { say } from '../../src/core/text/say.ts';
import type { WireFault } from '../../src/core/wire/contract.ts';
import type { Connection } from '../database/database.ts';
import { SEPARATE_ROLES } from './separation.ts';

/** What is wrong with a person's roles, or with dividing the powers now; nothing for all other records. */
export async function separationFaults(
  connection: Connection,
  entityKey: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly WireFault[]> {
  if (entityKey === 'user') return heldTogether(connection, values.role);
  return entityKey === 'enterpriseConfig' && values.separateDuties === '1' ? unheld(connection) : [];
}

async function heldTogether(connection: Connection, roleIds: unknown): Promise<readonly WireFault[]> {
  if (!Array.isArray(roleIds) || roleIds.length < 2) return [];
  const rows = await connection.query<{ roleName: string }>(
    `select "roleName" from data.role where "tenantId" = $1 and id = any($2) and "roleCode" = any($3) and "isDeleted" = 0
     order by sort, "roleCode"`,
    [connection.tenantId, roleIds, SEPARATE_ROLES],
  );
  if (rows.length < 2) return [];
  const roles = rows.map(({ roleName }) => roleName).join(say('、'));
  return [{ pointer: '/role', msg: say('三员分立：{roles}不能由同一人担任', { roles }) }];
}

// Without one of them nobody could manage people, or read the log, any more.
async function unheld(connection: Connection): Promise<readonly WireFault[]> {
  const rows = await connection.query<{ code: string }>(
    `select code from unnest($2::text[]) code where not exists (
       select from data.role r join data."user" u on u."tenantId" = r."tenantId" and r.id = any(u.role)
         and u."isDeleted" = 0 and u.status = '1'
       where r."tenantId" = $1 and r."roleCode" = code and r."isDeleted" = 0)`,
    [connection.tenantId, SEPARATE_ROLES],
  );
  if (rows.length === 0) return [];
  const titles: Readonly<Record<string, string>> = {
    systemAdmin: say('系统运维管理员'),
    securityAdmin: say('安全保密管理员'),
    auditAdmin: say('安全审计员'),
  };
  const roles = rows.map(({ code }) => titles[code] ?? code).join(say('、'));
  return [{ pointer: '/separateDuties', msg: say('开启三员分立前，请先为各角色指定在用的人员：{roles}', { roles }) }];
}
