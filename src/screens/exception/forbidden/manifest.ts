import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'exception-403',
  codes: ['403'],
  load: () => import('./ForbiddenPage.tsx').then((module) => module.ForbiddenPage),
});
