import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import { foundRow, moment, platform, touched } from '../../ground/database/platform-queries.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';
import { isTenantOpen } from './account-lookup.ts';
import { passwordMark } from './password.ts';
import { hashSecret, newSecret } from './secret-text.ts';
import { tenantSessionsLock } from './session-guards.ts';
import { type AuditedAct, auditAct } from './sign-in-audit.ts';

/** Milliseconds in which a refresh token may be used again: two tabs refresh at once, or an answer got lost. */
const refreshGrace = 30_000;
const handoverLifetime = 60_000;

/** The account that signs in. */
interface SignInUser {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly password: string;
}

/** A session as the tokens name it. */
export interface SessionTicket {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly refreshToken: string;
}

/** Where a session was opened from. */
export interface SignInPlace {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** How long sessions last, in days. */
interface SessionLimits {
  /** After the last refresh. */
  readonly idleDays: number;
  /** From signing in, however often it is refreshed. */
  readonly days: number;
}

/** Opens, renews and ends sessions. Their records are the entity `session`, which administrators see and end. */
export interface Sessions {
  /**
   * Opens a session for an account whose password has been checked. Throws `accountDisabled` or `tenantUnavailable`
   * where it has been closed meanwhile.
   * @param lastTime when it ends at the latest, where it goes on from another session. Default the limit from now.
   */
  open(connection: Connection, user: SignInUser, place: SignInPlace, lastTime?: Date): Promise<SessionTicket>;
  /**
   * Exchanges a refresh token for its successor. Within 30 seconds the same token gives the same successor; later its
   * reuse ends the session. Throws `sessionEnded`, also for a token of another tenant than `tenantId`.
   * @param tenantId tenant that the caller means; undefined where he names none.
   */
  refresh(refreshToken: string, tenantId: string | undefined, place: SignInPlace): Promise<SessionTicket>;
  /** Ends a session at its person's wish; nothing happens where it has ended already. */
  signOut(tenantId: string, sessionId: string, place: SignInPlace): Promise<void>;
  /** Makes a one-time code by which the session's person opens a session on the other site within a minute. */
  createHandover(tenantId: string, sessionId: string): Promise<string>;
  /** Uses a one-time code up. Throws `sessionEnded`. */
  redeemHandover(code: string): Promise<{ tenantId: string; sessionId: string; lastTime: Date | undefined }>;
  /** Removes tokens and codes that no longer count, and closes sessions nobody can take up again. */
  sweep(tenantIds: readonly string[]): Promise<void>;
}

interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: SnowflakeIds;
  readonly limits: SessionLimits;
  readonly timeZone: string;
  /** Key from which successors are made. */
  readonly secret: string;
  /** Told the id of every session that ends here. */
  onEnd(sessionId: string): void;
  /** Told of what cannot be written down. */
  onError(error: unknown): void;
}

/** A renewed session, or one that is over; `reused` where this token's reuse is to end it. */
type Refreshed = { readonly ticket: SessionTicket } | { readonly reused: string | undefined };

