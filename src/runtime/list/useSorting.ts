import type { TableColumnType } from 'antd';
import type { SorterResult, SortOrder } from 'antd/es/table/interface';
import { type FocusEvent, useMemo, useRef } from 'react';
import { bringHeadIntoSight } from './head-in-sight.ts';
import { formatSort, parseSort } from './list-address.ts';
import type { ListController, ListRecord } from './useListController.ts';

type OwnSort = readonly { readonly field: string; readonly descending: boolean }[];
type Sorter = SorterResult<ListRecord> | SorterResult<ListRecord>[];

/**
 * Sorting by the head of a table: a press sorts by that column, one with Shift adds it to those that sort already. A
 * third press gives back the page's own order; the column that stands for this order only turns between its two.
 */
export function useSorting(list: ListController, own: OwnSort) {
  const { sort } = list.state;
  const { setSort } = list;
  const adding = useRef(false);
  return useMemo(() => {
    const first = own[0];
    const terms = parseSort(sort ?? (first === undefined ? undefined : `${first.descending ? '-' : ''}${first.field}`));
    const orderOf = (key: string): SortOrder => {
      const term = terms.find((one) => one.key === key);
      return term === undefined ? null : term.descending ? 'descend' : 'ascend';
    };
    const remember = (event: { readonly shiftKey: boolean }) => {
      adding.current = event.shiftKey;
    };
    return {
      /** What makes a column one that sorts. */
      column: (key: string, place: number): Partial<TableColumnType<ListRecord>> => ({
        sorter: { multiple: place },
        sortOrder: orderOf(key),
        showSorterTooltip: false,
        onHeaderCell: () => ({ onClickCapture: remember, onKeyDownCapture: remember, onFocus: onHeadFocus }),
        ...(first?.field !== key || terms.length > 1 || orderOf(key) === null
          ? {}
          : {
              sortDirections: first.descending
                ? ['descend' as const, 'ascend' as const, 'descend' as const]
                : ['ascend' as const, 'descend' as const, 'ascend' as const],
            }),
      }),
      /** Takes what the table says after a press on its head. */
      change: (sorter: Sorter): void => {
        const now = new Map(
          [sorter].flat().flatMap(({ columnKey, order }) => (order ? [[String(columnKey), order] as const] : [])),
        );
        const keys = [...new Set([...terms.map(({ key }) => key), ...now.keys()])];
        const pressed = keys.find((key) => (now.get(key) ?? null) !== orderOf(key));
        if (pressed === undefined) return;
        const order = now.get(pressed);
        const term = order === undefined ? [] : [{ key: pressed, descending: order === 'descend' }];
        const isAdding = adding.current;
        setSort((before) => {
          // The page's own order is none that the person chose, so nothing is added to it.
          const others = isAdding ? parseSort(before) : [];
          const at = others.findIndex(({ key }) => key === pressed);
          return formatSort(at < 0 ? [...others, ...term] : others.toSpliced(at, 1, ...term));
        });
      },
    };
  }, [sort, own, setSort]);
}

/** Whoever presses the mouse on a head must not have it pulled away before he lets go: that would be no click. */
const onHeadFocus = ({ currentTarget }: FocusEvent<HTMLElement>): void => {
  if (currentTarget.matches(':focus-visible')) bringHeadIntoSight(currentTarget);
};
