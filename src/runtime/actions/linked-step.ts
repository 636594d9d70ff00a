const MARK = '#do=';

/** What stands behind the address of a record's page so that it opens with a transition begun. */
export function stepMark(transition: string): string {
  return `${MARK}${encodeURIComponent(transition)}`;
}

/** The transition that an address begins with; undefined where it says none. */
export function linkedStep(hash: string): string | undefined {
  if (!hash.startsWith(MARK)) return undefined;
  try {
    return decodeURIComponent(hash.slice(MARK.length)) || undefined;
  } catch {
    return undefined;
  }
}
