import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'workflow-task',
  codes: ['workflowTask', 'workflowRequest'],
  nested: true,
  load: () => import('./TaskPage.tsx').then((module) => module.TaskPage),
});
