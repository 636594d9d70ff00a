/** What a code says: itself, and the record that it is of where it was scanned from a screen. */
interface Scanned {
  readonly code: string;
  readonly record?: string;
}

const MARK = '#scan=';

/** What the code on a screen says: the address of the record with transition and code behind it, so that any phone opens it. */
export function codeText(link: string | undefined, { transition, record, code }: ScannedLink): string {
  return `${link ?? ''}${MARK}${[transition, record, code].map(encodeURIComponent).join(':')}`;
}

/** Transition, record and code that an address carries. */
interface ScannedLink {
  readonly transition: string;
  readonly record: string;
  readonly code: string;
}

/** What an address carries behind it; undefined where it carries no code. */
export function linkedCode(text: string): ScannedLink | undefined {
  const [, rest] = text.split(MARK, 2);
  const [transition, record, code, ...more] = (rest ?? '').split(':', 4).map(decoded);
  if (transition === undefined || record === undefined || code === undefined || code === '' || more.length > 0) {
    return undefined;
  }
  return { transition, record, code };
}

/** What was scanned or typed. A tag says itself. */
export function readScanned(text: string): Scanned {
  const linked = linkedCode(text);
  return linked === undefined ? { code: text.trim() } : { code: linked.code, record: linked.record };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
