import { useEffect } from 'react';
import { create } from 'zustand';
import { request } from '../../api/client.ts';
import { subscribeEvents } from '../../api/events.ts';
import { session } from '../../api/session.ts';
import { hasEnded, type LongJob } from '../../core/wire/long-job.ts';

/** Milliseconds after which open jobs are asked for even where no event came. */
const POLL = 5_000;
/** Milliseconds in which events are gathered. */
const GATHER = 150;

/** The person's long pieces of work in the background. */
interface LongJobs {
  /** Newest first; undefined until they are known. */
  readonly jobs: readonly LongJob[] | undefined;
  /** Whether they are shown. */
  readonly shown: boolean;
  /** Grows with each event, for whoever follows one job. */
  readonly changes: number;
}

const NOTHING: LongJobs = { jobs: undefined, shown: false, changes: 0 };

export const useLongJobs = create<LongJobs>()(() => NOTHING);

/** Shows the person his jobs, or hides them. */
export function showLongJobs(shown: boolean): void {
  useLongJobs.setState({ shown });
  if (shown) void refreshLongJobs();
}

/** Asks for the jobs again; a failure leaves those that are known. */
async function refreshLongJobs(): Promise<void> {
  if (session().token === '') return;
  const jobs = await request({ service: 'system', path: 'long-job/list', quiet: true }).catch(() => undefined);
  if (jobs !== undefined && session().token !== '') useLongJobs.setState({ jobs });
}

/** One job, with what came of it. */
function fetchLongJob(id: string, signal?: AbortSignal): Promise<LongJob> {
  return request({ service: 'system', path: 'long-job/detail', query: { id }, quiet: true, signal });
}

/** Asks a job to stop; false where it had ended already. */
export async function cancelLongJob(id: string): Promise<boolean> {
  const asked = await request({ method: 'POST', service: 'system', path: 'long-job/cancel', query: { id } });
  await refreshLongJobs();
  return asked;
}

const isOpen = (job: LongJob): boolean => !hasEnded(job);

/** Keeps the jobs current while it is mounted, and says of each that ends meanwhile. */
export function useLongJobsService(account: string, onEnd: (job: LongJob) => void): void {
  useEffect(() => {
    if (account === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void refreshLongJobs(), GATHER);
    };
    const endEvents = subscribeEvents(({ topic }) => {
      if (topic !== 'longJobs' && topic !== 'open') return;
      useLongJobs.setState(({ changes }) => ({ changes: changes + 1 }));
      plan();
    });
    const endStore = useLongJobs.subscribe(({ jobs }, before) => {
      const open = new Set(before.jobs?.filter(isOpen).map(({ id }) => id));
      for (const job of jobs ?? []) if (hasEnded(job) && open.has(job.id)) onEnd(job);
    });
    const poll = setInterval(() => {
      if (useLongJobs.getState().jobs?.some(isOpen) === true) plan();
    }, POLL);
    plan();
    return () => {
      endEvents();
      endStore();
      clearTimeout(timer);
      clearInterval(poll);
      useLongJobs.setState(NOTHING);
    };
  }, [account, onEnd]);
}

/** Jobs that somebody waits for where he asked for them. */
const followed = new Set<string>();

/** Whether the end of a job is told where it was asked for. */
export const isFollowed = ({ id }: LongJob): boolean => followed.has(id);

/**
 * Follows one job to its end.
 * @param seen whether the person sees here what comes of it; he is told by a notice otherwise.
 */
export function useFollowedJob(id: string | undefined, onStep: (job: LongJob) => void, seen: boolean): void {
  useEffect(() => {
    if (id === undefined || !seen) return;
    followed.add(id);
    return () => {
      followed.delete(id);
    };
  }, [id, seen]);
  useEffect(() => {
    if (id === undefined) return;
    const control = new AbortController();
    let busy = false;
    const look = () => {
      if (busy) return;
      busy = true;
      fetchLongJob(id, control.signal)
        .then((job) => {
          if (!control.signal.aborted) onStep(job);
        })
        // The next look tells.
        .catch(() => undefined)
        .finally(() => {
          busy = false;
        });
    };
    const end = useLongJobs.subscribe(({ changes }, before) => {
      if (changes !== before.changes) look();
    });
    const poll = setInterval(look, 2_000);
    look();
    return () => {
      end();
      clearInterval(poll);
      control.abort();
    };
  }, [id, onStep]);
}
