import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'exception-404',
  codes: ['404'],
  load: () => import('./NotFoundPage.tsx').then((module) => module.NotFoundPage),
});
