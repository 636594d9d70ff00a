import type { TokenAnswer } from '../core/wire/contract.ts';
import type { CaptchaPicture } from '../core/wire/site.ts';
import { request } from './client.ts';
import type { SessionTokens } from './session.ts';

/** What the login form sends. */
interface LoginInput {
  readonly tenantId: string;
  readonly username: string;
  readonly password: string;
  /** The picture that was typed off, where the tenant asks for one. */
  readonly captcha?: { readonly key: string; readonly code: string } | undefined;
}

/** What the client keeps of an answer with tokens. */
export function tokensOf(answer: TokenAnswer): SessionTokens {
  return { token: answer.access_token, refreshToken: answer.refresh_token, tenantId: answer.tenant_id };
}

/** Password login, or captcha login where a picture is given. The credentials travel in the form body. */
export async function login(input: LoginInput): Promise<SessionTokens> {
  const { captcha } = input;
  const answer = await request({
    method: 'POST',
    service: 'auth',
    path: 'oauth/token',
    form: {
      tenantId: input.tenantId,
      username: input.username,
      password: input.password,
      grant_type: captcha ? 'captcha' : 'password',
      scope: 'all',
    },
    headers: {
      'Tenant-Id': input.tenantId,
      ...(captcha ? { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code } : {}),
    },
    signedIn: false,
    quiet: true,
  });
  return tokensOf(answer);
}

/** New tokens for a refresh token; each can be used once. */
export async function refresh(refreshToken: string, tenantId: string): Promise<SessionTokens> {
  const answer = await request({
    method: 'POST',
    service: 'auth',
    path: 'oauth/token',
    form: { tenantId, refresh_token: refreshToken, grant_type: 'refresh_token', scope: 'all' },
    headers: { 'Tenant-Id': tenantId },
    signedIn: false,
    quiet: true,
  });
  return tokensOf(answer);
}

/** A fresh captcha picture. */
export function fetchCaptcha(signal?: AbortSignal): Promise<CaptchaPicture> {
  return request({ service: 'auth', path: 'oauth/captcha', signedIn: false, quiet: true, signal });
}

/** Ends the session on the server. */
export async function logout(): Promise<void> {
  await request({ service: 'auth', path: 'oauth/logout', quiet: true });
}

/** A one-time code by which the management system takes this session over. */
export async function requestHandover(): Promise<string> {
  const { code } = await request({
    method: 'POST',
    service: 'auth',
    path: 'oauth/handover',
  });
  return code;
}

/** Tokens for a one-time code of `requestHandover`. */
export async function redeemHandover(code: string): Promise<SessionTokens> {
  const answer = await request({
    method: 'POST',
    service: 'auth',
    path: 'oauth/token',
    form: { grant_type: 'handover', code, scope: 'all' },
    signedIn: false,
    quiet: true,
  });
  return tokensOf(answer);
}
