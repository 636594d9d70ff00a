import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** By how much something of a width is made smaller to fit its frame; never larger than it is. */
export function useScale(width: number): { readonly frame: RefObject<HTMLDivElement | null>; readonly scale: number } {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { frame, scale: width === 0 ? 1 : Math.min(1, room / width) };
}
