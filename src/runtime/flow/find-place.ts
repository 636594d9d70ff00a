/** Where a decision was taken, `longitude,latitude` in degrees, or why this machine does not say it. */
type FoundPlace = { readonly place: string } | { readonly missing: PlaceMissing };

/** Why there is no place. Each is mended by another act, so each is told in words of its own. */
type PlaceMissing = 'insecure' | 'denied' | 'unavailable' | 'timeout';

/** Seconds that the place of a decision may take to be found. */
const PLACE_TIMEOUT = 10;

/** By the codes of the browser's GeolocationPositionError. */
const REASONS: Readonly<Record<number, PlaceMissing>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Asks the browser where this machine is; never rejects. */
export function findPlace(): Promise<FoundPlace> {
  // Without a secure connection browsers say that the person has denied it, and send him to a setting that is not there.
  if (!globalThis.isSecureContext) return Promise.resolve({ missing: 'insecure' });
  const { geolocation } = navigator;
  if (geolocation === undefined) return Promise.resolve({ missing: 'unavailable' });
  return new Promise((settle) => {
    geolocation.getCurrentPosition(
      ({ coords }) => settle({ place: `${coords.longitude.toFixed(6)},${coords.latitude.toFixed(6)}` }),
      ({ code }) => settle({ missing: REASONS[code] ?? 'unavailable' }),
      { timeout: PLACE_TIMEOUT * 1000, enableHighAccuracy: true },
    );
  });
}
