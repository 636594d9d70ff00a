// @vitest-environment jsdom
import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAccess } from '../../api/access.ts';
import { afterLogin, inAppPath, loginAddress } from '../../api/address.ts';
import { http } from '../../api/client.ts';
import { exclusively } from '../../api/exclusive.ts';
import { clearSession, SESSION_KEY, session, storeTokens, useSession } from '../../api/session.ts';
import { takeFromAddress, tenantOfToken } from './address-session.ts';
import { departure, endSession, logoutAndClear } from './end-session.ts';
import { handleMessage, listenToMessages } from './message-events.ts';
import { decideNavigation } from './navigation.ts';
import { followOtherTabs } from './other-tabs.ts';
import { refreshIfDue, startTokenRefresh } from './token-refresh.ts';

let calls: InternalAxiosRequestConfig[] = [];
let refuse = false;
let invalid = false;

http.defaults.adapter = async (config) => {
  calls.push(config);
  const answer = { access_token: `new-${calls.length}`, refresh_token: 'r2', tenant_id: '645967' };
  const response = { data: answer, status: 200, statusText: '', headers: {}, config } as AxiosResponse;
  if (invalid) {
    const data = { error: 'invalid_grant', error_description: '登录已失效，请重新登录' };
    throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, {}, { ...response, data, status: 400 });
  }
  if (refuse) {
    throw new AxiosError('no line', 'ERR_NETWORK', config, {});
  }
  return response;
};

beforeEach(() => {
  calls = [];
  refuse = false;
  invalid = false;
  clearSession();
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});

afterEach(() => vi.useRealTimers());

describe('guard', () => {
  it.each([
    [{ signedIn: false, ready: false, loginPath: false, open: false }, 'login'],
    [{ signedIn: false, ready: false, loginPath: false, open: true }, 'go'],
    [{ signedIn: false, ready: false, loginPath: true, open: true }, 'go'],
    [{ signedIn: true, ready: true, loginPath: true, open: true }, 'clearAndLogin'],
    [{ signedIn: true, ready: false, loginPath: false, open: false }, 'boot'],
    [{ signedIn: true, ready: true, loginPath: false, open: false }, 'go'],
  ])('decides %j as %s', (input, decision) => {
    expect(decideNavigation(input)).toBe(decision);
  });

  it('comes back to the asked path, and never leaves this application', () => {
    expect(loginAddress('/user/login', '/safety/base/law?x=1')).toBe(
      '/user/login?redirect=%2Fsafety%2Fbase%2Flaw%3Fx%3D1',
    );
    expect(loginAddress('/user/login', '/')).toBe('/user/login');
    expect(afterLogin('?redirect=%2Fsafety%2Fbase%2Flaw')).toBe('/safety/base/law');
    for (const path of ['/user/login', '/user/login?redirect=/x', '/loginAll']) {
      expect(afterLogin(`?redirect=${encodeURIComponent(path)}`)).toBe('/');
    }
    expect(loginAddress('/user/login', '/login')).toBe('/user/login');
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x', '/a\nb', '']) {
      expect(inAppPath(bad)).toBeUndefined();
    }
  });
});

describe('token refresh', () => {
  it('refreshes at the first look after 1800 s, with refresh token and tenant', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    const stop = startTokenRefresh();
    await vi.advanceTimersByTimeAsync(1_799_000);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(10_000);
    stop();
    expect(calls).toHaveLength(1);
    expect(String(calls[0]?.data)).toBe('tenantId=645967&refresh_token=r&grant_type=refresh_token&scope=all');
    expect(session()).toMatchObject({ token: 'new-1', refreshToken: 'r2' });
  });

  it('takes over the token that another tab has stored instead of asking again', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    vi.advanceTimersByTime(1_800_000);
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state: Record<string, unknown> };
    Object.assign(stored.state, { token: 'other', refreshToken: 'r9', tokenTime: Date.now() });
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
    const refreshed = refreshIfDue();
    await vi.advanceTimersByTimeAsync(100);
    expect(await refreshed).toBe(false);
    expect(calls).toHaveLength(0);
    expect(session().token).toBe('other');
  });

  it('keeps the session when the line is broken', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    vi.advanceTimersByTime(1_800_000);
    refuse = true;
    const refreshed = refreshIfDue();
    await vi.advanceTimersByTimeAsync(100);
    expect(await refreshed).toBe(false);
    expect(session().token).toBe('a');
  });

  it('does not ask again with a refresh token that was refused', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    invalid = true;
    const stop = startTokenRefresh();
    await vi.advanceTimersByTimeAsync(1_860_000);
    stop();
    expect(calls).toHaveLength(1);
    expect(session()).toMatchObject({ token: 'a', refreshToken: '' });
  });

  it('lets one tab at a time work, and takes over the lease of a dead one', async () => {
    localStorage.setItem('x', `${Date.now() + 1000}:dead`);
    expect(await exclusively('x', async () => 'done')).toBeUndefined();
    vi.advanceTimersByTime(2000);
    const work = exclusively('x', async () => 'done');
    await vi.advanceTimersByTimeAsync(100);
    expect(await work).toBe('done');
    expect(localStorage.getItem('x')).toBeNull();
  });
});

