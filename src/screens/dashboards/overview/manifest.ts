import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'overview',
  codes: ['overview'],
  load: () => import('./OverviewPage.tsx').then((module) => module.OverviewPage),
});
