import { useLayoutEffect, useSyncExternalStore } from 'react';
import { CHOICE, choose, useChoice } from '../../api/choices.ts';
import { useLook } from '../../ui/look/look.ts';
import { tokens } from '../../ui/theme/tokens.ts';
import { wholeRows } from './table-room.ts';

/** How high the bodies of tables are: at most 500 px, or as high as the window leaves room for. */
export type TableHeight = 'usual' | 'window';

interface TableRoom {
  readonly height: TableHeight;
  readonly choose: (height: TableHeight) => void;
  /** Pixels of a row. */
  readonly row: number;
  /** Rows that fit whole: the page size where the address names none. */
  readonly rows: number;
}

/** Pixels of a window that all but the rows take, by page; measured once the page stands. */
const taken = new Map<string, number>();
/** What most pages take: header, title, filters, head of the table, pages, edges. */
const USUALLY_TAKEN = 356;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('resize', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('resize', listener);
  };
}

const chooseHeight = (height: TableHeight): void => choose(CHOICE.tableHeight, height === 'usual' ? '' : height);

/** How many rows the table of a page shows without a bar of its own, and the choice of its height. */
export function useTableRoom(page: string): TableRoom {
  const height: TableHeight = useChoice(CHOICE.tableHeight) === 'window' ? 'window' : 'usual';
  const row = useLook(({ density }) => tokens.rowHeight[density]);
  const rows = useSyncExternalStore(subscribe, () =>
    wholeRows(
      height === 'window' ? window.innerHeight - (taken.get(page) ?? USUALLY_TAKEN) : tokens.tableBodyHeight,
      row,
    ),
  );
  return { height, row, rows, choose: chooseHeight };
}

/** Measures what a page takes beside its rows. What opens for a while (chips, charts) takes none from them. */
export function useTakenRoom(page: string, ready: boolean, table: () => HTMLElement | undefined): void {
  useLayoutEffect(() => {
    const element = ready ? table() : undefined;
    const head = element?.querySelector('.ant-table-thead');
    const rows = element?.querySelector('tbody.ant-table-tbody');
    const frame = element?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content');
    const around = element?.closest('section');
    if (head == null || rows == null || frame == null || around == null) return;
    const above = head.getBoundingClientRect().bottom + window.scrollY;
    // Rows that are scrolled reach below what is seen of them.
    const edge = frame.getBoundingClientRect().bottom - (frame.offsetHeight - frame.clientHeight);
    const seen = Math.min(rows.getBoundingClientRect().bottom, edge);
    const below = around.getBoundingClientRect().bottom - seen + tokens.pagePadding;
    const found = Math.ceil(above + below);
    if (found >= (taken.get(page) ?? Number.POSITIVE_INFINITY)) return;
    taken.set(page, found);
    for (const listener of listeners) listener();
  }, [page, ready, table]);
}
