import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import type { Config } from '../../ground/config.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';
import {
  type AccountRow,
  findAccount,
  findPhoneOwner,
  findSessionAccount,
  findTenant,
  isTenantId,
  setAccountStatus,
} from './account-lookup.ts';
import { takeQuota } from './audit-quota.ts';
import type { Captchas } from './captcha.ts';
import { failuresAllowed, type LoginGuard, lockedError, lockMinutes } from './login-guard.ts';
import { verifyPassword } from './password.ts';
import type { Sessions, SessionTicket, SignInPlace } from './sessions.ts';
import { auditAct } from './sign-in-audit.ts';

/** What a person enters to sign in. */
interface Credentials {
  readonly tenantId: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Whether a picture is asked for by the grant; a tenant's setting asks for it too. */
  readonly withCaptcha: boolean;
  readonly captchaKey: string | undefined;
  readonly captchaCode: string | undefined;
}

/** Opens sessions. Errors are those of the catalogue, and tell nothing of which accounts exist. */
export interface SignIn {
  byPassword(credentials: Credentials, place: SignInPlace): Promise<SessionTicket>;
  /**
   * Opens a session for whoever proved that a telephone is his. @param prove checks the code and uses it up; it throws
   * `smsCodeWrong`, as does a telephone of nobody's.
   */
  byPhone(
    owner: { readonly tenantId: string; readonly phone: string },
    prove: (connection: Connection) => Promise<void>,
    place: SignInPlace,
  ): Promise<SessionTicket>;
  /** @param tenantId tenant that the caller names; the token's own is the only right one. */
  byRefreshToken(refreshToken: string, tenantId: string | undefined, place: SignInPlace): Promise<SessionTicket>;
  /** Checks a signed-in person's password; wrong ones lock the account as those of the login do. Throws oldPasswordWrong. */
  withGuardedPassword(
    tenantId: string,
    account: string,
    place: SignInPlace,
    verify: () => Promise<boolean>,
  ): Promise<void>;
  byHandover(code: string, place: SignInPlace): Promise<SessionTicket>;
}

