import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { browserStore } from '../core/stores.ts';
import type { AccountInfo } from '../core/wire/people.ts';
import { machineNow } from './plant-clock.ts';
import { DEFAULT_TENANT_ID, TOP_TENANT_ID } from './site.ts';

/** What a login or a refresh gives. */
export interface SessionTokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly tenantId: string;
}

/** What survives a reload; every tab of the origin shares it. */
export interface StoredSession {
  /** Access token; '' while signed out. */
  readonly token: string;
  readonly refreshToken: string;
  /** When the token was obtained, in milliseconds of this machine's clock; 0 while signed out. */
  readonly tokenTime: number;
  /** Tenant of the account, or the one last chosen on the login page. */
  readonly tenantId: string;
  readonly userInfo: AccountInfo | null;
  /** Menu whose children are the routes; '' before login. */
  readonly menuId: string;
  /** Company that a person of 000000 looks at; '' for the own one. */
  readonly companyTenantId: string;
  /** Where a session that ended goes. */
  readonly loginPath: string;
}

const SIGNED_OUT = {
  token: '',
  refreshToken: '',
  tokenTime: 0,
  userInfo: null,
  menuId: '',
  companyTenantId: '',
} as const;

/** Key of the stored session in localStorage. */
export const SESSION_KEY = 'anlan-session';

/** Route of the login page where none was stored. */
export const LOGIN_PATH = '/user/login';

/** Path of the route named loginAll, a login page that is reachable without a token. */
export const LOGIN_ALL_PATH = '/loginAll';

/** The two pages on which one logs in; going to the first ends a session. */
export const LOGIN_PATHS: readonly string[] = [LOGIN_PATH, LOGIN_ALL_PATH];

/** The session, kept in localStorage. */
export const useSession = create<StoredSession>()(
  persist((): StoredSession => ({ ...SIGNED_OUT, tenantId: DEFAULT_TENANT_ID, loginPath: LOGIN_PATH }), {
    name: SESSION_KEY,
    storage: createJSONStorage(() => browserStore),
    version: 1,
  }),
);

/** Current session outside of React. */
export function session(): StoredSession {
  return useSession.getState();
}

/** Stores new tokens with the present time. */
export function storeTokens(tokens: SessionTokens): void {
  useSession.setState({ ...tokens, tokenTime: machineNow() });
}

/** Clears token, info, menu id and chosen company; tenant and login path stay for the next login. */
export function clearSession(): void {
  useSession.setState({ ...SIGNED_OUT });
}

/** Reads the session that another tab has stored since. */
export async function reloadSession(): Promise<StoredSession> {
  await useSession.persist.rehydrate();
  return session();
}

/** Who works here and in which company; '' for nobody. What belongs to one of them is gone for another. */
export function workingAs(state: StoredSession): string {
  const { token, userInfo } = state;
  return token === '' || !userInfo?.account ? '' : `${userInfo.account}@${currentTenantId(state)}`;
}

/** Tenant id that goes with every call: the chosen company for people of 000000, else the own tenant. */
export function currentTenantId(state: StoredSession = session()): string {
  return (state.tenantId === TOP_TENANT_ID && state.companyTenantId) || state.tenantId;
}

/** Whether the person holds a role. */
export function hasRole(user: AccountInfo | null, code: string): boolean {
  return (user?.roleCode ?? '')
    .split(',')
    .map((role) => role.trim())
    .includes(code);
}
