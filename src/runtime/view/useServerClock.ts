import { useEffect, useState } from 'react';
import { serverNow } from '../../api/plant-clock.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';

/** The server's wall clock in a zone, `YYYY-MM-DD HH:mm:ss`, each second while the tab is seen. */
export function useServerClock(timeZone: string): string {
  const [now, setNow] = useState(() => wallClock(serverNow(), timeZone));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const moment = serverNow();
      setNow(wallClock(moment, timeZone));
      // At the full second of the server, so that all countdowns of a room change together.
      if (document.visibilityState === 'visible') timer = setTimeout(tick, 1000 - (moment % 1000));
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [timeZone]);
  return now;
}
