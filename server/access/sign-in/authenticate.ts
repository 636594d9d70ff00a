import type { FastifyRequest } from 'fastify';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { DEVICE_TIME_HEADER } from '../../../src/core/wire/kept-answer.ts';
import type { Config } from '../../ground/config.ts';
import { type CallContext, type Caller, type Clock, type RowScope, topTenant } from '../../ground/context.ts';
import type { Database } from '../../ground/database/database.ts';
import type { MetadataSource } from '../../metadata/snapshot.ts';
import { sessionRoles } from '../permission/separation.ts';
import type { AccessTokens } from './access-token.ts';
import { findTenant, isTenantId } from './account-lookup.ts';
import type { CompanyEntries } from './company-entry.ts';
import type { FilePass, PassHolder } from './file-pass.ts';
import { isSameSecret } from './secret-text.ts';
import type { SessionState, SessionStates } from './session-state.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Metadata revision of the tenant that an authenticated call works on; '' before. Answered as `anlan-revision`. */
    metadataRevision: string;
    /** Who calls, once his session is known; for the log of what he is refused. */
    person: { readonly homeTenantId: string; readonly userId: string; readonly account: string } | null;
  }
  interface FastifyContextConfig {
    /** Whether the call is open to people who still have to change their first password. Default false. */
    readonly allowInitialPassword?: boolean;
  }
}

/** Says who calls. Throws clientUnknown, notSignedIn, sessionEnded, foreignTenant or mustChangePassword. */
export type Authenticate = (request: FastifyRequest) => Promise<CallContext>;

/**
 * Says who opens a file link that was made for a person and a tenant: by the token where the request carries one, else by
 * the cookie that the person's browser was given. Throws as Authenticate does, fileLinkForeign for anybody else.
 */
export type AuthenticateHolder = (
  request: FastifyRequest,
  link: { readonly userId: string; readonly tenantId: string },
) => Promise<CallContext>;

// Who calls, of requests that were asked before their body was read.
const ahead = new WeakMap<FastifyRequest, CallContext>();

/** Says who calls before the body is read; the next time `authenticate` is asked for that request, it has the answer. */
export async function authenticateAhead(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  ahead.set(request, await authenticate(request));
}

interface AuthenticateOptions {
  readonly config: Config;
  readonly database: Database;
  readonly metadata: MetadataSource;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly states: SessionStates;
  readonly filePass: FilePass;
  readonly entries: CompanyEntries;
}

