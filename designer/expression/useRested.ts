import { startTransition, useEffect, useState } from 'react';

/** The value that was given last for so many milliseconds; the first at once. What follows from it may be drawn in pieces. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (rested === value) return;
    const timer = setTimeout(() => startTransition(() => setRested(() => value)), ms);
    return () => clearTimeout(timer);
  }, [value, rested, ms]);
  return rested;
}
