import { createSilence, openStream, readStream } from './read-stream.ts';

/** First wait before coming again, in milliseconds, doubled up to the longest: a screen is back soon after its server. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
/** Wait after the server refused. */
const REFUSED_WAIT = 60_000;

/** Which records are followed: those of an entity that name one by a reference. */
interface FollowedRecords {
  readonly entity: string;
  readonly by: string;
  readonly id: string;
  readonly tenantId?: string;
}

/**
 * Follows what is published of records that name one by a reference, without login, until the function given back is
 * called: `onRecords` hears them at the begin and whenever they have become something else, `onStanding` whether the
 * stream stands. It comes again by itself after a break.
 */
export function followPublishedBy(
  records: FollowedRecords,
  onRecords: (records: readonly Readonly<Record<string, unknown>>[]) => void,
  onStanding: (stands: boolean) => void,
): () => void {
  const ended = new AbortController();
  let failures = 0;

  async function follow(): Promise<number> {
    const one = new AbortController();
    const end = () => one.abort();
    ended.signal.addEventListener('abort', end);
    const silence = createSilence(end);
    try {
      const response = await openStream('record/open-events', { ...records }, { signal: one.signal });
      if (response.status >= 400 && response.status < 500) return REFUSED_WAIT;
      if (!response.ok || response.body === null) return backOff();
      await readStream(response.body, silence.heard, (event, data) => {
        if (event !== 'records' || !Array.isArray(data.records)) return;
        failures = 0;
        onStanding(true);
        onRecords(data.records);
      });
      return backOff();
    } finally {
      silence.end();
      ended.signal.removeEventListener('abort', end);
    }
  }

  function backOff(): number {
    failures += 1;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(failures - 1, 10));
    return longest / 2 + Math.random() * (longest / 2);
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      const wait = await follow().catch(backOff);
      if (ended.signal.aborted) return;
      onStanding(false);
      await pause(wait, ended.signal);
    }
  }

  void run();
  return () => ended.abort();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
