import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { timelineKindText } from './text.ts';

export const view: PageView = {
  title: () => timelineKindText('title'),
  Page: lazyPart(() => import('./TimelinePage.tsx').then((module) => module.TimelinePage)),
};