describe('ending', () => {
  it('clears token, info, menu id, menu, permissions and session storage', () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645968' });
    useSession.setState({ menuId: '1000' });
    useAccess.setState({ ready: true, rights: { law_add: true } });
    sessionStorage.setItem('draft', '1');
    endSession();
    expect(session()).toMatchObject({ token: '', refreshToken: '', menuId: '', userInfo: null, tenantId: '645968' });
    expect(useAccess.getState()).toEqual({ ready: false, menu: [], rights: {} });
    expect(sessionStorage.getItem('draft')).toBeNull();
  });

  it('clears even when the logout call fails', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    refuse = true;
    await logoutAndClear();
    expect(calls[0]?.url).toBe('/anlan-auth/oauth/logout');
    expect(session().token).toBe('');
  });

  it('counts as asked for while the logout is on its way, when another call may hear of it first', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    departure.asked = false;
    let meanwhile: boolean | undefined;
    const line = http.defaults.adapter;
    http.defaults.adapter = (config) => {
      meanwhile = departure.asked;
      return Promise.reject(new AxiosError('no line', 'ERR_NETWORK', config, {}));
    };
    await logoutAndClear();
    http.defaults.adapter = line;
    expect([meanwhile, session().token]).toEqual([true, '']);
  });

  it('follows the logout of another tab', async () => {
    storeTokens({ token: 'a', refreshToken: 'r', tenantId: '645967' });
    useAccess.setState({ ready: true });
    const stop = followOtherTabs();
    const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as { state: Record<string, unknown> };
    stored.state.token = '';
    localStorage.setItem(SESSION_KEY, JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
    await vi.advanceTimersByTimeAsync(0);
    stop();
    expect(session().token).toBe('');
    expect(useAccess.getState().ready).toBe(false);
  });
});

describe('session from outside', () => {
  it('strips token and tenant from the address and keeps the rest', () => {
    const { found, clean } = takeFromAddress('http://x.test/safety/base/law?token=abc&tenantId=645968&page=2#a');
    expect(found).toEqual({ token: 'abc', tenantId: '645968' });
    expect(clean).toBe('http://x.test/safety/base/law?page=2#a');
  });

  it('leaves an address without token alone', () => {
    expect(takeFromAddress('http://x.test/a?tenantId=1')).toEqual({ found: {}, clean: 'http://x.test/a?tenantId=1' });
  });

  it('reads the company from a token of ours, and nothing from any other', () => {
    const payload = btoa('{"sid":"1","tid":"645968"}').replace(/=+$/, '');
    expect(tenantOfToken(`head.${payload}.seal`)).toBe('645968');
    for (const other of ['', 'abc', 'a.b.c', `a.${btoa('{"tid":7}')}.c`]) expect(tenantOfToken(other)).toBeUndefined();
  });

  it('logs in by a message', async () => {
    expect(await handleMessage({ type: 'login', username: 'admin', password: 'x', tenantId: '645968' })).toBe(true);
    expect(String(calls[0]?.data)).toContain('username=admin');
    expect(session()).toMatchObject({ token: 'new-1', menuId: '1000' });
  });

  it('ignores messages of origins that are not listed', async () => {
    const stop = listenToMessages(() => {});
    window.dispatchEvent(
      new MessageEvent('message', {
        origin: 'https://evil.example',
        data: { type: 'login', username: 'a', password: 'b' },
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    stop();
    expect(calls).toHaveLength(0);
  });
});
