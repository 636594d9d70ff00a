import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

/** Whether an element is on the screen, and the tab is the one that is looked at. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const visible = useSyncExternalStore(subscribe, isVisible, () => false);
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting === true), {
      threshold: 0.05,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return visible && inSight;
}
