import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../src/api/session.ts';
import type { DesignStep } from '../../src/core/overlay/design-log.ts';
import type { DesignTaken } from '../../src/core/wire/design.ts';
import { useLasting } from '../../src/ui/useLasting.ts';
import type { KnownDraft } from './design-calls.ts';
import { type OwnStep, type QueueState, type StepQueue, stepQueue } from './step-queue.ts';

const useQueue = (): StepQueue => {
  const userId = useSession((state) => state.userInfo?.userId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is that of whoever is signed in.
  return useMemo(() => stepQueue(), [userId]);
};

/** Steps of the person that are on their way to the draft, those that an earlier page has left among them. */
export function useSteps(
  onTaken: (taken: DesignTaken) => void,
  onRefused: (message: string) => void,
): { readonly waiting: readonly OwnStep[]; readonly send: (known: KnownDraft, step: DesignStep) => void } {
  const queue = useQueue();
  const [waiting, setWaiting] = useState(queue.state().waiting);
  const taken = useLasting(onTaken);
  const refused = useLasting(onRefused);
  useEffect(() => {
    const end = queue.on((event) => {
      if (event?.event === 'taken') taken(event.taken);
      if (event?.event === 'kept' && event.kept.item.refused !== undefined) refused(event.kept.item.refused.message);
      setWaiting(queue.state().waiting);
    });
    queue.resume();
    return end;
  }, [queue, taken, refused]);
  return { waiting, send: useLasting((known, step) => queue.add({ known, step })) };
}

/** How the person's steps stand, and what can be done with those that were not taken. */
export function useStepState(): QueueState & Pick<StepQueue, 'again' | 'forget'> {
  const queue = useQueue();
  const [state, setState] = useState(queue.state);
  useEffect(() => {
    setState(queue.state());
    return queue.on(() => setState(queue.state()));
  }, [queue]);
  return useMemo(() => ({ ...state, again: queue.again, forget: queue.forget }), [state, queue]);
}