interface SignInOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly guard: LoginGuard;
  readonly captchas: Captchas;
  readonly sessions: Sessions;
  readonly ids: SnowflakeIds;
  /** Told of what cannot be written down. */
  onError(error: unknown): void;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { config, database, clock, guard, captchas, sessions, ids, onError } = options;

  const knownTenant = (tenantId: string | undefined) =>
    isTenantId(tenantId) ? findTenant(database, clock, tenantId, config.timeZone) : Promise.resolve(undefined);

  async function requireOpenTenant(tenantId: string | undefined): Promise<void> {
    if ((await knownTenant(tenantId))?.open !== true) throw new AnlanError('tenantUnavailable');
  }

  async function asksForCaptcha(tenantId: string): Promise<boolean> {
    const [row] = await database.withTenant(tenantId, (connection) =>
      connection.query<{ captchaMode: string | null }>(
        `select "captchaMode" from data."enterpriseConfig" where "tenantId" = $1 and "isDeleted" = 0`,
        [tenantId],
      ),
    );
    return row?.captchaMode === '1';
  }

  // Locks end by time or by an administrator, who only sees the user's status.
  async function settleLock(connection: Connection, user: AccountRow): Promise<AccountRow> {
    if (user.status === '0') return user;
    const booked = await guard.lockedUntil(connection, user.account);
    if (user.status === '1') {
      if (booked !== undefined) await guard.clear(connection, user.account);
      return user;
    }
    const until = booked ?? new Date(Date.parse(user.updateTime) + lockMinutes * 60_000);
    const now = clock.now();
    if (until > now) throw lockedError(until, now);
    await guard.clear(connection, user.account);
    await setAccountStatus(connection, clock, user.id, '2', '1');
    return { ...user, status: '1' };
  }

  async function lock(
    tenantId: string,
    account: string,
    user: AccountRow | undefined,
    place: SignInPlace,
  ): Promise<void> {
    const locked = await database.transaction(tenantId, async (connection) => {
      await guard.lock(connection, account);
      return user !== undefined && (await setAccountStatus(connection, clock, user.id, '1', '2'));
    });
    if (user === undefined || !locked) return;
    // Locked he stays although that cannot be written down: going on guessing would be the greater harm.
    await database
      .transaction(tenantId, (connection) =>
        auditAct(connection, clock, ids, {
          entityKey: 'user',
          recordId: user.id,
          action: 'lock',
          summary: `状态：启用 → 锁定（${lockMinutes}分钟内密码错误${failuresAllowed}次）`,
          userId: null,
          account: user.account,
          ip: place.ip,
          requestId: place.requestId,
        }),
      )
      .catch(onError);
  }

  /** Who failed to sign in, from where and why; an account, or an address that names none, leaves so many rows an hour. */
  async function logFailure(tenantId: string, username: string, place: SignInPlace, error: AnlanError): Promise<void> {
    await database.transaction(tenantId, async (connection) => {
      const nameable = invalidCharacter(username) === undefined;
      const user = nameable ? await findAccount(connection, username.slice(0, 64)) : undefined;
      const { write, last } = await takeQuota(connection, `signIn ${user?.id ?? place.ip}`, clock.now());
      if (!write) return;
      await auditAct(connection, clock, ids, {
        entityKey: 'user',
        recordId: user?.id ?? '',
        action: 'signInFailed',
        summary: last ? say('{message}；本小时内的后续失败不再逐条记录', { message: error.message }) : error.message,
        userId: null,
        account: nameable ? username : '',
        ip: place.ip,
        requestId: place.requestId,
      });
    });
  }

  async function openSession(
    tenantId: string,
    user: AccountRow,
    place: SignInPlace,
    lastTime?: Date,
  ): Promise<SessionTicket> {
    const { password } = user;
    if (user.status === '0' || password === null) throw new AnlanError('accountDisabled');
    return database.transaction(tenantId, (connection) =>
      sessions.open(connection, { ...user, password }, place, lastTime),
    );
  }

  async function withPassword(tenantId: string, credentials: Credentials, place: SignInPlace): Promise<SessionTicket> {
    const { username = '', password = '' } = credentials;
    if (credentials.withCaptcha || (await asksForCaptcha(tenantId))) {
      await captchas.check(credentials.captchaKey, credentials.captchaCode);
    }
    const possible = [username, password].every((text) => text !== '' && invalidCharacter(text) === undefined);
    if (!possible || username.length > 64 || password.length > 256) throw new AnlanError('credentialsWrong');

    const { user, last } = await database.transaction(tenantId, async (connection) => {
      const found = await findAccount(connection, username);
      const settled = found && (await settleLock(connection, found));
      return { user: settled, ...(await guard.reserveAttempt(connection, username)) };
    });
    if ((await verifyPassword(user?.password, password)) && user !== undefined) {
      await database.withTenant(tenantId, (connection) => guard.clear(connection, username));
      return openSession(tenantId, user, place);
    }
    if (!last) throw new AnlanError('credentialsWrong');
    await lock(tenantId, username, user, place);
    throw new AnlanError('accountLocked', { minutes: lockMinutes });
  }

  return {
    async byPassword(credentials, place) {
      const tenant = await knownTenant(credentials.tenantId);
      try {
        if (tenant?.open !== true) throw new AnlanError('tenantUnavailable');
        return await withPassword(tenant.tenantId, credentials, place);
      } catch (error) {
        // What is refused is refused alike whether or not it can be written down; else the answer would tell of the log.
        if (error instanceof AnlanError && tenant !== undefined) {
          await logFailure(tenant.tenantId, credentials.username ?? '', place, error).catch(onError);
        }
        throw error;
      }
    },

    async byPhone({ tenantId, phone }, prove, place) {
      try {
        await requireOpenTenant(tenantId);
        const user = await database.transaction(tenantId, async (connection) => {
          await prove(connection);
          const found = await findPhoneOwner(connection, phone);
          return found && (await settleLock(connection, found));
        });
        if (user === undefined || user.password === null) throw new AnlanError('smsCodeWrong');
        return await openSession(tenantId, user, place);
      } catch (error) {
        if (error instanceof AnlanError) await logFailure(tenantId, '', place, error).catch(onError);
        throw error;
      }
    },

    async withGuardedPassword(tenantId, account, place, verify) {
      const { user, last } = await database.transaction(tenantId, async (connection) => ({
        user: await findAccount(connection, account),
        ...(await guard.reserveAttempt(connection, account)),
      }));
      if (await verify()) {
        await database.withTenant(tenantId, (connection) => guard.clear(connection, account));
        return;
      }
      if (last) await lock(tenantId, account, user, place);
      throw new AnlanError('oldPasswordWrong');
    },

    async byRefreshToken(refreshToken, tenantId, place) {
      const ticket = await sessions.refresh(refreshToken, tenantId, place);
      const user = await database.withTenant(ticket.tenantId, (connection) =>
        findSessionAccount(connection, ticket.sessionId),
      );
      if (user === undefined || user.status === '0') throw new AnlanError('sessionEnded');
      await requireOpenTenant(ticket.tenantId);
      return ticket;
    },

    async byHandover(code, place) {
      const { tenantId, sessionId, lastTime } = await sessions.redeemHandover(code);
      await requireOpenTenant(tenantId);
      const user = await database.withTenant(tenantId, (connection) => findSessionAccount(connection, sessionId));
      if (user === undefined || user.status === '0') throw new AnlanError('sessionEnded');
      return openSession(tenantId, user, place, lastTime);
    },
  };
}
