import { describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-token.ts';

const clock = { now: () => new Date('2026-05-01T08:00:00Z') };
const tokens = createAccessTokens('0123456789abcdef0123456789abcdef', clock);
const claims = { sessionId: '1', tenantId: '645967', userId: '2' };

describe('access tokens', () => {
  it('say what was signed', () => {
    expect(tokens.verify(tokens.sign(claims))).toEqual(claims);
  });

  it('differ, even of one session in one second, so that other tabs see that one was refreshed', () => {
    expect(tokens.sign(claims)).not.toBe(tokens.sign(claims));
  });
});
