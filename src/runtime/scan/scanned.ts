import type { GeoPoint } from '../../core/geo/polygon.ts';

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
  const [, rest] = text.split(MARK);
  const [transition, record, code, ...more] = (rest ?? '').split(':').map(decoded);
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

/** Seconds within which the place has to be found. */
const PLACE_TIMEOUT = 10;

/** Where this machine is; undefined where the person or the machine does not say. */
export function findPoint(): Promise<GeoPoint | undefined> {
  const { geolocation } = navigator;
  if (geolocation === undefined) return Promise.resolve(undefined);
  return new Promise((settle) => {
    geolocation.getCurrentPosition(
      ({ coords }) => settle({ lng: coords.longitude, lat: coords.latitude }),
      () => settle(undefined),
      { timeout: PLACE_TIMEOUT * 1000, enableHighAccuracy: true },
    );
  });
}
