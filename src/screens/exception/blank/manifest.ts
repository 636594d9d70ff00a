import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'blank',
  codes: ['blank'],
  load: () => import('./BlankPage.tsx').then((module) => module.BlankPage),
});
