import { BellOutlined, CheckSquareOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession, workingAs } from '../../api/session.ts';
import { LongJobTool } from '../../runtime/long-jobs/LongJobTool.tsx';
import { useCountsService, useWorkflowCounts } from '../../screens/workflow/counts.ts';
import { workflowText } from '../../screens/workflow/texts.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import styles from './layouts.module.css';

/** Greatest number that is shown. */
const MOST = 99;

/** Tasks are counted up to this number: of so many it is not known how many there are. */
const MOST_COUNTED = 1_000;

/** What waits for the person, with numbers that move by themselves: his tasks and his unread notices. */
export function WorkflowTools() {
  const account = useSession(workingAs);
  useCountsService(account);
  const todo = useWorkflowCounts((state) => state.tasks?.todo ?? 0);
  const notices = useWorkflowCounts((state) => state.notices ?? 0);
  return (
    <>
      <CountLink
        to="/workflow/todo"
        tour="tasks"
        title={workflowText('header.todo')}
        label={workflowText('header.todoCount', { count: todo < MOST_COUNTED ? todo : `${MOST_COUNTED}+` })}
        count={todo}
        icon={<CheckSquareOutlined aria-hidden />}
      />
      <CountLink
        to="/workflow/inbox"
        title={workflowText('header.inbox')}
        label={workflowText('header.inboxCount', { count: notices })}
        count={notices}
        icon={<BellOutlined aria-hidden />}
      />
      <LongJobTool />
    </>
  );
}

interface CountLinkProps {
  readonly to: string;
  /** What the tour calls it. */
  readonly tour?: string;
  readonly title: string;
  readonly label: string;
  readonly count: number;
  readonly icon: ReactNode;
}

function CountLink({ to, tour, title, label, count, icon }: CountLinkProps) {
  const phone = useIsPhone();
  return (
    <Link className={styles.tool} to={to} aria-label={label} data-tour={tour}>
      {/* Drawn by the style sheet: it is in the label, and what people read out to be clicked is the title. */}
      <Badge
        aria-hidden
        count={count > 0 ? <sup className={styles.count} data-count={count > MOST ? `${MOST}+` : count} /> : null}
        offset={[8, -2]}
      >
        {icon}
      </Badge>
      {phone ? null : title}
    </Link>
  );
}
