import { createHmac } from 'node:crypto';
import { AnlanError } from '../../src/core/errors/catalogue.ts';
import type { Clock } from '../context.ts';
import type { Connection, Database } from '../database/database.ts';
import type { SnowflakeIds } from '../database/snowflake.ts';
import { passwordMark } from './password.ts';
import { hashSecret, newSecret } from './secret-text.ts';
import { auditSignIn, type SignInEvent } from './sign-in-audit.ts';

/** Days after the last refresh for which a session can be taken up again. */
const refreshDays = 7;
/** Milliseconds in which a refresh token may be used again: two tabs refresh at once, or an answer got lost. */
const refreshGrace = 30_000;
const handoverLifetime = 60_000;

/** The account that signs in. */
export interface SignInUser {
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

/** Opens, renews and ends sessions. Their records are the entity `session`, which administrators see and end. */
export interface Sessions {
  open(connection: Connection, user: SignInUser, place: SignInPlace): Promise<SessionTicket>;
  /**
   * Exchanges a refresh token for its successor. Within 30 seconds the same token gives the same successor; later its
   * reuse ends the session. Throws `sessionEnded`.
   */
  refresh(refreshToken: string, place: SignInPlace): Promise<SessionTicket>;
  /** Ends a session at its person's wish; nothing happens where it has ended already. */
  signOut(tenantId: string, sessionId: string, place: SignInPlace): Promise<void>;
  /** Makes a one-time code by which the session's person opens a session on the other site within a minute. */
  createHandover(tenantId: string, sessionId: string): Promise<string>;
  /** Uses a one-time code up. Throws `sessionEnded`. */
  redeemHandover(code: string): Promise<{ tenantId: string; sessionId: string }>;
  /** Removes tokens and codes that no longer count, and closes sessions nobody can take up again. */
  sweep(tenantIds: readonly string[]): Promise<void>;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: SnowflakeIds;
  /** Key from which successors are made. */
  readonly secret: string;
  /** Told the id of every session that ends here. */
  onEnd(sessionId: string): void;
}

/** A renewed session, or one that is over; `reused` where this token's reuse is to end it. */
type Refreshed = { readonly ticket: SessionTicket } | { readonly reused: string | undefined };

export function createSessions({ database, clock, ids, secret, onEnd }: SessionsOptions): Sessions {
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  const refreshExpiry = () => later(refreshDays * 86_400_000);
  const successorOf = (token: string) => createHmac('sha256', secret).update(`refresh ${token}`).digest('base64url');

  const keepRefreshToken = (connection: Connection, token: string, sessionId: string) =>
    connection.execute(
      `insert into platform."refreshToken" (hash, "tenantId", "sessionId", "expireTime") values ($1, $2, $3, $4)
       on conflict (hash) do nothing`,
      [hashSecret(token), connection.tenantId, sessionId, refreshExpiry()],
    );

  async function end(
    tenantId: string,
    sessionId: string,
    place: SignInPlace,
    how: { action: SignInEvent['action']; reason: string },
  ): Promise<void> {
    onEnd(sessionId);
    await database.transaction(tenantId, async (connection) => {
      const [ended] = await endSessions(connection, clock, how.reason, sessionId);
      if (ended === undefined) return;
      await auditSignIn(connection, clock, ids, {
        entityKey: 'session',
        recordId: sessionId,
        action: how.action,
        summary: how.reason,
        userId: ended.userId,
        account: ended.account,
        ip: place.ip,
        requestId: place.requestId,
      });
    });
  }

  return {
    async open(connection, user, place) {
      const sessionId = ids.next();
      const now = clock.now();
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
          refreshExpiry(),
        ],
      );
      await connection.execute(
        `insert into platform."sessionKey" ("sessionId", "tenantId", "userId", "passwordMark", "createTime")
         values ($1, $2, $3, $4, $5)`,
        [sessionId, connection.tenantId, user.id, passwordMark(user.password), now],
      );
      const refreshToken = newSecret();
      await keepRefreshToken(connection, refreshToken, sessionId);
      await auditSignIn(connection, clock, ids, {
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

    async refresh(refreshToken, place) {
      const hash = hashSecret(refreshToken);
      const [found] = await database.withTenant('000000', (connection) =>
        connection.query<{ tenantId: string }>(`select "tenantId" from platform."refreshToken" where hash = $1`, [
          hash,
        ]),
      );
      if (found === undefined) throw new AnlanError('sessionEnded');
      const outcome = await database.transaction<Refreshed>(found.tenantId, async (connection) => {
        const now = clock.now();
        const [token] = await connection.query<{ sessionId: string; fresh: boolean; used: boolean; late: boolean }>(
          `select "sessionId", "expireTime" > $2 as fresh, "usedTime" is not null as used,
             coalesce("usedTime" < $3, false) as late
           from platform."refreshToken" where hash = $1 for update`,
          [hash, now, later(-refreshGrace)],
        );
        if (token === undefined || !token.fresh) return { reused: undefined };
        const [session] = await connection.query<{ userId: string; account: string }>(
          `select "userId", account from data.session where id = $1 and status = '1' and "isDeleted" = 0`,
          [token.sessionId],
        );
        if (session === undefined) return { reused: undefined };
        // The token is in two hands: whoever is the thief, neither goes on.
        if (token.late) return { reused: token.sessionId };
        const successor = successorOf(refreshToken);
        if (!token.used) {
          await connection.execute('update platform."refreshToken" set "usedTime" = $2 where hash = $1', [hash, now]);
          await connection.execute('update data.session set "expireTime" = $2, "lastSeenTime" = $3 where id = $1', [
            token.sessionId,
            refreshExpiry(),
            now,
          ]);
        }
        await keepRefreshToken(connection, successor, token.sessionId);
        return {
          ticket: { ...session, sessionId: token.sessionId, tenantId: found.tenantId, refreshToken: successor },
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
        connection.execute(
          `insert into platform."handoverCode" (hash, "tenantId", "sessionId", "expireTime") values ($1, $2, $3, $4)`,
          [hashSecret(code), tenantId, sessionId, later(handoverLifetime)],
        ),
      );
      return code;
    },

    async redeemHandover(code) {
      const [row] = await database.withTenant('000000', (connection) =>
        connection.query<{ tenantId: string; sessionId: string; fresh: boolean }>(
          `delete from platform."handoverCode" where hash = $1
           returning "tenantId", "sessionId", "expireTime" > $2 as fresh`,
          [hashSecret(code), clock.now()],
        ),
      );
      if (row === undefined || !row.fresh) throw new AnlanError('sessionEnded');
      return { tenantId: row.tenantId, sessionId: row.sessionId };
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
        await connection.execute('delete from platform."refreshToken" where "expireTime" < $1', [now]);
        await connection.execute('delete from platform."handoverCode" where "expireTime" < $1', [now]);
        await connection.execute('delete from platform.captcha where "expireTime" < $1', [now]);
        await connection.execute(
          `delete from platform."sessionKey" k where "createTime" < $1
             and not exists (select 1 from platform."refreshToken" t where t."sessionId" = k."sessionId")`,
          [later(-refreshDays * 86_400_000)],
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
  await connection.execute('delete from platform."refreshToken" where "sessionId" = any($1)', [
    ended.map(({ id }) => id),
  ]);
  return ended;
}
