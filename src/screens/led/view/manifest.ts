import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'led-view',
  codes: ['ledView'],
  load: () => import('./LedViewPage.tsx').then((module) => module.LedViewPage),
});
