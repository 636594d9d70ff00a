import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenApiExtra } from '../../../src/compile/openapi/calls.ts';
import { AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import { checkMobile, invalidCharacter } from '../../../src/core/validation/text-checks.ts';
import type { CodePurpose, SmsSent } from '../../../src/core/wire/account.ts';
import {
  findPhoneOwner,
  findTenant,
  isPhoneTaken,
  isTenantId,
  setAccountStatus,
} from '../../access/sign-in/account-lookup.ts';
import { checkClient, headerText } from '../../access/sign-in/authenticate.ts';
import { writeOwnPassword } from '../../access/sign-in/own-password.ts';
import { decodeBase64Text, hashPassword, passwordFault } from '../../access/sign-in/password.ts';
import { type PasswordOwner, personPasswordFault } from '../../access/sign-in/password-policy.ts';
import { type CodeAsk, codeEvery, codeMinutes } from '../../access/sign-in/sms-codes.ts';
import { countSms } from '../../flow/intake/public-use.ts';
import { sendSigned } from '../../flow/outgoing/send-signed.ts';
import type { Config } from '../../ground/config.ts';
import type { Clock } from '../../ground/context.ts';
import { systemContext } from '../../ground/jobs/system-context.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityServices } from '../../records/call/ports.ts';
import { saveRecord } from '../../records/write/save.ts';
import { transact } from '../../records/write/transact.ts';
import { answer } from '../plugins/errors.ts';
import type { Auth } from './auth.ts';
import { sendOAuthError, signInPlace } from './oauth.routes.ts';

interface AccountOptions {
  readonly config: Config;
  readonly services: EntityServices;
  readonly clock: Clock;
  readonly auth: Auth;
}

/** Seconds that the gateway gets for a code: whoever waits longer asks for another. */
const PATIENCE = 10;

/** Requests that may wait for administrators; more than that nobody reads. */
const MOST_WAITING = 200;

/** The entity whose records are requests for accounts; the platform ships it as metadata. */
const REGISTRATION_ENTITY = 'registration';

/** Settings of the company by which each way is opened, and what it is called where it is not. */
const WAYS: Readonly<Record<CodePurpose, { readonly column: string; readonly title: () => string }>> = {
  login: { column: 'phoneLogin', title: () => say('手机号登录') },
  register: { column: 'selfRegister', title: () => say('自助注册') },
  reset: { column: 'passwordReset', title: () => say('自助找回密码') },
};

const PATHS = ['auth/phone', 'account/sms', 'auth/register', 'auth/forge-password', 'auth/forget-password'] as const;

/** The calls of accounts without a password, for OpenAPI. */
export function accountOperations(prefix: string): readonly OpenApiExtra[] {
  const call = (
    path: (typeof PATHS)[number],
    title: string,
    answered: string,
    more: readonly string[],
  ): OpenApiExtra => ({
    name: `account_${path.replace(/\W/g, '_')}`,
    method: 'POST',
    path: `/api/${prefix}-auth/${path}`,
    title,
    group: '认证',
    open: true,
    arguments: Object.fromEntries(
      ['tenantId', 'phone', ...more].map((name) => [name, { title: name, required: true }]),
    ),
    body: true,
    answer: answered,
  });
  const passwords = ['smsCode', 'newPassword', 'newPassword1'];
  return [
    call('account/sms', '短信验证码', 'seconds和minutes', ['purpose']),
    call('auth/phone', '手机号登录', 'OAuth 2的令牌（不带信封）', ['smsCode']),
    call('auth/register', '自助注册', '无', ['smsCode', 'realName']),
    call('auth/forge-password', '凭短信验证码设置新密码', '无', passwords),
    call('auth/forget-password', '凭短信验证码设置新密码', '无', passwords),
  ];
}

/** Registers the calls by which people without a password, or without an account, come in. */
export function registerAccounts(app: FastifyInstance, options: AccountOptions): void {
  const { config, auth } = options;
  const both = (path: (typeof PATHS)[number]) => [`/api/${path}`, `/api/${config.servicePrefix}-auth/${path}`];
  const enveloped = (
    path: (typeof PATHS)[number],
    message: () => string,
    handle: (options: AccountOptions, request: FastifyRequest) => Promise<unknown>,
  ) => {
    for (const url of both(path)) {
      app.route({
        method: 'POST',
        url,
        handler: async (request) => answer(await guarded(options, request, () => handle(options, request)), message()),
      });
    }
  };
  enveloped('account/sms', () => say('验证码已发送'), sendCode);
  enveloped('auth/register', () => say('提交成功'), register);
  enveloped('auth/forge-password', () => say('密码修改成功'), resetPassword);
  enveloped('auth/forget-password', () => say('密码修改成功'), resetPassword);
  for (const url of both('auth/phone')) {
    app.route({
      method: 'POST',
      url,
      async handler(request, reply: FastifyReply) {
        reply.header('cache-control', 'no-store');
        const ticket = await guarded(options, request, () => signIn(options, request));
        return reply.send(auth.give(request, reply, ticket));
      },
      errorHandler: sendOAuthError,
    });
  }
}

/** Holds an address back that was refused too often, whatever it tried. */
async function guarded<T>(
  { config, auth }: AccountOptions,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  await auth.guard.checkAddress(request.ip);
  try {
    checkClient(request, config);
    return await work();
  } catch (error) {
    if (error instanceof AnlanError) await auth.guard.noteAddressFailure(request.ip);
    throw error;
  }
}

/** Whose telephone a call names and what for, once the company is open and has opened the way. */
async function askOf(options: AccountOptions, request: FastifyRequest, purpose: CodePurpose): Promise<CodeAsk> {
  const { services, clock, config } = options;
  const tenantId = textOf(request, 'tenantId') ?? headerText(request, 'tenant-id') ?? '';
  const tenant = isTenantId(tenantId)
    ? await findTenant(services.database, clock, tenantId, config.timeZone)
    : undefined;
  if (tenant?.open !== true) throw new AnlanError('tenantUnavailable');
  const { column, title } = WAYS[purpose];
  const [row] = await services.database.withTenant(tenantId, (connection) =>
    connection.query<{ open: string | null }>(
      `select "${column}" as open from data."enterpriseConfig" where "tenantId" = $1 and "isDeleted" = 0`,
      [tenantId],
    ),
  );
  if (row?.open !== '1') throw new AnlanError('signInWayClosed', { way: title() });
  const phone = textOf(request, 'phone') ?? '';
  const fault = checkMobile(phone);
  if (fault !== undefined) throw invalidInput([{ pointer: '/phone', msg: fault }]);
  return { tenantId, phone, purpose };
}

function codeOf(request: FastifyRequest): string {
  const code = textOf(request, 'smsCode') ?? textOf(request, 'code') ?? '';
  if (!/^\d{6}$/.test(code)) throw invalidInput([{ pointer: '/smsCode', msg: say('请输入6位短信验证码') }]);
  return code;
}

function purposeOf(request: FastifyRequest): CodePurpose {
  const given = textOf(request, 'purpose') ?? 'login';
  if (given === 'login' || given === 'register' || given === 'reset') return given;
  throw invalidInput([{ pointer: '/purpose', msg: say('用途只能是login、register或reset') }]);
}

/**
 * Sends a code. Whether the number is anybody's changes neither the answer nor when it comes: the message goes out after
 * it, and says to whom it reaches what is so.
 */
async function sendCode(options: AccountOptions, request: FastifyRequest): Promise<SmsSent> {
  const { services, clock, auth } = options;
  const ask = await askOf(options, request, purposeOf(request));
  await auth.captchas.check(headerText(request, 'captcha-key'), headerText(request, 'captcha-code'));
  const { tenantId, phone } = ask;
  await countSms(services, { tenantId, now: clock.now() }, { address: request.ip, phone });
  const code = await auth.codes.make(ask);
  const words = {
    code: say('验证码{code}，{minutes}分钟内有效。如非本人操作，请勿告诉他人。', { code, minutes: codeMinutes }),
    taken: say('这个手机号已有账号，不用注册，请直接登录或找回密码。'),
    first: say('您还没有设置过密码，请先在登录页用“忘记密码”设置。'),
  };
  void told(options, ask, words)
    .then((text) => (text === undefined ? undefined : deliver(options, ask, text)))
    .catch((error: unknown) => request.log.error({ err: error, tenantId }, '短信验证码未能送出'));
  return { seconds: codeEvery, minutes: codeMinutes };
}

/** What a telephone is told; undefined where nobody has it. */
async function told(
  { services }: AccountOptions,
  { tenantId, phone, purpose }: CodeAsk,
  words: Readonly<Record<'code' | 'taken' | 'first', string>>,
): Promise<string | undefined> {
  return services.database.transaction(tenantId, async (connection) => {
    if (purpose === 'register') return (await isPhoneTaken(connection, phone)) ? words.taken : words.code;
    const owner = await findPhoneOwner(connection, phone);
    if (owner === undefined) return undefined;
    return purpose === 'login' && owner.password === null ? words.first : words.code;
  });
}

/** Brings it at once and past the outbox, which would keep the code in plain. */
function deliver({ services, clock }: AccountOptions, { tenantId, phone }: CodeAsk, text: string): Promise<void> {
  const { database, keys } = services;
  const message = { id: services.ids.next(), connector: 'sms', entityKey: 'user', recordId: '', effect: 'code' };
  const parts = { database, keys, tenantId, now: clock.now(), signal: AbortSignal.timeout(PATIENCE * 1000) };
  return sendSigned({ ...message, data: { phone, text } }, parts);
}

async function signIn(options: AccountOptions, request: FastifyRequest) {
  const ask = await askOf(options, request, 'login');
  const code = codeOf(request);
  await options.auth.codes.check(ask, code);
  return options.auth.byPhone(ask, (connection) => options.auth.codes.use(connection, ask, code), signInPlace(request));
}

/** Keeps a request for an account; a telephone that has an account, or asks already, gets the same answer. */
async function register(options: AccountOptions, request: FastifyRequest): Promise<null> {
  const { services, clock, auth } = options;
  const ask = await askOf(options, request, 'register');
  const code = codeOf(request);
  const { tenantId, phone } = ask;
  const snapshot = await services.metadata.snapshot(tenantId);
  const model = snapshot.entities.get(REGISTRATION_ENTITY);
  if (model === undefined) throw new AnlanError('unknownCall');
  await auth.codes.check(ask, code);
  const call = createEntityCall(services, systemContext(tenantId, clock, request.id), snapshot, model, {
    internal: true,
  });
  await transact(call, async (tx) => {
    await auth.codes.use(tx.db, ask, code);
    const waiting = await tx.db.query<{ phone: string }>(
      `select phone from data."${model.id}" where "tenantId" = $1 and status = 'pending' and "isDeleted" = 0 limit $2`,
      [tenantId, MOST_WAITING],
    );
    if (waiting.some((one) => one.phone === phone) || (await isPhoneTaken(tx.db, phone))) return;
    if (waiting.length >= MOST_WAITING) throw new AnlanError('tooManyRequests');
    const given = ['realName', 'unitName', 'reason'].map((name) => [name, textOf(request, name) ?? null]);
    await saveRecord(tx, { ...Object.fromEntries(given), phone });
  });
  return null;
}

/** Sets a password for whoever proved that the account's telephone is his; ends every session and lock of the account. */
async function resetPassword(options: AccountOptions, request: FastifyRequest): Promise<null> {
  const { services, clock, auth } = options;
  const ask = await askOf(options, request, 'reset');
  const code = codeOf(request);
  const password = newPasswordOf(request);
  await auth.codes.check(ask, code);
  const { tenantId, phone } = ask;
  const { database } = services;
  const read = (userId: string) =>
    database.withTenant(tenantId, (connection) =>
      connection.query<PasswordOwner>(
        `select account, "realName", name, "staffNo", phone, email from data."user" where "tenantId" = $1 and id = $2`,
        [tenantId, userId],
      ),
    );
  const user = await database.transaction(tenantId, (connection) => findPhoneOwner(connection, phone));
  if (user === undefined) throw new AnlanError('smsCodeWrong');
  const [owner = {}] = await read(user.id);
  const unfit = await database.withTenant(tenantId, (connection) =>
    personPasswordFault(connection, user.id, password, owner),
  );
  if (unfit !== undefined) throw invalidInput([{ pointer: '/newPassword', msg: unfit }]);
  const hash = await hashPassword(password);
  const place = signInPlace(request);
  const ended = await database.transaction(tenantId, async (connection) => {
    await auth.codes.use(connection, ask, code);
    const sessions = await writeOwnPassword(connection, clock, { userId: user.id, sessionId: '' }, hash, () =>
      connection.execute(
        `update data."user" set password = $3, "mustChangePassword" = '0', version = version + 1,
           "updateUser" = $2, "updateTime" = $4
         where "tenantId" = $1 and id = $2`,
        [tenantId, user.id, hash, clock.now()],
      ),
    );
    await auth.guard.clear(connection, user.account);
    await setAccountStatus(connection, clock, user.id, '2', '1');
    await auth.audit(connection, {
      entityKey: 'user',
      recordId: user.id,
      action: 'updatePassword',
      summary: say('凭短信验证码设置新密码'),
      userId: user.id,
      account: user.account,
      ip: place.ip,
      requestId: place.requestId,
    });
    return sessions;
  });
  for (const { id } of ended) auth.forget(id);
  return null;
}

/** The new password: plain in a JSON body, as base64 elsewhere, as the change of a password takes it. */
function newPasswordOf(request: FastifyRequest): string {
  const json = String(request.headers['content-type'] ?? '').startsWith('application/json');
  const read = (name: string) => {
    const given = textOf(request, name, false) ?? '';
    return json ? given : (decodeBase64Text(given) ?? '');
  };
  const [password, repeated] = [read('newPassword'), read('newPassword1')];
  const fault = passwordFault(password);
  if (fault !== undefined) throw invalidInput([{ pointer: '/newPassword', msg: fault }]);
  if (password !== repeated) throw invalidInput([{ pointer: '/newPassword1', msg: say('两次输入的密码不一致') }]);
  return password;
}

/** Text of an argument, of the body or the query; undefined where it is missing or empty. Throws for what is no plain text. */
function textOf(request: FastifyRequest, name: string, trimmed = true): string | undefined {
  for (const source of [request.body, request.query]) {
    if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) continue;
    const value = (source as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > 500 || (trimmed && invalidCharacter(value) !== undefined)) {
      throw new AnlanError('invalidText', { field: name });
    }
    return trimmed ? value.trim() || undefined : value;
  }
  return undefined;
}
