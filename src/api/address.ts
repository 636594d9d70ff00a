import { LOGIN_PATHS } from './session.ts';

/** A path of this application from an address parameter; undefined for anything that could lead elsewhere. */
export function inAppPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith('/') || /^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) {
    return undefined;
  }
  return value;
}

/** State of a navigation that a redirect chose: where it leads to no page of the person, home is meant. */
export const ARRIVAL = { arrival: true } as const;

/** Whether the state of a location says that a redirect led there. */
export function isArrival(state: unknown): boolean {
  return typeof state === 'object' && state !== null && (state as Partial<typeof ARRIVAL>).arrival === true;
}

/** Address of the login page that comes back to `target` afterwards. */
export function loginAddress(loginPath: string, target: string): string {
  const plain = ['/', '/safety', '/login', loginPath].includes(target);
  return plain ? loginPath : `${loginPath}?redirect=${encodeURIComponent(target)}`;
}

/** Where a login goes: the redirect parameter, else the root. A way back to a login page counts as none. */
export function afterLogin(search: string): string {
  const target = inAppPath(new URLSearchParams(search).get('redirect'));
  return target === undefined || LOGIN_PATHS.some((path) => target.startsWith(path)) ? '/' : target;
}
