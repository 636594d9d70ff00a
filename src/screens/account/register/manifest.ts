import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'register',
  codes: ['register'],
  load: () => import('./RegisterPage.tsx').then((module) => module.RegisterPage),
});
