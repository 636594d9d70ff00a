/** Gives the ids of new records: 19 digits as text, ascending in time, unique without asking the database. */
export interface SnowflakeIds {
  next(): string;
}

/** 2010-01-01 UTC, so that ids have 19 digits from 2017 to 2079 and the order of the texts is that of the numbers. */
const EPOCH = Date.UTC(2010, 0, 1);

/**
 * Ids of 41 bits of milliseconds, 10 bits of worker and 12 bits of sequence. A clock set back
 * goes on from the last id instead of repeating one.
 * @param worker 0 to 1023, different in each process; by default random.
 */
export function createSnowflakeIds(
  now: () => number = Date.now,
  worker: number = Math.floor(Math.random() * 1024),
): SnowflakeIds {
  let last = 0;
  let sequence = 0;
  const workerBits = BigInt(worker & 1023) << 12n;
  return {
    next() {
      const time = Math.max(now(), last);
      if (time === last) {
        sequence += 1;
        if (sequence === 4096) {
          last += 1;
          sequence = 0;
        }
      } else {
        last = time;
        sequence = 0;
      }
      return String((BigInt(last - EPOCH) << 22n) + workerBits + BigInt(sequence));
    },
  };
}

/** Whether a text could be an id of a record: 1 to 32 letters, digits, `_` or `-`; seeds may carry short ones. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value);
}
