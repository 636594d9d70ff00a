import { useEffect, useState } from 'react';
import { fetchDashboard } from '../../../api/joint.ts';
import { useLoaded } from '../../../field-types/use-loaded.ts';

/** The tiles of a page, read by one call and again when the first of them is due; while out of sight nothing is asked. */
export function useDashboard(code: string, revision: string) {
  const [round, setRound] = useState(0);
  const read = useLoaded(`${code}/${revision}/${round}`, (signal) => fetchDashboard(code, signal));
  const seconds = read.data?.refresh;
  useEffect(() => {
    if (seconds === undefined) return;
    const again = (): void => {
      if (document.visibilityState === 'visible') setRound((last) => last + 1);
    };
    const timer = setInterval(again, seconds * 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
  return read;
}
