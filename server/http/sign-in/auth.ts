import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TokenAnswer } from '../../../src/core/wire/contract.ts';
import { createAccessTokens } from '../../access/sign-in/access-token.ts';
import { sweepQuota } from '../../access/sign-in/audit-quota.ts';
import { type Authenticate, type AuthenticateHolder, createAuthenticate } from '../../access/sign-in/authenticate.ts';
import { type Captchas, createCaptchas } from '../../access/sign-in/captcha.ts';
import { createCompanyEntries } from '../../access/sign-in/company-entry.ts';
import { createFilePass } from '../../access/sign-in/file-pass.ts';
import { createLoginGuard, type LoginGuard } from '../../access/sign-in/login-guard.ts';
import { logRefusedRead } from '../../access/sign-in/refused-reads.ts';
import { createSessionStates } from '../../access/sign-in/session-state.ts';
import { createSessions, type Sessions, type SessionTicket } from '../../access/sign-in/sessions.ts';
import { createSignIn, type SignIn } from '../../access/sign-in/sign-in.ts';
import { type AuditedAct, auditAct } from '../../access/sign-in/sign-in-audit.ts';
import { createSmsCodes, type SmsCodes } from '../../access/sign-in/sms-codes.ts';
import { linkBase } from '../../files/file-links.ts';
import type { Config } from '../../ground/config.ts';
import type { Clock } from '../../ground/context.ts';
import type { Connection, Database } from '../../ground/database/database.ts';
import type { SnowflakeIds } from '../../ground/database/snowflake.ts';
import { tenantCodes } from '../../ground/database/tenants.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import { registerOAuth, tokenAnswer } from './oauth.routes.ts';

/** Everything about who calls: one for the two ports of a process. */
export interface Auth {
  readonly authenticate: Authenticate;
  /** Who opens a file link. */
  readonly authenticateHolder: AuthenticateHolder;
  readonly sessions: Sessions;
  /** Pictures that only people read, and what holds back guessing; public forms ask them too. */
  readonly captchas: Captchas;
  readonly guard: LoginGuard;
  /** Forgets what is remembered of a session, so that its end counts at once in this process. */
  forget(sessionId: string): void;
  /** The same for all sessions of a tenant. */
  forgetTenant(tenantId: string): void;
  /** The same for everybody: a company has been opened or closed. */
  forgetAll(): void;
  /**
   * Checks the signed-in person's own password by `verify`; wrong ones count towards the lock of the account, so that a
   * stolen session is no way around it. Throws oldPasswordWrong.
   */
  readonly withGuardedPassword: SignIn['withGuardedPassword'];
  /** Codes that reach a telephone, and signing in by one. */
  readonly codes: SmsCodes;
  readonly byPhone: SignIn['byPhone'];
  /** Answers a session that was opened: its tokens, and the cookie by which a browser opens pictures. */
  give(request: FastifyRequest, reply: FastifyReply, ticket: SessionTicket): TokenAnswer;
  /** Registers the calls of signing in on a port; a handover leads to the other one. */
  register(app: FastifyInstance, otherPort: () => number): void;
  /** Writes an event of signing in into the audit log. */
  audit(connection: Connection, event: AuditedAct): Promise<void>;
  /** Writes into the audit log that a person was refused what he asked for; other errors leave no row. */
  logRefusal(request: FastifyRequest, error: unknown): Promise<void>;
  close(): void;
}

interface AuthOptions {
  readonly config: Config;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly ids: SnowflakeIds;
  /** Told of what fails in the background. */
  onError(error: unknown): void;
}

const sweepEvery = 10 * 60_000;

export function createAuth(options: AuthOptions): Auth {
  const { config, database, metadata, clock, ids, onError } = options;
  const tokens = createAccessTokens(config.jwtSecret, clock);
  const states = createSessionStates(database, clock, config.timeZone, onError);
  const guard = createLoginGuard(database, clock);
  const captchas = createCaptchas(database, clock);
  const sessions = createSessions({
    database,
    clock,
    ids,
    limits: { idleDays: config.sessionIdleDays, days: config.sessionDays },
    timeZone: config.timeZone,
    secret: config.jwtSecret,
    onEnd: (sessionId) => states.forget(sessionId),
    onError,
  });
  const signIn = createSignIn({ config, database, clock, guard, captchas, sessions, ids, onError });
  const filePass = createFilePass(config.jwtSecret, linkBase(config.servicePrefix));
  const { authenticate, authenticateHolder, forgetTenants } = createAuthenticate({
    config,
    database,
    metadata,
    clock,
    tokens,
    states,
    filePass,
    entries: createCompanyEntries({
      database,
      clock,
      timeZone: config.timeZone,
      audit: (connection, event) => auditAct(connection, clock, ids, event),
    }),
  });

  async function sweep(): Promise<void> {
    const tenants = await tenantCodes(database, 'current');
    await guard.sweep();
    await database.withTenant('000000', (connection) => sweepQuota(connection, clock.now()));
    await sessions.sweep(tenants);
  }
  const timer = setInterval(() => sweep().catch(onError), sweepEvery);
  timer.unref();

  return {
    authenticate,
    authenticateHolder,
    sessions,
    captchas,
    guard,
    forget: (sessionId) => states.forget(sessionId),
    forgetTenant: (tenantId) => states.forgetTenant(tenantId),
    forgetAll() {
      states.forgetAll();
      forgetTenants();
    },
    withGuardedPassword: signIn.withGuardedPassword,
    codes: createSmsCodes(database, clock, config.jwtSecret),
    byPhone: signIn.byPhone,
    give(request, reply, ticket) {
      reply.header('set-cookie', filePass.give(ticket, request.protocol === 'https'));
      return tokenAnswer(tokens, ticket);
    },
    register: (app, otherPort) =>
      registerOAuth(app, { config, tokens, guard, captchas, sessions, signIn, authenticate, filePass }, otherPort),
    audit: (connection, event) => auditAct(connection, clock, ids, event),
    logRefusal: (request, error) => logRefusedRead({ database, clock, ids }, request, error).catch(onError),
    close: () => clearInterval(timer),
  };
}
