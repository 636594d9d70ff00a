import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { matrixKindText } from './text.ts';

export const view: PageView = {
  title: () => matrixKindText('title'),
  Page: lazyPart(() => import('./MatrixPage.tsx').then((module) => module.MatrixPage)),
};
