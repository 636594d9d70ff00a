import type { FilterChoice, FilterPlan } from '../../compile/columns/compile-filters.ts';

/** What a list shows; all of it stands in the address. */
export interface ListState {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, FilterChoice | undefined>>;
  /** Field key with `-` for descending; undefined for the page's own order. */
  readonly sort: string | undefined;
  /** First page is 1. */
  readonly current: number;
  readonly size: number;
}

/** Rows of a page where the address does not say. */
export const DEFAULT_SIZE = 20;
export const PAGE_SIZES = [20, 50, 100];

// Field keys begin with a letter, so these can never be one.
const NAMES = { keyword: '_q', sort: '_sort', current: '_page', size: '_size' } as const;

function wholeNumber(text: string | null, otherwise: number, most: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise;
}

/** Reads a list's state from the address; what it does not understand counts as not said. */
export function parseListState(search: URLSearchParams, plans: readonly FilterPlan[]): ListState {
  const filters: Record<string, FilterChoice> = {};
  for (const { key, kind } of plans) {
    const text = search.get(key);
    if (text === null || text === '') continue;
    if (kind === 'contains' || kind === 'equals') filters[key] = text;
    else if (kind === 'any') filters[key] = text.split(',').filter((part) => part !== '');
    else {
      const [from = '', to = ''] = text.split(',');
      if (from !== '' || to !== '') filters[key] = [from, to];
    }
  }
  return {
    keyword: search.get(NAMES.keyword) ?? '',
    filters,
    sort: search.get(NAMES.sort) || undefined,
    current: wholeNumber(search.get(NAMES.current), 1, 1_000_000),
    size: wholeNumber(search.get(NAMES.size), DEFAULT_SIZE, 200),
  };
}

/** The address of a state: other parameters stay, defaults are left out. */
export function formatListState(
  state: ListState,
  plans: readonly FilterPlan[],
  search: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, text: string): void => {
    if (text === '') next.delete(name);
    else next.set(name, text);
  };
  for (const { key } of plans) {
    const choice = state.filters[key];
    put(key, choice === undefined ? '' : typeof choice === 'string' ? choice : choice.join(','));
  }
  put(NAMES.keyword, state.keyword);
  put(NAMES.sort, state.sort ?? '');
  put(NAMES.current, state.current === 1 ? '' : String(state.current));
  put(NAMES.size, state.size === DEFAULT_SIZE ? '' : String(state.size));
  return next;
}

/** Whether anything narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.keyword !== '' || Object.values(state.filters).some((choice) => choice !== undefined);
}
