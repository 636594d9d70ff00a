import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'product-indicators-fullscreen',
  codes: ['productIndicatorsFullscreen'],
  load: () => import('./FullscreenPage.tsx').then((module) => module.FullscreenPage),
});
