import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'login',
  codes: ['login', 'loginAll'],
  load: () => import('./LoginPage.tsx').then((module) => module.LoginPage),
});
