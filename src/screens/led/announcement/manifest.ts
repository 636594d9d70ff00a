import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'announcement',
  codes: ['announcement'],
  load: () => import('./AnnouncementPage.tsx').then((module) => module.AnnouncementPage),
});
