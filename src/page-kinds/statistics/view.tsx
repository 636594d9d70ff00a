import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { kindText } from '../text.ts';

export const view: PageView = {
  title: () => kindText('kind.statistics'),
  Page: lazyPart(() => import('../../runtime/statistics/StatisticsPage.tsx').then((module) => module.StatisticsPage)),
};
