import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { cardsKindText } from './text.ts';

export const view: PageView = {
  title: () => cardsKindText('title'),
  Page: lazyPart(() => import('./CardsPage.tsx').then((module) => module.CardsPage)),
};