export function createSessions(options: SessionsOptions): Sessions {
  const { database, clock, ids, limits, timeZone, secret, onEnd, onError } = options;
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  const refreshExpiry = (lastTime: Date) =>
    new Date(Math.min(later(limits.idleDays * 86_400_000).getTime(), lastTime.getTime()));
  const lastTimeFrom = (start: Date) => new Date(start.getTime() + limits.days * 86_400_000);
  const successorOf = (token: string) => createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');

  const keepRefreshToken = (connection: Connection, token: string, sessionId: string, expireTime: Date) =>
    touched(
      connection,
      platform
        .insertInto('refreshToken')
        .values({ hash: hashSecret(token), tenantId: connection.tenantId, sessionId, expireTime })
        .onConflict((conflict) => conflict.column('hash').doNothing()),
    );

  /** Refuses whoever has been closed since his password was checked, and holds off whoever wants to close him now. */
  async function holdOpen(connection: Connection, user: SignInUser): Promise<void> {
    const { tenantId } = connection;
    await connection.query(`select pg_advisory_xact_lock_shared(hashtextextended(${tenantSessionsLock}$1, 0))`, [
      tenantId,
    ]);
    if (!(await isTenantOpen(connection, clock, timeZone))) throw new AnlanError('tenantUnavailable');
    const [still] = await connection.query(
      `select 1 from data."user" where "tenantId" = $1 and id = $2 and status <> '0' and password = $3
         and "isDeleted" = 0 for share`,
      [tenantId, user.id, user.password],
    );
    if (still === undefined) throw new AnlanError('accountDisabled');
  }

  async function end(
    tenantId: string,
    sessionId: string,
    place: SignInPlace,
    how: { action: AuditedAct['action']; reason: string },
  ): Promise<void> {
    onEnd(sessionId);
    const [ended] = await database.transaction(tenantId, (connection) =>
      endSessions(connection, clock, how.reason, sessionId),
    );
    if (ended === undefined) return;
    // Whoever leaves is let go, also where that cannot be written down: an open session would be the greater harm.
    await database
      .transaction(tenantId, (connection) =>
        auditAct(connection, clock, ids, {
          entityKey: 'session',
          recordId: sessionId,
          action: how.action,
          summary: how.reason,
          userId: ended.userId,
          account: ended.account,
          ip: place.ip,
          requestId: place.requestId,
        }),
      )
      .catch(onError);
  }

  return {
    async open(connection, user, place, lastTime = lastTimeFrom(clock.now())) {
      await holdOpen(connection, user);
      const sessionId = ids.next();
      const now = clock.now();
      const expireTime = refreshExpiry(lastTime);
      await connection.execute(
        `insert into data.session (id, "tenantId", status, "createUser", "createTime", "userId", account, "realName",
           ip, "userAgent", "loginTime", "lastSeenTime", "expireTime")
         values ($1, $2, '1', $3, $4, $3, $5, $6, $7, $8, $4, $4, $9)`,
        [
          sessionId,
          connection.tenantId,
          user.id,
          now,
          user.account,
          user.realName,
          place.ip,
          place.userAgent.slice(0, 500),
          expireTime,
        ],
      );
      await touched(
        connection,
        platform.insertInto('sessionKey').values({
          sessionId,
          tenantId: connection.tenantId,
          userId: user.id,
          passwordMark: passwordMark(user.password),
          createTime: now,
          lastTime,
        }),
      );
      const refreshToken = newSecret();
      await keepRefreshToken(connection, refreshToken, sessionId, expireTime);
      await auditAct(connection, clock, ids, {
        entityKey: 'session',
        recordId: sessionId,
        action: 'signIn',
        summary: '登录',
        userId: user.id,
        account: user.account,
        ip: place.ip,
        requestId: place.requestId,
      });
      return { sessionId, tenantId: connection.tenantId, userId: user.id, account: user.account, refreshToken };
    },

    async refresh(refreshToken, tenantId, place) {
      const hash = hashSecret(refreshToken);
      const found = await database.withTenant('000000', (connection) =>
        foundRow(connection, platform.selectFrom('refreshToken').select('tenantId').where('hash', '=', hash)),
      );
      if (found === undefined || (tenantId ?? found.tenantId) !== found.tenantId) throw new AnlanError('sessionEnded');
      const outcome = await database.transaction<Refreshed>(found.tenantId, async (connection) => {
        const now = clock.now();
        const token = await foundRow(
          connection,
          platform
            .selectFrom('refreshToken')
            .select((kept) => [
              'sessionId',
              kept('expireTime', '>', moment(now)).as('fresh'),
              kept('usedTime', 'is not', null).as('used'),
              kept.fn.coalesce(kept('usedTime', '<', moment(later(-refreshGrace))), sql<boolean>`false`).as('late'),
            ])
            .where('hash', '=', hash)
            .forUpdate(),
        );
        if (token === undefined || !token.fresh) return { reused: undefined };
        const [session] = await connection.query<{ userId: string; account: string; lastTime: string; over: boolean }>(
          `select s."userId", s.account, to_char(l.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastTime",
             l.time <= $2 as over
           from data.session s join platform."sessionKey" k on k."sessionId" = s.id,
             lateral (select coalesce(k."lastTime", k."createTime" + $3 * interval '1 day') as time) l
           where s.id = $1 and s.status = '1' and s."isDeleted" = 0`,
          [token.sessionId, now, limits.days],
        );
        if (session === undefined || session.over) return { reused: undefined };
        const { userId, account } = session;
        const expireTime = refreshExpiry(new Date(session.lastTime));
        // The token is in two hands: whoever is the thief, neither goes on.
        if (token.late) return { reused: token.sessionId };
        const successor = successorOf(refreshToken);
        if (!token.used) {
          await touched(
            connection,
            platform.updateTable('refreshToken').set({ usedTime: now }).where('hash', '=', hash),
          );
          await connection.execute('update data.session set "expireTime" = $2, "lastSeenTime" = $3 where id = $1', [
            token.sessionId,
            expireTime,
            now,
          ]);
        }
        await keepRefreshToken(connection, successor, token.sessionId, expireTime);
        return {
          ticket: { userId, account, sessionId: token.sessionId, tenantId: found.tenantId, refreshToken: successor },
        };
      });
      if ('ticket' in outcome) return outcome.ticket;
      if (outcome.reused !== undefined) {
        await end(found.tenantId, outcome.reused, place, { action: 'tokenReused', reason: '刷新令牌被重复使用' });
      }
      throw new AnlanError('sessionEnded');
    },

    signOut: (tenantId, sessionId, place) => end(tenantId, sessionId, place, { action: 'signOut', reason: '退出登录' }),

    async createHandover(tenantId, sessionId) {
      const code = newSecret();
      await database.withTenant(tenantId, (connection) =>
        touched(
          connection,
          platform
            .insertInto('handoverCode')
            .values({ hash: hashSecret(code), tenantId, sessionId, expireTime: later(handoverLifetime) }),
        ),
      );
      return code;
    },

    async redeemHandover(code) {
      const row = await database.withTenant('000000', (connection) =>
        foundRow(
          connection,
          platform
            .deleteFrom('handoverCode')
            .where('hash', '=', hashSecret(code))
            .returning((given) => [
              'tenantId',
              'sessionId',
              given('expireTime', '>', moment(clock.now())).as('fresh'),
              given
                .selectFrom('sessionKey as k')
                .select(
                  sql<
                    string | null
                  >`to_char(${sql.ref('k.lastTime')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
                    'lastTime',
                  ),
                )
                .whereRef('k.sessionId', '=', 'handoverCode.sessionId')
                .as('lastTime'),
            ]),
        ),
      );
      if (row === undefined || !row.fresh) throw new AnlanError('sessionEnded');
      const { tenantId, sessionId, lastTime } = row;
      return { tenantId, sessionId, lastTime: lastTime === null ? undefined : new Date(lastTime) };
    },

    async sweep(tenantIds) {
      const now = clock.now();
      for (const tenantId of tenantIds) {
        await database.transaction(tenantId, async (connection) => {
          await connection.execute(
            `update data.session set status = '0', "endReason" = '长时间未使用', version = version + 1, "updateTime" = $1
             where status = '1' and "expireTime" < $1`,
            [now],
          );
        });
      }
      await database.withTenant('000000', async (connection) => {
        for (const table of ['refreshToken', 'handoverCode', 'captcha'] as const) {
          await touched(connection, platform.deleteFrom(table).where('expireTime', '<', moment(now)));
        }
        await touched(
          connection,
          platform
            .deleteFrom('sessionKey as k')
            .where('k.createTime', '<', moment(later(-limits.idleDays * 86_400_000)))
            .where((key) =>
              key.not(
                key.exists(
                  key.selectFrom('refreshToken as t').select('t.hash').whereRef('t.sessionId', '=', 'k.sessionId'),
                ),
              ),
            ),
        );
      });
    },
  };
}

/** A session that has just been ended. */
export interface EndedSession {
  readonly id: string;
  readonly userId: string;
  readonly account: string;
}

/** Ends one session by id, or all of a user except one, inside the caller's transaction; gives the ended ones. */
export async function endSessions(
  connection: Connection,
  clock: Clock,
  reason: string,
  which: string | { readonly userId: string; readonly except: string },
): Promise<EndedSession[]> {
  const one = typeof which === 'string';
  const ended = await connection.query<EndedSession>(
    `update data.session
     set status = '0', "endReason" = $1, version = version + 1, "updateTime" = $2
     where status = '1' and ${one ? 'id = $3' : '"userId" = $3 and id <> $4'}
     returning id, "userId", account`,
    one ? [reason, clock.now(), which] : [reason, clock.now(), which.userId, which.except],
  );
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await touched(connection, platform.deleteFrom('refreshToken').where('sessionId', 'in', ids));
  return ended;
}
