import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'publicReport',
  codes: ['publicReport'],
  load: () => import('./PublicReportPage.tsx').then((module) => module.PublicReportPage),
});
