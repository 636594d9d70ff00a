import { type RefObject, useLayoutEffect, useState } from 'react';

interface TableWidth {
  /** Pixels of the box; 0 until it is measured. */
  readonly width: number;
  /** Pixels that a bar to scroll by takes; 0 where bars lie over what they scroll. */
  readonly bar: number;
}

let known: number | undefined;

/** Pixels of a scroll bar of this browser. */
function barWidth(): number {
  if (known !== undefined) return known;
  const box = document.createElement('div');
  box.className = 'anlan-bar-probe';
  document.body.append(box);
  known = box.offsetWidth - box.clientWidth;
  box.remove();
  return known;
}

/** How wide a table's box is: known while its rows are still on their way, so that they are laid out once. */
export function useTableWidth(box: RefObject<HTMLElement | null>): TableWidth {
  const [size, setSize] = useState<TableWidth>({ width: 0, bar: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const measure = () => {
      const width = element.clientWidth;
      if (width > 0) setSize((before) => (before.width === width ? before : { width, bar: barWidth() }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
