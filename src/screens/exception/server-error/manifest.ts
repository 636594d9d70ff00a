import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'exception-500',
  codes: ['500'],
  load: () => import('./ServerErrorPage.tsx').then((module) => module.ServerErrorPage),
});
