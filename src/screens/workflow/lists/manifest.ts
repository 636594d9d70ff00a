import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'workflow-lists',
  codes: ['workflowTodo', 'workflowDone', 'workflowSent', 'workflowCopied'],
  load: () => import('./TaskListPage.tsx').then((module) => module.TaskListPage),
});
