/**
 * Scrolls what holds an element until that is in sight. `scrollIntoView` would have the next Tab go on from there.
 * Nothing happens where one of them is missing.
 */
export function reveal(item: Element | null | undefined, holder: Element | null | undefined): void {
  if (!item || !holder) return;
  const [seen, place] = [holder.getBoundingClientRect(), item.getBoundingClientRect()];
  holder.scrollTop += overhang(place.top, place.bottom, seen.top, seen.bottom);
  holder.scrollLeft += overhang(place.left, place.right, seen.left, seen.right);
}

/** By how much a span lies outside another one: negative before its start, positive behind its end. */
function overhang(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from;
  return end > to ? Math.min(end - to, start - from) : 0;
}
