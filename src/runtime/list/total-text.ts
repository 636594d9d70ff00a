import { countText } from '../../core/amount/number-text.ts';
import { runtimeText } from '../text.ts';
import { listText } from './text.ts';
import type { ListController } from './useListController.ts';

/** How many records a list holds, or how many of them match what narrows it, and that paging is slow where its order is: stands beside or above the pages. */
export function totalText(
  list: Pick<ListController, 'total' | 'totalCapped' | 'slowOrder'> & Partial<Pick<ListController, 'narrowed'>>,
): string {
  const total = { total: countText(list.total) };
  return [
    list.narrowed === true
      ? listText(list.totalCapped ? 'total.matchCapped' : 'total.match', total)
      : runtimeText(list.totalCapped ? 'list.totalCapped' : 'list.total', total),
    ...(list.slowOrder ? [runtimeText('list.slowOrder')] : []),
  ].join(' · ');
}
