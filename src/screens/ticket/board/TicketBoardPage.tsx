import { EntityPage } from '../../../page-kinds/EntityPage.tsx';
import { TicketBoard } from './TicketBoard.tsx';

/** The page of tickets in work: a board in the place of the list; forms, details and actions are the generated ones. */
export function TicketBoardPage() {
  return <EntityPage code="taskManage" list={TicketBoard} />;
}
