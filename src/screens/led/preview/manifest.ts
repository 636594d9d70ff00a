import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'led-preview',
  codes: ['ledPreview'],
  load: () => import('./LedPreviewPage.tsx').then((module) => module.LedPreviewPage),
  beside: {
    entity: 'ledProgram',
    load: () => import('../edit/EditedProgram.tsx').then((module) => module.EditedProgram),
  },
});
