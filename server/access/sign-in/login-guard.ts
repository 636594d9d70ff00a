import { sql } from 'kysely';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../ground/database/platform-queries.ts';

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

/** A column's moment in UTC, to the second. */
const utc = (column: 'lockedUntil') =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export function createLoginGuard(database: Database, clock: Clock): LoginGuard {
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  const nameOf = (account: string) => account.toLowerCase();
  const atPlatform = <T>(work: (connection: Connection) => Promise<T>) => database.withTenant('000000', work);

  return {
    async checkAddress(address) {
      const row = await atPlatform((connection) =>
        foundRow(
          connection,
          platform
            .selectFrom('addressFailures')
            .select(sql<number>`coalesce(sum(failures), 0)::int`.as('failures'))
            .where('address', '=', address)
            .where('minute', '>', moment(ago(1))),
        ),
      );
      if ((row?.failures ?? 0) >= addressFailuresAllowed) throw new AnlanError('tooManyRequests');
    },
    async noteAddressFailure(address) {
      const minute = sql<Date>`date_trunc('minute', ${clock.now()}::timestamptz) + interval '1 minute'`;
      await atPlatform((connection) =>
        touched(
          connection,
          platform
            .insertInto('addressFailures')
            .values({ address, minute, failures: 1 })
            .onConflict((conflict) =>
              conflict
                .columns(['address', 'minute'])
                .doUpdateSet((before) => ({ failures: before('addressFailures.failures', '+', 1) })),
            ),
        ),
      );
    },
    async reserveAttempt(connection, account) {
      const now = clock.now();
      const row = await foundRow(
        connection,
        platform
          .insertInto('loginGuard')
          .values({ tenantId: connection.tenantId, account: nameOf(account), failures: 1, firstFailure: now })
          .onConflict((conflict) =>
            conflict.columns(['tenantId', 'account']).doUpdateSet((before) => {
              const unlocked = before('loginGuard.lockedUntil', '<=', now);
              const over = before.or([before('loginGuard.firstFailure', '<', ago(lockMinutes)), unlocked]);
              const first = before.ref('loginGuard.firstFailure');
              return {
                failures: before
                  .case()
                  .when(over)
                  .then(1)
                  .else(before('loginGuard.failures', '+', 1))
                  .end(),
                firstFailure: sql<Date>`case when ${over} then ${now}::timestamptz else ${first} end`,
                lockedUntil: sql<Date | null>`case when ${unlocked} then null else ${before.ref('loginGuard.lockedUntil')} end`,
              };
            }),
          )
          .returning(['failures', utc('lockedUntil').as('lockedUntil')]),
      );
      if (row?.lockedUntil) throw lockedError(new Date(row.lockedUntil), now);
      const failures = row?.failures ?? 1;
      if (failures > failuresAllowed) {
        throw lockedError(new Date(now.getTime() + lockMinutes * 60_000), now);
      }
      return { last: failures === failuresAllowed };
    },
    async clear(connection, account) {
      await touched(
        connection,
        platform
          .deleteFrom('loginGuard')
          .where('tenantId', '=', connection.tenantId)
          .where('account', '=', nameOf(account)),
      );
    },
    async lock(connection, account) {
      await touched(
        connection,
        platform
          .updateTable('loginGuard')
          .set({ lockedUntil: new Date(clock.now().getTime() + lockMinutes * 60_000) })
          .where('tenantId', '=', connection.tenantId)
          .where('account', '=', nameOf(account)),
      );
    },
    async lockedUntil(connection, account) {
      const row = await foundRow(
        connection,
        platform
          .selectFrom('loginGuard')
          .select(utc('lockedUntil').as('until'))
          .where('tenantId', '=', connection.tenantId)
          .where('account', '=', nameOf(account))
          .where('lockedUntil', '>', moment(clock.now())),
      );
      return row === undefined || row.until === null ? undefined : new Date(row.until);
    },
    async sweep() {
      await atPlatform(async (connection) => {
        await touched(connection, platform.deleteFrom('addressFailures').where('minute', '<', moment(ago(5))));
        await touched(
          connection,
          platform
            .deleteFrom('loginGuard')
            .where('firstFailure', '<', moment(ago(lockMinutes)))
            .where((guard) =>
              guard.or([guard('lockedUntil', 'is', null), guard('lockedUntil', '<', moment(clock.now()))]),
            ),
        );
      });
    },
  };
}
