/** What the guard does with a navigation. */
export type GuardDecision =
  /** To the login page. */
  | 'login'
  /** Clears the session, then shows the login page. */
  | 'clearAndLogin'
  /** Loads person, menu and buttons first. */
  | 'boot'
  | 'go';

/** What the guard looks at. */
export interface GuardInput {
  readonly signedIn: boolean;
  /** Whether menu and buttons are loaded. */
  readonly ready: boolean;
  readonly loginPath: boolean;
  /** Whether the path needs no token: loginAll, bigScreen, and fixed routes marked so. */
  readonly open: boolean;
}

/** The rules of entering a path. An open path is shown to everybody; the login path ends a session that there is. */
export function decideNavigation({ signedIn, ready, loginPath, open }: GuardInput): GuardDecision {
  if (loginPath) {
    return signedIn ? 'clearAndLogin' : 'go';
  }
  if (open) {
    return 'go';
  }
  if (!signedIn) {
    return 'login';
  }
  return ready ? 'go' : 'boot';
}

/** A path of this application from an address parameter; undefined for anything that could lead elsewhere. */
export function inAppPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) {
    return undefined;
  }
  return value;
}

/** Address of the login page that comes back to `target` afterwards. */
export function loginAddress(loginPath: string, target: string): string {
  const plain = target === '/' || target === '/safety' || target === loginPath;
  return plain ? loginPath : `${loginPath}?redirect=${encodeURIComponent(target)}`;
}

/** Where a login goes: the redirect parameter, else the root. A way back to the login itself counts as none. */
export function afterLogin(search: string, loginPath: string): string {
  const target = inAppPath(new URLSearchParams(search).get('redirect'));
  return target === undefined || target.startsWith(loginPath) ? '/' : target;
}
