import { useEffect } from 'react';
import { create } from 'zustand';
import { CHOICE, choiceOf } from '../../api/choices.ts';
import { request } from '../../api/client.ts';
import { subscribeEvents } from '../../api/events.ts';
import { session } from '../../api/session.ts';
import type { TaskCounts } from '../../core/wire/approval.ts';
import { fetchTaskCounts } from '../../runtime/flow/flow-calls.ts';
import { chime } from '../../ui/chime.ts';

/** Milliseconds after which the counts are asked for even where no event came. */
const POLL = 60_000;
/** Milliseconds in which events are gathered before the counts are asked for. */
const GATHER = 200;

/** What waits for the person; undefined until it is known. */
interface WorkflowCounts {
  readonly tasks: TaskCounts | undefined;
  /** Unread notices. */
  readonly notices: number | undefined;
  /** Grows with each change of the person's tasks; lists read again. */
  readonly taskChanges: number;
  /** Grows with each change of his inbox. */
  readonly noticeChanges: number;
}

const NOTHING: WorkflowCounts = { tasks: undefined, notices: undefined, taskChanges: 0, noticeChanges: 0 };

/** Counts of the header and of the workflow centre. */
export const useWorkflowCounts = create<WorkflowCounts>()(() => NOTHING);

/** Asks for the counts again; a failure leaves those that are shown. */
export async function refreshCounts(): Promise<void> {
  const { token } = session();
  if (token === '') return;
  const [tasks, notices] = await Promise.all([
    fetchTaskCounts().catch(() => undefined),
    request({ service: 'system', path: 'notice/unread-count', quiet: true }).catch(() => undefined),
  ]);
  // Another person may have signed in meanwhile.
  if (session().token === '') return;
  const { notices: known } = useWorkflowCounts.getState();
  const isNew = known !== undefined && notices !== undefined && notices > known;
  if (isNew && choiceOf(CHOICE.sound) === 'on') void chime();
  useWorkflowCounts.setState((before) => ({
    tasks: tasks ?? before.tasks,
    notices: notices ?? before.notices,
  }));
}

/** Keeps the counts current while it is mounted: at once by events, every minute without them. */
export function useCountsService(account: string): void {
  useEffect(() => {
    if (account === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void refreshCounts(), GATHER);
    };
    const end = subscribeEvents(({ topic }) => {
      if (topic !== 'tasks' && topic !== 'notices' && topic !== 'open') return;
      useWorkflowCounts.setState((before) => ({
        taskChanges: before.taskChanges + (topic === 'notices' ? 0 : 1),
        noticeChanges: before.noticeChanges + (topic === 'tasks' ? 0 : 1),
      }));
      plan();
    });
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible') plan();
    }, POLL);
    plan();
    return () => {
      end();
      clearTimeout(timer);
      clearInterval(poll);
      useWorkflowCounts.setState(NOTHING);
    };
  }, [account]);
}
