import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { listed } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import type { Connection } from '../../ground/database/database.ts';
import { SEPARATE_ROLES } from './separation.ts';

/** A record of the platform as it is to be written. */
interface ProposedRecord {
  readonly entityKey: string;
  readonly id: string;
  /** Undefined where it is removed. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What is wrong with a person's roles, or with dividing the powers now; nothing for all other records. Throws
 * `guardFailed` where the powers are divided and the last holder of one of the three is disabled or removed.
 */
export async function separationFaults(
  connection: Connection,
  { entityKey, id, values }: ProposedRecord,
): Promise<readonly WireFault[]> {
  if (entityKey === 'user') {
    const given = values === undefined ? [] : await heldTogether(connection, values.role);
    return given.length > 0 ? given : lastHolder(connection, id, values);
  }
  return entityKey === 'enterpriseConfig' && values?.separateDuties === '1' ? unheld(connection) : [];
}

async function heldTogether(connection: Connection, roleIds: unknown): Promise<readonly WireFault[]> {
  if (!Array.isArray(roleIds) || roleIds.length < 2) return [];
  const rows = await connection.query<{ roleName: string }>(
    `select "roleName" from data.role where "tenantId" = $1 and id = any($2) and "roleCode" = any($3) and "isDeleted" = 0
     order by sort, "roleCode"`,
    [connection.tenantId, roleIds, SEPARATE_ROLES],
  );
  if (rows.length < 2) return [];
  const roles = listed(rows.map(({ roleName }) => roleName));
  return [{ pointer: '/role', msg: say('三员分立：{roles}不能由同一人担任', { roles }) }];
}

// Two who go at once, or one who goes while the powers are being divided, would each count on the other.
async function oneAtATime(connection: Connection): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(hashtextextended('separation ' || $1, 0))`, [
    connection.tenantId,
  ]);
}

/** Roles of the three that somebody holds as he is stored, and those of them that would be left without anybody. */
async function lastHolder(
  connection: Connection,
  id: string,
  values: ProposedRecord['values'],
): Promise<readonly WireFault[]> {
  const goes = values === undefined || values.status === '0';
  const kept = goes || !Array.isArray(values.role) ? [] : values.role;
  const { tenantId } = connection;
  const lost = await connection.query<{ id: string }>(
    `select r.id from data."user" u join data.role r on r."tenantId" = u."tenantId" and r.id = any(u.role)
       and r."roleCode" = any($3) and r."isDeleted" = 0
     where u."tenantId" = $1 and u.id = $2 and u."isDeleted" = 0 and u.status <> '0' and not r.id = any($4)`,
    [tenantId, id, SEPARATE_ROLES, kept],
  );
  if (lost.length === 0) return [];
  await oneAtATime(connection);
  // A locked account comes back by itself, a disabled one by the security administrator alone.
  const rows = await connection.query<{ roleName: string; realName: string }>(
    `select r."roleName", own."realName" from data.role r, data."user" own
     where r."tenantId" = $1 and r.id = any($3) and own."tenantId" = $1 and own.id = $2
       and exists (select from data."enterpriseConfig" c
         where c."tenantId" = $1 and c."separateDuties" = '1' and c."isDeleted" = 0)
       and not exists (select from data."user" u
         where u."tenantId" = $1 and u.id <> $2 and r.id = any(u.role) and u."isDeleted" = 0 and u.status <> '0')
     order by r.sort, r."roleCode"`,
    [tenantId, id, lost.map((role) => role.id)],
  );
  if (rows.length === 0) return [];
  const roles = listed(rows.map(({ roleName }) => roleName));
  const msg = say('三员分立：{person}是最后一名在用的{roles}，请先指定另一人', {
    person: rows[0]?.realName ?? '',
    roles,
  });
  if (goes) throw new AnlanError('guardFailed', { detail: msg });
  return [{ pointer: '/role', msg }];
}

// Without one of them nobody could manage people, or read the log, any more.
async function unheld(connection: Connection): Promise<readonly WireFault[]> {
  await oneAtATime(connection);
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
  const roles = listed(rows.map(({ code }) => titles[code] ?? code));
  return [{ pointer: '/separateDuties', msg: say('开启三员分立前，请先为各角色指定在用的人员：{roles}', { roles }) }];
}
