import { useCallback, useEffect, useState } from 'react';
import { fetchAttention } from '../../../api/attention.ts';
import { ApiError } from '../../../api/faults.ts';
import { onMetadataChange } from '../../../api/metadata.ts';
import type { TaskEntry } from '../../../core/wire/approval.ts';
import type { AttentionList } from '../../../core/wire/attention.ts';
import { fetchTasks } from '../../../runtime/flow/flow-calls.ts';
import { useWorkflowCounts } from '../../workflow/counts.ts';
import { READ } from './waiting.ts';

/** Milliseconds after which what stands on the page is read again while it is looked at. */
const REREAD = 120_000;

/** What the page after login begins with. */
export interface AttentionState {
  readonly list: AttentionList | undefined;
  readonly tasks: readonly TaskEntry[];
  /** Tasks in all. */
  readonly todo: number;
  /** Why nothing could be read, in words; undefined while it is read or known. */
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** Reads what waits and what is wrong: at once, with each change of the person's tasks, and every two minutes. */
export function useAttention(): AttentionState {
  const [state, setState] = useState<Omit<AttentionState, 'reload'>>({
    list: undefined,
    tasks: [],
    todo: 0,
    problem: undefined,
  });
  const [round, setRound] = useState(0);
  const changes = useWorkflowCounts(({ taskChanges }) => taskChanges);
  const reload = useCallback(() => setRound((last) => last + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round, or a change of his tasks, is what asks again.
  useEffect(() => {
    const abort = new AbortController();
    Promise.all([fetchAttention(abort.signal), fetchTasks('todo', { current: 1, size: READ }, abort.signal)]).then(
      ([list, { records, total }]) => setState({ list, tasks: records, todo: total, problem: undefined }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        // What was read before stays; it is a minute old at most.
        setState((before) => ({ ...before, problem: error instanceof ApiError ? error.msg : String(error) }));
      },
    );
    return () => abort.abort();
  }, [round, changes]);
  useEffect(() => onMetadataChange(reload), [reload]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    const timer = setInterval(look, REREAD);
    return () => clearInterval(timer);
  }, [reload]);

  return { ...state, reload };
}
