import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'take-exam',
  codes: ['TakeExam'],
  nested: true,
  load: () => import('./TakeExamPage.tsx').then((module) => module.TakeExamPage),
});
