import { useCallback, useMemo, useRef } from 'react';
import type { FilterChoice } from '../../compile/columns/compile-filters.ts';
import type { FilterMatch } from '../../core/wire/contract.ts';
import { useEntityPage } from '../EntityContext.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { DEFAULT_SIZE, formatListState, isNarrowed, type ListState, parseListState } from './list-address.ts';

/** What a list shows, as it stands in the address, and what changes it. */
export interface ListAddress {
  readonly state: ListState;
  /** Whether a filter or the quick search narrows the list. */
  readonly narrowed: boolean;
  /** Sets what a filter lets in; how it is meant stays, unless that is given too. */
  readonly setFilter: (key: string, choice: FilterChoice | undefined, match?: FilterMatch) => void;
  readonly setMatch: (key: string, match: FilterMatch | undefined) => void;
  readonly setGroup: (group: string | undefined) => void;
  readonly setKeyword: (keyword: string) => void;
  /** Sets the order, or makes it of the one before, which may not be drawn yet. */
  readonly setSort: (sort: string | undefined | ((before: string | undefined) => string | undefined)) => void;
  readonly setPage: (current: number, size: number) => void;
  /** Shows the rows behind a figure. */
  readonly showFigure: (figure: string) => void;
  /** Takes the figure whose rows are shown away. */
  readonly clearFigure: () => void;
  readonly clear: () => void;
}

/** The address of a list, so that a reload or a link keeps the place; `usualSize` is the page size that it leaves out. */
export function useListAddress(usualSize = DEFAULT_SIZE): ListAddress {
  const { page } = useEntityPage();
  const [search, setSearch] = usePageAddress();
  const state = useMemo(() => parseListState(search, page.filters, usualSize), [search, page.filters, usualSize]);
  const latest = useRef({ state, search });
  latest.current = { state, search };
  const change = useCallback(
    (next: Partial<ListState>) => {
      const merged = { ...latest.current.state, current: 1, ...next };
      // What follows in the same moment builds on it.
      latest.current = { ...latest.current, state: merged };
      setSearch(formatListState(merged, page.filters, latest.current.search, usualSize), { replace: true });
    },
    [setSearch, page.filters, usualSize],
  );
  return {
    state,
    narrowed: isNarrowed(state),
    setFilter: useCallback(
      (filter, choice, ...match) => {
        const { filters, matches } = latest.current.state;
        change({
          filters: { ...filters, [filter]: choice },
          ...(match.length === 0 ? {} : { matches: { ...matches, [filter]: match[0] } }),
        });
      },
      [change],
    ),
    setMatch: useCallback(
      (filter, match) => {
        const { filters, matches } = latest.current.state;
        const kept = match === 'empty' || match === 'filled' ? undefined : filters[filter];
        change({ filters: { ...filters, [filter]: kept }, matches: { ...matches, [filter]: match } });
      },
      [change],
    ),
    setGroup: useCallback((group) => change({ group, current: latest.current.state.current }), [change]),
    setKeyword: useCallback((keyword) => change({ keyword }), [change]),
    setSort: useCallback(
      (sort) => change({ sort: typeof sort === 'function' ? sort(latest.current.state.sort) : sort }),
      [change],
    ),
    setPage: useCallback((current, size) => change({ current, size }), [change]),
    showFigure: useCallback((figure: string) => change({ figure }), [change]),
    clearFigure: useCallback(() => change({ figure: undefined }), [change]),
    clear: useCallback(() => change({ keyword: '', filters: {}, matches: {}, figure: undefined }), [change]),
  };
}
