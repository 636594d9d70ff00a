import { useCallback, useEffect } from 'react';
import { usePageAddress } from '../usePageAddress.ts';

const WALL = '_wall';

/** Whether a page fills the screen, for a control room that looks and does not act. */
export interface Wall {
  readonly on: boolean;
  readonly show: (on: boolean) => void;
}

/**
 * The wall mode of a page, as it stands in the address: F goes there, Esc leaves it.
 * @param offered whether the page has one.
 */
export function useWall(offered: boolean): Wall {
  const [search, setSearch] = usePageAddress();
  const on = offered && search.get(WALL) === '1';
  const show = useCallback(
    (next: boolean) => {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (next) after.set(WALL, '1');
          else after.delete(WALL);
          return after;
        },
        { replace: true },
      );
      // Where the browser refuses, the page still fills its window.
      if (next) document.documentElement.requestFullscreen?.().catch(() => {});
      else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => {});
    },
    [setSearch],
  );
  useEffect(() => {
    if (!offered) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, [contenteditable="true"], [role="dialog"]') !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'f' || event.key === 'F') show(!on);
      else if (event.key === 'Escape' && on) show(false);
    };
    const left = () => {
      if (document.fullscreenElement === null && on) show(false);
    };
    window.addEventListener('keydown', press);
    document.addEventListener('fullscreenchange', left);
    return () => {
      window.removeEventListener('keydown', press);
      document.removeEventListener('fullscreenchange', left);
    };
  }, [offered, on, show]);
  return { on, show };
}
