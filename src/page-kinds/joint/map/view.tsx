import { lazyPart } from '../../../ui/lazy-part.ts';
import type { JointView } from '../joint-view.ts';

export const view: JointView = {
  Page: lazyPart(() => import('./MapPage.tsx').then((module) => module.MapPage)),
};