const scopeWidth: readonly RowScope[] = ['none', 'own', 'department', 'departmentTree', 'tenant'];
const foreignTenantFor = 1_000;
export function createAuthenticate(options: AuthenticateOptions): {
  readonly authenticate: Authenticate;
  readonly authenticateHolder: AuthenticateHolder;
  /** Forgets which companies are open. */
  readonly forgetTenants: () => void;
} {
  const { config, database, metadata, clock, tokens, states, filePass, entries } = options;
  const openTenants = new Map<string, { at: number; open: Promise<boolean> }>();

  function isOpenTenant(tenantId: string): Promise<boolean> {
    const now = performance.now();
    const known = openTenants.get(tenantId);
    if (known !== undefined && now - known.at < foreignTenantFor) return known.open;
    if (openTenants.size > 1_000) openTenants.clear();
    const open = findTenant(database, clock, tenantId, config.timeZone).then((tenant) => tenant?.open ?? false);
    openTenants.set(tenantId, { at: now, open });
    open.catch(() => openTenants.delete(tenantId));
    return open;
  }

  async function chosenTenant(asked: string | undefined, { tenantId: home, userId }: SessionState): Promise<string> {
    if (asked === undefined || asked === home) return home;
    if (home !== topTenant || !isTenantId(asked) || !(await isOpenTenant(asked))) throw new AnlanError('foreignTenant');
    if (!(await entries.mayEnter(userId, asked))) throw new AnlanError('foreignTenant');
    return asked;
  }

  /** The context of a session that the request has proved to be its own. */
  async function contextOf(
    request: FastifyRequest,
    claims: PassHolder | undefined,
    asked: string | undefined,
  ): Promise<CallContext> {
    const state = claims && (await states.find(claims.tenantId, claims.sessionId));
    if (state === undefined || state.userId !== claims?.userId) throw new AnlanError('sessionEnded');
    request.person = { homeTenantId: state.tenantId, userId: state.userId, account: state.account };
    const tenantId = await chosenTenant(asked, state);
    if (state.mustChangePassword && request.routeOptions.config.allowInitialPassword !== true) {
      throw new AnlanError('mustChangePassword');
    }
    if (tenantId !== state.tenantId)
      await entries.noteVisit(state, tenantId, { ip: request.ip, requestId: request.id });
    const [snapshot, home] = await Promise.all([metadata.snapshot(tenantId), metadata.snapshot(state.tenantId)]);
    request.metadataRevision = snapshot.revision;
    const scopes = state.roleCodes.map((code) => home.roles.get(code)?.scope ?? 'own');
    return {
      caller: {
        ...callerOf(state, tenantId, widestScope(scopes)),
        roleCodes: sessionRoles(state.roleCodes, snapshot),
      },
      tenantId,
      clock,
      requestId: request.id,
      ip: request.ip,
      idempotencyKey: idempotencyKey(request),
      ...deviceTime(request),
    };
  }

  const authenticate: Authenticate = async (request) => {
    const known = ahead.get(request);
    // Asked again, as an open stream does, it is to look anew.
    if (known !== undefined && ahead.delete(request)) return known;
    checkClient(request, config);
    const header = headerText(request, config.tokenHeader);
    if (header === undefined) throw new AnlanError('notSignedIn');
    return contextOf(request, tokens.verify(bearerToken(header)), headerText(request, 'tenant-id'));
  };

  return {
    authenticate,
    forgetTenants() {
      openTenants.clear();
      entries.forget();
    },
    async authenticateHolder(request, { userId, tenantId }) {
      if (headerText(request, config.tokenHeader) !== undefined) {
        const context = await authenticate(request);
        if (context.caller.userId !== userId || context.tenantId !== tenantId) throw new AnlanError('fileLinkForeign');
        return context;
      }
      const holder = filePass.read(request, userId);
      if (holder === undefined) throw new AnlanError('fileLinkForeign');
      return contextOf(request, holder, tenantId);
    },
  };
}

/** Refuses a call without the client credentials of this installation (`Authorization: Basic …`). */
export function checkClient(request: FastifyRequest, config: Config): void {
  const [scheme = '', value = ''] = (headerText(request, 'authorization') ?? '').split(' ');
  const given = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : '';
  if (!isSameSecret(given, `${config.clientId}:${config.clientSecret}`)) throw new AnlanError('clientUnknown');
}

/** The token of a header `bearer <token>`, or the header itself. */
export function bearerToken(header: string): string {
  return header.replace(/^bearer\s+/i, '').trim();
}

/** A header's text; undefined where it is missing or empty. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function callerOf(state: SessionState, tenantId: string, scope: RowScope): Caller {
  return {
    userId: state.userId,
    account: state.account,
    realName: state.realName,
    tenantId,
    homeTenantId: state.tenantId,
    deptId: state.deptIds[0] ?? '',
    deptIds: state.deptIds,
    deptTreeIds: state.deptTreeIds,
    postIds: state.postIds,
    roleCodes: state.roleCodes,
    scope,
    sessionId: state.sessionId,
  };
}

/** The widest of row scopes; `none` of none. */
export function widestScope(scopes: readonly RowScope[]): RowScope {
  return scopes.reduce<RowScope>(
    (wide, scope) => (scopeWidth.indexOf(scope) > scopeWidth.indexOf(wide) ? scope : wide),
    'none',
  );
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = headerText(request, 'idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw invalidInput([{ pointer: '', msg: say('Idempotency-Key须为1至100个可见字符') }]);
  }
  return key;
}

function deviceTime(request: FastifyRequest): { readonly deviceTime?: string } {
  const time = headerText(request, DEVICE_TIME_HEADER);
  if (time === undefined) return {};
  // What a Date cannot hold, and what is none, is no moment that a device could have shown.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(time) || Number.isNaN(Date.parse(time))) {
    throw invalidInput([{ pointer: '', msg: say('Anlan-Device-Time须为ISO格式的时刻，如2026-11-20T08:00:00Z') }]);
  }
  return { deviceTime: time };
}
