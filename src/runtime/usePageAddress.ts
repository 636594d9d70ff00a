import { useCallback, useLayoutEffect, useRef } from 'react';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';

/**
 * Parameters of the page's address, and what changes them. A change that comes late (a text that rested, an answer) does
 * nothing once the person has gone on to a page that is still being drawn: it would bring back the one that he left.
 */
export function usePageAddress(): readonly [URLSearchParams, SetURLSearchParams] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const drawn = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's own path is the one of the drawn page just then.
  useLayoutEffect(() => {
    drawn.current = window.location.pathname;
  }, [pathname]);
  const change = useCallback<SetURLSearchParams>(
    (next, options) => {
      if (window.location.pathname === drawn.current) setSearch(next, options);
    },
    [setSearch],
  );
  return [search, change];
}
