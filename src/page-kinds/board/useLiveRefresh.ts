import { useEffect } from 'react';

/** Milliseconds after which a board that moves by itself is read again even where no event came. */
const POLL = 60_000;

/** Reads again whatever others changed, at once and each minute while it is seen. */
export function useLiveRefresh(live: boolean, stale: boolean, refresh: () => void): void {
  useEffect(() => {
    if (live && stale) refresh();
  }, [live, stale, refresh]);
  useEffect(() => {
    if (!live) return;
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') refresh();
    }, POLL);
    return () => clearInterval(poll);
  }, [live, refresh]);
}
