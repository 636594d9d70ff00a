import { afterEach, expect, it, vi } from 'vitest';
import { findPlace } from './find-place.ts';
import { placeText } from './text.ts';

type Ask = (found: (position: unknown) => void, failed: (error: { readonly code: number }) => void) => void;

/** A browser of which the connection is secure or not, and that answers so when it is asked where it is. */
function browser(isSecureContext: boolean, ask?: Ask): void {
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('navigator', { geolocation: ask && { getCurrentPosition: ask } });
}

const failing =
  (code: number): Ask =>
  (_, failed) =>
    failed({ code });

afterEach(() => vi.unstubAllGlobals());

it('gives the place with its error and its time', async () => {
  const coords = { longitude: 121.47, latitude: 31.2300004, accuracy: 12.5 };
  browser(true, (found) => found({ coords, timestamp: 1_700_000_000_000 }));
  expect(await findPlace()).toEqual({ lng: 121.47, lat: 31.23, accuracy: 12.5, at: 1_700_000_000_000 });
});

it('blames the connection where it is not secure, whatever the browser says', async () => {
  const ask = vi.fn(failing(1));
  browser(false, ask);
  expect(await findPlace()).toEqual({ missing: 'insecure' });
  expect(ask).not.toHaveBeenCalled();
});

it.each([
  [1, 'denied', /允许/],
  [2, 'unavailable', /未能确定/],
  [3, 'timeout', /超时/],
  [99, 'unavailable', /未能确定/],
] as const)('tells by code %i that it is %s', async (code, missing, words) => {
  browser(true, failing(code));
  expect(await findPlace()).toEqual({ missing });
  expect(placeText(`missing.${missing}`)).toMatch(words);
});

it('says that there is no place where the machine knows of none', async () => {
  browser(true);
  expect(await findPlace()).toEqual({ missing: 'unavailable' });
});
