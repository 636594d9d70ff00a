/** What the guard does with a navigation. */
type GuardDecision =
  /** To the login page. */
  | 'login'
  /** Clears the session, then shows the login page. */
  | 'clearAndLogin'
  /** Loads person, menu and buttons first. */
  | 'boot'
  | 'go';

/** What the guard looks at. */
interface GuardInput {
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
