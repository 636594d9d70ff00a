import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';

export const view: PageView = {
  Page: lazyPart(() => import('../../runtime/statistics/StatisticsPage.tsx').then((module) => module.StatisticsPage)),
};
