/** Where this machine is. */
interface PlaceFix {
  /** Degrees, at six decimals. */
  readonly lng: number;
  readonly lat: number;
  /** Metres around it. */
  readonly accuracy: number;
  /** When it was found, by this machine's clock, in milliseconds. */
  readonly at: number;
}

/** Why there is no place. Each is mended by another act, so each is told in words of its own. */
type PlaceMissing = 'insecure' | 'denied' | 'unavailable' | 'timeout';

/** Where this machine is, or why it does not say it. */
export type FoundPlace = PlaceFix | { readonly missing: PlaceMissing };

/** Seconds that a place may take to be found. */
const PLACE_TIMEOUT = 10;

/** By the codes of the browser's GeolocationPositionError. */
const REASONS: Readonly<Record<number, PlaceMissing>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** Asks the browser where this machine is; never rejects. */
export function findPlace(): Promise<FoundPlace> {
  // Without a secure connection browsers say that the person has denied it, and send him to a setting that is not there.
  if (!globalThis.isSecureContext) return Promise.resolve({ missing: 'insecure' });
  const { geolocation } = navigator;
  if (geolocation === undefined) return Promise.resolve({ missing: 'unavailable' });
  return new Promise((settle) => {
    geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        settle({
          lng: rounded(coords.longitude),
          lat: rounded(coords.latitude),
          accuracy: coords.accuracy,
          at: timestamp,
        }),
      ({ code }) => settle({ missing: REASONS[code] ?? 'unavailable' }),
      { timeout: PLACE_TIMEOUT * 1000, enableHighAccuracy: true, maximumAge: 0 },
    );
  });
}
