import { countText } from '../../core/amount/number-text.ts';
import { runtimeText } from '../text.ts';
import type { ListController } from './useListController.ts';

/** How many records a list holds, and that paging is slow where its order is: stands beside or above the pages. */
export function totalText(list: Pick<ListController, 'total' | 'totalCapped' | 'slowOrder'>): string {
  return [
    runtimeText(list.totalCapped ? 'list.totalCapped' : 'list.total', { total: countText(list.total) }),
    ...(list.slowOrder ? [runtimeText('list.slowOrder')] : []),
  ].join(' · ');
}
