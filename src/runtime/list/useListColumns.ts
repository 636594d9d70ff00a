import { useMemo } from 'react';
import { choose, columnsChoice, useChoice } from '../../api/choices.ts';
import type { ColumnPlan } from '../../compile/columns/compile-columns.ts';
import { type ListColumnChoice, parseColumnChoices } from '../../core/wire/list-view.ts';
import { usePageAddress } from '../usePageAddress.ts';
import { type ArrangedColumn, arrangeColumns, keptColumns, parseColumns } from './list-columns.ts';

/** Parameter of a deep link that brings its columns. */
export const COLUMNS_PARAMETER = '_cols';

export interface ListColumns {
  /** All columns in order, those that are not shown too. */
  readonly arranged: readonly ArrangedColumn[];
  readonly shown: readonly ColumnPlan[];
  /** What has to be kept so that they come again; empty for the page's own. */
  readonly choices: readonly ListColumnChoice[];
  readonly arrange: (columns: readonly ArrangedColumn[]) => void;
  /** Takes a view's columns; none gives the page's own. */
  readonly restore: (choices: readonly ListColumnChoice[]) => void;
}

function columnsOf(choice: string): readonly ListColumnChoice[] {
  try {
    return parseColumnChoices(JSON.parse(choice)) ?? [];
  } catch {
    return [];
  }
}

/** A page's columns as this person arranged them, or as a link says for as long as it is open. */
export function useListColumns(page: string, plans: readonly ColumnPlan[]): ListColumns {
  const [search, setSearch] = usePageAddress();
  const linked = search.get(COLUMNS_PARAMETER);
  const name = columnsChoice(page);
  const kept = useChoice(name);
  const choices = useMemo(() => parseColumns(linked) ?? columnsOf(kept), [linked, kept]);
  const arranged = useMemo(() => arrangeColumns(plans, choices), [plans, choices]);
  const restore = (next: readonly ListColumnChoice[]): void => {
    choose(name, next.length === 0 ? '' : JSON.stringify(next));
    if (linked === null) return;
    setSearch(
      (now) => {
        const without = new URLSearchParams(now);
        without.delete(COLUMNS_PARAMETER);
        return without;
      },
      { replace: true },
    );
  };
  return {
    arranged,
    shown: useMemo(() => arranged.filter(({ shown }) => shown).map(({ plan }) => plan), [arranged]),
    choices,
    arrange: (columns) => restore(keptColumns(columns, plans)),
    restore,
  };
}
