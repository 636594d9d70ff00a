import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { AnlanError, type ErrorCode } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { TokenAnswer } from '../../../src/core/wire/contract.ts';
import { type AccessTokens, accessTokenSeconds } from '../../access/sign-in/access-token.ts';
import { type Authenticate, bearerToken, checkClient, headerText } from '../../access/sign-in/authenticate.ts';
import type { Captchas } from '../../access/sign-in/captcha.ts';
import type { FilePass } from '../../access/sign-in/file-pass.ts';
import type { LoginGuard } from '../../access/sign-in/login-guard.ts';
import type { Sessions, SessionTicket, SignInPlace } from '../../access/sign-in/sessions.ts';
import type { SignIn } from '../../access/sign-in/sign-in.ts';
import type { Config } from '../../ground/config.ts';
import { sendRetryAfter, toAnlanError } from '../plugins/errors.ts';
import { registerOwnCall } from '../plugins/own-call.ts';

interface OAuthOptions {
  readonly config: Config;
  readonly tokens: AccessTokens;
  readonly guard: LoginGuard;
  readonly captchas: Captchas;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly authenticate: Authenticate;
  readonly filePass: FilePass;
}

/** A token call that OAuth itself refuses, before any error of the catalogue. */
class OAuthError extends Error {
  readonly error: 'invalid_request' | 'unsupported_grant_type';

  constructor(error: OAuthError['error'], description: string) {
    super(description);
    this.error = error;
  }
}

// RFC 6749 names few errors; what is wrong with a sign-in is told by the description.
const oauthNames: Partial<Record<ErrorCode, string>> = {
  clientUnknown: 'invalid_client',
  tooManyRequests: 'slow_down',
  invalidInput: 'invalid_request',
  malformedJson: 'invalid_request',
  malformedRequest: 'invalid_request',
  nestedTooDeep: 'invalid_request',
  listTooLong: 'invalid_request',
  tooManyParameters: 'invalid_request',
  // The session of somebody whose network is slow is as good as before.
  requestTooSlow: 'temporarily_unavailable',
  mediaTypeRefused: 'invalid_request',
  bodyTooLarge: 'invalid_request',
  databaseAway: 'temporarily_unavailable',
  databaseBusy: 'temporarily_unavailable',
  internal: 'server_error',
};

const tokenArguments = {
  grant_type: { title: 'password、captcha、refresh_token或handover', required: true },
  tenantId: { title: '租户编号，默认取Tenant-Id请求头' },
  username: { title: '登录账号' },
  password: { title: '密码' },
  refresh_token: { title: '刷新令牌' },
  code: { title: '前往另一站点的一次性代码' },
  scope: { title: '范围，all' },
};

/** The calls of signing in, for OpenAPI. */
export function authOperations(prefix: string): readonly OpenApiExtra[] {
  const call = (name: string, method: string, title: string, answered: string, open: boolean): OpenApiExtra => ({
    name,
    method,
    path: `/api/${prefix}-auth/oauth/${name}`,
    title,
    group: '认证',
    open,
    arguments: name === 'token' ? tokenArguments : {},
    body: name === 'token',
    answer: answered,
  });
  return [
    call('token', 'POST', '登录、刷新和换取令牌', 'OAuth 2的令牌（不带信封）', true),
    call('captcha', 'GET', '图形验证码', 'key和image', true),
    call('logout', 'GET', '退出登录', '无', false),
    call('handover', 'POST', '前往另一站点的一次性代码', 'code和另一站点的port', false),
  ];
}

/**
 * Registers the calls under `/api/{p}-auth/oauth`.
 * @param otherPort the port to which a handover leads.
 */
