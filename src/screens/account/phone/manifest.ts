import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'phoneLogin',
  codes: ['phoneLogin'],
  load: () => import('./PhoneLoginPage.tsx').then((module) => module.PhoneLoginPage),
});
