import { useEffect, useState } from 'react';
import { useLasting } from '../../../ui/useLasting.ts';
import { leftUntil } from './exam-clock.ts';

/** Milliseconds of a missed beat after which the machine may have slept, or its page was frozen. */
const GAP = 5_000;

/**
 * Milliseconds until a moment of the plant's clock, each second.
 * @param onGap told where seconds are missing: the clock is then to be asked of the server.
 */
export function useTimeLeft(wall: string, onGap?: () => void): number {
  const [left, setLeft] = useState(() => leftUntil(wall));
  const gap = useLasting(() => onGap?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: number | undefined;
    const tick = (): void => {
      clearTimeout(timer);
      const next = leftUntil(wall);
      if (last !== undefined && Math.abs(last - next) > GAP) gap();
      last = next;
      setLeft(next);
      // Just behind the full second of the server, so that all clocks of a room change together.
      timer = setTimeout(tick, next > 0 ? (next % 1000) + 5 : 1000);
    };
    tick();
    const look = (): void => {
      if (document.visibilityState === 'visible') tick();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [wall, gap]);
  return left;
}