export function registerOAuth(app: FastifyInstance, options: OAuthOptions, otherPort: () => number): void {
  const { config, tokens, guard, captchas, sessions, authenticate, filePass } = options;
  app.route({
    method: 'POST',
    url: `/api/${config.servicePrefix}-auth/oauth/token`,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      await guard.checkAddress(request.ip);
      try {
        checkClient(request, config);
        const ticket = await grant(options, request);
        request.log.info({ tenantId: ticket.tenantId, sessionId: ticket.sessionId }, 'token');
        reply.header('set-cookie', filePass.give(ticket, request.protocol === 'https'));
        return reply.send(tokenAnswer(tokens, ticket));
      } catch (error) {
        if (error instanceof AnlanError) await guard.noteAddressFailure(request.ip);
        throw error;
      }
    },
    errorHandler: sendOAuthError,
  });

  registerOwnCall(app, config.servicePrefix, {
    service: 'auth',
    path: 'oauth/captcha',
    method: 'GET',
    async handle(_request, reply) {
      reply.header('cache-control', 'no-store');
      return captchas.create();
    },
  });

  registerOwnCall(app, config.servicePrefix, {
    service: 'auth',
    path: 'oauth/logout',
    method: 'GET',
    message: () => say('退出成功'),
    async handle(request, reply) {
      checkClient(request, config);
      const header = headerText(request, config.tokenHeader);
      if (header === undefined) throw new AnlanError('notSignedIn');
      // A session whose access token has just run out is to be ended too.
      const claims = tokens.verify(bearerToken(header), 'accept');
      if (claims === undefined) throw new AnlanError('sessionEnded');
      await sessions.signOut(claims.tenantId, claims.sessionId, signInPlace(request));
      reply.header('set-cookie', filePass.take(claims.userId));
      return null;
    },
  });

  registerOwnCall(app, config.servicePrefix, {
    service: 'auth',
    path: 'oauth/handover',
    method: 'POST',
    async handle(request, reply) {
      const { caller } = await authenticate(request);
      reply.header('cache-control', 'no-store');
      return { code: await sessions.createHandover(caller.homeTenantId, caller.sessionId), port: otherPort() };
    },
  });
}

async function grant({ signIn }: OAuthOptions, request: FastifyRequest): Promise<SessionTicket> {
  const parameter = parametersOf(request);
  const place = signInPlace(request);
  const required = (name: string): string => {
    const value = parameter(name);
    if (value === undefined) throw new OAuthError('invalid_request', say('缺少参数{name}', { name }));
    return value;
  };
  const grantType = required('grant_type');
  switch (grantType) {
    case 'password':
    case 'captcha':
      return signIn.byPassword(
        {
          tenantId: parameter('tenantId') ?? headerText(request, 'tenant-id'),
          username: parameter('username'),
          password: parameter('password'),
          withCaptcha: grantType === 'captcha',
          captchaKey: headerText(request, 'captcha-key'),
          captchaCode: headerText(request, 'captcha-code'),
        },
        place,
      );
    case 'refresh_token':
      return signIn.byRefreshToken(
        required('refresh_token'),
        parameter('tenantId') ?? headerText(request, 'tenant-id'),
        place,
      );
    case 'handover':
      return signIn.byHandover(required('code'), place);
    default:
      throw new OAuthError('unsupported_grant_type', say('不支持的授权类型'));
  }
}

export function signInPlace(request: FastifyRequest): SignInPlace {
  return { ip: request.ip, userAgent: headerText(request, 'user-agent') ?? '', requestId: request.id };
}

// Our client sends a form, the specification's the query; a name may come from either, and only once.
function parametersOf(request: FastifyRequest): (name: string) => string | undefined {
  const sources = [request.body, request.query].filter((source) => typeof source === 'object' && source !== null);
  return (name) => {
    for (const source of sources as Record<string, unknown>[]) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (typeof value === 'string' && value !== '') return value;
      if (value !== undefined && value !== '') throw new OAuthError('invalid_request', say('参数{name}有误', { name }));
    }
    return undefined;
  };
}

export function tokenAnswer(tokens: AccessTokens, ticket: SessionTicket): TokenAnswer {
  return {
    access_token: tokens.sign(ticket),
    refresh_token: ticket.refreshToken,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    tenant_id: ticket.tenantId,
    user_id: ticket.userId,
    account: ticket.account,
  };
}

export function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (error instanceof OAuthError) {
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
  const shown = toAnlanError(error, request);
  if (shown.code === 'internal') request.log.error({ err: error }, shown.message);
  sendRetryAfter(reply, shown.code);
  if (shown.code === 'clientUnknown') reply.header('www-authenticate', 'Basic realm="anlan"');
  // An ended session is a refresh token that is no longer valid: 400, so that clients tell it from a wrong client.
  const status = shown.code === 'sessionEnded' ? 400 : shown.status;
  return reply
    .code(status)
    .send({ error: oauthNames[shown.code] ?? 'invalid_grant', error_description: shown.message });
}
