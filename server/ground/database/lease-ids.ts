import { randomUUID } from 'node:crypto';
import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { Database } from './database.ts';
import type { SnowflakeIds } from './snowflake.ts';

/** 2010-01-01 UTC, so that ids have 19 digits from 2017 to 2079 and the order of the texts is that of the numbers. */
const EPOCH = Date.UTC(2010, 0, 1);
/** Worker numbers, by the 10 bits that an id has for them. */
const WORKERS = 1_024;
/** Ids of one worker in one millisecond, by the 12 bits that an id has for them. */
const SEQUENCES = 4_096;
/** Milliseconds that are reserved at a time, and for which nobody else takes the worker number. */
const LEASE = 60_000;
const RENEW_EVERY = 15_000;
const RETRY_AFTER = 1_000;

/** The one generator of a process. */
export interface LeasedIds extends SnowflakeIds {
  /** Gives the worker number back; no more ids are made. */
  close(): Promise<void>;
}

interface LeaseOptions {
  /** Milliseconds of the machine's clock; for tests. */
  readonly now?: () => number;
  /** Milliseconds between two renewals; for tests. */
  readonly renewEvery?: number;
  /** Told of a renewal that failed; it is tried again each second. */
  readonly onError?: (error: unknown) => void;
}

/** What of the number space is this process's own: ids of the worker from one millisecond up to another. */
interface Reserved {
  readonly worker: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Leases a worker number in the database and makes ids with it: 41 bits of milliseconds, 10 of worker, 12 of sequence.
 * What the process may use is reserved in the database before it is used, so that no two processes make the same id,
 * whatever their clocks say and however long one of them stood still. A clock set back goes on from the last id.
 */
export async function leaseIds(
  database: Pick<Database, 'transaction'>,
  { now = Date.now, renewEvery = RENEW_EVERY, onError = () => {} }: LeaseOptions = {},
): Promise<LeasedIds> {
  const holder = randomUUID();
  let reserved = await take(database, holder, now());
  let [last, sequence] = [reserved.from, -1];
  let closed = false;
  let timer = setTimeout(renew, renewEvery);
  timer.unref();
  let renewing: Promise<void> | undefined;

  function renew(): Promise<void> {
    clearTimeout(timer);
    renewing ??= extend()
      .then(() => true)
      .catch((error: unknown) => {
        if (!closed) onError(error);
        return false;
      })
      .then((done) => {
        renewing = undefined;
        if (closed) return;
        timer = setTimeout(renew, done ? renewEvery : RETRY_AFTER);
        timer.unref();
      });
    return renewing;
  }

  async function extend(): Promise<void> {
    const to = await prolong(database, holder, reserved.worker, Math.max(now(), last));
    if (to !== undefined) {
      reserved = { ...reserved, to };
      return;
    }
    // Another process has the number by now: it begins after all that was reserved here.
    reserved = await take(database, holder, Math.max(now(), last + 1));
    [last, sequence] = [reserved.from, -1];
  }

  return {
    next() {
      const time = Math.max(now(), last);
      const [at, place] = time > last ? [time, 0] : sequence + 1 < SEQUENCES ? [last, sequence + 1] : [last + 1, 0];
      if (closed || at >= reserved.to) {
        if (!closed) void renew();
        throw new AnlanError('databaseAway');
      }
      [last, sequence] = [at, place];
      return String((BigInt(at - EPOCH) << 22n) + BigInt(reserved.worker * SEQUENCES + place));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await renewing;
      await giveBack(database, holder, reserved.worker, last + 1).catch(() => {});
    },
  };
}

/** Takes a number that nobody has, rather one whose ids all lie in the past, and reserves the time from now on. */
async function take(database: Pick<Database, 'transaction'>, holder: string, now: number): Promise<Reserved> {
  return database.transaction('000000', async (connection) => {
    await connection.query("select pg_advisory_xact_lock(hashtext('anlan.idWorker'))");
    const [free] = await connection.query<{ worker: number; usedTo: number | null }>(
      `select n as worker, w."usedTo" from generate_series(0, ${WORKERS - 1}) n
       left join platform."idWorker" w on w.worker = n
       where w.worker is null or w."leasedTo" <= clock_timestamp()
       order by greatest(w."usedTo", $1) nulls first, n limit 1`,
      [now],
    );
    if (free === undefined) throw new AnlanError('databaseAway');
    const from = Math.max(now, free.usedTo ?? 0);
    const to = from + LEASE;
    await connection.execute(
      `insert into platform."idWorker" (worker, holder, "leasedTo", "usedTo")
       values ($1, $2, clock_timestamp() + interval '${LEASE} milliseconds', $3)
       on conflict (worker) do update set holder = $2, "leasedTo" = excluded."leasedTo", "usedTo" = $3`,
      [free.worker, holder, to],
    );
    return { worker: free.worker, from, to };
  });
}

/** Reserves more time for a number that is still the holder's; undefined where it is no longer. */
async function prolong(
  database: Pick<Database, 'transaction'>,
  holder: string,
  worker: number,
  from: number,
): Promise<number | undefined> {
  const rows = await database.transaction('000000', (connection) =>
    connection.query<{ usedTo: number }>(
      `update platform."idWorker" set "leasedTo" = clock_timestamp() + interval '${LEASE} milliseconds',
         "usedTo" = greatest("usedTo", $3)
       where worker = $1 and holder = $2 returning "usedTo"`,
      [worker, holder, from + LEASE],
    ),
  );
  return rows[0]?.usedTo;
}

async function giveBack(
  database: Pick<Database, 'transaction'>,
  holder: string,
  worker: number,
  usedTo: number,
): Promise<void> {
  await database.transaction('000000', (connection) =>
    connection.execute(
      `update platform."idWorker" set "leasedTo" = clock_timestamp(), "usedTo" = $3 where worker = $1 and holder = $2`,
      [worker, holder, usedTo],
    ),
  );
}
