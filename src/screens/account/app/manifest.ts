import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'appDownload',
  codes: ['appDownload'],
  load: () => import('./AppPage.tsx').then((module) => module.AppPage),
});
