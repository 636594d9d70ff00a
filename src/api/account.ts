import type { CodePurpose, SmsSent } from '../core/wire/account.ts';
import { tokensOf } from './auth.ts';
import { request } from './client.ts';
import type { SessionTokens } from './session.ts';

/** A picture that was typed off. */
interface SolvedCaptcha {
  readonly key: string;
  readonly code: string;
}

/** Has a code sent to a telephone. Throws ApiError, which is not shown. */
export function requestCode(
  ask: { readonly tenantId: string; readonly phone: string; readonly purpose: CodePurpose },
  captcha: SolvedCaptcha,
): Promise<SmsSent> {
  return request({
    method: 'POST',
    service: 'auth',
    path: 'account/sms',
    form: ask,
    headers: { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code },
    signedIn: false,
    quiet: true,
  });
}

/** What proves that a telephone is one's own. */
interface ProvenPhone {
  readonly tenantId: string;
  readonly phone: string;
  readonly smsCode: string;
}

/** Signs in by a code. */
export async function loginByPhone(proven: ProvenPhone): Promise<SessionTokens> {
  const call = { method: 'POST', service: 'auth', path: 'auth/phone' } as const;
  return tokensOf(await request({ ...call, form: { ...proven }, signedIn: false, quiet: true }));
}

/** Asks for an account. */
export async function requestAccount(
  asked: ProvenPhone & { readonly realName: string; readonly unitName?: string; readonly reason?: string },
): Promise<void> {
  const call = { method: 'POST', service: 'auth', path: 'auth/register' } as const;
  await request({ ...call, body: asked, signedIn: false, quiet: true });
}

/** Sets a new password. */
export async function resetPassword(
  asked: ProvenPhone & { readonly newPassword: string; readonly newPassword1: string },
): Promise<void> {
  const call = { method: 'POST', service: 'auth', path: 'auth/forget-password' } as const;
  await request({ ...call, body: asked, signedIn: false, quiet: true });
}
