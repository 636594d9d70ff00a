import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { ADMINISTRATOR, SEPARATE_ROLES } from '../permission/separation.ts';
import { passwordMark } from './password.ts';

/** A tenant as signing in sees it. */
interface TenantState {
  readonly tenantId: string;
  readonly tenantName: string;
  /** Enabled and not past its date. */
  readonly open: boolean;
}

/** A user's record as signing in sees it. */
export interface AccountRow {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly password: string | null;
  /** `user-status`: 1 enabled, 0 disabled, 2 locked. */
  readonly status: string;
  /** UTC, ISO. */
  readonly updateTime: string;
}

/** Whether a text may be a tenant's id. */
export function isTenantId(value: unknown): value is string {
  return typeof value === 'string' && /^\d{6}$/.test(value);
}

/** The tenant's state; undefined for one that does not exist. Its last day (`expireTime`) still counts. */
export async function findTenant(
  database: Database,
  clock: Clock,
  tenantId: string,
  timeZone: string,
): Promise<TenantState | undefined> {
  return database.withTenant(tenantId, (connection) => readTenant(connection, clock, timeZone));
}

async function readTenant(connection: Connection, clock: Clock, timeZone: string): Promise<TenantState | undefined> {
  const { tenantId } = connection;
  const [row] = await connection.query<{ tenantName: string; open: boolean }>(
    `select "tenantName", status = '1' and ("expireTime" is null or "expireTime" >= ($2::timestamptz at time zone $3)::date) as open
     from data.tenant where "tenantCode" = $1 and "isDeleted" = 0`,
    [tenantId, clock.now(), timeZone],
  );
  return row === undefined ? undefined : { tenantId, ...row };
}

/** Whether the connection's tenant is open now. */
export async function isTenantOpen(connection: Connection, clock: Clock, timeZone: string): Promise<boolean> {
  return (await readTenant(connection, clock, timeZone))?.open ?? false;
}

const accountColumns = `id, account, "realName", password, status,
  to_char(coalesce("updateTime", "createTime") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "updateTime"`;

/**
 * A user by account name, whatever the case of its letters; the row stays locked until the transaction ends. Where an
 * older database still holds two such accounts, the one that is written exactly so is meant.
 */
export async function findAccount(connection: Connection, account: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow>(
    `select ${accountColumns} from data."user" where "tenantId" = $2 and lower(account) = lower($1) and "isDeleted" = 0
     order by account = $1 desc limit 1 for no key update`,
    [account, connection.tenantId],
  );
  return row;
}

/** Roles whose owners neither sign in nor set a password by a code alone: whoever has their telephone would have all. */
const GUARDED_ROLES: readonly string[] = [ADMINISTRATOR, ...SEPARATE_ROLES];

/** The user who owns a telephone, as far as a code may stand for his password; undefined for administrators too. */
export async function findPhoneOwner(connection: Connection, phone: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow>(
    `select ${accountColumns} from data."user" u
     where "tenantId" = $2 and phone = $1 and "isDeleted" = 0 and status <> '0' and not exists (
       select 1 from data.role r
       where r."tenantId" = u."tenantId" and r.id = any(u.role) and r."roleCode" = any($3) and r."isDeleted" = 0)
     limit 1 for no key update`,
    [phone, connection.tenantId, GUARDED_ROLES],
  );
  return row;
}

/** Whether a telephone is any user's, disabled ones and administrators too. */
export async function isPhoneTaken(connection: Connection, phone: string): Promise<boolean> {
  const found = await connection.query(
    `select 1 from data."user" where "tenantId" = $2 and phone = $1 and "isDeleted" = 0 limit 1`,
    [phone, connection.tenantId],
  );
  return found.length > 0;
}

/** The user behind a live session; undefined where it has ended, or the password it was opened with is no longer his. */
export async function findSessionAccount(connection: Connection, sessionId: string): Promise<AccountRow | undefined> {
  const [row] = await connection.query<AccountRow & { passwordMark: string | null }>(
    `select ${accountColumns},
       (select "passwordMark" from platform."sessionKey" where "sessionId" = $1) as "passwordMark"
     from data."user"
     where id = (select "userId" from data.session where id = $1 and status = '1' and "isDeleted" = 0)
       and "isDeleted" = 0`,
    [sessionId],
  );
  if (row === undefined || row.password === null) return undefined;
  return row.passwordMark === passwordMark(row.password) ? row : undefined;
}

/** Sets a user's status the way the platform itself does: locking and the end of a lock. */
export async function setAccountStatus(
  connection: Connection,
  clock: Clock,
  userId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const changed = await connection.execute(
    `update data."user" set status = $3, version = version + 1, "updateTime" = $4, "updateUser" = null
     where id = $1 and status = $2 and "isDeleted" = 0`,
    [userId, from, to, clock.now()],
  );
  return changed > 0;
}
