import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'workflow-inbox',
  codes: ['workflowInbox'],
  load: () => import('./InboxPage.tsx').then((module) => module.InboxPage),
});
