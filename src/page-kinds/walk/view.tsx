import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { walkKindText } from './text.ts';

export const view: PageView = {
  title: () => walkKindText('title'),
  Page: lazyPart(() => import('./WalkPage.tsx').then((module) => module.WalkPage)),
};
