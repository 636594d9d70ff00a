import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'playground',
  codes: ['playground'],
  load: () => import('./PlaygroundPage.tsx').then((module) => module.PlaygroundPage),
});
