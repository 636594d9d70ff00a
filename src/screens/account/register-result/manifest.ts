import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'register-result',
  codes: ['registerResult'],
  load: () => import('./RegisterResultPage.tsx').then((module) => module.RegisterResultPage),
});
