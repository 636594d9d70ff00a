import { useEffect } from 'react';
import { serverNow } from '../../../api/plant-clock.ts';
import { browserStore } from '../../../core/stores.ts';
import { useLasting } from '../../../ui/useLasting.ts';

/** Milliseconds that somebody may be away before it counts: a reload is no leaving. */
const PATIENCE = 1_000;
/** Milliseconds after which a page that was closed counts as left when it is opened again. */
const CLOSED = 5_000;

/**
 * Tells each time that the page was left: another tab, another window, another program, or closed and opened again.
 * @param active false where nobody counts.
 */
export function useLeaving(sheet: string, active: boolean, onLeft: () => void): void {
  const left = useLasting(onLeft);
  useEffect(() => {
    if (!active) return;
    const key = `anlan-exam-away:${sheet}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      browserStore.removeItem(key);
      left();
    };
    const since = Number(browserStore.getItem(key) ?? Number.NaN);
    if (serverNow() - since > CLOSED) count();
    browserStore.removeItem(key);
    const look = (): void => {
      const away = document.visibilityState === 'hidden' || !document.hasFocus();
      if (away && timer === undefined) {
        browserStore.setItem(key, String(serverNow()));
        timer = setTimeout(count, PATIENCE);
      } else if (!away) {
        clearTimeout(timer);
        timer = undefined;
        browserStore.removeItem(key);
      }
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('blur', look);
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('blur', look);
      window.removeEventListener('focus', look);
    };
  }, [sheet, active, left]);
}
