import { countText } from '../../core/amount/number-text.ts';
import { runtimeText } from '../text.ts';
import { listText } from './text.ts';
import type { ListController } from './useListController.ts';

/** How many records a list holds, and that paging is slow where its order is: stands beside or above the pages. */
export function totalText(list: Pick<ListController, 'total' | 'totalCapped' | 'slowOrder'>): string {
  return [
    runtimeText(list.totalCapped ? 'list.totalCapped' : 'list.total', { total: countText(list.total) }),
    ...(list.slowOrder ? [runtimeText('list.slowOrder')] : []),
  ].join(' · ');
}

/** How many records match what narrows a list; stands behind the chips that say what that is. */
export function matchText(list: Pick<ListController, 'total' | 'totalCapped'>): string {
  return listText(list.totalCapped ? 'total.matchCapped' : 'total.match', { total: countText(list.total) });
}
