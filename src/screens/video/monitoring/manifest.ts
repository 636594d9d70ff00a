import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'video-monitoring',
  codes: ['videoMonitoring'],
  load: () => import('./VideoWallPage.tsx').then((module) => module.VideoWallPage),
});
