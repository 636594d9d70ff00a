import { useMemo } from 'react';
import { useAccess } from '../../api/access.ts';
import { menuLeaves } from '../../api/menu-tree.ts';
import { compileFilters } from '../../compile/columns/compile-filters.ts';
import { listsRecords } from '../../core/model/page-kind.ts';
import { formatFigure } from '../../core/wire/statistics.ts';
import { DEFAULT_SIZE, formatListState, type ListState } from '../list/list-address.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { FigureLinks } from './figures.ts';

type Narrowing = Pick<ListState, 'filters' | 'matches' | 'keyword'>;

/**
 * Addresses of the lists behind the figures of a page: on a list page that list, else the entity's list for figures,
 * else its first list that the person may open. A list that cannot filter as the figures were filtered shows none.
 */
export function useFigureLinks(page: EntityPageModel, narrowing: Narrowing): FigureLinks {
  const menu = useAccess((state) => state.menu);
  return useMemo(() => {
    const paths = new Map(menuLeaves(menu).map((leaf) => [leaf.code, leaf.path]));
    const target = listPages(page).find((code) => paths.has(code) && canFilter(page, code, narrowing));
    const path = paths.get(target ?? '');
    return (block, column, row, within) => {
      if (target === undefined || path === undefined || !column.counts) return undefined;
      const keys = within === undefined ? { key: row?.key } : { key: within.key, below: row?.key };
      const figure = formatFigure({ page: page.page.code, block: block.key, measure: column.key, ...keys });
      const state: ListState = {
        ...narrowing,
        figure,
        sort: undefined,
        group: undefined,
        current: 1,
        size: DEFAULT_SIZE,
      };
      return `${path}?${formatListState(state, plansOf(page, target), new URLSearchParams())}`;
    };
  }, [page, menu, narrowing]);
}

/** Codes of pages that may show the rows, the likeliest first. */
function listPages({ page, model }: EntityPageModel): readonly string[] {
  const wanted = model.source.statistics?.list;
  const all = Object.values(model.pages).filter(({ kind, hidden }) => listsRecords(kind) && !hidden);
  return [
    ...(listsRecords(page.kind) ? [page.code] : []),
    ...(wanted === undefined ? [] : [wanted]),
    ...all.map(codeOf),
  ];
}

const codeOf = ({ code }: { readonly code: string }): string => code;

function plansOf({ model }: EntityPageModel, code: string) {
  const found = model.pages[code];
  return found === undefined ? [] : compileFilters(model, found);
}

function canFilter(page: EntityPageModel, code: string, { filters, matches }: Narrowing): boolean {
  const known = new Set(plansOf(page, code).map(({ key }) => key));
  const asked = [...Object.entries(filters), ...Object.entries(matches)].filter(([, value]) => value !== undefined);
  return asked.every(([key]) => known.has(key));
}
