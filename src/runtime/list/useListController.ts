import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/faults.ts';
import { filterQuery } from '../../compile/columns/compile-filters.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { callOperation, fetchRecords, operationOf } from '../calls/entity-calls.ts';
import { useEntityPage, useShownView } from '../EntityContext.ts';
import { hasApprovalMode, useAwaiting } from '../flow/AwaitingProvider.tsx';
import type { EntityPageModel } from '../model/page-model.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { DEFAULT_SIZE, type ListState } from './list-address.ts';
import { type ListAddress, useListAddress } from './useListAddress.ts';
import { useTableRoom } from './useTableRoom.ts';

/** A record of a list; in a tree with those below it. */
export type ListRecord = WireRecord & { readonly children?: readonly ListRecord[] };

export interface ListController extends ListAddress {
  /** Undefined until the first answer. */
  readonly records: readonly ListRecord[] | undefined;
  readonly total: number;
  readonly totalCapped: boolean;
  /** Whether so many rows are sorted anew for each page that people wait for it. */
  readonly slowOrder: boolean;
  readonly loading: boolean;
  /** What went wrong; the records read before stay. */
  readonly error: string | undefined;
  /** Whether the person may not read the list. */
  readonly forbidden: boolean;
  /** Whether records stand in their tree: on a page of that kind while nothing narrows it. */
  readonly tree: boolean;
  readonly refresh: () => void;
  /** Grows with each refresh. */
  readonly attempt: number;
  readonly selection: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  /** Whether only what waits for the person's decision is shown; undefined where the page has no such variant. */
  readonly approval: boolean | undefined;
  readonly setApproval: (only: boolean) => void;
}

interface Answer {
  readonly records: readonly ListRecord[] | undefined;
  readonly total: number;
  readonly totalCapped: boolean;
  readonly slowOrder: boolean;
  readonly error: string | undefined;
  readonly forbidden: boolean;
  /** What it answers; undefined before the first. */
  readonly key: string | undefined;
}

const NOTHING: Answer = {
  records: undefined,
  total: 0,
  totalCapped: false,
  slowOrder: false,
  error: undefined,
  forbidden: false,
  key: undefined,
};

/** How a list differs from the usual one. */
interface ListOptions {
  /** Changes the query before it is sent; the same function at each call. Default as it is. */
  readonly adapt?: (query: Readonly<Record<string, string | number>>) => Readonly<Record<string, string | number>>;
}

