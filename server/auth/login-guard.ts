import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Clock } from '../context.ts';
import type { Connection, Database } from '../database/database.ts';

/** Wrong passwords within the window after which an account is locked. */
export const failuresAllowed = 5;
/** Minutes in which wrong passwords add up, and for which the account is then locked. */
export const lockMinutes = 30;
/** Failed token calls of one address within a minute after which it has to wait. */
const addressFailuresAllowed = 30;

/**
 * Holds back guessing, by account and by address; its memory is the database, so all processes share it. An account
 * counts once, however the letters of its name are written.
 */
export interface LoginGuard {
  /** Throws `tooManyRequests` for an address that failed 30 times within the last minute. */
  checkAddress(address: string): Promise<void>;
  noteAddressFailure(address: string): Promise<void>;
  /**
   * Books an attempt before the password is looked at, so that guesses sent side by side count too. Gives whether it
   * is the last one allowed. Throws `accountLocked`.
   */
  reserveAttempt(connection: Connection, account: string): Promise<{ last: boolean }>;
  /** Forgets the failures of an account: it signed in, or an administrator unlocked it. */
  clear(connection: Connection, account: string): Promise<void>;
  /** Locks the account name for 30 minutes. */
  lock(connection: Connection, account: string): Promise<void>;
  /** Until when an account name is locked; undefined where it is not. */
  lockedUntil(connection: Connection, account: string): Promise<Date | undefined>;
  /** Removes what no longer counts. */
  sweep(): Promise<void>;
}

/** The error that tells how long an account stays locked. */
export function lockedError(until: Date, now: Date): AnlanError {
  return new AnlanError('accountLocked', {
    minutes: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000)),
  });
}

export function createLoginGuard(database: Database, clock: Clock): LoginGuard {
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  const nameOf = (account: string) => account.toLowerCase();
  const platform = <T>(work: (connection: Connection) => Promise<T>) => database.withTenant('000000', work);

  return {
    async checkAddress(address) {
      const [row] = await platform((connection) =>
        connection.query<{ failures: number }>(
          `select coalesce(sum(failures), 0)::int as failures from platform."addressFailures"
           where address = $1 and minute > $2`,
          [address, ago(1)],
        ),
      );
      if ((row?.failures ?? 0) >= addressFailuresAllowed) throw new AnlanError('tooManyRequests');
    },
    async noteAddressFailure(address) {
      await platform((connection) =>
        connection.execute(
          `insert into platform."addressFailures" as f (address, minute, failures)
           values ($1, date_trunc('minute', $2::timestamptz) + interval '1 minute', 1)
           on conflict (address, minute) do update set failures = f.failures + 1`,
          [address, clock.now()],
        ),
      );
    },
    async reserveAttempt(connection, account) {
      const now = clock.now();
      const [row] = await connection.query<{ failures: number; lockedUntil: string | null }>(
        `insert into platform."loginGuard" as g ("tenantId", account, failures, "firstFailure")
         values ($1, $2, 1, $3)
         on conflict ("tenantId", account) do update set
           failures = case when g."firstFailure" < $4 or g."lockedUntil" <= $3 then 1 else g.failures + 1 end,
           "firstFailure" = case when g."firstFailure" < $4 or g."lockedUntil" <= $3 then $3 else g."firstFailure" end,
           "lockedUntil" = case when g."lockedUntil" <= $3 then null else g."lockedUntil" end
         returning failures, to_char("lockedUntil" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lockedUntil"`,
        [connection.tenantId, nameOf(account), now, ago(lockMinutes)],
      );
      if (row?.lockedUntil) throw lockedError(new Date(row.lockedUntil), now);
      const failures = row?.failures ?? 1;
      if (failures > failuresAllowed) {
        throw lockedError(new Date(now.getTime() + lockMinutes * 60_000), now);
      }
      return { last: failures === failuresAllowed };
    },
    async clear(connection, account) {
      await connection.execute('delete from platform."loginGuard" where "tenantId" = $1 and account = $2', [
        connection.tenantId,
        nameOf(account),
      ]);
    },
    async lock(connection, account) {
      await connection.execute(
        `update platform."loginGuard" set "lockedUntil" = $3 where "tenantId" = $1 and account = $2`,
        [connection.tenantId, nameOf(account), new Date(clock.now().getTime() + lockMinutes * 60_000)],
      );
    },
    async lockedUntil(connection, account) {
      const [row] = await connection.query<{ until: string }>(
        `select to_char("lockedUntil" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until
         from platform."loginGuard" where "tenantId" = $1 and account = $2 and "lockedUntil" > $3`,
        [connection.tenantId, nameOf(account), clock.now()],
      );
      return row === undefined ? undefined : new Date(row.until);
    },
    async sweep() {
      await platform(async (connection) => {
        await connection.execute('delete from platform."addressFailures" where minute < $1', [ago(5)]);
        await connection.execute(
          `delete from platform."loginGuard"
           where "firstFailure" < $1 and ("lockedUntil" is null or "lockedUntil" < $2)`,
          [ago(lockMinutes), clock.now()],
        );
      });
    },
  };
}
