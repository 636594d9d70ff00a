import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import { reveal } from '../../ui/reveal.ts';
import { useWorkflowCounts } from './counts.ts';
import { workflowText } from './texts.ts';
import './workflow.css';

const LISTS = ['todo', 'done', 'sent', 'copied', 'inbox'] as const;

/** The lists of the workflow centre, with what waits in each. */
export function CentreNav() {
  const tasks = useWorkflowCounts((state) => state.tasks);
  const notices = useWorkflowCounts((state) => state.notices);
  const counts = { todo: tasks?.todo, done: undefined, sent: undefined, copied: tasks?.unread, inbox: notices };
  const nav = useRef<HTMLElement>(null);
  // On a phone not all of them fit; the one that is open is in sight.
  useEffect(() => {
    reveal(nav.current?.querySelector('.active'), nav.current);
  });
  return (
    <nav ref={nav} className="anlan-centre" aria-label={workflowText('centre.label')}>
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
