import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'big-screen',
  codes: ['bigScreen'],
  load: () => import('./BigScreenPage.tsx').then((module) => module.BigScreenPage),
});
