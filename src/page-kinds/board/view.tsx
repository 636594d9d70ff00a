import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { boardKindText } from './text.ts';

export const view: PageView = {
  title: () => boardKindText('title'),
  Page: lazyPart(() => import('./BoardPage.tsx').then((module) => module.BoardPage)),
};
