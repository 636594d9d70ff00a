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
