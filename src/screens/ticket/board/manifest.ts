import { defineScreen } from '../../define-screen.ts';

export const manifest = defineScreen({
  name: 'ticket-board',
  codes: ['taskManage'],
  nested: true,
  load: () => import('./TicketBoardPage.tsx').then((module) => module.TicketBoardPage),
});
