import { useEffect, useState } from 'react';
import { plantTime } from '../../../api/plant-clock.ts';

/** What the clock on the plant's wall says, anew with each second. */
export function usePlantSecond(): string {
  const [time, setTime] = useState(() => plantTime());
  useEffect(() => {
    const timer = setInterval(() => setTime(plantTime()), 1000);
    return () => clearInterval(timer);
  }, []);
  return time;
}
