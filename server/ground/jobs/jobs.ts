import type { Clock } from '../context.ts';
import type { Database } from '../database/database.ts';
import { jobPatience, patiently } from '../database/patience.ts';
import { moment, platform, touched } from '../database/platform-queries.ts';

/** Something the server does again and again. */
export interface Job {
  /** Unique name, `files`. */
  readonly name: string;
  /** Seconds between two runs. */
  readonly every: number;
  /**
   * `once`: one process at a time and once an interval over all of them. `each`: every process for itself, because the
   * job shares its work out by row locks. Default `once`.
   */
  readonly where?: 'once' | 'each';
  /** One run; `now` is the server's clock. */
  run(now: Date): Promise<unknown>;
}

/** The periodic jobs of a process. */
interface Jobs {
  /** Adds a job; it runs at once where it is due, then at its interval. */
  add(job: Job): void;
  /** Takes no new runs up and waits for those under way. */
  stop(): Promise<void>;
}

interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Told of a run that failed; the next interval tries again. */
  onError(name: string, error: unknown): void;
}

/** The one way in which the server does things periodically. */
export function createJobs({ database, clock, onError }: JobsOptions): Jobs {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  // The row says who may run: a process that dies in between leaves the job to the next interval.
  async function claim(job: Job, now: Date): Promise<boolean> {
    const next = new Date(now.getTime() + job.every * 1000);
    const claimed = await database.withTenant('000000', (connection) =>
      touched(
        connection,
        platform
          .insertInto('job')
          .values({ name: job.name, nextTime: next })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ nextTime: next })
              .where((row) => row.or([row('job.nextTime', '<=', moment(now)), row('job.nextTime', '>', moment(next))])),
          ),
      ),
    );
    return claimed > 0;
  }

  async function run(job: Job): Promise<void> {
    const now = clock.now();
    try {
      if (job.where === 'each' || (await claim(job, now))) await patiently(jobPatience, () => job.run(now));
    } catch (error) {
      if (!stopped) onError(job.name, error);
    }
  }

  function schedule(job: Job): void {
    const timer = setTimeout(begin, job.every * 1000, job, () => timers.delete(timer));
    timer.unref();
    timers.add(timer);
  }

  function begin(job: Job, forget: () => void): void {
    forget();
    const under = run(job).finally(() => {
      running.delete(under);
      if (!stopped) schedule(job);
    });
    running.add(under);
  }

  return {
    add(job) {
      if (!stopped) begin(job, () => {});
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
