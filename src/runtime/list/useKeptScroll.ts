import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** How far lists were scrolled when they were left, by address; as long as the tab lives. */
const places = new Map<string, number>();
const MOST_PLACES = 50;

interface Scrollable {
  readonly nativeElement: HTMLElement;
  scrollTo(to: { readonly top: number }): void;
}

/** Brings a list back to where it was scrolled when it was left, once its rows are there. */
export function useKeptScroll(table: RefObject<Scrollable | null>, ready: boolean): void {
  const { pathname, search } = useLocation();
  const key = `${pathname}${search}`;
  useLayoutEffect(() => {
    const top = places.get(key);
    if (ready && top !== undefined) table.current?.scrollTo({ top });
  }, [table, key, ready]);
  useEffect(() => {
    if (!ready) return;
    const element = table.current?.nativeElement;
    const keep = (event: Event): void => {
      const { scrollTop, className } = event.target as HTMLElement;
      if (
        typeof className !== 'string' ||
        !/ant-table-body|ant-table-content|ant-table-tbody-virtual-holder/.test(className)
      )
        return;
      places.delete(key);
      places.set(key, scrollTop);
      const [oldest] = places.keys();
      if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest);
    };
    element?.addEventListener('scroll', keep, { capture: true, passive: true });
    return () => element?.removeEventListener('scroll', keep, { capture: true });
  }, [table, key, ready]);
}
