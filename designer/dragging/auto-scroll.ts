import type { Point } from './drop-geometry.ts';

/** Pixels from an edge within which it scrolls, and most pixels of a frame. */
const EDGE = 48;
const FASTEST = 14;

/** Scrolls what lies under a point, where the point is near its upper or lower edge; says whether it did. */
export function autoScroll(at: Point): boolean {
  for (let element = document.elementFromPoint(at.x, at.y); element !== null; element = element.parentElement) {
    const isPage = element === document.scrollingElement;
    if (!isPage && !isScrollable(element)) continue;
    const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : element.getBoundingClientRect();
    const by = speed(at.y, Math.max(0, top), Math.min(window.innerHeight, bottom));
    const before = element.scrollTop;
    if (by !== 0) element.scrollTop += by;
    if (element.scrollTop !== before) return true;
  }
  return false;
}

function isScrollable(element: Element): boolean {
  if (element.scrollHeight <= element.clientHeight) return false;
  const { overflowY } = getComputedStyle(element);
  return overflowY === 'auto' || overflowY === 'scroll';
}

/** Pixels of a frame; below zero towards the top. */
export function speed(y: number, top: number, bottom: number): number {
  const share = (far: number) => Math.max(0, Math.min(1, (EDGE - far) / EDGE));
  return Math.round(FASTEST * (share(bottom - y) - share(y - top)));
}
