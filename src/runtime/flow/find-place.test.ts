import { afterEach, expect, it, vi } from 'vitest';
import { findPlace } from './find-place.ts';
import { flowText } from './text.ts';

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

it('gives the place as votes send it', async () => {
  browser(true, (found) => found({ coords: { longitude: 121.47, latitude: 31.2300004 } }));
  expect(await findPlace()).toEqual({ place: '121.470000,31.230000' });
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
  expect(flowText(`vote.place.${missing}`)).toMatch(words);
});

it('says that there is no place where the machine knows of none', async () => {
  browser(true);
  expect(await findPlace()).toEqual({ missing: 'unavailable' });
});
