import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'forgottenPassword',
  codes: ['forgottenPassword'],
  load: () => import('./ForgottenPage.tsx').then((module) => module.ForgottenPage),
});
