import { resetAccess } from '../../api/access.ts';
import { login } from '../../api/auth.ts';
import { session, storeTokens, useSession } from '../../api/session.ts';
import { FIXED_MENU_ID, siteConfig } from '../../api/site.ts';
import { refreshIfDue } from './token-refresh.ts';

/**
 * Listens to `message` events of the listed origins: `{type: 'login', username, password, tenantId?}` logs in by
 * password, `{type: 'refreshToken'}` refreshes. All other messages are ignored. Returns the function that ends it.
 */
export function listenToMessages(onLogin: () => void): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    if (!siteConfig().messageOrigins.includes(event.origin)) {
      return;
    }
    void handleMessage(event.data).then((signedIn) => {
      if (signedIn) {
        onLogin();
      }
    });
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** Acts on a message that is known to come from a listed origin; true after a login. */
export async function handleMessage(data: unknown): Promise<boolean> {
  if (typeof data !== 'object' || data === null) {
    return false;
  }
  const message = data as Readonly<Record<string, unknown>>;
  const text = (key: string) => (typeof message[key] === 'string' ? message[key] : '');
  if (message.type === 'refreshToken') {
    await refreshIfDue(true);
    return false;
  }
  if (message.type !== 'login' || text('username') === '' || text('password') === '') {
    return false;
  }
  try {
    const tenantId = text('tenantId') || session().tenantId;
    const tokens = await login({ tenantId, username: text('username'), password: text('password') });
    resetAccess();
    useSession.setState({ userInfo: null, companyTenantId: '', menuId: FIXED_MENU_ID });
    storeTokens(tokens);
    return true;
  } catch {
    // The login page stays, where the person can sign in himself.
    return false;
  }
}
