import type { ScreenManifest } from '../../screens/define-screen.ts';

/** The designer, which stands above the screens: it is built from the runtime and loaded when somebody opens it. */
export const designerScreen: ScreenManifest = {
  name: 'designer',
  codes: ['design'],
  load: () => import('../../../designer/DesignerPage.tsx').then((module) => module.DesignerPage),
};
