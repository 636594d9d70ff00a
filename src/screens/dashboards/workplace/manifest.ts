import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'workplace',
  codes: ['workplace'],
  load: () => import('./WorkplacePage.tsx').then((module) => module.WorkplacePage),
});
