import { resetAccess } from '../../api/access.ts';
import { redeemHandover } from '../../api/auth.ts';
import { type SessionTokens, session, storeTokens, useSession } from '../../api/session.ts';
import { FIXED_MENU_ID } from '../../api/site.ts';
import { rememberOrigin } from './handover.ts';

/** What the address brought along. */
interface AddressSession {
  readonly token?: string;
  readonly tenantId?: string;
  /** One-time code of a handover between our two sites. */
  readonly handover?: string;
  /** Path of the other site that was left. */
  readonly from?: string;
}

/** Reads token or one-time code from an address and gives the address without them. */
export function takeFromAddress(address: string): { found: AddressSession; clean: string } {
  const url = new URL(address);
  const token = url.searchParams.get('token') ?? '';
  const handover = url.searchParams.get('handover') ?? '';
  const tenantId = url.searchParams.get('tenantId') ?? '';
  const from = url.searchParams.get('from') ?? '';
  if (token === '' && handover === '') {
    return { found: {}, clean: address };
  }
  for (const key of handover === '' ? ['token', 'tenantId'] : ['token', 'tenantId', 'handover', 'from']) {
    url.searchParams.delete(key);
  }
  return {
    found: {
      ...(token === '' ? {} : { token, ...(tenantId === '' ? {} : { tenantId }) }),
      ...(handover === '' ? {} : { handover, from }),
    },
    clean: url.href,
  };
}

/** Company that a token of ours names; undefined where it names none. Nothing is trusted of it: the server checks. */
export function tenantOfToken(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { tid } = JSON.parse(atob(payload)) as { readonly tid?: unknown };
    return typeof tid === 'string' && tid !== '' ? tid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes over a session that the address brings: a token is set with the fixed menu id, a one-time code is redeemed for
 * tokens. Both are gone from the address, and from the history entry, before anything else happens. `none` where the
 * address brings no session, `refused` where a code was refused.
 */
export async function adoptAddressSession(): Promise<'none' | 'adopted' | 'refused'> {
  const { found, clean } = takeFromAddress(window.location.href);
  if (!found.token && !found.handover) {
    return 'none';
  }
  window.history.replaceState(window.history.state, '', clean);
  rememberOrigin(found.from ?? null);
  try {
    const tokens = found.handover
      ? await redeemHandover(found.handover)
      : tokensOfAddress(found.token ?? '', found.tenantId);
    resetAccess();
    useSession.setState({ userInfo: null, companyTenantId: '', menuId: FIXED_MENU_ID });
    storeTokens(tokens);
    return 'adopted';
  } catch {
    return 'refused';
  }
}

function tokensOfAddress(token: string, named: string | undefined): SessionTokens {
  return { token, refreshToken: '', tenantId: named ?? tenantOfToken(token) ?? session().tenantId };
}
