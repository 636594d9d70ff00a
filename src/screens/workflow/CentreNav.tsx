import { NavLink } from 'react-router-dom';
import { useWorkflowCounts } from './counts.ts';
import { workflowText } from './texts.ts';
import './workflow.css';

const LISTS = ['todo', 'done', 'sent', 'copied', 'inbox'] as const;

/** The lists of the workflow centre, with what waits in each. */
export function CentreNav() {
  const tasks = useWorkflowCounts((state) => state.tasks);
  const notices = useWorkflowCounts((state) => state.notices);
  const counts = { todo: tasks?.todo, done: undefined, sent: undefined, copied: tasks?.unread, inbox: notices };
  return (
    <nav className="anlan-centre" aria-label={workflowText('centre.label')}>
      {LISTS.map((list) => {
        const count = counts[list] ?? 0;
        return (
          <NavLink key={list} to={`/workflow/${list}`}>
            {workflowText(`list.${list}`)}
            {count > 0 && <span className="anlan-centre-count">{count > 99 ? '99+' : count}</span>}
          </NavLink>
        );
      })}
    </nav>
  );
}
