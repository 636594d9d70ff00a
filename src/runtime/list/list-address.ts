import type { FilterChoice, FilterPlan } from '../../compile/columns/compile-filters.ts';
import type { FilterMatch } from '../../core/wire/contract.ts';

/** What a list shows; all of it stands in the address. */
export interface ListState {
  readonly keyword: string;
  readonly filters: Readonly<Record<string, FilterChoice | undefined>>;
  /** Filters that are not meant as usual. */
  readonly matches: Readonly<Record<string, FilterMatch | undefined>>;
  /** Field keys, comma separated, with `-` for descending; undefined for the page's own order. */
  readonly sort: string | undefined;
  /** Field whose values are counted, a date with its part: `status`, `issueDate:month`; undefined for none. */
  readonly group: string | undefined;
  /** Figure of the statistics whose rows are shown, as `formatFigure` writes it; undefined for none. */
  readonly figure?: string | undefined;
  /** First page is 1. */
  readonly current: number;
  readonly size: number;
}

/** Rows of a page where neither the address nor the room for them says. */
export const DEFAULT_SIZE = 20;
const PAGE_SIZES = [20, 50, 100];

/** Sizes to choose from: what fits whole, and more. */
export function pageSizes(fitting: number): readonly number[] {
  return [...new Set([fitting, ...PAGE_SIZES])].sort((left, right) => left - right);
}

// Field keys begin with a letter, so these can never be one.
const NAMES = {
  keyword: '_q',
  sort: '_sort',
  current: '_page',
  size: '_size',
  match: '_match',
  group: '_group',
  figure: '_figure',
} as const;

function wholeNumber(text: string | null, otherwise: number, most: number): number {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise;
}

/** Reads a list's state from the address; what it does not understand counts as not said. */
export function parseListState(
  search: URLSearchParams,
  plans: readonly FilterPlan[],
  usualSize = DEFAULT_SIZE,
): ListState {
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
    matches: parseMatches(search.get(NAMES.match) ?? '', plans),
    group: search.get(NAMES.group) || undefined,
    figure: search.get(NAMES.figure) || undefined,
    sort: search.get(NAMES.sort) || undefined,
    current: wholeNumber(search.get(NAMES.current), 1, 1_000_000),
    size: wholeNumber(search.get(NAMES.size), usualSize, 200),
  };
}

function parseMatches(text: string, plans: readonly FilterPlan[]): Record<string, FilterMatch> {
  const matches: Record<string, FilterMatch> = {};
  for (const entry of text.split(',')) {
    const [key = '', how = ''] = entry.split(':');
    const match = plans.find((plan) => plan.key === key)?.matches.find((one) => one === how);
    if (match !== undefined) matches[key] = match;
  }
  return matches;
}

/** The address of a state: other parameters stay, defaults are left out. */
export function formatListState(
  state: ListState,
  plans: readonly FilterPlan[],
  search: URLSearchParams,
  usualSize = DEFAULT_SIZE,
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
  put(NAMES.group, state.group ?? '');
  put(NAMES.figure, state.figure ?? '');
  const matches = plans.flatMap(({ key }) =>
    state.matches[key] === undefined ? [] : [`${key}:${state.matches[key]}`],
  );
  put(NAMES.match, matches.join(','));
  put(NAMES.current, state.current === 1 ? '' : String(state.current));
  put(NAMES.size, state.size === usualSize ? '' : String(state.size));
  return next;
}

/** Whether anything narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return (
    state.keyword !== '' ||
    state.figure !== undefined ||
    Object.values(state.filters).some((choice) => choice !== undefined) ||
    Object.values(state.matches).some((match) => match !== undefined && match !== 'not')
  );
}

/** Sorting by several fields, the first deciding. */
interface SortTerm {
  readonly key: string;
  readonly descending: boolean;
}

/** Reads `status,-createTime`. */
export function parseSort(text: string | undefined): readonly SortTerm[] {
  return (text ?? '')
    .split(',')
    .filter((term) => term.replace(/^-/, '') !== '')
    .map((term) => ({ key: term.replace(/^-/, ''), descending: term.startsWith('-') }));
}

/** Undefined for no term. */
export function formatSort(terms: readonly SortTerm[]): string | undefined {
  return terms.length === 0
    ? undefined
    : terms.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',');
}

/** Parameters of the address that a view restores; the place in it is none. */
const OF_VIEW: readonly string[] = [NAMES.keyword, NAMES.sort, NAMES.size, NAMES.match, NAMES.group, NAMES.figure];

/** What a view keeps of an address: filters, search, order and groups. */
export function viewQuery(search: URLSearchParams, plans: readonly FilterPlan[]): string {
  const kept = new URLSearchParams();
  for (const name of [...plans.map(({ key }) => key), ...OF_VIEW]) {
    const value = search.get(name);
    if (value !== null && value !== '') kept.set(name, value);
  }
  return kept.toString();
}

/** The address with a view's filters, search, order and groups in place of its own, at the first page. */
export function withView(search: URLSearchParams, query: string, plans: readonly FilterPlan[]): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of [...plans.map(({ key }) => key), ...OF_VIEW, NAMES.current]) next.delete(name);
  for (const [name, value] of new URLSearchParams(query)) next.set(name, value);
  return next;
}

/** Fields that a view's query names and this page does not filter by (any more). */
export function unknownFilters(query: string, plans: readonly FilterPlan[]): readonly string[] {
  const known = new Set([...plans.map(({ key }) => key), ...OF_VIEW]);
  return [...new URLSearchParams(query).keys()].filter((name) => !known.has(name));
}
