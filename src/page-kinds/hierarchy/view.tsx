import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { hierarchyKindText } from './text.ts';

export const view: PageView = {
  title: () => hierarchyKindText('title'),
  Page: lazyPart(() => import('./HierarchyPage.tsx').then((module) => module.HierarchyPage)),
};
