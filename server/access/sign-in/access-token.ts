import { randomBytes } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Clock } from '../../ground/context.ts';

/** Seconds an access token lives; the client refreshes after 1800. */
export const accessTokenSeconds = 3600;

/** What an access token says. */
interface AccessClaims {
  readonly sessionId: string;
  /** Tenant of the account. */
  readonly tenantId: string;
  readonly userId: string;
}

/** Signs and reads access tokens (JWT, HS256). */
export interface AccessTokens {
  sign(claims: AccessClaims): string;
  /** The claims of a genuine token; undefined for a forged, foreign or, unless `expired` is asked for, expired one. */
  verify(token: string, expired?: 'refuse' | 'accept'): AccessClaims | undefined;
}

/** Makes the signer of a server; `secret` has at least 32 characters. */
export function createAccessTokens(secret: string, clock: Clock): AccessTokens {
  const sign = createSigner({ algorithm: 'HS256', key: secret, noTimestamp: true });
  // Expiry is judged by our clock below, which tests and the demo plant may set.
  const verify = createVerifier({ algorithms: ['HS256'], key: secret, ignoreExpiration: true, allowedIss: 'anlan' });
  const now = () => Math.floor(clock.now().getTime() / 1000);
  return {
    sign: ({ sessionId, tenantId, userId }) =>
      // Named by an id of its own: a token that is refreshed within the second of its making is another one all the same.
      sign({
        iss: 'anlan',
        jti: randomBytes(9).toString('base64url'),
        sid: sessionId,
        tid: tenantId,
        uid: userId,
        exp: now() + accessTokenSeconds,
      }),
    verify(token, expired = 'refuse') {
      let payload: Record<string, unknown>;
      try {
        payload = verify(token) as Record<string, unknown>;
      } catch {
        return undefined;
      }
      const { sid, tid, uid, exp } = payload;
      if (typeof sid !== 'string' || typeof tid !== 'string' || typeof uid !== 'string') return undefined;
      if (typeof exp !== 'number' || (expired === 'refuse' && exp <= now())) return undefined;
      return { sessionId: sid, tenantId: tid, userId: uid };
    },
  };
}