/** State of a list without its view: what it shows stands in the address, so that a reload or a link keeps the place. */
export function useListController({ adapt }: ListOptions = {}): ListController {
  const { page, changes } = useEntityPage();
  const { view } = useShownView();
  const [search, setSearch] = usePageAddress();
  const { rows } = useTableRoom(page.page.code);
  // Cards of a phone are scrolled with the page; a table has as many rows as it shows whole.
  const usualSize = useIsPhone() ? DEFAULT_SIZE : rows;
  const address = useListAddress(usualSize);
  const { state, narrowed, setPage } = address;
  useSamePlace(address, usualSize);
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const [selection, select] = useState<readonly string[]>([]);

  const tree = view.kind.records === 'nested' && !narrowed && operationOf(page.model, 'tree') !== undefined;
  const { tasks } = useAwaiting();
  const approval = hasApprovalMode(page) ? search.get('mode') === 'approval' : undefined;
  const awaited = approval === true ? (tasks === undefined ? undefined : [...tasks.keys()].join(',')) : '';
  const asked: Readonly<Record<string, string | number>> = tree
    ? { page: page.page.code }
    : { ...pageQuery(page, state), ...(approval === true ? { ids: awaited ?? '' } : {}) };
  const query = JSON.stringify(adapt === undefined ? asked : adapt(asked));
  const key = `${page.metadata.revision} ${tree} ${query} ${changes} ${attempt}`;

  useEffect(() => {
    // What waits for the person is not known yet, or nothing does.
    if (approval === true && awaited === undefined) return;
    if (approval === true && awaited === '') {
      setAnswer({ ...NOTHING, records: [], key });
      return;
    }
    const control = new AbortController();
    const options = { signal: control.signal, quiet: true } as const;
    const read = tree ? readTree(page, options) : fetchRecords(page.model, JSON.parse(query), options);
    read.then(
      (found) => {
        if (control.signal.aborted) return;
        const { totalCapped = false, slowOrder = false } = found;
        // Rows take long to draw; what is typed or pressed meanwhile goes first.
        startTransition(() =>
          setAnswer({ ...NOTHING, records: found.records, total: found.total, totalCapped, slowOrder, key }),
        );
        // Rows that left the page are no longer selected.
        const ids = new Set(flatten(found.records).map((record) => record.id));
        select((before) => (before.every((id) => ids.has(id)) ? before : before.filter((id) => ids.has(id))));
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const forbidden = error instanceof ApiError && error.status === 403;
        const message = error instanceof Error ? error.message : String(error);
        setAnswer((before) => ({ ...before, error: message, forbidden, key }));
      },
    );
    return () => control.abort();
  }, [page, tree, query, key, approval, awaited]);

  // A page behind the last one (rows were deleted) is left for the last one that has rows.
  const behind = answer.key === key && answer.records?.length === 0 && state.current > 1 && !answer.totalCapped;
  useEffect(() => {
    if (behind) setPage(Math.max(1, Math.ceil(answer.total / state.size)), state.size);
  }, [behind, setPage, answer.total, state.size]);

  return {
    ...address,
    records: answer.records,
    total: answer.total,
    totalCapped: answer.totalCapped,
    slowOrder: answer.slowOrder,
    loading: answer.key !== key,
    error: answer.key === key ? answer.error : undefined,
    forbidden: answer.forbidden,
    tree,
    attempt,
    refresh: useCallback(() => setAttempt((count) => count + 1), []),
    selection,
    select,
    approval,
    setApproval: useCallback(
      (only) =>
        setSearch(
          (before) => {
            const next = new URLSearchParams(before);
            next.delete('current');
            if (only) next.set('mode', 'approval');
            else next.delete('mode');
            return next;
          },
          { replace: true },
        ),
      [setSearch],
    ),
  };
}

/** Where another number of rows fits, what stood first stays on the page that is shown. */
function useSamePlace({ state, setPage }: ListAddress, usualSize: number): void {
  const before = useRef(usualSize);
  useEffect(() => {
    const was = before.current;
    before.current = usualSize;
    if (was === usualSize || state.size !== usualSize || state.current === 1) return;
    setPage(Math.floor(((state.current - 1) * was) / usualSize) + 1, usualSize);
  }, [usualSize, state.size, state.current, setPage]);
}

/** Query of the page call for a state. */
export function pageQuery(page: EntityPageModel, state: ListState): Record<string, string | number> {
  return {
    ...filterQuery(page.filters, state.filters, state.matches),
    page: page.page.code,
    current: state.current,
    size: state.size,
    ...(state.sort === undefined ? {} : { orderBy: state.sort }),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(state.figure === undefined ? {} : { figure: state.figure }),
  };
}

async function readTree(
  page: EntityPageModel,
  options: { readonly signal: AbortSignal; readonly quiet: true },
): Promise<{ records: readonly ListRecord[]; total: number; totalCapped?: boolean; slowOrder?: boolean }> {
  const operation = operationOf(page.model, 'tree');
  if (operation === undefined) return fetchRecords(page.model, { page: page.page.code }, options);
  const found = await callOperation(page.model, operation, { page: page.page.code }, options);
  const records = found.map(withoutEmptyChildren);
  return { records, total: flatten(records).length };
}

// A table draws an arrow before every row that has a list below it, even an empty one.
function withoutEmptyChildren(record: ListRecord): ListRecord {
  const { children, ...own } = record;
  if (children === undefined || children.length === 0) return own as ListRecord;
  return { ...own, children: children.map(withoutEmptyChildren) } as ListRecord;
}

/** Records with all below them, in order. */
export function flatten(records: readonly ListRecord[]): readonly ListRecord[] {
  return records.flatMap((record) => [record, ...flatten(record.children ?? [])]);
}
